// What lies in the buffers. Twin: crates/core/src/geom/frame.rs and pair.rs,
// src/gpu/shader/layout.rs.

// Integers, since a GPU may assume that a float is never NaN, and drop a test for it.
struct Frame {
    // Origin and tag; then three edges, or vertices, with the velocity in their w.
    rows: array<vec4<u32>, 4>,
}

struct Pair {
    a: u32,
    b: u32,
}

// A pair is tested where each frame's group has a bit in common with the other's mask.
struct Filter {
    group: u32,
    mask: u32,
}

// Heads a list. The first five words are the arguments of an indirect draw, indexed or not.
struct ListHeader {
    vertices: u32,
    // Entries in the list: as many as were found, but no more than fit.
    listed: u32,
    zeros: array<u32, 3>,
    // Pairs that belong in the list, also where they do not fit.
    found: u32,
    // Undecided pairs among all.
    undecided: u32,
    // Pairs asked for, also where they were more than the buffer of pairs holds.
    offered: u32,
}

// Heads the candidates of a broad phase. The first word is the number of pairs that a batch tests.
struct CandidateHeader {
    // Pairs whose boxes meet, also where they do not fit; all ones where they are more than that.
    found: u32,
    // Pairs in the list.
    listed: u32,
    // The number of pairs whose boxes meet, in 64 bits, low word first.
    total: array<u32, 2>,
    // Shapes that took part.
    shapes: u32,
    // Shapes asked for, also where they were more than their buffer holds.
    offered: u32,
    // Shapes without a box, and the first of them.
    invalid: u32,
    first_invalid: u32,
}

struct HitRecord {
    pair: u32,
    // The user's ids of the frames, or their indices where there are none.
    a: u32,
    b: u32,
}

struct UndecidedRecord {
    pair: u32,
    // Indices of the frames.
    a: u32,
    b: u32,
    // Bit 0 where a names no frame, bit 1 where b does: that frame is then all zeros.
    missing: u32,
    frame_a: Frame,
    frame_b: Frame,
}

// What kernels say of how and where the pair of a hit meets. Twin: src/gpu/shader/layout.rs, which
// says what holds.
struct HitBounds {
    axis: vec3<f32>,
    depth: f32,
    point: vec3<f32>,
    // KNOWN_SEPARATION, KNOWN_COMMON.
    known: u32,
    low: vec3<f32>,
    depth_slack: f32,
    high: vec3<f32>,
    box_slack: f32,
}

// When the moving pair of a hit meets first and last, each between two bounds. Twin:
// src/gpu/shader/layout.rs.
struct HitInterval {
    first: vec2<f32>,
    last: vec2<f32>,
}

const KNOWN_SEPARATION: u32 = 1u;
const KNOWN_COMMON: u32 = 2u;

// The id that a hit bears where a pair names no frame.
const NO_ID: u32 = 0xffffffffu;
