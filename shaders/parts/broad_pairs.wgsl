// Which boxes make a pair.

fn meet(a: Box, b: Box) -> bool {
    return all(a.low <= b.high) && all(b.low <= a.high);
}

// False for two shapes of one set where pairs are those between two sets.
fn is_between(a: u32, b: u32) -> bool {
    return (params.options & BROAD_BETWEEN) == 0u || (a < params.split) != (b < params.split);
}

fn is_allowed(a: Filter, b: Filter) -> bool {
    return (a.group & b.mask) != 0u && (b.group & a.mask) != 0u;
}
