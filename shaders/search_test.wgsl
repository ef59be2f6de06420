// Tests the pairs of a level, and counts what comes of each: pairs of the next level, or a hit.

@group(0) @binding(0) var<storage, read> level: SearchLevel;
@group(0) @binding(2) var<storage, read_write> pairs: array<Pair>;
// For each pair how many of both come of the pairs before it in its workgroup, and of itself.
@group(0) @binding(3) var<storage, read_write> counts: array<vec4<u32>>;
// For each workgroup how many come of all its pairs.
@group(0) @binding(4) var<storage, read_write> sums: array<vec2<u32>>;

var<workgroup> totals: array<vec2<u32>, PAIRS_PER_GROUP>;

// Pairs that refine this one, or one hit.
fn outcome(index: u32) -> vec2<u32> {
    if index >= level.pairs {
        return vec2<u32>();
    }
    let pair = pairs[index];
    let a = pair.a & ~DOUBT;
    let code = test_shapes(nodes[a].frame, nodes[pair.b].frame, 0u);
    if code == SEPARATE {
        return vec2<u32>();
    }
    if code == UNDECIDED {
        pairs[index].a = pair.a | DOUBT;
    }
    if nodes[a].frame.rows[2].w == 0u && nodes[pair.b].frame.rows[2].w == 0u {
        return vec2<u32>(0u, 1u);
    }
    let rows = refined(a);
    let columns = refined(pair.b);
    var found = 0u;
    for (var i = 0u; i < rows.y; i++) {
        for (var j = 0u; j < columns.y; j++) {
            found += u32(boxes_meet(rows.x + i, columns.x + j));
        }
    }
    return vec2<u32>(found, 0u);
}

@compute @workgroup_size(PAIRS_PER_GROUP)
fn search_test(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let block = group.y * groups.x + group.x;
    let index = block * PAIRS_PER_GROUP + lane;
    let own = outcome(index);
    totals[lane] = own;
    for (var step = 1u; step < PAIRS_PER_GROUP; step = step * 2u) {
        workgroupBarrier();
        var before = vec2<u32>();
        if lane >= step {
            before = totals[lane - step];
        }
        workgroupBarrier();
        totals[lane] = sum(totals[lane], before);
    }
    if index < arrayLength(&counts) {
        counts[index] = vec4<u32>(totals[lane] - own, own);
    }
    if lane == PAIRS_PER_GROUP - 1u && block < arrayLength(&sums) {
        sums[block] = totals[lane];
    }
}
