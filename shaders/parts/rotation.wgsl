// Rotations by quaternions with the scalar part in w. Those of a cube, which bring axes onto axes,
// round nothing. Twin in what it makes: crates/core/src/geom/pose.rs.

// How many numbers of a quaternion are not 0 if it turns a cube onto itself: one, two or four then,
// all of one magnitude. Else 0. Bits are compared: a GPU may flush floats, and divides them only
// nearly.
fn cube_turn(rotation: vec4<f32>) -> u32 {
    let sizes = bitcast<vec4<u32>>(rotation) & vec4<u32>(0x7fffffffu);
    let size = max(max(sizes.x, sizes.y), max(sizes.z, sizes.w));
    let is_set = sizes != vec4<u32>();
    let counted = select(vec4<u32>(), vec4<u32>(1u), is_set);
    let count = counted.x + counted.y + counted.z + counted.w;
    let is_alike = all(sizes == select(vec4<u32>(), vec4<u32>(size), is_set));
    // Above are the bits of infinities and of NaN.
    let is_finite = size < 0x7f800000u;
    return select(0u, count, is_alike & is_finite & (count != 3u));
}

// False for a quaternion that is no rotation: whose numbers are all zero, or not all finite.
fn is_rotation(rotation: vec4<f32>) -> bool {
    let sizes = bitcast<vec4<u32>>(rotation) & vec4<u32>(0x7fffffffu);
    let size = max(max(sizes.x, sizes.y), max(sizes.z, sizes.w));
    return size != 0u && size < 0x7f800000u;
}

// The quaternion, with a largest number below 4 by a power of two if it is far from 1, so that the
// square of its length is in the range of f32.
fn of_ordinary_length(rotation: vec4<f32>) -> vec4<f32> {
    let bits = bitcast<vec4<u32>>(rotation);
    let sizes = bits & vec4<u32>(0x7fffffffu);
    let exponent = max(max(sizes.x, sizes.y), max(sizes.z, sizes.w)) >> 23u;
    // 2 to the power of 127 - exponent; of the largest numbers the least power that is normal.
    let scale = bitcast<f32>(max(254u - min(exponent, 254u), 1u) << 23u);
    // Denormals, which a GPU may flush, are counted: each is so many times 2 to the power of -149.
    let unit = bitcast<f32>((105u - min(exponent, 104u)) << 23u);
    let signs = select(vec4<f32>(1.0), vec4<f32>(-1.0), bits != sizes);
    let counted = signs * (vec4<f32>(sizes) * unit);
    let scaled = select(scale * rotation, counted, sizes < vec4<u32>(0x00800000u));
    return select(rotation, scaled, exponent < 97u || exponent > 157u);
}

// The matrix of a rotation by a quaternion of any length. It is none for what is no rotation.
fn rotation_matrix(rotation: vec4<f32>) -> mat3x3<f32> {
    var r = of_ordinary_length(rotation);
    // 2 by the square of the length.
    var s = 2.0 / dot(r, r);
    let count = cube_turn(rotation);
    if count != 0u {
        // 1 and -1 in place of the numbers, and a factor that no division rounds: all that follows
        // is whole numbers and halves, exact in any order.
        let bits = bitcast<vec4<u32>>(rotation);
        let ones = (bits & vec4<u32>(0x80000000u)) | vec4<u32>(0x3f800000u);
        let is_set = (bits & vec4<u32>(0x7fffffffu)) != vec4<u32>();
        r = bitcast<vec4<f32>>(select(vec4<u32>(), ones, is_set));
        s = select(1.0, 2.0, count == 1u);
        s = select(s, 0.5, count == 4u);
    }
    let q = r.xyz;
    let squares = s * q * q;
    let products = s * q.xyz * q.yzx;
    let turns = s * r.w * q;
    return mat3x3<f32>(
        vec3<f32>(1.0 - squares.y - squares.z, products.x + turns.z, products.z - turns.y),
        vec3<f32>(products.x - turns.z, 1.0 - squares.z - squares.x, products.y + turns.x),
        vec3<f32>(products.z + turns.y, products.y - turns.x, 1.0 - squares.x - squares.y),
    );
}
