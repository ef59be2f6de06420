// How and where two frames meet, by float arithmetic, for any caller: nothing here reads a binding.

// What is wanted (TOLD_SEPARATION, TOLD_POINT, TOLD_BOX) of two frames that meet, as far as floats can tell.
fn bound(first: Frame, second: Frame, wanted: u32) -> HitBounds {
    var out = HitBounds();
    let kinds = vec2<u32>(kind(first), kind(second));
    if !is_tame(first) || !is_tame(second) || max(kinds.x, kinds.y) == UNKNOWN {
        return out;
    }
    let operands = load(first, second);
    if !is_scalable(operands) {
        return out;
    }
    return out;
}
