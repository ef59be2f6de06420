// Writes the pairs whose codes are in the mask, with their codes, in pair order: one pair an
// invocation.

@group(0) @binding(4) var<storage, read> pairs: array<Pair>;

struct FoundList {
    header: ListHeader,
    // The code lies in the two highest bits of the first shape.
    entries: array<Pair>,
}
@group(0) @binding(5) var<storage, read_write> found: FoundList;

@compute @workgroup_size(PAIRS_PER_GROUP)
fn list_found(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let index = (group.y * groups.x + group.x) * PAIRS_PER_GROUP + lane;
    if index == 0u {
        found.header = header(params.vertices, blocks.totals.x, params.capacity);
    }
    if !is_marked(index, params.mask) {
        return;
    }
    let place = start(index).x + rank(index, params.mask);
    if place < params.capacity {
        let pair = pairs[index];
        let code = (codes[index / CODES_PER_WORD] >> (2u * (index % CODES_PER_WORD))) & 3u;
        found.entries[place] = Pair(pair.a | (code << 30u), pair.b);
    }
}
