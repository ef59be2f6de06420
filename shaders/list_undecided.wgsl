// The undecided pairs of frames in space.

alias ListedFrame = Frame;
alias ListedRecord = UndecidedRecord;

@compute @workgroup_size(PAIRS_PER_GROUP)
fn list_undecided(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    list_group(group, groups, lane);
}
