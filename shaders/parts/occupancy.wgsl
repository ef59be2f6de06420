// What the occupancy tests ask. Twin: src/gpu/occupancy/layout.rs.

// Does one of these triangles pass through the box?
struct Question {
    low: vec3<f32>,
    first: u32,
    high: vec3<f32>,
    count: u32,
}

@group(0) @binding(0) var<storage, read> questions: array<Question>;
// Nine numbers a triangle.
@group(0) @binding(1) var<storage, read> corners: array<f32>;

fn corner(triangle: u32, which: u32) -> vec3<f32> {
    let at = 9u * triangle + 3u * which;
    return vec3<f32>(corners[at], corners[at + 1u], corners[at + 2u]);
}
