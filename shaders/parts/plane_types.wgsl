// What lies in the buffers of frames in the plane. Twins: crates/core/src/geom/plane/mod.rs,
// src/gpu/shader/layout.rs.

// Integers, since a GPU may assume that a float is never NaN, and drop a test for it.
struct Frame2 {
    // Origin, two edges (or vertices), velocity, then the tag and zero.
    rows: array<vec2<u32>, 5>,
}

struct UndecidedRecord2 {
    pair: u32,
    // Indices of the frames.
    a: u32,
    b: u32,
    // As in UndecidedRecord.
    missing: u32,
    frame_a: Frame2,
    frame_b: Frame2,
}
