// What the stages that test pairs of frames read. Twin: src/gpu/stages/verdicts.rs.

@group(0) @binding(1) var<storage, read> frames: array<TestedFrame>;
// Any other buffer where no filter is asked for.
@group(0) @binding(3) var<storage, read> filters: array<Filter>;

// True where both frames are there: a caller's buffer of pairs may hold anything.
fn names_frames(pair: Pair) -> bool {
    return max(pair.a, pair.b) < params.frame_count;
}

// True where filters leave the pair out, which names frames.
fn is_left_out(pair: Pair) -> bool {
    if (params.options & FILTERED) == 0u {
        return false;
    }
    let a = filters[pair.a];
    let b = filters[pair.b];
    return (a.group & b.mask) == 0u || (b.group & a.mask) == 0u;
}
