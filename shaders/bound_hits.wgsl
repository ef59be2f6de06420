// How and where the pairs of the hits meet.

alias BoundFrame = Frame;
alias BoundRecord = HitBounds;

// KNOWN_SEPARATION, KNOWN_COMMON or both.
override WANTED: u32 = 3u;

fn nothing_known() -> HitBounds {
    return HitBounds();
}

fn bound_frames(first: Frame, second: Frame) -> HitBounds {
    return bound(first, second, WANTED);
}

@compute @workgroup_size(PAIRS_PER_GROUP)
fn bound_hits(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    bound_hit(group, groups, lane);
}
