// What the stages share that list pairs.

fn meet(a: Box, b: Box) -> bool {
    return all(a.low <= b.high) && all(b.low <= a.high);
}

fn is_allowed(a: Filter, b: Filter) -> bool {
    return (a.group & b.mask) != 0u && (b.group & a.mask) != 0u;
}

// Says what there is to list, in 64 bits, low word first.
fn write_header(total: vec2<u32>, invalid: u32, first: u32) {
    let found = select(total.x, 0xffffffffu, total.y > 0u);
    header.found = found;
    header.listed = min(found, params.capacity);
    header.total = array<u32, 2>(total.x, total.y);
    header.shapes = params.count;
    header.offered = params.offered;
    header.invalid = invalid;
    header.first_invalid = first;
}
