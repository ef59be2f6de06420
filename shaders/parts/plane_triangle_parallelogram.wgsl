// A triangle A and a parallelogram B: A's half-planes, the normals of B's edges and that of the
// velocity. Twin: crates/core/src/kernel/plane/triangle_parallelogram.rs. Frames at rest have a
// velocity of zero here, whose normal is excused.

// Twice the highest value of each functional of the triangle on a parallelogram with twice its
// centre at centre.
fn highest_on_parallelogram(triangle: Triangle2, centre: vec2<f32>, b: mat2x2<f32>) -> vec3<f32> {
    let middle = three2(triangle, triangle.area + triangle.area, centre);
    return middle + (abs(change2(triangle, b[0])) + abs(change2(triangle, b[1])));
}

// Twice the gap between the triangle and what reaches radius to either side of centre / 2, along
// the normal of n.
fn side_gap2(n: vec2<f32>, a: mat2x2<f32>, centre: vec2<f32>, radius: f32) -> f32 {
    let h = vec2<f32>(cross2(n, a[0] + a[0]), cross2(n, a[1] + a[1]));
    let middle = cross2(n, centre);
    let above = middle - max(max(0.0, h.x), h.y);
    let below = min(min(0.0, h.x), h.y) - middle;
    return max(above, below) - radius;
}

// A is the triangle.
fn test_triangle_parallelogram(operands: Operands2) -> Certain {
    let pair = scaled2(operands);
    let a = pair.a;
    let b = pair.b;
    let b_norms = pair.b_norms;
    let a_prepared = prepare2(a, pair.a_norms);
    let once = (pair.apart + pair.speed) + (max(pair.a_norms.x, pair.a_norms.y) + (b_norms.x + b_norms.y));
    let reach = once + once;
    let errors = errors2(a_prepared, reach, TRIANGLE_PARALLELOGRAM, TRIANGLE_PARALLELOGRAM_THIRD);
    let unit = reach * TRIANGLE_PARALLELOGRAM_SIDE;
    let centre = pair.d + pair.d + b[0] + b[1] + pair.v;
    let b_area = abs(cross2(b[0], b[1]));
    let is_solid = a_prepared.solid && PLANE_DETERMINANT * (b_norms.x * b_norms.y) + FLUSH_VOLUME < b_area;

    // At t = 1/2 alone the velocity adds nothing. Where the frames overlap then, its normal need
    // not be asked.
    let by_v = abs(change2(a_prepared.triangle, pair.v));
    let faces = -(highest_on_parallelogram(a_prepared.triangle, centre, b) + by_v);
    let on_b = abs(vec2<f32>(cross2(b[0], pair.v), cross2(b[1], pair.v)));
    let sides = vec2<f32>(
        side_gap2(b[0], a, centre, b_area + on_b.x),
        side_gap2(b[1], a, centre, b_area + on_b.y),
    );
    let side_errors = b_norms * unit + FLUSH;
    let own_gap = side_gap2(pair.v, a, centre, on_b.x + on_b.y);
    let own_error = pair.speed * unit + FLUSH;
    let none = vec2<f32>();
    let zero = vec3<f32>();
    let then = all(faces + errors + by_v < zero) && all(sides + side_errors + on_b < none);
    let swept = all(faces + errors < zero) && all(sides + side_errors < none) && own_gap + own_error < 0.0;
    let separate = any(faces - errors > zero) || any(sides - side_errors > none) || own_gap - own_error > 0.0;
    return Certain(separate && is_solid, (then || swept) && is_solid);
}
