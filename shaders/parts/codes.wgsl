// The stages that test pairs of frames. Twin: src/gpu/stages/verdicts.rs.

// The shapes that the pipeline is made for: see test_shapes.
override SHAPES: u32 = 0u;

@group(0) @binding(1) var<storage, read> frames: array<TestedFrame>;
// Any other buffer where no filter is asked for.
@group(0) @binding(3) var<storage, read> filters: array<Filter>;

fn test_pair(pair: Pair) -> u32 {
    // A caller's buffer may hold anything.
    if max(pair.a, pair.b) >= params.frame_count {
        return UNDECIDED;
    }
    if (params.options & FILTERED) != 0u {
        let a = filters[pair.a];
        let b = filters[pair.b];
        if (a.group & b.mask) == 0u || (b.group & a.mask) == 0u {
            return SEPARATE;
        }
    }
    return test_frames(frames[pair.a], frames[pair.b]);
}
