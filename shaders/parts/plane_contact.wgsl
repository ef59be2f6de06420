// When two moving frames in the plane meet: the normals of all edges, along each of which the two pass each other. Twin:
// src/kernel/plane/contact.rs.

// A frame as the normals of its edges see it, twice as large: a triangle from its origin, a parallelogram from its centre.
struct Outline2 {
    // Every direction of an edge; a parallelogram has two.
    directions: array<vec2<f32>, 3>,
    sizes: array<f32, 3>,
    // What spans the frame: twice the edges of a triangle, those of a parallelogram, to either side.
    spans: mat2x2<f32>,
    count: u32,
    // Where it is seen from less its origin, and its part of the reach, both twice.
    middle: vec2<f32>,
    reach: f32,
}

// The lowest and the highest value of p x over a frame whose spans have these.
fn ends_of_heights2(frame: Outline2, x: vec2<f32>) -> vec2<f32> {
    if frame.count == 3u {
        return vec2<f32>(min(0.0, min(x.x, x.y)), max(0.0, max(x.x, x.y)));
    }
    let reach = abs(x.x) + abs(x.y);
    return vec2<f32>(-reach, reach);
}

fn heights2(frame: Outline2, p: vec2<f32>) -> vec2<f32> {
    return ends_of_heights2(frame, vec2<f32>(cross2(p, frame.spans[0]), cross2(p, frame.spans[1])));
}

// The same where p is one of the directions, both ends of which lie at one height.
fn heights_beside2(frame: Outline2, direction: u32) -> vec2<f32> {
    let other = frame.spans[select(0u, 1u, direction == 0u)];
    return ends_of_heights2(frame, vec2<f32>(cross2(frame.directions[direction], other), 0.0));
}

// How two frames pass along the normal of a direction of A, twice and times its length.
fn along_a2(a: Outline2, b: Outline2, between: vec2<f32>, v: vec2<f32>, direction: u32) -> Passing {
    let p = a.directions[direction];
    return pass_along2(p, heights_beside2(a, direction), heights2(b, p), between, v);
}

// The same of B.
fn along_b2(a: Outline2, b: Outline2, between: vec2<f32>, v: vec2<f32>, direction: u32) -> Passing {
    let p = b.directions[direction];
    return pass_along2(p, heights2(a, p), heights_beside2(b, direction), between, v);
}

fn pass_along2(p: vec2<f32>, a: vec2<f32>, b: vec2<f32>, between: vec2<f32>, v: vec2<f32>) -> Passing {
    let offset = cross2(p, between);
    return Passing(offset + (b.x - a.y), (a.x - b.y) - offset, cross2(p, v));
}

fn outline2(e: mat2x2<f32>, norms: vec2<f32>, triangle: bool) -> Outline2 {
    let opposite = e[1] - e[0];
    let longest = max(norms.x, norms.y);
    return Outline2(
        array<vec2<f32>, 3>(e[0], e[1], opposite),
        array<f32, 3>(norms.x, norms.y, max(norm2(opposite), longest)),
        e * select(1.0, 2.0, triangle),
        select(2u, 3u, triangle),
        select(e[0] + e[1], vec2<f32>(), triangle),
        select(norms.x + norms.y, longest + longest, triangle),
    );
}

// Bounds of when the pair meets.
fn contact_in_plane(operands: Operands2, a_triangle: bool, b_triangle: bool) -> Contact {
    let pair = scaled2(operands);
    let a = outline2(pair.a, pair.a_norms, a_triangle);
    let b = outline2(pair.b, pair.b_norms, b_triangle);
    let between = (pair.d + pair.d + b.middle) - a.middle;
    let twice = pair.v + pair.v;
    let by = pair.speed + pair.speed;
    let gap_band = ((pair.apart + pair.apart + by) + (a.reach + b.reach)) * PLANE_CONTACT;
    let slope_band = by * PLANE_CONTACT;
    var out = anytime();
    for (var k = 0u; k < a.count; k++) {
        let gap = gap_band * a.sizes[k] + FLUSH;
        let errors = PassErrors(gap, gap, slope_band * a.sizes[k] + FLUSH);
        out.told = take_passing(&out, along_a2(a, b, between, twice, k), errors) && out.told;
    }
    for (var k = 0u; k < b.count; k++) {
        let gap = gap_band * b.sizes[k] + FLUSH;
        let errors = PassErrors(gap, gap, slope_band * b.sizes[k] + FLUSH);
        out.told = take_passing(&out, along_b2(a, b, between, twice, k), errors) && out.told;
    }
    return out;
}
