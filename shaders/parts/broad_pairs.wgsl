// Which boxes make a pair.

fn meet(a: Box, b: Box) -> bool {
    return all(a.low <= b.high) && all(b.low <= a.high);
}

fn is_allowed(a: Filter, b: Filter) -> bool {
    return (a.group & b.mask) != 0u && (b.group & a.mask) != 0u;
}
