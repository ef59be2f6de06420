// Two triangles: the half-planes of each that leave the other out, and the normal of the velocity.
// Twin: crates/core/src/kernel/plane/triangles.rs. Frames at rest have a velocity of zero here,
// whose normal is excused.

// A triangle's edges turned so that it lies to their left, and its doubled area.
struct Triangle2 {
    turned: mat2x2<f32>,
    area: f32,
}

// The functionals of vertices 1 and 2 at x, and what they leave of whole.
fn three2(triangle: Triangle2, whole: f32, x: vec2<f32>) -> vec3<f32> {
    let p = cross2(x, triangle.turned[1]);
    let q = cross2(triangle.turned[0], x);
    return vec3<f32>(p, q, whole - (p + q));
}

// How the three change along x.
fn change2(triangle: Triangle2, x: vec2<f32>) -> vec3<f32> {
    return three2(triangle, 0.0, x);
}

// The largest value of each functional of a triangle at the vertices of another one.
fn highest_at_vertices(triangle: Triangle2, d: vec2<f32>, b: mat2x2<f32>) -> vec3<f32> {
    let start = three2(triangle, triangle.area, d);
    return max(start, max(three2(triangle, triangle.area, d + b[0]), three2(triangle, triangle.area, d + b[1])));
}

// The gap along the normal of the velocity v.
fn sweep_gap2(a: mat2x2<f32>, b: mat2x2<f32>, d: vec2<f32>, v: vec2<f32>) -> f32 {
    let of_a = vec2<f32>(cross2(v, a[0]), cross2(v, a[1]));
    let of_b = vec3<f32>(cross2(v, d), cross2(v, d + b[0]), cross2(v, d + b[1]));
    let above = min(min(of_b.x, of_b.y), of_b.z) - max(max(0.0, of_a.x), of_a.y);
    let below = min(min(0.0, of_a.x), of_a.y) - max(max(of_b.x, of_b.y), of_b.z);
    return max(above, below);
}

// A triangle made ready to test by.
struct Prepared2 {
    triangle: Triangle2,
    // The bounds of the three functionals' normals.
    sizes: vec3<f32>,
    // Certainly not flat.
    solid: bool,
}

fn prepare2(edges: mat2x2<f32>, norms: vec2<f32>) -> Prepared2 {
    let area = cross2(edges[0], edges[1]);
    let hand = select(1.0, -1.0, area < 0.0);
    let solid = PLANE_DETERMINANT * (norms.x * norms.y) + FLUSH_VOLUME < area * hand;
    return Prepared2(Triangle2(edges * hand, area * hand), vec3<f32>(norms.y, norms.x, norms.x + norms.y), solid);
}

// The bands of the three functionals: of those through the origin, and of the third.
fn errors2(prepared: Prepared2, reach: f32, through: f32, third: f32) -> vec3<f32> {
    return vec3<f32>(reach * through, reach * through, reach * third) * prepared.sizes + FLUSH;
}

fn test_triangles(operands: Operands2) -> Certain {
    let pair = scaled2(operands);
    let a_prepared = prepare2(pair.a, pair.a_norms);
    let b_prepared = prepare2(pair.b, pair.b_norms);
    let reach = (pair.apart + pair.speed)
        + (max(pair.a_norms.x, pair.a_norms.y) + max(pair.b_norms.x, pair.b_norms.y));
    let a_errors = errors2(a_prepared, reach, TRIANGLES, TRIANGLES_THIRD);
    let b_errors = errors2(b_prepared, reach, TRIANGLES, TRIANGLES_THIRD);
    let f = highest_at_vertices(a_prepared.triangle, pair.d, pair.b);
    let g = highest_at_vertices(b_prepared.triangle, -pair.d, pair.a);
    let is_solid = a_prepared.solid && b_prepared.solid;

    // At t = 1 the highest values have changed by as much. Where the frames overlap at the start,
    // the velocity's normal need not be asked.
    let zero = vec3<f32>();
    let forth = max(change2(a_prepared.triangle, pair.v), zero);
    let back = max(change2(b_prepared.triangle, -pair.v), zero);
    let a_gaps = -(f + forth);
    let b_gaps = -(g + back);
    let own_gap = sweep_gap2(pair.a, pair.b, pair.d, pair.v);
    let own_error = pair.speed * (reach * TRIANGLES_SWEEP) + FLUSH;
    let start = all(a_gaps + a_errors + forth < zero) && all(b_gaps + b_errors + back < zero);
    let swept = all(a_gaps + a_errors < zero) && all(b_gaps + b_errors < zero) && own_gap + own_error < 0.0;
    let separate = any(a_gaps - a_errors > zero) || any(b_gaps - b_errors > zero) || own_gap - own_error > 0.0;
    return Certain(separate && is_solid, (start || swept) && is_solid);
}
