// Settles pairs of frames in the plane by gaps of one word.

alias SettledFrame = Frame2;

@compute @workgroup_size(PAIRS_PER_GROUP)
fn plane_settle_1(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    settle_group(group, groups, lane);
}
