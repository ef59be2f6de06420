// When two moving cuboids meet: the fifteen axes of the resting pair, along each of which the two
// pass each other. Twin: crates/core/src/kernel/contact_cuboid_cuboid.rs, which says why the inner
// bounds hold.

// How two solids pass along three axes, all twice and times the axis' length: they meet at t where
// |offset + slope t| <= radius.
struct Pass {
    // The differences of the centres at t = 0.
    offset: vec3<f32>,
    // The sums of the radii.
    radius: vec3<f32>,
    // The differences of the velocities.
    slope: vec3<f32>,
}

// The passes along all axes of the resting pair.
struct Passes {
    // Component k: along the normal of A's face k.
    a_faces: Pass,
    b_faces: Pass,
    // Row i, component j: along a_i x b_j.
    edges: array<Pass, 3>,
    // The radii, as the resting kernel has them.
    radii: Gaps,
}

fn passes(a: mat3x3<f32>, b: mat3x3<f32>, d: vec3<f32>, v: vec3<f32>) -> Passes {
    let c = centre(a, b, d);
    let g = gaps_about(a, b, c);
    let twice = v + v;
    let a_radii = transpose(g.b_on_a);
    let on = g.b_on_a;
    let by = g.a_on_b;
    let edges = array<Pass, 3>(
        pass_along(normals(a[0], b), (on[1] + on[2]) + (by[0].yzx + by[0].zxy), c, twice),
        pass_along(normals(a[1], b), (on[2] + on[0]) + (by[1].yzx + by[1].zxy), c, twice),
        pass_along(normals(a[2], b), (on[0] + on[1]) + (by[2].yzx + by[2].zxy), c, twice),
    );
    return Passes(
        pass_along(g.a_normals, (g.volumes.x + a_radii[0]) + (a_radii[1] + a_radii[2]), c, twice),
        pass_along(g.b_normals, (g.volumes.y + by[0]) + (by[1] + by[2]), c, twice),
        edges,
        g,
    );
}

// An edge x each of three.
fn normals(edge: vec3<f32>, others: mat3x3<f32>) -> mat3x3<f32> {
    return mat3x3<f32>(cross(edge, others[0]), cross(edge, others[1]), cross(edge, others[2]));
}

fn pass_along(n: mat3x3<f32>, radius: vec3<f32>, c: vec3<f32>, twice: vec3<f32>) -> Pass {
    return Pass(c * n, radius, twice * n);
}

// Takes three passes in; true where one bounds the interval, or certainly does not.
fn take_pass(contact: ptr<function, Contact>, passing: Pass, error: vec3<f32>, slope_error: vec3<f32>) -> vec3<bool> {
    let zero = vec3<f32>();
    let one = vec3<f32>(1.0);
    let twice = error + error;
    let furthest = max(abs(passing.offset), abs(passing.offset + passing.slope));
    let always = furthest + twice < passing.radius;
    let speed = abs(passing.slope);
    let moves = (slope_error + slope_error < speed) & !always;
    let slow = one / select(one, speed - slope_error, moves);
    let fast = one / select(one, speed + slope_error, moves);
    let ahead = select(passing.offset, -passing.offset, passing.slope < zero);
    let enters = quotient3(-((ahead + passing.radius) + error), twice - (ahead + passing.radius), slow, fast);
    let leaves = quotient3((passing.radius - ahead) - twice, (passing.radius - ahead) + error, slow, fast);
    (*contact).first = max(
        (*contact).first,
        vec2<f32>(largest(select(zero, enters[0], moves)), largest(select(zero, enters[1], moves))),
    );
    (*contact).last = min(
        (*contact).last,
        vec2<f32>(least(select(one, leaves[0], moves)), least(select(one, leaves[1], moves))),
    );
    return always | moves;
}

// The least of three.
fn least(x: vec3<f32>) -> f32 {
    return min(min(x.x, x.y), x.z);
}

// Bounds of a numerator, over the slowest and the fastest speed, by their reciprocals.
fn quotient3(low: vec3<f32>, high: vec3<f32>, slow: vec3<f32>, fast: vec3<f32>) -> array<vec3<f32>, 2> {
    let zero = vec3<f32>();
    let lower = low * select(slow, fast, zero < low);
    let upper = high * select(fast, slow, zero < high);
    return array<vec3<f32>, 2>(lower - abs(lower) * OUTWARD, upper + abs(upper) * OUTWARD);
}

// Bounds of when the pair meets.
fn contact_cuboid_cuboid(moving: MovingOperands) -> Contact {
    let all_scaled = swept(moving);
    let pair = all_scaled.pair;
    let speed = all_scaled.speed;
    let p = passes(pair.a, pair.b, pair.d, all_scaled.v);
    let a_norms = pair.a_norms;
    let b_norms = pair.b_norms;
    let reach = (pair.apart + pair.apart + speed)
        + ((a_norms.x + a_norms.y + a_norms.z) + (b_norms.x + b_norms.y + b_norms.z));

    var out = anytime();
    let a_units = a_norms.yzx * a_norms.zxy * SWEPT_CUBOID_CUBOID;
    let b_units = b_norms.yzx * b_norms.zxy * SWEPT_CUBOID_CUBOID;
    let a_errors = a_units * reach + FLUSH;
    let b_errors = b_units * reach + FLUSH;
    out.known = all(take_pass(&out, p.a_faces, a_errors, a_units * speed + FLUSH));
    out.known = all(take_pass(&out, p.b_faces, b_errors, b_units * speed + FLUSH)) & out.known;
    let units = mat3x3<f32>(
        a_norms.x * b_norms * SWEPT_CUBOID_CUBOID,
        a_norms.y * b_norms * SWEPT_CUBOID_CUBOID,
        a_norms.z * b_norms * SWEPT_CUBOID_CUBOID,
    );
    let errors = mat3x3<f32>(units[0] * reach + FLUSH, units[1] * reach + FLUSH, units[2] * reach + FLUSH);
    let known_0 = take_pass(&out, p.edges[0], errors[0], units[0] * speed + FLUSH);
    let known_1 = take_pass(&out, p.edges[1], errors[1], units[1] * speed + FLUSH);
    let known_2 = take_pass(&out, p.edges[2], errors[2], units[2] * speed + FLUSH);
    let on = p.radii.b_on_a;
    let by = p.radii.a_on_b;
    let excused_0 = excused_ends(a_errors.yz, b_errors, errors[0], errors[1], errors[2], on[1], on[2], by[0], known_0, known_1, known_2);
    let excused_1 = excused_ends(a_errors.zx, b_errors, errors[1], errors[2], errors[0], on[2], on[0], by[1], known_1, known_2, known_0);
    let excused_2 = excused_ends(a_errors.xy, b_errors, errors[2], errors[0], errors[1], on[0], on[1], by[2], known_2, known_0, known_1);
    let known_all = all(known_0 & known_1 & known_2);
    let known_some = all((known_0 | excused_0) & (known_1 | excused_1) & (known_2 | excused_2)) & is_within_both(out);
    out.known = out.known & (known_all | known_some);
    return out;
}

// Where other axes bound what the products of an edge i of A would: the four through it, or the
// four through the edge of B; k and m are the two other indices.
fn excused_ends(
    a_errors: vec2<f32>,
    b_errors: vec3<f32>,
    errors_i: vec3<f32>,
    errors_k: vec3<f32>,
    errors_m: vec3<f32>,
    b_on_k: vec3<f32>,
    b_on_m: vec3<f32>,
    i_on_b: vec3<f32>,
    known_i: vec3<bool>,
    known_k: vec3<bool>,
    known_m: vec3<bool>,
) -> vec3<bool> {
    let along_a = (b_on_k < vec3<f32>(a_errors.x))
        & (b_on_m < vec3<f32>(a_errors.y))
        & (i_on_b.zxy < errors_i.yzx)
        & known_i.yzx
        & (i_on_b.yzx < errors_i.zxy)
        & known_i.zxy;
    let along_b = (i_on_b.yzx < b_errors.yzx)
        & (i_on_b.zxy < b_errors.zxy)
        & (b_on_m < errors_k)
        & known_k
        & (b_on_k < errors_m)
        & known_m;
    return along_a | along_b;
}
