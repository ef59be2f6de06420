// Frames in the plane as a kernel sees them: relative to the first frame's origin, scaled. Twin:
// crates/core/src/kernel/plane/operand.rs.

// Positive where b lies to the left of a.
fn cross2(a: vec2<f32>, b: vec2<f32>) -> f32 {
    return a.x * b.y - a.y * b.x;
}

// The largest magnitude of a component.
fn norm2(a: vec2<f32>) -> f32 {
    let m = abs(a);
    return max(m.x, m.y);
}

// Columns are edges.
struct Operands2 {
    a: mat2x2<f32>,
    b: mat2x2<f32>,
    // Origin of the second frame less that of the first, formed before anything else.
    d: vec2<f32>,
    // Velocity of the second frame less that of the first; zero for frames at rest.
    v: vec2<f32>,
}

fn load2(first: Frame2, second: Frame2, moving: bool) -> Operands2 {
    let d = bitcast<vec2<f32>>(second.rows[0]) - bitcast<vec2<f32>>(first.rows[0]);
    let v = bitcast<vec2<f32>>(second.rows[3]) - bitcast<vec2<f32>>(first.rows[3]);
    return Operands2(load_edges2(first), load_edges2(second), d, select(vec2<f32>(), v, moving));
}

// Operands of the size that the bands are made for, and the largest magnitudes of their vectors.
struct Scaled2 {
    a: mat2x2<f32>,
    b: mat2x2<f32>,
    d: vec2<f32>,
    v: vec2<f32>,
    a_norms: vec2<f32>,
    b_norms: vec2<f32>,
    apart: f32,
    speed: f32,
}

// The largest number of a pair.
fn size2(pair: Operands2) -> f32 {
    let edges = max(max(norm2(pair.a[0]), norm2(pair.a[1])), max(norm2(pair.b[0]), norm2(pair.b[1])));
    return max(edges, max(norm2(pair.d), norm2(pair.v)));
}

// As is_scalable has it.
fn is_scalable2(pair: Operands2) -> bool {
    let size = size2(pair);
    let least = min(min(norm2(pair.a[0]), norm2(pair.a[1])), min(norm2(pair.b[0]), norm2(pair.b[1])));
    return LEAST_NORM <= size && size < MOST_NORM && LEAST_EDGE <= least * unit_scale(size);
}

// Scales the pair by a power of two, so that its largest number lies in [1, 2). The twin leaves
// pairs of ordinary size unscaled, to save time.
fn scaled2(pair: Operands2) -> Scaled2 {
    let s = unit_scale(size2(pair));
    let a_norms = vec2<f32>(norm2(pair.a[0]), norm2(pair.a[1]));
    let b_norms = vec2<f32>(norm2(pair.b[0]), norm2(pair.b[1]));
    let apart = norm2(pair.d);
    let speed = norm2(pair.v);
    return Scaled2(pair.a * s, pair.b * s, pair.d * s, pair.v * s, a_norms * s, b_norms * s, apart * s, speed * s);
}

// The form of a frame's shape.
fn form2(frame: Frame2) -> u32 {
    return form_of_tag(frame.rows[4].x);
}

// True when all coordinates, and the velocity where it counts, are as tame as is_tame has it.
fn is_tame2(frame: Frame2, moving: bool) -> bool {
    let rows = frame.rows;
    let are_vertices = holds_vertices(rows[4].x);
    return are_tame(with_zero(rows[0]), with_zero(rows[1]), with_zero(rows[2]), vec3<u32>(), are_vertices)
        && (!moving || is_within(with_zero(rows[3]), LEAST_MINUEND));
}

// Zero is within every range.
fn with_zero(coordinates: vec2<u32>) -> vec3<u32> {
    return vec3<u32>(coordinates, 0u);
}

// The edges of a frame. A triangle stored by its vertices has them formed here.
fn load_edges2(frame: Frame2) -> mat2x2<f32> {
    let origin = bitcast<vec2<f32>>(frame.rows[0]);
    let base = select(vec2<f32>(), origin, holds_vertices(frame.rows[4].x));
    return mat2x2<f32>(bitcast<vec2<f32>>(frame.rows[1]) - base, bitcast<vec2<f32>>(frame.rows[2]) - base);
}
