// Frames as a kernel sees them: relative to the first frame's origin, scaled. Twin: src/kernel/operand.rs.

// Columns are edges.
struct Operands {
    a: mat3x3<f32>,
    b: mat3x3<f32>,
    // Origin of the second frame less that of the first, formed before anything else.
    d: vec3<f32>,
}

// A pair with neither is undecided.
struct Certain {
    separate: bool,
    overlapping: bool,
}

fn load(first: Frame, second: Frame) -> Operands {
    let d = bitcast<vec3<f32>>(second.rows[0].xyz) - bitcast<vec3<f32>>(first.rows[0].xyz);
    return Operands(load_edges(first), load_edges(second), d);
}

// Scales the pair by a power of two, so that its largest number lies in [1, 2).
fn scaled(pair: Operands) -> Operands {
    let s = unit_scale(max(max(edges_norm(pair.a), edges_norm(pair.b)), norm(pair.d)));
    return Operands(pair.a * s, pair.b * s, pair.d * s);
}

// The largest magnitude in three edges.
fn edges_norm(e: mat3x3<f32>) -> f32 {
    return max(max(norm(e[0]), norm(e[1])), norm(e[2]));
}

struct Margins {
    // The largest gap less its error: positive proves the pair separate.
    lowest: f32,
    // The largest gap plus its error: negative proves that nothing separates, nor touches.
    highest: f32,
}

// Takes three gaps with their errors in, and returns gap + error.
fn take3(margins: ptr<function, Margins>, gap: vec3<f32>, error: vec3<f32>) -> vec3<f32> {
    let lower = gap - error;
    let upper = gap + error;
    (*margins).lowest = max((*margins).lowest, max(max(lower.x, lower.y), lower.z));
    (*margins).highest = max((*margins).highest, max(max(upper.x, upper.y), upper.z));
    return upper;
}

// Takes four gaps with their errors in.
fn take4(margins: ptr<function, Margins>, gap: vec4<f32>, error: vec4<f32>) {
    (*margins).lowest = max((*margins).lowest, largest(gap - error));
    (*margins).highest = max((*margins).highest, largest(gap + error));
}

// The edges of a frame. A tetrahedron stored by its vertices has them formed here.
fn load_edges(frame: Frame) -> mat3x3<f32> {
    let origin = bitcast<vec3<f32>>(frame.rows[0].xyz);
    let base = select(vec3<f32>(), origin, kind(frame) == TETRA_BY_VERTICES);
    return mat3x3<f32>(
        bitcast<vec3<f32>>(frame.rows[1].xyz) - base,
        bitcast<vec3<f32>>(frame.rows[2].xyz) - base,
        bitcast<vec3<f32>>(frame.rows[3].xyz) - base,
    );
}
