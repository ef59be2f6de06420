// When the moving pairs of the hits meet, of frames.

alias BoundFrame = Frame;

fn interval_of(a: Frame, b: Frame) -> HitInterval {
    return bound_interval(a, b);
}

@compute @workgroup_size(PAIRS_PER_GROUP)
fn bound_intervals(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    bound_hit(group, groups, lane);
}
