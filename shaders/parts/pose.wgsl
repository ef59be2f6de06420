// Frames from poses, for shaders that place boxes themselves. Wants types. Twin of
// Frame3::rotated_box, but in f32: the frame is exact for what it holds, the placing rounds. A
// rotation of a cube does not: a box by it is as exact as its centre and its half extents.

// The box with this centre and these half extents, turned about its centre by a quaternion as
// rotation_matrix takes it.
fn frame_of_box(centre: vec3<f32>, half_extents: vec3<f32>, rotation: vec4<f32>) -> Frame {
    return frame_of_moving_box(centre, half_extents, rotation, vec3<f32>());
}

// The same box with a velocity, by which it moves while t runs over [0, 1].
fn frame_of_moving_box(
    centre: vec3<f32>,
    half_extents: vec3<f32>,
    rotation: vec4<f32>,
    velocity: vec3<f32>,
) -> Frame {
    let axes = rotation_matrix(rotation);
    let x = half_extents.x * axes[0];
    let y = half_extents.y * axes[1];
    let z = half_extents.z * axes[2];
    // The tag of a cuboid is 0.0.
    return Frame(array<vec4<u32>, 4>(
        bitcast<vec4<u32>>(vec4<f32>(centre - x - y - z, 0.0)),
        bitcast<vec4<u32>>(vec4<f32>(2.0 * x, velocity.x)),
        bitcast<vec4<u32>>(vec4<f32>(2.0 * y, velocity.y)),
        bitcast<vec4<u32>>(vec4<f32>(2.0 * z, velocity.z)),
    ));
}
