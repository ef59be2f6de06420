// Views of triangles that are drawn each by itself.

@vertex
fn occupancy_views(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> @builtin(position) vec4<f32> {
    let question = questions[instance / 3u];
    let point = corner(named(question, vertex / 3u), vertex % 3u);
    return seen_along(instance % 3u, point, question);
}

@fragment
fn fragment() -> @location(0) vec4<f32> {
    return vec4<f32>(1.0);
}
