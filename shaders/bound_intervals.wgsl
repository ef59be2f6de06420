// When the moving pairs of the hits meet.

alias BoundFrame = Frame;
alias BoundRecord = HitInterval;

fn nothing_known() -> HitInterval {
    return HitInterval(vec2<f32>(0.0, 1.0), vec2<f32>(0.0, 1.0));
}

fn bound_frames(first: Frame, second: Frame) -> HitInterval {
    return bound_interval(first, second);
}

@compute @workgroup_size(PAIRS_PER_GROUP)
fn bound_intervals(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    bound_hit(group, groups, lane);
}
