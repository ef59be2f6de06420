// Two moving tetrahedra: the six pencils of planes at the edges of either. Twin:
// crates/core/src/kernel/swept_tetra_tetra.rs.

// The six pencils of one tetrahedron against the other one as it is at t = 0 and at t = 1, its
// origin at start and at end.
fn pencils(
    margins: ptr<function, Margins>,
    prepared: Prepared,
    errors: vec4<f32>,
    start: vec3<f32>,
    end: vec3<f32>,
    edges: mat3x3<f32>,
) {
    let f = at_vertices(prepared.faces, start, edges);
    let g = at_vertices(prepared.faces, end, edges);
    pencil8(margins, f[0], f[1], g[0], g[1], max(errors.x, errors.y));
    pencil8(margins, f[0], f[2], g[0], g[2], max(errors.x, errors.z));
    pencil8(margins, f[0], f[3], g[0], g[3], max(errors.x, errors.w));
    pencil8(margins, f[1], f[2], g[1], g[2], max(errors.y, errors.z));
    pencil8(margins, f[1], f[3], g[1], g[3], max(errors.y, errors.w));
    pencil8(margins, f[2], f[3], g[2], g[3], max(errors.z, errors.w));
}

// As pencil, of eight vertices.
fn pencil8(
    margins: ptr<function, Margins>,
    p: vec4<f32>,
    q: vec4<f32>,
    later_p: vec4<f32>,
    later_q: vec4<f32>,
    error: f32,
) {
    let now = pencil_ends(p, q, error);
    let later = pencil_ends(later_p, later_q, error);
    let inner = min(now.z, later.z) - max(now.x, later.x);
    let outer = min(now.w, later.w) - max(now.y, later.y);
    (*margins).separate = (*margins).separate | (inner - PENCIL_STEP > 0.0);
    (*margins).overlapping = (*margins).overlapping & (outer + PENCIL_STEP < 0.0);
}

fn test_swept_tetra_tetra(moving: MovingOperands) -> Certain {
    let all_scaled = swept(moving);
    let pair = all_scaled.pair;
    let a = prepare(pair.a, pair.a_norms);
    let b = prepare(pair.b, pair.b_norms);
    let reach = (pair.apart + all_scaled.speed) + largest(pair.a_norms) + largest(pair.b_norms);
    let a_errors = errors(a, reach, SWEPT_TETRA_TETRA, SWEPT_TETRA_TETRA_FOURTH, FLUSH);
    let b_errors = errors(b, reach, SWEPT_TETRA_TETRA, SWEPT_TETRA_TETRA_FOURTH, FLUSH);

    let end = pair.d + all_scaled.v;
    var margins = Margins(false, true);
    pencils(&margins, a, a_errors, pair.d, end, pair.b);
    pencils(&margins, b, b_errors, -pair.d, -end, pair.a);

    let is_solid = a.solid & b.solid;
    return Certain(margins.separate & is_solid, margins.overlapping & is_solid);
}
