// Counts the keys of each digit in each block: a workgroup a block.

// A row of blocks for each digit.
@group(0) @binding(5) var<storage, read_write> table: array<u32>;

var<workgroup> counts: array<atomic<u32>, DIGITS>;

@compute @workgroup_size(BROAD_GROUP)
fn broad_histogram(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let block = group.y * groups.x + group.x;
    for (var tile = 0u; tile < SORT_TILES; tile++) {
        let place = block * SORT_BLOCK + tile * BROAD_GROUP + lane;
        if place < params.count {
            atomicAdd(&counts[digit(order[place])], 1u);
        }
    }
    workgroupBarrier();
    if block < params.sort_blocks {
        table[lane * params.sort_blocks + block] = atomicLoad(&counts[lane]);
    }
}
