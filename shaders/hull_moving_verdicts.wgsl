// The raw codes of moving convex polytopes.

@group(0) @binding(1) var<storage, read> hulls: array<PlacedHull>;

fn test_pair(pair: Pair) -> u32 {
    if max(pair.a, pair.b) >= params.frame_count {
        return UNDECIDED;
    }
    return test_hulls(hulls[pair.a], hulls[pair.b]);
}

@compute @workgroup_size(PAIRS_PER_GROUP)
fn hull_moving_verdicts(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    test_group(group, groups, lane);
}
