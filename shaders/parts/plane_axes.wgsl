// The best axis of two resting frames in the plane, among the normals of all edges. Twin:
// crates/core/src/kernel/plane/axes.rs.

const PLANE_AXES_PARALLELOGRAMS: f32 = 30.0 * U32;
const PLANE_AXES: f32 = 52.0 * U32;
// What rounding adds, relative to the reach. More than on the CPU: a root and a quotient err by 16
// units at the most, and so does the length of the axis, by which a depth of up to 2 sqrt(2) times
// the reach is multiplied; each product rounds too.
const PLANE_AXES_ROUNDING: f32 = 108.0 * U32;

// A bound of the penetration depth of two frames, or of their gap, as SeparationBound has it in
// space.
struct SeparationBound2 {
    axis: vec2<f32>,
    depth: f32,
    slack: f32,
    known: bool,
}

// A triangle by the edges from its origin, or a parallelogram by half its edges, seen from its
// centre.
struct Side2 {
    edges: mat2x2<f32>,
    // The third belongs to triangles.
    directions: array<vec2<f32>, 3>,
    sizes: array<f32, 3>,
    count: u32,
    middle: vec2<f32>,
    reach: f32,
}

struct BestAxis2 {
    direction: vec2<f32>,
    per_length: f32,
    // A lower bound of its gap, and an upper bound of every axis'.
    low: f32,
    high: f32,
    known: bool,
}

// The lowest and the highest of the values of p x x over a solid, whose edges have these.
fn ends2(solid: Side2, x: vec2<f32>) -> vec2<f32> {
    if solid.count == 3u {
        return vec2<f32>(min(0.0, min(x.x, x.y)), max(0.0, max(x.x, x.y)));
    }
    let reach = abs(x.x) + abs(x.y);
    return vec2<f32>(-reach, reach);
}

// The lowest and the highest value of p x x over a solid.
fn extent2(solid: Side2, p: vec2<f32>) -> vec2<f32> {
    return ends2(solid, vec2<f32>(cross2(p, solid.edges[0]), cross2(p, solid.edges[1])));
}

// The same where p is one of its directions.
fn extent_beside2(solid: Side2, direction: u32) -> vec2<f32> {
    let other = solid.edges[select(0u, 1u, direction == 0u)];
    return ends2(solid, vec2<f32>(cross2(solid.directions[direction], other), 0.0));
}

// A candidate axis.
struct Axis2 {
    // The axis is this turned to the left.
    direction: vec2<f32>,
    ahead: f32,
    behind: f32,
    size: f32,
}

fn axis_of_a2(a: Side2, b: Side2, between: vec2<f32>, i: u32) -> Axis2 {
    let p = a.directions[i];
    return axis2(p, extent_beside2(a, i), extent2(b, p), between, a.sizes[i]);
}

fn axis_of_b2(a: Side2, b: Side2, between: vec2<f32>, j: u32) -> Axis2 {
    let p = b.directions[j];
    return axis2(p, extent2(a, p), extent_beside2(b, j), between, b.sizes[j]);
}

fn axis2(direction: vec2<f32>, a: vec2<f32>, b: vec2<f32>, between: vec2<f32>, size: f32) -> Axis2 {
    let offset = cross2(direction, between);
    return Axis2(direction, offset + (b.x - a.y), (a.x - b.y) - offset, size);
}

// Takes an axis in; the band is per unit of its size.
fn take_axis2(best: ptr<function, BestAxis2>, axis: Axis2, gap_band: f32, rounding: f32) {
    let length = sqrt(dot(axis.direction, axis.direction));
    if !(SHORT <= length) {
        (*best).known = false;
        return;
    }
    let per_length = 1.0 / length;
    let gap = max(axis.ahead, axis.behind) * per_length;
    let band = (gap_band * axis.size + FLUSH) * per_length + rounding;
    (*best).high = max((*best).high, gap + band);
    if (*best).low < gap - band {
        (*best).low = gap - band;
        (*best).per_length = select(per_length, -per_length, axis.ahead < axis.behind);
        (*best).direction = axis.direction;
    }
}

fn side2(whole: mat2x2<f32>, triangle: bool) -> Side2 {
    let e = whole * select(0.5, 1.0, triangle);
    let third = e[1] - e[0];
    let n = vec2<f32>(norm2(e[0]), norm2(e[1]));
    let longer = max(n.x, n.y);
    return Side2(
        e,
        array<vec2<f32>, 3>(e[0], e[1], third),
        array<f32, 3>(n.x, n.y, max(norm2(third), longer)),
        select(2u, 3u, triangle),
        select(e[0] + e[1], vec2<f32>(), triangle),
        select(n.x + n.y, longer, triangle),
    );
}

// The axis that separates two frames furthest, or along which they part soonest, of any shapes. The
// frames are valid ones; those that test2 would leave undecided for their size are not known.
fn bound_separation2(first: Frame2, second: Frame2) -> SeparationBound2 {
    let forms = vec2<u32>(form2(first), form2(second));
    let operands = load2(first, second, false);
    let nothing_known = SeparationBound2(vec2<f32>(), 0.0, 0.0, false);
    if !is_tame2(first, false) || !is_tame2(second, false) || !are_plain(forms)
        || !is_scalable2(operands) {
        return nothing_known;
    }
    let s = unit_scale(size2(operands));
    let a = side2(operands.a * s, forms.x == SIMPLEX);
    let b = side2(operands.b * s, forms.y == SIMPLEX);
    let d = operands.d * s;
    let between = (d + b.middle) - a.middle;
    let reach = norm2(d) + (a.reach + b.reach);
    let parallelograms = forms.x == PARALLELOTOPE && forms.y == PARALLELOTOPE;
    let gap_band = reach * select(PLANE_AXES, PLANE_AXES_PARALLELOGRAMS, parallelograms);
    let rounding = reach * PLANE_AXES_ROUNDING;
    let lowest = -3.0e38;
    var best = BestAxis2(vec2<f32>(), 0.0, lowest, lowest, true);
    for (var i = 0u; i < a.count; i++) {
        take_axis2(&best, axis_of_a2(a, b, between, i), gap_band, rounding);
    }
    for (var j = 0u; j < b.count; j++) {
        take_axis2(&best, axis_of_b2(a, b, between, j), gap_band, rounding);
    }
    // Exactly: a quotient may round.
    let back = unit_scale(s);
    let along = best.direction * best.per_length;
    return SeparationBound2(vec2<f32>(-along.y, along.x), -best.low * back, (best.high - best.low) * back, best.known);
}
