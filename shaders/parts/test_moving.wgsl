// The verdict of two moving frames by float arithmetic, for any caller: nothing here reads a
// binding.

// The raw code of two frames that move while t runs over [0, 1].
fn test_moving(first: Frame, second: Frame) -> u32 {
    return test_moving_shapes(first, second, 0u);
}

// The same for the shapes that the caller expects, as test_shapes has them.
fn test_moving_shapes(first: Frame, second: Frame, shapes: u32) -> u32 {
    let forms = vec2<u32>(form(first), form(second));
    if !is_tame(first) || !is_tame(second) || max(forms.x, forms.y) == UNKNOWN {
        return UNDECIDED;
    }
    if !is_tame_in_motion(first) || !is_tame_in_motion(second) {
        return UNDECIDED;
    }
    let moving = load_moving(first, second);
    if !is_scalable_in_motion(moving) {
        return UNDECIDED;
    }
    let kind = pair_kind(forms);
    if (shapes == 0u || shapes == 1u) && kind == 0u {
        return raw_code(test_swept_cuboid_cuboid(moving));
    }
    if (shapes == 0u || shapes == 2u) && kind == 1u {
        let swaps = forms.x < forms.y;
        let pair = tetra_first(moving.pair, swaps);
        let v = select(moving.v, -moving.v, swaps);
        return raw_code(test_swept_cuboid_tetra(MovingOperands(pair, v)));
    }
    if (shapes == 0u || shapes == 3u) && kind == 2u {
        return raw_code(test_swept_tetra_tetra(moving));
    }
    return UNDECIDED;
}
