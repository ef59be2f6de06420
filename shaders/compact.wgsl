// Writes the indices of the listed pairs, in pair order: one pair an invocation.

struct List {
    // How many pairs have a listed code, also where that is more than the capacity.
    count: u32,
    // In pair order, with their codes where params say so; what lies behind the count is left as it
    // was.
    indices: array<u32>,
}
@group(0) @binding(4) var<storage, read_write> list: List;

@compute @workgroup_size(PAIRS_PER_GROUP)
fn compact(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let pair = (group.y * groups.x + group.x) * PAIRS_PER_GROUP + lane;
    if pair == 0u {
        list.count = blocks.totals.x;
    }
    if !is_marked(pair, params.mask) {
        return;
    }
    let place = start(pair).x + rank(pair, params.mask);
    if place < params.capacity {
        var code = 0u;
        if (params.options & CODED) != 0u {
            code = codes[pair / CODES_PER_WORD] >> (2u * (pair % CODES_PER_WORD));
        }
        // No index reaches the two highest bits.
        list.indices[place] = pair | (code << 30u);
    }
}
