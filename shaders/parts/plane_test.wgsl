// The verdict of two frames in the plane by float arithmetic, for any caller: nothing here reads a
// binding.

// The raw code of two frames at rest: SEPARATE, OVERLAPPING or UNDECIDED, the first two certain.
fn test2(first: Frame2, second: Frame2) -> u32 {
    return test_shapes2(first, second, 0u, false);
}

// The same of two frames that move while t runs over [0, 1].
fn test_moving2(first: Frame2, second: Frame2) -> u32 {
    return test_shapes2(first, second, 0u, true);
}

// The same for the shapes that the caller expects, as test_shapes has them.
fn test_shapes2(first: Frame2, second: Frame2, shapes: u32, moving: bool) -> u32 {
    let forms = vec2<u32>(form2(first), form2(second));
    if !is_tame2(first, moving) || !is_tame2(second, moving) || !are_plain(forms) {
        return UNDECIDED;
    }
    let pair = load2(first, second, moving);
    if !is_scalable2(pair) {
        return UNDECIDED;
    }
    let triangles = u32(forms.x == SIMPLEX) + u32(forms.y == SIMPLEX);
    if (shapes == 0u || shapes == 1u) && triangles == 0u {
        return raw_code(test_parallelograms(pair));
    }
    if (shapes == 0u || shapes == 2u) && triangles == 1u {
        var ordered = pair;
        if forms.x == PARALLELOTOPE {
            ordered = Operands2(pair.b, pair.a, -pair.d, -pair.v);
        }
        return raw_code(test_triangle_parallelogram(ordered));
    }
    if (shapes == 0u || shapes == 3u) && triangles == 2u {
        return raw_code(test_triangles(pair));
    }
    return UNDECIDED;
}
