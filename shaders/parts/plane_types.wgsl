// A frame in the plane. Twin: src/geom/plane/mod.rs.

// Integers, since a GPU may assume that a float is never NaN, and drop a test for it.
struct Frame2 {
    // Origin, two edges (or vertices), velocity, then the tag and zero.
    rows: array<vec2<u32>, 5>,
}
