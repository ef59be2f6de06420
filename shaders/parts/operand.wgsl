// Frames as a kernel sees them: relative to the first frame's origin, scaled. Twin:
// crates/core/src/kernel/operand.rs.

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

// Operands of the size that the bands are made for, and the largest magnitudes of their vectors.
struct Scaled {
    a: mat3x3<f32>,
    b: mat3x3<f32>,
    d: vec3<f32>,
    a_norms: vec3<f32>,
    b_norms: vec3<f32>,
    apart: f32,
}

// Scales may be no larger than 2^60 and no smaller than 2^-60. The CPU kernels take any, but a
// shader compiler may turn (2 d) s into d (2 s), or gather scales into squares (seen: infinity,
// then NaN).
const LEAST_NORM: f32 = 1.0 / 1152921504606846976.0;
const MOST_NORM: f32 = 1152921504606846976.0;
// Beside the pair's largest number no edge may be smaller than 2^-80: what flushing takes from its
// components is then nothing against their bands.
const LEAST_EDGE: f32 = 1.0 / 1208925819614629174706176.0;

fn is_scalable(pair: Operands) -> bool {
    let a_norms = norms(pair.a);
    let b_norms = norms(pair.b);
    let size = max(max(largest(a_norms), largest(b_norms)), norm(pair.d));
    let least = min(a_norms, b_norms) * unit_scale(size);
    return (LEAST_NORM <= size) & (size < MOST_NORM) & (LEAST_EDGE <= min(min(least.x, least.y), least.z));
}

// Scales the pair by a power of two, so that its largest number lies in [1, 2). The twin leaves two
// cuboids of ordinary size unscaled, to save time.
fn scaled(pair: Operands) -> Scaled {
    let a_norms = norms(pair.a);
    let b_norms = norms(pair.b);
    let apart = norm(pair.d);
    let s = unit_scale(max(max(largest(a_norms), largest(b_norms)), apart));
    return Scaled(pair.a * s, pair.b * s, pair.d * s, a_norms * s, b_norms * s, apart * s);
}

// The norm of each edge.
fn norms(e: mat3x3<f32>) -> vec3<f32> {
    return vec3<f32>(norm(e[0]), norm(e[1]), norm(e[2]));
}

// The largest of three.
fn largest(x: vec3<f32>) -> f32 {
    return max(max(x.x, x.y), x.z);
}

// The gaps so far. Comparisons collect them where the twin takes maxima: one that is NaN, should a
// compiler make it so, then leaves the pair undecided.
struct Margins {
    // Some gap less its error is positive: the pair is separate.
    separate: bool,
    // Every gap plus its error is negative: nothing separates, nor touches.
    overlapping: bool,
}

// Takes three gaps with their errors in, and returns gap + error.
fn take3(margins: ptr<function, Margins>, gap: vec3<f32>, error: vec3<f32>) -> vec3<f32> {
    let upper = gap + error;
    (*margins).separate = (*margins).separate | any(gap - error > vec3<f32>());
    (*margins).overlapping = (*margins).overlapping & all(upper < vec3<f32>());
    return upper;
}

// Takes four gaps with their errors in.
fn take4(margins: ptr<function, Margins>, gap: vec4<f32>, error: vec4<f32>) {
    (*margins).separate = (*margins).separate | any(gap - error > vec4<f32>());
    (*margins).overlapping = (*margins).overlapping & all(gap + error < vec4<f32>());
}

// The edges of a frame. A shape stored by its vertices has them formed here.
fn load_edges(frame: Frame) -> mat3x3<f32> {
    let origin = bitcast<vec3<f32>>(frame.rows[0].xyz);
    let base = select(vec3<f32>(), origin, holds_vertices(frame.rows[0].w));
    return mat3x3<f32>(
        bitcast<vec3<f32>>(frame.rows[1].xyz) - base,
        bitcast<vec3<f32>>(frame.rows[2].xyz) - base,
        bitcast<vec3<f32>>(frame.rows[3].xyz) - base,
    );
}
