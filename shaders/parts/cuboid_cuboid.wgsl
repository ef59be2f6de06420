// Two cuboids: fifteen separating axes in world coordinates. Twin:
// crates/core/src/kernel/cuboid_cuboid.rs.
//
// v * e with a matrix e of edges is the vector of the products of v with each edge. Sums over
// "the two others" of 0, 1, 2 are swizzles: component j of v.yzx + v.zxy adds those that are not j.

// The gaps along the fifteen axes, twice and times the axis' length, and the products they share.
struct Gaps {
    // Component k: along the normal of A's face k.
    a_faces: vec3<f32>,
    b_faces: vec3<f32>,
    // Column i, component j: along a_i x b_j.
    edges: mat3x3<f32>,
    // Column k, component j: |a_faces[k] . b_j|.
    b_on_a: mat3x3<f32>,
    // Column i, component l: |b_faces[l] . a_i|. The twin has rows and columns exchanged.
    a_on_b: mat3x3<f32>,
    // Magnitudes of the determinants of A and B.
    volumes: vec2<f32>,
    // The normals of A's faces and of B's.
    a_normals: mat3x3<f32>,
    b_normals: mat3x3<f32>,
}

fn gaps(a: mat3x3<f32>, b: mat3x3<f32>, d: vec3<f32>) -> Gaps {
    return gaps_about(a, b, centre(a, b, d));
}

// Twice the difference of the centres, of origins that are d apart.
fn centre(a: mat3x3<f32>, b: mat3x3<f32>, d: vec3<f32>) -> vec3<f32> {
    return (d + d + b[0] + b[1] + b[2]) - (a[0] + a[1] + a[2]);
}

// The gaps of cuboids by twice the difference of their centres.
fn gaps_about(a: mat3x3<f32>, b: mat3x3<f32>, c: vec3<f32>) -> Gaps {
    let n = face_normals(a);
    let m = face_normals(b);
    let b_on_a = mat3x3<f32>(abs(n[0] * b), abs(n[1] * b), abs(n[2] * b));
    let a_on_b = mat3x3<f32>(abs(a[0] * m), abs(a[1] * m), abs(a[2] * m));
    let volumes = abs(vec2<f32>(dot(n[0], a[0]), dot(m[0], b[0])));
    let a_radii = transpose(b_on_a);
    let a_faces = abs(c * n) - ((volumes.x + a_radii[0]) + (a_radii[1] + a_radii[2]));
    let b_faces = abs(c * m) - ((volumes.y + a_on_b[0]) + (a_on_b[1] + a_on_b[2]));
    let b_cross_c = mat3x3<f32>(cross(b[0], c), cross(b[1], c), cross(b[2], c));
    let edges = mat3x3<f32>(
        abs(a[0] * b_cross_c) - ((b_on_a[1] + b_on_a[2]) + (a_on_b[0].yzx + a_on_b[0].zxy)),
        abs(a[1] * b_cross_c) - ((b_on_a[2] + b_on_a[0]) + (a_on_b[1].yzx + a_on_b[1].zxy)),
        abs(a[2] * b_cross_c) - ((b_on_a[0] + b_on_a[1]) + (a_on_b[2].yzx + a_on_b[2].zxy)),
    );
    return Gaps(a_faces, b_faces, edges, b_on_a, a_on_b, volumes, n, m);
}

// e_i x e_j for each face.
fn face_normals(e: mat3x3<f32>) -> mat3x3<f32> {
    return mat3x3<f32>(cross(e[1], e[2]), cross(e[2], e[0]), cross(e[0], e[1]));
}

fn test_cuboid_cuboid(unscaled: Operands) -> Certain {
    let pair = scaled(unscaled);
    let g = gaps(pair.a, pair.b, pair.d);
    let a_norms = pair.a_norms;
    let b_norms = pair.b_norms;
    let apart = pair.apart;
    let reach =
        (apart + apart) + ((a_norms.x + a_norms.y + a_norms.z) + (b_norms.x + b_norms.y + b_norms.z));
    let unit = reach * CUBOID_CUBOID;

    var faces = Margins(false, true);
    var products = Margins(false, true);
    let a_faces = take3(&faces, g.a_faces, (a_norms.yzx * unit) * a_norms.zxy + FLUSH);
    let b_faces = take3(&faces, g.b_faces, (b_norms.yzx * unit) * b_norms.zxy + FLUSH);
    let edges = mat3x3<f32>(
        take3(&products, g.edges[0], (a_norms.x * unit) * b_norms + FLUSH),
        take3(&products, g.edges[1], (a_norms.y * unit) * b_norms + FLUSH),
        take3(&products, g.edges[2], (a_norms.z * unit) * b_norms + FLUSH),
    );

    let is_solid = solid(g, a_norms, b_norms);
    let separate = (faces.separate | products.separate) & is_solid;
    let faces_overlap = faces.overlapping & is_solid;
    var overlapping = faces_overlap & products.overlapping;
    if faces_overlap & !overlapping & !separate {
        overlapping = parallel_edges(a_faces, b_faces, edges, g);
    }
    return Certain(separate, overlapping);
}

// True where neither cuboid can be flat.
fn solid(g: Gaps, a_norms: vec3<f32>, b_norms: vec3<f32>) -> bool {
    let a_flat = DETERMINANT * (a_norms.x * a_norms.y * a_norms.z) + FLUSH_VOLUME;
    let b_flat = DETERMINANT * (b_norms.x * b_norms.y * b_norms.z) + FLUSH_VOLUME;
    return (a_flat < g.volumes.x) & (b_flat < g.volumes.y);
}

// True when none of the edge axes separates or touches, each by the best of three proofs: its own
// gap, or shadows along one edge that meet with the other edge left out. See the twin.
fn parallel_edges(a_faces: vec3<f32>, b_faces: vec3<f32>, edges: mat3x3<f32>, g: Gaps) -> bool {
    return excused(a_faces.yz, b_faces, edges[0], edges[1], edges[2], g.b_on_a[1], g.b_on_a[2], g.a_on_b[0])
        & excused(a_faces.zx, b_faces, edges[1], edges[2], edges[0], g.b_on_a[2], g.b_on_a[0], g.a_on_b[1])
        & excused(a_faces.xy, b_faces, edges[2], edges[0], edges[1], g.b_on_a[0], g.b_on_a[1], g.a_on_b[2]);
}

// The twin's inner loop for one edge i of A and all three of B; k and m are the two other indices.
fn excused(
    a_faces: vec2<f32>,
    b_faces: vec3<f32>,
    edges_i: vec3<f32>,
    edges_k: vec3<f32>,
    edges_m: vec3<f32>,
    b_on_k: vec3<f32>,
    b_on_m: vec3<f32>,
    i_on_b: vec3<f32>,
) -> bool {
    let along_a = max(
        max(a_faces.x + b_on_k, a_faces.y + b_on_m),
        max(edges_i.yzx + i_on_b.zxy, edges_i.zxy + i_on_b.yzx),
    );
    let shadows = b_faces + i_on_b;
    let along_b = max(max(shadows.yzx, shadows.zxy), max(edges_k + b_on_m, edges_m + b_on_k));
    let zero = vec3<f32>();
    return all((edges_i < zero) | (along_a < zero) | (along_b < zero));
}
