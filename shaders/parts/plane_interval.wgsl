// When two moving frames in the plane meet first and last, by float arithmetic, for any caller:
// nothing here reads a binding.

// Bounds of the contact interval of two frames that meet while t runs over [0, 1]; all of it where
// floats cannot tell.
fn bound_interval2(first: Frame2, second: Frame2) -> HitInterval {
    let nothing_known = HitInterval(vec2<f32>(0.0, 1.0), vec2<f32>(0.0, 1.0));
    let forms = vec2<u32>(form2(first), form2(second));
    if !is_tame2(first, true) || !is_tame2(second, true) || !are_plain(forms) {
        return nothing_known;
    }
    let pair = load2(first, second, true);
    if !is_scalable2(pair) {
        return nothing_known;
    }
    return clipped_interval(contact_in_plane(pair, forms.x == SIMPLEX, forms.y == SIMPLEX));
}
