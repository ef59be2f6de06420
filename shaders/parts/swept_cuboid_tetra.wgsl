// A moving tetrahedron A and a moving cuboid B: the pencils at A's edges against the swept cuboid,
// and its six pairs of faces. Twin: crates/core/src/kernel/swept_cuboid_tetra.rs, with rows and
// columns of the table exchanged.

// A's four face functionals on the swept cuboid: on_cuboid, and their change along v.
struct OnSweep {
    cuboid: mat4x4<f32>,
    v: vec4<f32>,
}

fn on_swept_cuboid(faces: Faces, centre: vec3<f32>, edges: mat3x3<f32>, v: vec3<f32>) -> OnSweep {
    let along = v * faces.normals;
    return OnSweep(on_cuboid(faces, centre, edges), vec4<f32>(along, -(along.x + along.y + along.z)));
}

// Twice the gap along each face normal of the swept cuboid B: column 0 those of B, column 1 along
// b_j x v.
fn swept_faces(a: mat3x3<f32>, b: mat3x3<f32>, centre: vec3<f32>, v: vec3<f32>) -> mat2x3<f32> {
    let n = face_normals(b);
    let volume = abs(dot(n[0], b[0]));
    let on = abs(v * n);
    return mat2x3<f32>(
        vec3<f32>(
            cuboid_face(n[0], a, centre, volume + on.x),
            cuboid_face(n[1], a, centre, volume + on.y),
            cuboid_face(n[2], a, centre, volume + on.z),
        ),
        vec3<f32>(
            cuboid_face(cross(b[0], v), a, centre, on.y + on.z),
            cuboid_face(cross(b[1], v), a, centre, on.z + on.x),
            cuboid_face(cross(b[2], v), a, centre, on.x + on.y),
        ),
    );
}

// As highest_on_cuboid, with v for a fourth edge: one component an edge, then v.
fn highest_on_sweep(p: vec4<f32>, q: vec4<f32>, pv: f32, qv: f32, x: vec4<f32>, y: vec4<f32>) -> vec4<f32> {
    let centre = x * p.x + y * q.x;
    let i = vec4<f32>(p.yzw, pv);
    let k = vec4<f32>(q.yzw, qv);
    return centre
        + (abs(x * i.yzwx + y * k.yzwx) + (abs(x * i.zwxy + y * k.zwxy) + abs(x * i.wxyz + y * k.wxyz)));
}

// The four gaps of one pencil.
fn pencil_on_sweep(
    margins: ptr<function, Margins>,
    p: vec4<f32>,
    q: vec4<f32>,
    pv: f32,
    qv: f32,
    p_error: f32,
    q_error: f32,
) {
    let x = abs(vec4<f32>(q.yzw, qv));
    let y = abs(vec4<f32>(p.yzw, pv));
    let vanishes = vec4<f32>(p.yzw, pv) * vec4<f32>(q.yzw, qv) < vec4<f32>(-NONE * NONE);
    let gap = select(vec4<f32>(-1.0), -highest_on_sweep(p, q, pv, qv, x, y), vanishes);
    take4(margins, gap, x * p_error + y * q_error);
}

// A is the tetrahedron.
fn test_swept_cuboid_tetra(moving: MovingOperands) -> Certain {
    let all_scaled = swept(moving);
    let pair = all_scaled.pair;
    let v = all_scaled.v;
    let speed = all_scaled.speed;
    let a = prepare(pair.a, pair.a_norms);
    let b = pair.b;
    let b_norms = pair.b_norms;
    let once = (pair.apart + speed) + largest(pair.a_norms) + (b_norms.x + b_norms.y + b_norms.z);
    let reach = once + once;
    let e = errors(a, reach, SWEPT_TETRA_CUBOID, SWEPT_TETRA_CUBOID_FOURTH, NONE);
    let centre = pair.d + pair.d + b[0] + b[1] + b[2] + v;

    let on = on_swept_cuboid(a.faces, centre, b, v);
    let f = on.cuboid;
    let w = on.v;
    var margins = Margins(false, true);
    let t = transpose(f);
    take4(&margins, -(t[0] + ((abs(t[1]) + abs(t[2])) + (abs(t[3]) + abs(w)))), e);
    pencil_on_sweep(&margins, f[0], f[1], w.x, w.y, e.x, e.y);
    pencil_on_sweep(&margins, f[0], f[2], w.x, w.z, e.x, e.z);
    pencil_on_sweep(&margins, f[0], f[3], w.x, w.w, e.x, e.w);
    pencil_on_sweep(&margins, f[1], f[2], w.y, w.z, e.y, e.z);
    pencil_on_sweep(&margins, f[1], f[3], w.y, w.w, e.y, e.w);
    pencil_on_sweep(&margins, f[2], f[3], w.z, w.w, e.z, e.w);
    let faces = swept_faces(pair.a, b, centre, v);
    let unit = reach * SWEPT_TETRA_CUBOID_BOX;
    var across = Margins(false, true);
    take3(&margins, faces[0], (b_norms.yzx * unit) * b_norms.zxy + FLUSH);
    let upper = take3(&across, faces[1], (b_norms * unit) * speed + FLUSH);

    let b_flat = DETERMINANT * (b_norms.x * b_norms.y * b_norms.z) + FLUSH_VOLUME;
    let is_solid = a.solid & (b_flat < abs(dot(cross(b[1], b[2]), b[0])));
    let separate = (margins.separate | across.separate) & is_solid;
    let others_overlap = margins.overlapping & is_solid;
    var overlapping = others_overlap & across.overlapping;
    if others_overlap & !overlapping & !separate {
        let bands = vec3<f32>(SWEPT_TETRA_CUBOID, SWEPT_TETRA_CUBOID_FOURTH, SWEPT_TETRA_CUBOID_BOX);
        let inner = lengthened(b, v, upper);
        overlapping = test_about(pair.a, a, inner, norms(inner), centre, reach, bands).overlapping;
    }
    return Certain(separate, overlapping);
}

// The edges of a cuboid within the sweep and about its centre: see the twin.
fn lengthened(b: mat3x3<f32>, v: vec3<f32>, upper: vec3<f32>) -> mat3x3<f32> {
    var j = 0u;
    if upper.y > upper.x {
        j = 1u;
    }
    if upper.z > max(upper.x, upper.y) {
        j = 2u;
    }
    let signs = select(vec3<f32>(1.0), vec3<f32>(-1.0), v * b < vec3<f32>());
    let chosen = select(vec3<f32>(), signs, vec3<u32>(j) == vec3<u32>(0u, 1u, 2u));
    return mat3x3<f32>(b[0] + v * chosen.x, b[1] + v * chosen.y, b[2] + v * chosen.z);
}
