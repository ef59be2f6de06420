// The article's way: triangles seen in parallel, along each axis, within the box alone. Three
// instances a question, one an axis. What is smaller than a sample, or seen edge on, can be missed.

@vertex
fn occupancy_views(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> @builtin(position) vec4<f32> {
    let question = questions[instance / 3u];
    let point = corner(question.first + vertex / 3u, vertex % 3u);
    let half = max(question.high * 0.5 - question.low * 0.5, vec3<f32>(1e-30));
    // From -1 to 1 within the box.
    let within = (point - (question.low * 0.5 + question.high * 0.5)) / half;
    let axis = instance % 3u;
    var turned = within;
    if axis == 0u {
        turned = within.yzx;
    } else if axis == 1u {
        turned = within.zxy;
    }
    return vec4<f32>(turned.xy, turned.z * 0.5 + 0.5, 1.0);
}

@fragment
fn fragment() -> @location(0) vec4<f32> {
    return vec4<f32>(1.0);
}
