// When two moving frames in the plane meet first and last, by float arithmetic, for any caller:
// nothing here reads a binding.

// Bounds of the contact interval of two frames that meet while t runs over [0, 1]; all of it where
// floats cannot tell.
fn bound_interval2(first: Frame2, second: Frame2) -> HitInterval {
    let nothing_known = HitInterval(vec2<f32>(0.0, 1.0), vec2<f32>(0.0, 1.0));
    let kinds = vec2<u32>(kind2(first), kind2(second));
    if !is_tame2(first, true) || !is_tame2(second, true) || max(kinds.x, kinds.y) == UNKNOWN {
        return nothing_known;
    }
    let pair = load2(first, second, true);
    if !is_scalable2(pair) {
        return nothing_known;
    }
    return clipped_interval(contact_in_plane(pair, kinds.x != CUBOID, kinds.y != CUBOID));
}
