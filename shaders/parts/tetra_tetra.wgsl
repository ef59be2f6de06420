// Two tetrahedra: six pencils of planes at A's edges, and B's four faces. Twin:
// crates/core/src/kernel/tetra_tetra.rs, with rows and columns of the tables exchanged.

// A's four face functionals, one a column, at B's four vertices.
fn at_vertices(faces: Faces, origin: vec3<f32>, edges: mat3x3<f32>) -> mat4x4<f32> {
    let n = faces.normals;
    return four(
        vec4<f32>(faces.volume),
        dot(n[0], origin) + vec4<f32>(0.0, n[0] * edges),
        dot(n[1], origin) + vec4<f32>(0.0, n[1] * edges),
        dot(n[2], origin) + vec4<f32>(0.0, n[2] * edges),
    );
}

// The part of the band below which the two values of a vertex count as equal.
const LEVEL: f32 = 1.0 / 1024.0;

// One variable of Fourier-Motzkin elimination, see the twin: p and q are the functionals of two
// faces at the four vertices. Takes in the length of the common interval with the values raised by
// error (positive: certainly separate) and lowered by it (negative: no plane of this pencil
// separates or touches).
fn pencil(margins: ptr<function, Margins>, p: vec4<f32>, q: vec4<f32>, error: f32) {
    let ends = pencil_ends(p, q, error);
    (*margins).separate = (*margins).separate | (ends.z - ends.x - PENCIL_STEP > 0.0);
    (*margins).overlapping = (*margins).overlapping & (ends.w - ends.y + PENCIL_STEP < 0.0);
}

// Where the common interval begins, with the values raised and lowered by error, and where it ends.
fn pencil_ends(p: vec4<f32>, q: vec4<f32>, error: f32) -> vec4<f32> {
    let raw = q - p;
    let level = vec4<f32>(error * LEVEL);
    let rise = select(raw, level, abs(raw) < level);
    let per_rise = 1.0 / rise;
    let inner = -(error + p) * per_rise;
    let outer = (error - p) * per_rise;
    let falls = rise < vec4<f32>();
    let zero = vec4<f32>();
    let one = vec4<f32>(1.0);
    // Negated minima, so that one function serves.
    let low_inner = max(0.0, largest4(select(zero, inner, falls)));
    let low_outer = max(0.0, largest4(select(zero, outer, falls)));
    let high_inner = min(1.0, -largest4(-select(inner, one, falls)));
    let high_outer = min(1.0, -largest4(-select(outer, one, falls)));
    return vec4<f32>(low_inner, low_outer, high_inner, high_outer);
}

fn test_tetra_tetra(unscaled: Operands) -> Certain {
    let pair = scaled(unscaled);
    let a = prepare(pair.a, pair.a_norms);
    let b = prepare(pair.b, pair.b_norms);
    let reach = pair.apart + largest(pair.a_norms) + largest(pair.b_norms);
    let a_errors = errors(a, reach, TETRA_TETRA, TETRA_TETRA_FOURTH, FLUSH);
    let b_errors = errors(b, reach, TETRA_TETRA, TETRA_TETRA_FOURTH, FLUSH);

    let f = at_vertices(a.faces, pair.d, pair.b);
    var margins = Margins(false, true);
    pencil(&margins, f[0], f[1], max(a_errors.x, a_errors.y));
    pencil(&margins, f[0], f[2], max(a_errors.x, a_errors.z));
    pencil(&margins, f[0], f[3], max(a_errors.x, a_errors.w));
    pencil(&margins, f[1], f[2], max(a_errors.y, a_errors.z));
    pencil(&margins, f[1], f[3], max(a_errors.y, a_errors.w));
    pencil(&margins, f[2], f[3], max(a_errors.z, a_errors.w));
    let g = at_vertices(b.faces, -pair.d, pair.a);
    let inside = vec4<f32>(largest4(g[0]), largest4(g[1]), largest4(g[2]), largest4(g[3]));
    take4(&margins, -inside, b_errors);

    let solid = a.solid & b.solid;
    return Certain(margins.separate & solid, margins.overlapping & solid);
}
