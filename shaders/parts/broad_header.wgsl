// The header of the list. What it is written to is the stage's, header.

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
