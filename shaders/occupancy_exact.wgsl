// A point a triangle: in the middle of the target where the triangle passes through the box, else
// out of sight. An occlusion query round the draw tells whether any was seen. The instance is the
// question.

@vertex
fn occupancy_exact(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> @builtin(position) vec4<f32> {
    let question = questions[instance];
    let triangle = named(question, vertex);
    let seen =
        passes_through(corner(triangle, 0u), corner(triangle, 1u), corner(triangle, 2u), question.low, question.high);
    return select(vec4<f32>(2.0, 2.0, 2.0, 1.0), vec4<f32>(0.0, 0.0, 0.5, 1.0), seen);
}

@fragment
fn fragment() -> @location(0) vec4<f32> {
    return vec4<f32>(1.0);
}
