// What WGSL lacks of vectors. Twin: crates/core/src/kernel/vector.rs, and unit_scale of
// crates/core/src/kernel/lanes.rs.

// The largest magnitude of a component.
fn norm(a: vec3<f32>) -> f32 {
    let m = abs(a);
    return max(max(m.x, m.y), m.z);
}

// The largest of four.
fn largest4(a: vec4<f32>) -> f32 {
    return max(max(a.x, a.y), max(a.z, a.w));
}

// The power of two that brings x (not negative, below 2^127) into [1, 2); 2^127 for zero and
// denormals.
fn unit_scale(x: f32) -> f32 {
    return bitcast<f32>(0x7f000000u - (bitcast<u32>(x) & 0x7f800000u));
}
