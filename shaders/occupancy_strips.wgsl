// Views of triangles that are drawn as strips. A list names vertices, not places along the strip of
// the mesh.

@vertex
fn occupancy_strips(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> @builtin(position) vec4<f32> {
    let question = questions[instance / 3u];
    let number = named(question, vertex);
    if is_listed(question) {
        return seen_along(instance % 3u, vertex_of(number), question);
    }
    return seen_along(instance % 3u, vertex_at(number), question);
}

@fragment
fn fragment() -> @location(0) vec4<f32> {
    return vec4<f32>(1.0);
}
