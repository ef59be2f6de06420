// The raw codes of frames in the plane that move while t runs over [0, 1].

alias TestedFrame = Frame2;

fn test_frames(a: Frame2, b: Frame2, shapes: u32) -> u32 {
    return test_shapes2(a, b, shapes, true);
}

@compute @workgroup_size(PAIRS_PER_GROUP)
fn moving_plane_verdicts(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    test_group(group, groups, lane);
}
