// The header of a list that found this many pairs and has room for so many.
fn header(vertices: u32, found: u32, room: u32) -> ListHeader {
    let zeros = array<u32, 3>(0u, 0u, 0u);
    return ListHeader(vertices, min(found, room), zeros, found, blocks.totals.y, params.offered);
}
