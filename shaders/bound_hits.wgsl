// Bounds how and where the pairs of the hits meet.

alias BoundFrame = Frame;

fn bound_frames(first: Frame, second: Frame, wanted: u32) -> HitBounds {
    return bound(first, second, wanted);
}

@compute @workgroup_size(PAIRS_PER_GROUP)
fn bound_hits(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    bound_group(group, groups, lane);
}
