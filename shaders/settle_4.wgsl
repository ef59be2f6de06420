// Settles pairs of frames in space by gaps of four words.

alias SettledFrame = Frame;

@compute @workgroup_size(PAIRS_PER_GROUP)
fn settle_4(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    settle_group(group, groups, lane);
}
