// What two frames in the plane have in common: a box round it and a point of it. Twin:
// crates/core/src/kernel/plane/clip.rs, which says why it is right. A parallelogram's third row
// counts for nothing.

const PLANE_CLIP: f32 = 66.0 * U32;
const PLANE_CLIP_THIRD: f32 = 98.0 * U32;
const PLANE_CLIP_POINT: f32 = 11.0 * U32;

struct Common2 {
    // A point of both frames, seen from the first one's origin, where known_point.
    point: vec2<f32>,
    // A box that holds every common point of a pair that meets and that is tested at all.
    low: vec2<f32>,
    high: vec2<f32>,
    // How far any face of it can lie outside of the smallest box beside its rounding, where
    // known_point.
    slack: f32,
    known_point: bool,
}

// A point x, seen from the solid's origin, is inside where |2 n x x - area| <= |area| for each row.
struct Rows2 {
    edges: mat2x2<f32>,
    // The determinant, of either sign.
    area: f32,
}

fn rows2(e: mat2x2<f32>) -> Rows2 {
    return Rows2(e, cross2(e[0], e[1]));
}

// The change of each row along x.
fn along2(solid: Rows2, x: vec2<f32>) -> vec3<f32> {
    let twice = x + x;
    let p = cross2(twice, solid.edges[1]);
    let q = cross2(solid.edges[0], twice);
    return vec3<f32>(p, q, p + q);
}

// The value of each row at x.
fn at2(solid: Rows2, x: vec2<f32>) -> vec3<f32> {
    return along2(solid, x) - solid.area;
}

// A cross product with sums for differences.
fn permanent2(a: vec2<f32>, b: vec2<f32>) -> f32 {
    return abs(a.x) * b.y + abs(a.y) * b.x;
}

// The rows along one direction of edges.
struct Run2 {
    per_rise: vec3<f32>,
    // Half the length of what lies in the slab that has been widened, and in the one that has been
    // narrowed.
    wide: vec3<f32>,
    narrow: vec3<f32>,
}

// A parallelogram's third row leaves whole edges.
fn row_run2(rise: vec3<f32>, area: f32, error: vec3<f32>, triangle: bool) -> Run2 {
    let flat = abs(rise) < error;
    let per_rise = 1.0 / select(rise, error, flat);
    let off = select(error, error + error + error, flat);
    let wide = (area + off) * abs(per_rise);
    let narrow = (area - off) * abs(per_rise);
    return Run2(
        vec3<f32>(per_rise.xy, select(0.0, per_rise.z, triangle)),
        vec3<f32>(wide.xy, select(2.0, wide.z, triangle)),
        vec3<f32>(narrow.xy, select(2.0, narrow.z, triangle)),
    );
}

// Ends of parts of edges.
struct Hull2 {
    low: vec2<f32>,
    high: vec2<f32>,
    // The same of ends that are certainly common.
    inner_low: vec2<f32>,
    inner_high: vec2<f32>,
    // The sum of those, and how many edges have such a part.
    sum: vec2<f32>,
    edges: f32,
}

// Takes in what the runs leave of an edge, at whose start the rows have these values.
fn take_edge2(hull: ptr<function, Hull2>, start: vec2<f32>, edge: vec2<f32>, runs: Run2, values: vec3<f32>) {
    let middle = values * runs.per_rise;
    let begin = max(0.0, largest3(-(middle + runs.wide)));
    let end = min(1.0, -largest3(middle - runs.wide));
    if begin <= end {
        let p = start + begin * edge;
        let q = start + end * edge;
        (*hull).low = min((*hull).low, min(p, q));
        (*hull).high = max((*hull).high, max(p, q));
    }
    let inner_begin = max(0.0, largest3(-(middle + runs.narrow)));
    let inner_end = min(1.0, -largest3(middle - runs.narrow));
    if inner_begin <= inner_end {
        let p = start + inner_begin * edge;
        let q = start + inner_end * edge;
        (*hull).inner_low = min((*hull).inner_low, min(p, q));
        (*hull).inner_high = max((*hull).inner_high, max(p, q));
        (*hull).sum += p + q;
        (*hull).edges += 1.0;
    }
}

// The largest of three.
fn largest3(a: vec3<f32>) -> f32 {
    return max(max(a.x, a.y), a.z);
}

// Who clips: the rows of a solid and their errors.
struct Clipper2 {
    rows: Rows2,
    errors: vec3<f32>,
    triangle: bool,
}

// Clips all edges of a solid, which has its origin at start, by the rows of another, whose origin
// is apart from that.
fn clip_edges2(
    hull: ptr<function, Hull2>,
    start: vec2<f32>,
    edges: mat2x2<f32>,
    triangle: bool,
    by: Clipper2,
    apart: vec2<f32>,
) {
    let area = abs(by.rows.area);
    let x = along2(by.rows, edges[0]);
    let y = along2(by.rows, edges[1]);
    let x_runs = row_run2(x, area, by.errors, by.triangle);
    let y_runs = row_run2(y, area, by.errors, by.triangle);
    let origin = at2(by.rows, apart);
    let at_near = origin + x;
    take_edge2(hull, start, edges[0], x_runs, origin);
    take_edge2(hull, start, edges[1], y_runs, origin);
    let near = start + edges[0];
    if triangle {
        take_edge2(hull, near, edges[1] - edges[0], row_run2(y - x, area, by.errors, by.triangle), at_near);
    } else {
        take_edge2(hull, start + edges[1], edges[0], x_runs, origin + y);
        take_edge2(hull, near, edges[1], y_runs, at_near);
    }
}

// The errors of the rows.
fn row_errors2(solid: Rows2, reach: vec2<f32>) -> vec3<f32> {
    let p = permanent2(solid.edges[1], reach);
    let q = permanent2(solid.edges[0], reach);
    return vec3<f32>(p * PLANE_CLIP, q * PLANE_CLIP, (p + q) * PLANE_CLIP_THIRD) + FLUSH;
}

// True where a point is certainly inside of the rows.
fn is_inside2(by: Clipper2, point: vec2<f32>) -> bool {
    let inside = abs(at2(by.rows, point)) < abs(by.rows.area) - by.errors;
    return inside.x && inside.y && (inside.z || !by.triangle);
}

// Encloses what two frames have in common, which are known to meet.
fn clipped2(pair: Operands2, a_triangle: bool, b_triangle: bool) -> Common2 {
    let s = unit_scale(size2(pair));
    // Exactly: a quotient may round.
    let back = unit_scale(s);
    let e = pair.a * s;
    let f = pair.b * s;
    let d = pair.d * s;
    let reach = abs(d) + ((abs(e[0]) + abs(e[1])) + (abs(f[0]) + abs(f[1])));
    let a_rows = rows2(e);
    let b_rows = rows2(f);
    let a = Clipper2(a_rows, row_errors2(a_rows, reach), a_triangle);
    let b = Clipper2(b_rows, row_errors2(b_rows, reach), b_triangle);

    let most = vec2<f32>(4.0 * MOST_NORM);
    var hull = Hull2(most, -most, most, -most, vec2<f32>(), 0.0);
    clip_edges2(&hull, vec2<f32>(), e, a_triangle, b, -d);
    clip_edges2(&hull, d, f, b_triangle, a, d);

    let point = hull.sum * (1.0 / max(2.0 * hull.edges, 1.0));
    // Where the pair is so flat that the point could round when it is scaled back, nothing is
    // known.
    let known_point = is_inside2(a, point) && is_inside2(b, point - d) && all(reach * back >= vec2<f32>(FLUSH));

    let off = reach * PLANE_CLIP_POINT + FLUSH;
    let outside = max(hull.inner_low - hull.low, hull.high - hull.inner_high) + (off + off);
    let low = hull.low - off;
    let high = hull.high + off;
    return Common2(point * back, low * back, high * back, max(outside.x, outside.y) * back, known_point);
}

// The common points of two frames that meet, the box in the world. Where the shader cannot test
// them nothing is known, and the box is all of the plane. Faces of the box are rounded outward by
// up to some four ulps of the numbers that make them.
fn bound_common2(first: Frame2, second: Frame2) -> Common2 {
    let forms = vec2<u32>(form2(first), form2(second));
    let operands = load2(first, second, false);
    let unknown = Common2(vec2<f32>(), vec2<f32>(-EVERYWHERE), vec2<f32>(EVERYWHERE), EVERYWHERE, false);
    if !is_tame2(first, false) || !is_tame2(second, false) || !are_plain(forms)
        || !is_scalable2(operands) {
        return unknown;
    }
    let found = clipped2(operands, forms.x == SIMPLEX, forms.y == SIMPLEX);
    if !found.known_point {
        return unknown;
    }
    let origin = bitcast<vec2<f32>>(first.rows[0]);
    let rounding = vec2<f32>(4.0 * U32);
    let low = (origin + found.low) - ((abs(origin) + abs(found.low)) * rounding + LEAST_STEP);
    let high = (origin + found.high) + ((abs(origin) + abs(found.high)) * rounding + LEAST_STEP);
    return Common2(found.point, low, high, found.slack, true);
}
