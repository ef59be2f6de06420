// Frames from poses, for shaders that place boxes themselves. Wants types. Twin of
// Frame3::rotated_box, but in f32: the frame is exact for what it holds, the placing rounds.

// The box with this centre and these half extents, turned about its centre by a quaternion with the
// scalar part in w. The square of the quaternion's length is in the range of f32.
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
    let q = rotation.xyz;
    let s = 2.0 / dot(rotation, rotation);
    let squares = s * q * q;
    let products = s * q.xyz * q.yzx;
    let turns = s * rotation.w * q;
    let x = half_extents.x * vec3<f32>(
        1.0 - squares.y - squares.z, products.x + turns.z, products.z - turns.y);
    let y = half_extents.y * vec3<f32>(
        products.x - turns.z, 1.0 - squares.z - squares.x, products.y + turns.x);
    let z = half_extents.z * vec3<f32>(
        products.z + turns.y, products.y - turns.x, 1.0 - squares.x - squares.y);
    // The tag of a cuboid is 0.0.
    return Frame(array<vec4<u32>, 4>(
        bitcast<vec4<u32>>(vec4<f32>(centre - x - y - z, 0.0)),
        bitcast<vec4<u32>>(vec4<f32>(2.0 * x, velocity.x)),
        bitcast<vec4<u32>>(vec4<f32>(2.0 * y, velocity.y)),
        bitcast<vec4<u32>>(vec4<f32>(2.0 * z, velocity.z)),
    ));
}
