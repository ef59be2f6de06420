// A tetrahedron A and a cuboid B: six pencils of planes at A's edges, and B's three faces. Twin:
// crates/core/src/kernel/cuboid_tetra.rs, with rows and columns of the table exchanged.

// A's four face functionals, one a column, on the cuboid B: twice the value at its centre, then
// the change along each edge.
fn on_cuboid(faces: Faces, centre: vec3<f32>, edges: mat3x3<f32>) -> mat4x4<f32> {
    let n = faces.normals;
    return four(
        vec4<f32>(faces.volume + faces.volume, 0.0, 0.0, 0.0),
        vec4<f32>(dot(n[0], centre), n[0] * edges),
        vec4<f32>(dot(n[1], centre), n[1] * edges),
        vec4<f32>(dot(n[2], centre), n[2] * edges),
    );
}

// Twice the gap along each face normal of B, and B's volume.
fn cuboid_faces(a: mat3x3<f32>, b: mat3x3<f32>, centre: vec3<f32>) -> vec4<f32> {
    let n = face_normals(b);
    let volume = abs(dot(n[0], b[0]));
    return vec4<f32>(
        cuboid_face(n[0], a, centre, volume),
        cuboid_face(n[1], a, centre, volume),
        cuboid_face(n[2], a, centre, volume),
        volume,
    );
}

fn cuboid_face(n: vec3<f32>, a: mat3x3<f32>, centre: vec3<f32>, volume: f32) -> f32 {
    // Twice the heights of A's vertices over A's origin, and of B's centre.
    let h = n * (a + a);
    let origin = dot(n, centre);
    let above = origin - max(max(0.0, h.x), max(h.y, h.z));
    let below = min(min(0.0, h.x), min(h.y, h.z)) - origin;
    return max(above, below) - volume;
}

// A functional's change below this counts as none, in a product of two: see the twin.
const NONE: f32 = 3.469447e-18;

// The planes x p + y q of the pencil of two faces in which the term of one edge of the cuboid
// vanishes: one component an edge, the highest value on the cuboid. Only the terms of the two other
// edges are left.
fn highest_on_cuboid(p: vec4<f32>, q: vec4<f32>, x: vec3<f32>, y: vec3<f32>) -> vec3<f32> {
    let centre = x * p.x + y * q.x;
    let i = p.yzw;
    let k = q.yzw;
    return centre + (abs(x * i.yzx + y * k.yzx) + abs(x * i.zxy + y * k.zxy));
}

// The three gaps of one pencil. A term vanishes only where its two changes have opposite signs.
fn pencil_on_cuboid(margins: ptr<function, Margins>, p: vec4<f32>, q: vec4<f32>, p_error: f32, q_error: f32) {
    let x = abs(q.yzw);
    let y = abs(p.yzw);
    let vanishes = p.yzw * q.yzw < vec3<f32>(-NONE * NONE);
    let gap = select(vec3<f32>(-1.0), -highest_on_cuboid(p, q, x, y), vanishes);
    take3(margins, gap, x * p_error + y * q_error);
}

// A is the tetrahedron.
fn test_cuboid_tetra(unscaled: Operands) -> Certain {
    let pair = scaled(unscaled);
    let a = prepare(pair.a, pair.a_norms);
    let b_norms = pair.b_norms;
    let once = pair.apart + largest(pair.a_norms) + (b_norms.x + b_norms.y + b_norms.z);
    let reach = once + once;
    let centre = pair.d + pair.d + pair.b[0] + pair.b[1] + pair.b[2];
    let bands = vec3<f32>(TETRA_CUBOID, TETRA_CUBOID_FOURTH, TETRA_CUBOID_BOX);
    return test_about(pair.a, a, pair.b, b_norms, centre, reach, bands);
}

// Tests a cuboid, by its edges with their norms and by twice its centre less A's origin.
// The bands are those of functionals through the tetrahedron's origin, of the fourth one, and of
// the cuboid's faces.
fn test_about(
    a_edges: mat3x3<f32>,
    a: Prepared,
    b: mat3x3<f32>,
    b_norms: vec3<f32>,
    centre: vec3<f32>,
    reach: f32,
    bands: vec3<f32>,
) -> Certain {
    let e = errors(a, reach, bands.x, bands.y, NONE);

    let f = on_cuboid(a.faces, centre, b);
    var margins = Margins(false, true);
    let t = transpose(f);
    take4(&margins, -(t[0] + (abs(t[1]) + (abs(t[2]) + abs(t[3])))), e);
    pencil_on_cuboid(&margins, f[0], f[1], e.x, e.y);
    pencil_on_cuboid(&margins, f[0], f[2], e.x, e.z);
    pencil_on_cuboid(&margins, f[0], f[3], e.x, e.w);
    pencil_on_cuboid(&margins, f[1], f[2], e.y, e.z);
    pencil_on_cuboid(&margins, f[1], f[3], e.y, e.w);
    pencil_on_cuboid(&margins, f[2], f[3], e.z, e.w);
    let b_faces = cuboid_faces(a_edges, b, centre);
    let unit = reach * bands.z;
    take3(&margins, b_faces.xyz, (b_norms.yzx * unit) * b_norms.zxy + FLUSH);

    let b_flat = DETERMINANT * (b_norms.x * b_norms.y * b_norms.z) + FLUSH_VOLUME;
    let solid = a.solid & (b_flat < b_faces.w);
    return Certain(margins.separate & solid, margins.overlapping & solid);
}
