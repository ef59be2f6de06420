// A solid as rows, each a slab between two parallel planes. Twin:
// crates/core/src/kernel/clip/rows.rs. One component a row; a cuboid's fourth counts for nothing.

// A point x, seen from the solid's origin, is inside where |2 normal . x - volume| <= |volume| for
// each row.
struct Rows {
    // Columns: e_i x e_j. The fourth row's is their sum.
    normals: mat3x3<f32>,
    // The same of magnitudes, with sums for differences: what the normals' errors are in proportion
    // to.
    sizes: mat3x3<f32>,
    // The determinant, of either sign.
    volume: f32,
}

fn rows(e: mat3x3<f32>) -> Rows {
    let n = face_normals(e);
    let m = mat3x3<f32>(abs(e[0]), abs(e[1]), abs(e[2]));
    let sizes = mat3x3<f32>(permanents(m[1], m[2]), permanents(m[2], m[0]), permanents(m[0], m[1]));
    return Rows(n, sizes, dot(n[0], e[0]));
}

// The change of each row along x: twice the normals' products.
fn along(solid: Rows, x: vec3<f32>) -> vec4<f32> {
    let p = (x + x) * solid.normals;
    return vec4<f32>(p, p.x + p.y + p.z);
}

// The value of each row at x.
fn at(solid: Rows, x: vec3<f32>) -> vec4<f32> {
    return along(solid, x) - solid.volume;
}

// A cross product with sums for differences.
fn permanents(a: vec3<f32>, b: vec3<f32>) -> vec3<f32> {
    return a.yzx * b.zxy + a.zxy * b.yzx;
}
