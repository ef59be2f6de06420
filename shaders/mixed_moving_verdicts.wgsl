// The raw codes of frames that move while t runs over [0, 1], of pairs of mixed kinds.

alias TestedFrame = Frame;

fn test_frames(a: Frame, b: Frame, shapes: u32) -> u32 {
    return test_moving_shapes(a, b, shapes);
}

// The form of a frame of the buffer, of which no more than the tag is read.
fn form_at(index: u32) -> u32 {
    return form_of_tag(frames[index].rows[0].w);
}

@compute @workgroup_size(PAIRS_PER_GROUP)
fn mixed_moving_verdicts(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    test_group(group, groups, lane);
}
