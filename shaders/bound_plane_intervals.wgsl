// When the moving pairs of the hits meet, of frames in the plane.

alias BoundFrame = Frame2;

fn interval_of(a: Frame2, b: Frame2) -> HitInterval {
    return bound_interval2(a, b);
}

@compute @workgroup_size(PAIRS_PER_GROUP)
fn bound_plane_intervals(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    bound_hit(group, groups, lane);
}
