// When two moving frames meet first and last, by float arithmetic, for any caller: nothing here reads a binding.

// Bounds of the contact interval of two frames that meet while t runs over [0, 1]; all of it where floats cannot tell.
fn bound_interval(first: Frame, second: Frame) -> HitInterval {
    let anytime = HitInterval(vec2<f32>(0.0, 1.0), vec2<f32>(0.0, 1.0));
    if !is_tame(first) || !is_tame(second) || kind(first) != CUBOID || kind(second) != CUBOID {
        return anytime;
    }
    if !is_tame_in_motion(first) || !is_tame_in_motion(second) {
        return anytime;
    }
    let moving = load_moving(first, second);
    if !is_scalable_in_motion(moving) {
        return anytime;
    }
    let contact = contact_cuboid_cuboid(moving);
    if !contact.told {
        return HitInterval(vec2<f32>(contact.first.x, 1.0), vec2<f32>(0.0, contact.last.y));
    }
    return HitInterval(contact.first, contact.last);
}
