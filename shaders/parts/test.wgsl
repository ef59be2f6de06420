// The verdict of two frames by float arithmetic, for any caller: nothing here reads a binding.

// The raw code of two frames: SEPARATE, OVERLAPPING or UNDECIDED, the first two certain.
fn test(first: Frame, second: Frame) -> u32 {
    return test_shapes(first, second, 0u);
}

// The same for the shapes that the caller expects: 0 any, otherwise those of one kind of pair, 1
// more than its number. Frames of other shapes are left undecided. A constant lets the compiler
// leave out the rest.
fn test_shapes(first: Frame, second: Frame, shapes: u32) -> u32 {
    let forms = vec2<u32>(form(first), form(second));
    if !is_tame(first) || !is_tame(second) || max(forms.x, forms.y) == UNKNOWN {
        return UNDECIDED;
    }
    let operands = load(first, second);
    if !is_scalable(operands) {
        return UNDECIDED;
    }
    let kind = pair_kind(forms);
    if (shapes == 0u || shapes == 1u) && kind == 0u {
        return raw_code(test_cuboid_cuboid(operands));
    }
    if (shapes == 0u || shapes == 2u) && kind == 1u {
        return raw_code(test_cuboid_tetra(tetra_first(operands, forms.x < forms.y)));
    }
    if (shapes == 0u || shapes == 3u) && kind == 2u {
        return raw_code(test_tetra_tetra(operands));
    }
    return UNDECIDED;
}

// The operands in the order of the kernel: one test of either order, not one for each of them.
fn tetra_first(operands: Operands, swaps: bool) -> Operands {
    var ordered = operands;
    if swaps {
        ordered = Operands(operands.b, operands.a, -operands.d);
    }
    return ordered;
}

fn raw_code(certain: Certain) -> u32 {
    return select(select(UNDECIDED, OVERLAPPING, certain.overlapping), SEPARATE, certain.separate);
}
