// Pairs as they come: of one kind, or of kinds that it does not pay to gather.

// The shapes that the pipeline is made for: see test_shapes.
override SHAPES: u32 = 0u;

fn test_pair(pair: Pair) -> u32 {
    if !names_frames(pair) {
        return UNDECIDED;
    }
    if is_left_out(pair) {
        return SEPARATE;
    }
    return test_frames(frames[pair.a], frames[pair.b], SHAPES);
}
