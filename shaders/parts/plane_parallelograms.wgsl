// Two parallelograms: the four normals of their edges, and that of the velocity. Twin:
// crates/core/src/kernel/plane/parallelograms.rs. Frames at rest have a velocity of zero here,
// whose normal is excused.

// The gap between two parallelograms along each of the four axes, twice and times the axis' length.
struct Gaps2 {
    // Along the normals of A's edges, then of B's.
    sides: vec4<f32>,
    // The determinants' magnitudes.
    areas: vec2<f32>,
}

fn gaps2(a: mat2x2<f32>, b: mat2x2<f32>, c: vec2<f32>) -> Gaps2 {
    // Component by component: a0 b0, a0 b1, a1 b0, a1 b1.
    let r = abs(vec4<f32>(cross2(a[0], b[0]), cross2(a[0], b[1]), cross2(a[1], b[0]), cross2(a[1], b[1])));
    let areas = abs(vec2<f32>(cross2(a[0], a[1]), cross2(b[0], b[1])));
    let offsets = abs(vec4<f32>(cross2(a[0], c), cross2(a[1], c), cross2(b[0], c), cross2(b[1], c)));
    let radii = vec4<f32>(r.x + r.y, r.z + r.w, r.x + r.z, r.y + r.w);
    return Gaps2(offsets - (areas.xxyy + radii), areas);
}

// What the velocity adds.
struct Sweep2 {
    // The radii along the normals of A's edges, then of B's.
    on: vec4<f32>,
    // The gap along its own normal.
    gap: f32,
}

fn sweep2(a: mat2x2<f32>, b: mat2x2<f32>, c: vec2<f32>, v: vec2<f32>) -> Sweep2 {
    let on = abs(vec4<f32>(cross2(a[0], v), cross2(a[1], v), cross2(b[0], v), cross2(b[1], v)));
    return Sweep2(on, abs(cross2(v, c)) - ((on.x + on.y) + (on.z + on.w)));
}

fn centre2(a: mat2x2<f32>, b: mat2x2<f32>, d: vec2<f32>) -> vec2<f32> {
    return (d + d + b[0] + b[1]) - (a[0] + a[1]);
}

fn test_parallelograms(operands: Operands2) -> Certain {
    let pair = scaled2(operands);
    let a_norms = pair.a_norms;
    let b_norms = pair.b_norms;
    let c = centre2(pair.a, pair.b, pair.d) + pair.v;
    let gaps = gaps2(pair.a, pair.b, c);
    let sweep = sweep2(pair.a, pair.b, c, pair.v);
    let reach = (pair.apart + pair.apart + pair.speed) + ((a_norms.x + a_norms.y) + (b_norms.x + b_norms.y));
    let unit = reach * PARALLELOGRAMS;
    let products = vec2<f32>(a_norms.x * a_norms.y, b_norms.x * b_norms.y);
    let is_solid = all(PLANE_DETERMINANT * products + FLUSH_VOLUME < gaps.areas);

    let errors = vec4<f32>(a_norms, b_norms) * unit + FLUSH;
    let own_error = pair.speed * unit + FLUSH;
    let sides = gaps.sides - sweep.on;
    // At t = 1/2 alone the velocity adds no radius. Where the frames overlap then, its normal need
    // not be asked.
    let then = all(sides + errors + sweep.on < vec4<f32>());
    let swept = all(sides + errors < vec4<f32>()) && sweep.gap + own_error < 0.0;
    let separate = any(sides - errors > vec4<f32>()) || sweep.gap - own_error > 0.0;
    return Certain(separate && is_solid, (then || swept) && is_solid);
}
