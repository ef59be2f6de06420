// When two moving frames meet first and last, by float arithmetic, for any caller: nothing here
// reads a binding.

// Bounds of the contact interval of two frames that meet while t runs over [0, 1]; all of it where
// floats cannot tell.
fn bound_interval(first: Frame, second: Frame) -> HitInterval {
    let nothing_known = HitInterval(vec2<f32>(0.0, 1.0), vec2<f32>(0.0, 1.0));
    let forms = vec2<u32>(form(first), form(second));
    if !is_tame(first) || !is_tame(second) || !are_plain(forms) {
        return nothing_known;
    }
    if !is_tame_in_motion(first) || !is_tame_in_motion(second) {
        return nothing_known;
    }
    let moving = load_moving(first, second);
    if !is_scalable_in_motion(moving) {
        return nothing_known;
    }
    if forms.x == PARALLELOTOPE && forms.y == PARALLELOTOPE {
        return clipped_interval(contact_cuboid_cuboid(moving));
    }
    return clipped_interval(contact_axes(moving, forms.x == SIMPLEX, forms.y == SIMPLEX));
}
