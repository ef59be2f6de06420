// Every candidate axis of two resting frames, and the best of them. Twin:
// crates/core/src/kernel/axes.

const AXES_CUBOIDS: f32 = 192.0 * U32;
const AXES_CUBOIDS_NORMAL: f32 = 5.0 * U32;
const AXES: f32 = 308.0 * U32;
const AXES_NORMAL: f32 = 18.0 * U32;
// A product of edges counts as null where its length is less than this times the reach and the
// longer edge.
const NEARLY_NULL: f32 = 1.0 / 2097152.0;
// The price of nearly null products, of pairs that meet.
const NULLS: f32 = 6.0 * NEARLY_NULL;
// What rounding adds, relative to the reach. More than on the CPU: a root and a quotient err by 16
// units at the most, and so does the length of the axis, by which a depth of up to 2 sqrt(3) times
// the reach is multiplied.
const AXES_ROUNDING: f32 = 128.0 * U32;

// A bound of the penetration depth of two frames, or of their gap. All of it holds where known.
struct SeparationBound {
    // From the first frame towards the second, of unit length within 16 roundings.
    axis: vec3<f32>,
    // Positive for frames that meet: moving the second by depth * axis leaves them separate or
    // touching. Negative only for frames that are separate: their distance is at least its
    // magnitude.
    depth: f32,
    // The depth of frames that meet is at least depth - slack.
    slack: f32,
    known: bool,
}

// A solid as its candidate axes see it: a tetrahedron by the edges from its origin, a cuboid by
// half its edges, from its centre. A cuboid has the first three directions only.
struct Side {
    edges: mat3x3<f32>,
    directions: array<vec3<f32>, 6>,
    lengths: array<f32, 6>,
    sizes: array<f32, 6>,
    count: u32,
    middle: vec3<f32>,
    reach: f32,
}

struct BestAxis {
    normal: vec3<f32>,
    per_length: f32,
    // A lower bound of its gap, and an upper bound of every axis'.
    low: f32,
    high: f32,
    nulls: bool,
    known: bool,
}

// What the bands are made of, all of it times the reach but null_band.
struct AxisBands {
    gap: f32,
    null_band: f32,
    nearly_null: f32,
    rounding: f32,
}

fn side(whole: mat3x3<f32>, tetra: bool) -> Side {
    let e = whole * select(0.5, 1.0, tetra);
    let n = norms(e);
    let opposite = mat3x3<f32>(e[1] - e[0], e[2] - e[1], e[0] - e[2]);
    let m = norms(opposite);
    let ends = max(m, max(n, n.yzx));
    return Side(
        e,
        array<vec3<f32>, 6>(e[0], e[1], e[2], opposite[0], opposite[1], opposite[2]),
        array<f32, 6>(n.x, n.y, n.z, m.x, m.y, m.z),
        array<f32, 6>(n.x, n.y, n.z, ends.x, ends.y, ends.z),
        select(3u, 6u, tetra),
        select(e[0] + e[1] + e[2], vec3<f32>(), tetra),
        select(n.x + n.y + n.z, largest(n), tetra),
    );
}

// The lowest and the highest value of n . x over a solid. Edges that n is at right angles to are
// not kept, nor is of a tetrahedron one end of an edge that projects on one point.
fn extent(solid: Side, n: vec3<f32>, keep: vec3<bool>) -> vec2<f32> {
    let x = select(vec3<f32>(), n * solid.edges, keep);
    if solid.count == 6u {
        return vec2<f32>(min(min(x.x, x.y), min(x.z, 0.0)), max(max(x.x, x.y), max(x.z, 0.0)));
    }
    let reach = abs(x.x) + (abs(x.y) + abs(x.z));
    return vec2<f32>(-reach, reach);
}

// The edges that tell how far a solid reaches along a product with one of its directions.
fn beside(direction: u32) -> vec3<bool> {
    return vec3<u32>(0u, 1u, 2u) != vec3<u32>(select(direction, (direction + 1u) % 3u, direction > 2u));
}

// A candidate axis.
struct Axis {
    // Not normalised.
    normal: vec3<f32>,
    // The gap between the second solid ahead of the first and it, times the normal's length, and
    // that with the second behind.
    ahead: f32,
    behind: f32,
    // The product of the sizes of the two edges that make the normal.
    size: f32,
    // The longer of the two.
    longest: f32,
}

// Along the normal of the face k of a solid, A or B: that opposite the edge k, or to the origin.
fn face_axis(a: Side, b: Side, between: vec3<f32>, k: u32, of_b: bool) -> Axis {
    var solid = a;
    if of_b {
        solid = b;
    }
    let i = select((k + 1u) % 3u, 3u, k == 3u);
    let j = select((k + 2u) % 3u, 5u, k == 3u);
    let normal = cross(solid.directions[i], solid.directions[j]);
    let across = vec3<u32>(0u, 1u, 2u) == vec3<u32>(k % 3u);
    let a_ends = extent(a, normal, across | vec3<bool>(of_b));
    let b_ends = extent(b, normal, across | vec3<bool>(!of_b));
    let longest = max(solid.lengths[i], solid.lengths[j]);
    return axis(normal, a_ends, b_ends, between, solid.sizes[i] * solid.sizes[j], longest);
}

// Along the product of two edges.
fn product_axis(a: Side, b: Side, between: vec3<f32>, i: u32, j: u32) -> Axis {
    let normal = cross(a.directions[i], b.directions[j]);
    let a_ends = extent(a, normal, beside(i));
    let b_ends = extent(b, normal, beside(j));
    return axis(normal, a_ends, b_ends, between, a.sizes[i] * b.sizes[j], max(a.lengths[i], b.lengths[j]));
}

fn axis(normal: vec3<f32>, a: vec2<f32>, b: vec2<f32>, between: vec3<f32>, size: f32, longest: f32) -> Axis {
    let offset = dot(normal, between);
    return Axis(normal, offset + (b.x - a.y), (a.x - b.y) - offset, size, longest);
}

// Takes an axis in, which is not nearly null.
fn take_axis(best: ptr<function, BestAxis>, bands: AxisBands, candidate: Axis, length: f32) {
    if !(SHORT <= length) {
        (*best).known = false;
        return;
    }
    let per_length = 1.0 / length;
    let gap = max(candidate.ahead, candidate.behind) * per_length;
    let band = (bands.gap * candidate.size + FLUSH) * per_length + bands.rounding;
    (*best).high = max((*best).high, gap + band);
    if (*best).low < gap - band {
        (*best).low = gap - band;
        (*best).per_length = select(per_length, -per_length, candidate.ahead < candidate.behind);
        (*best).normal = candidate.normal;
    }
}

// Takes the normal of a face in.
fn take_face(best: ptr<function, BestAxis>, bands: AxisBands, candidate: Axis) {
    take_axis(best, bands, candidate, sqrt(dot(candidate.normal, candidate.normal)));
}

// Takes the product of two edges in.
fn take_product(best: ptr<function, BestAxis>, bands: AxisBands, candidate: Axis) {
    let length = sqrt(dot(candidate.normal, candidate.normal));
    if bands.null_band * candidate.size + length < bands.nearly_null * candidate.longest {
        (*best).nulls = true;
        return;
    }
    take_axis(best, bands, candidate, length);
}

// The axis that separates two frames furthest, or along which they part soonest, of any shapes. The
// frames are valid ones; those that test would leave undecided for their size are not known.
fn bound_separation(first: Frame, second: Frame) -> SeparationBound {
    let forms = vec2<u32>(form(first), form(second));
    let operands = load(first, second);
    let nothing_known = SeparationBound(vec3<f32>(), 0.0, 0.0, false);
    if !is_tame(first) || !is_tame(second) || !are_plain(forms) || !is_scalable(operands) {
        return nothing_known;
    }
    let a_norms = norms(operands.a);
    let b_norms = norms(operands.b);
    let s = unit_scale(max(max(largest(a_norms), largest(b_norms)), norm(operands.d)));
    let a = side(operands.a * s, forms.x == SIMPLEX);
    let b = side(operands.b * s, forms.y == SIMPLEX);
    let d = operands.d * s;
    let between = (d + b.middle) - a.middle;
    let reach = norm(d) + (a.reach + b.reach);
    let cuboids = forms.x == PARALLELOTOPE && forms.y == PARALLELOTOPE;
    let normal_band = select(AXES_NORMAL, AXES_CUBOIDS_NORMAL, cuboids);
    let bands = AxisBands(
        reach * select(AXES, AXES_CUBOIDS, cuboids),
        2.0 * normal_band,
        reach * NEARLY_NULL,
        reach * AXES_ROUNDING,
    );
    let lowest = -3.0e38;
    var best = BestAxis(vec3<f32>(), 0.0, lowest, lowest, false, true);
    // The last is the face opposite the origin, of tetrahedra.
    for (var k = 0u; k < a.count / 3u + 2u; k++) {
        take_face(&best, bands, face_axis(a, b, between, k, false));
    }
    for (var k = 0u; k < b.count / 3u + 2u; k++) {
        take_face(&best, bands, face_axis(a, b, between, k, true));
    }
    for (var i = 0u; i < a.count; i++) {
        for (var j = 0u; j < b.count; j++) {
            take_product(&best, bands, product_axis(a, b, between, i, j));
        }
    }
    // Exactly: a quotient may round.
    let back = unit_scale(s);
    let nulls = select(0.0, NULLS * reach, best.nulls);
    let slack = (best.high - best.low) + nulls;
    return SeparationBound(best.normal * best.per_length, -best.low * back, slack * back, best.known);
}
