// What both tetrahedron kernels need: the face functionals. Twin: crates/core/src/kernel/tetra.rs.

struct Faces {
    // Columns: the inward normals of the three faces through the origin.
    normals: mat3x3<f32>,
    // Six times the volume.
    volume: f32,
}

// normals from edges times any positive number, volume from the edges as they are.
fn faces(scaled: mat3x3<f32>, edges: mat3x3<f32>) -> Faces {
    let normals =
        mat3x3<f32>(cross(scaled[1], scaled[2]), cross(scaled[2], scaled[0]), cross(scaled[0], scaled[1]));
    return Faces(normals, dot(normals[0], edges[0]));
}

// The functionals of all four faces, one a column, from those of the first three. The fourth has
// what is left of the volume.
fn four(volume: vec4<f32>, x: vec4<f32>, y: vec4<f32>, z: vec4<f32>) -> mat4x4<f32> {
    return mat4x4<f32>(x, y, z, volume - (x + y + z));
}

struct Prepared {
    // Normals turned inward, from edges scaled to a norm in [1, 2).
    faces: Faces,
    // The bounds of the four normals: products of two scaled edges' norms, then their sum.
    sizes: vec4<f32>,
    // Certainly not flat, and not too small beside the pair to be scaled.
    solid: bool,
}

// The bands of the four functionals: so much of sizes times reach for the faces through the origin,
// and for the fourth; nowhere below least.
fn errors(prepared: Prepared, reach: f32, through: f32, fourth: f32, least: f32) -> vec4<f32> {
    return vec4<f32>(vec3<f32>(reach * through), reach * fourth) * prepared.sizes + least;
}

fn prepare(edges: mat3x3<f32>, edge_norms: vec3<f32>) -> Prepared {
    let size = largest(edge_norms);
    let s = unit_scale(size);
    let scaled = edges * s;
    let raw = faces(scaled, edges);
    let hand = select(1.0, -1.0, raw.volume < 0.0);
    let turned = Faces(raw.normals * hand, raw.volume * hand);
    let n = edge_norms * s;
    let p = n.yzx * n.zxy;
    let flat = (DETERMINANT * p.x) * edge_norms.x + FLUSH;
    return Prepared(turned, vec4<f32>(p, p.x + p.y + p.z), (flat < turned.volume) & (LEAST_NORM <= size));
}
