// The article's way: triangles seen in parallel, along each axis, within the box alone. Three
// instances a question, one an axis. What is smaller than a sample, or seen edge on, can be missed.

// Where a vertex is seen along an axis: from -1 to 1 within the box.
fn seen_along(axis: u32, point: vec3<f32>, question: Question) -> vec4<f32> {
    let half = max(question.high * 0.5 - question.low * 0.5, vec3<f32>(1e-30));
    let within = (point - (question.low * 0.5 + question.high * 0.5)) / half;
    var turned = within;
    if axis == 0u {
        turned = within.yzx;
    } else if axis == 1u {
        turned = within.zxy;
    }
    return vec4<f32>(turned.xy, turned.z * 0.5 + 0.5, 1.0);
}
