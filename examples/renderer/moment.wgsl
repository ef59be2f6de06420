// What the example's shaders know of a moment. Twin: Moment in world.rs.
struct Moment {
    view_projection: mat4x4<f32>,
    eye: vec3<f32>,
    seconds: f32,
    // Where the light comes from, a unit vector.
    light: vec3<f32>,
    // The longest edge that a box may have.
    longest: f32,
    boxes: u32,
}

@group(0) @binding(0) var<uniform> moment: Moment;
