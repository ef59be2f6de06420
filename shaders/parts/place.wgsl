// Frames from shapes that many objects share. Wants types. Like the functions of pose.wgsl they
// round: a frame is exact for what it holds. A rotation of a cube rounds nothing.

// A rotation about the shape's origin of coordinates by a quaternion as rotation_matrix takes it.
struct Placement {
    rotation: vec4<f32>,
    translation: vec3<f32>,
    // Index of the shape.
    shape: u32,
    // Factors on the shape's axes, before the rotation.
    scale: vec3<f32>,
    pad: u32,
    // By which the frame moves while t runs over [0, 1], instead of the shape's own.
    velocity: vec3<f32>,
    pad_behind: u32,
}

// A shape scaled, rotated and moved to its place.
fn placed_frame(shape: Frame, placement: Placement) -> Frame {
    let own = shape.rows;
    let tag = own[0].w;
    let moved = vec4<u32>(1u, vec3<u32>(u32(holds_vertices(tag))));
    let v = bitcast<vec3<u32>>(placement.velocity);
    return Frame(array<vec4<u32>, 4>(
        vec4<u32>(placed_row(own[0].xyz, placement, moved.x), tag),
        vec4<u32>(placed_row(own[1].xyz, placement, moved.y), v.x),
        vec4<u32>(placed_row(own[2].xyz, placement, moved.z), v.y),
        vec4<u32>(placed_row(own[3].xyz, placement, moved.w), v.z),
    ));
}

// An edge, or a vertex, which is moved as well.
fn placed_row(row: vec3<u32>, placement: Placement, is_vertex: u32) -> vec3<u32> {
    let scaled_row = placement.scale * bitcast<vec3<f32>>(row);
    let shift = select(vec3<f32>(), placement.translation, is_vertex == 1u);
    return bitcast<vec3<u32>>(turned_row(placement.rotation, scaled_row) + shift);
}

// A row turned by a quaternion. Where a cube is turned the matrix has a 1 or -1 in each row, and
// picks coordinates; differences of coordinates, as below, would round.
fn turned_row(rotation: vec4<f32>, row: vec3<f32>) -> vec3<f32> {
    if cube_turn(rotation) != 0u {
        return rotation_matrix(rotation) * row;
    }
    let r = of_ordinary_length(rotation);
    let turn = 2.0 / dot(r, r) * cross(r.xyz, row);
    return row + r.w * turn + cross(r.xyz, turn);
}
