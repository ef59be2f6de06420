// What two solids have in common: a box round it and a point of it. Twin:
// crates/core/src/kernel/clip/common.rs, which says why it is right.

struct Common {
    // A point of both solids, seen from the first one's origin, where known_point.
    point: vec3<f32>,
    // A box that holds every common point of a pair that meets and that is tested at all.
    low: vec3<f32>,
    high: vec3<f32>,
    // How far any face of it can lie outside of the smallest box beside its rounding, where
    // known_point.
    slack: f32,
    known_point: bool,
    // The slack is below TOLERANCE of the pair's size as well.
    known_box: bool,
}

const TOLERANCE: f32 = 9.9e-6;

// The rows along one direction of edges.
struct Run {
    per_rise: vec4<f32>,
    // Half the length of what lies in the slab, which has been widened.
    half: vec4<f32>,
}

// Takes in how far a point that is left may lie outside of each row. A cuboid's fourth row leaves
// whole edges.
fn row_run(outside: ptr<function, vec4<f32>>, rise: vec4<f32>, volume: f32, error: vec4<f32>, tetra: bool) -> Run {
    let flat = abs(rise) < error;
    let per_rise = 1.0 / select(rise, error, flat);
    let widened = volume + select(error, error + error + error, flat);
    let twice = error + error;
    *outside = max(*outside, select(twice, twice + twice + twice, flat));
    let half = widened * abs(per_rise);
    return Run(vec4<f32>(per_rise.xyz, select(0.0, per_rise.w, tetra)), vec4<f32>(half.xyz, select(2.0, half.w, tetra)));
}

// What is found of the common points so far.
struct Hull {
    low: vec3<f32>,
    high: vec3<f32>,
    // The sum of all ends.
    sum: vec3<f32>,
    // How many edges have a part in common with the other solid.
    edges: f32,
}

// Takes in what the runs leave of an edge, at whose start the rows have these values.
fn take_edge(hull: ptr<function, Hull>, start: vec3<f32>, edge: vec3<f32>, runs: Run, values: vec4<f32>) {
    let middle = values * runs.per_rise;
    let begin = max(0.0, largest4(-(middle + runs.half)));
    let end = min(1.0, -largest4(middle - runs.half));
    if begin <= end {
        let p = start + begin * edge;
        let q = start + end * edge;
        (*hull).low = min((*hull).low, min(p, q));
        (*hull).high = max((*hull).high, max(p, q));
        (*hull).sum += p + q;
        (*hull).edges += 1.0;
    }
}

// Who clips: the rows of a solid and their errors.
struct Clipper {
    rows: Rows,
    errors: vec4<f32>,
    tetra: bool,
}

// Clips all edges of a solid, which has its origin at start, by the rows of another, whose origin
// is apart from that. Returns how far a point that is left may lie outside of each row.
fn clip_edges(hull: ptr<function, Hull>, start: vec3<f32>, edges: mat3x3<f32>, tetra: bool, by: Clipper, apart: vec3<f32>)
    -> vec4<f32> {
    let x = along(by.rows, edges[0]);
    let y = along(by.rows, edges[1]);
    let z = along(by.rows, edges[2]);
    let origin = at(by.rows, apart);
    var outside = by.errors;
    clip_direction(hull, &outside, start, mat3x3<f32>(edges[0], edges[1], edges[2]), tetra, by, origin, x, y, z);
    clip_direction(hull, &outside, start, mat3x3<f32>(edges[1], edges[2], edges[0]), tetra, by, origin, y, z, x);
    clip_direction(hull, &outside, start, mat3x3<f32>(edges[2], edges[0], edges[1]), tetra, by, origin, z, x, y);
    return outside;
}

// The twin's loop for the first of three edges: those that are parallel to it, or of a tetrahedron
// the one that starts with it and its opposite one.
fn clip_direction(
    hull: ptr<function, Hull>,
    outside: ptr<function, vec4<f32>>,
    start: vec3<f32>,
    edges: mat3x3<f32>,
    tetra: bool,
    by: Clipper,
    origin: vec4<f32>,
    x: vec4<f32>,
    y: vec4<f32>,
    z: vec4<f32>,
) {
    let volume = abs(by.rows.volume);
    let runs = row_run(outside, x, volume, by.errors, by.tetra);
    let near = start + edges[1];
    let at_near = origin + y;
    take_edge(hull, start, edges[0], runs, origin);
    if tetra {
        let opposite = row_run(outside, z - y, volume, by.errors, by.tetra);
        take_edge(hull, near, edges[2] - edges[1], opposite, at_near);
    } else {
        take_edge(hull, near, edges[0], runs, at_near);
        take_edge(hull, start + edges[2], edges[0], runs, origin + z);
        take_edge(hull, near + edges[2], edges[0], runs, at_near + z);
    }
}

// The errors of the rows.
fn row_errors(solid: Rows, reach: vec3<f32>) -> vec4<f32> {
    let through = reach * solid.sizes;
    return vec4<f32>(through * CLIP, (through.x + through.y + through.z) * CLIP_FOURTH) + FLUSH;
}

// The largest part of the way to a point that a point outside of the rows by so much has to go to
// be inside of them; negative where the point is not certainly inside itself.
fn pull(by: Clipper, outside: vec4<f32>, point: vec3<f32>) -> f32 {
    let raw = (abs(by.rows.volume) - abs(at(by.rows, point))) - by.errors;
    let depth = vec4<f32>(raw.xyz, select(outside.w, raw.w, by.tetra));
    if !all(depth > vec4<f32>()) {
        return -1.0;
    }
    let part = outside / (depth + outside);
    return largest4(vec4<f32>(part.xyz, select(0.0, part.w, by.tetra)));
}

// Encloses what two solids have in common, which are known to meet.
fn clipped(pair: Operands, a_tetra: bool, b_tetra: bool) -> Common {
    let ready = scaled(pair);
    let size = max(max(largest(ready.a_norms), largest(ready.b_norms)), ready.apart);
    let back = unit_scale(unit_scale(max(max(largest(norms(pair.a)), largest(norms(pair.b))), norm(pair.d))));
    let d = ready.d;
    let a_reach = abs(ready.a[0]) + abs(ready.a[1]) + abs(ready.a[2]);
    let b_reach = abs(ready.b[0]) + abs(ready.b[1]) + abs(ready.b[2]);
    let reach = abs(d) + (a_reach + b_reach);
    let a_rows = rows(ready.a);
    let b_rows = rows(ready.b);
    let a = Clipper(a_rows, row_errors(a_rows, reach), a_tetra);
    let b = Clipper(b_rows, row_errors(b_rows, reach), b_tetra);

    let most = vec3<f32>(4.0 * MOST_NORM);
    var hull = Hull(most, -most, vec3<f32>(), 0.0);
    let b_outside = clip_edges(&hull, vec3<f32>(), ready.a, a_tetra, b, -d);
    let a_outside = clip_edges(&hull, d, ready.b, b_tetra, a, d);

    let point = hull.sum * (1.0 / max(2.0 * hull.edges, 1.0));
    let by_a = pull(a, a_outside, point);
    let by_b = pull(b, b_outside, point - d);
    // Where the pair is so flat that the point could round when it is scaled back, nothing is
    // known.
    let known_point = min(by_a, by_b) >= 0.0 && all(reach * back >= vec3<f32>(FLUSH));

    let off = reach * CLIP_POINT + FLUSH;
    let low = hull.low - off;
    let high = hull.high + off;
    let longest = max(norm(high - point), norm(point - low));
    let rounded = norm(off);
    let slack = max(by_a, by_b) * longest + (rounded + rounded);
    let known_box = known_point && slack < size * TOLERANCE;
    return Common(point * back, low * back, high * back, slack * back, known_point, known_box);
}

// The common points of two frames that meet, the box in the world. Where the shader cannot test
// them nothing is known, and the box is all of space. Faces of the box are rounded outward by up to
// some four ulps of the numbers that make them.
fn bound_common(first: Frame, second: Frame) -> Common {
    let forms = vec2<u32>(form(first), form(second));
    let unknown = Common(vec3<f32>(), vec3<f32>(-EVERYWHERE), vec3<f32>(EVERYWHERE), EVERYWHERE, false, false);
    if !is_tame(first) || !is_tame(second) || !are_plain(forms) {
        return unknown;
    }
    let operands = load(first, second);
    if !is_scalable(operands) {
        return unknown;
    }
    let found = clipped(operands, forms.x == SIMPLEX, forms.y == SIMPLEX);
    if !found.known_point {
        return unknown;
    }
    let origin = bitcast<vec3<f32>>(first.rows[0].xyz);
    let rounding = vec3<f32>(4.0 * U32);
    let low = (origin + found.low) - ((abs(origin) + abs(found.low)) * rounding + LEAST_STEP);
    let high = (origin + found.high) + ((abs(origin) + abs(found.high)) * rounding + LEAST_STEP);
    return Common(found.point, low, high, found.slack, true, found.known_box);
}
