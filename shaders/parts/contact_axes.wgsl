// When two moving frames meet of which one at least is a tetrahedron: every candidate axis of the
// resting pair, along each of which the two pass each other. Twin:
// crates/core/src/kernel/contact_axes.rs, which says why the inner bounds hold. The twin takes a
// tetrahedron first; here any order will do.

// A product of edges counts as null where its length is less than this times the reach and the
// longer edge.
const NULL_PASS: f32 = 1.0 / 524288.0;
// The price of null products of two tetrahedra, per unit of an axis' length and of the reach.
const NULL_PASSES: f32 = 6.0 * NULL_PASS;
// The same of a tetrahedron and a cuboid.
const NULL_PASSES_MIXED: f32 = 8.0 * NULL_PASS;

// The axes that are taken in.
struct AxisPasses {
    v: vec3<f32>,
    contact: Contact,
    nulls: bool,
    // Per unit of an axis' size: the bands of the gaps and of the slope.
    gap_band: f32,
    slope_band: f32,
    // NULL_PASS and the price times the reach.
    null_length: f32,
    price: f32,
}

// No less than the length of n, and no more than sqrt(3) times that.
fn length_above(n: vec3<f32>) -> f32 {
    let m = abs(n);
    return m.x + m.y + m.z;
}

// True where the axis can be known.
fn pass_axis(keep: ptr<function, AxisPasses>, candidate: Axis, length: f32) -> bool {
    let gap = (*keep).gap_band * candidate.size + FLUSH;
    let slope_error = (*keep).slope_band * candidate.size + FLUSH;
    let errors = PassErrors(gap, gap + (*keep).price * length, slope_error);
    let slope = dot(candidate.normal, (*keep).v);
    var contact = (*keep).contact;
    let known = take_passing(&contact, Passing(candidate.ahead, candidate.behind, slope), errors);
    (*keep).contact = contact;
    return known;
}

fn pass_face(keep: ptr<function, AxisPasses>, candidate: Axis) {
    if !pass_axis(keep, candidate, length_above(candidate.normal)) {
        (*keep).contact.known = false;
    }
}

fn pass_product(keep: ptr<function, AxisPasses>, candidate: Axis) {
    let length = length_above(candidate.normal);
    // Three components.
    if 3.0 * AXES_NORMAL * candidate.size + length < (*keep).null_length * candidate.longest {
        (*keep).nulls = true;
        return;
    }
    if !pass_axis(keep, candidate, length) {
        (*keep).contact.known = false;
    }
}

// Bounds of when the pair meets.
fn contact_axes(moving: MovingOperands, a_tetra: bool, b_tetra: bool) -> Contact {
    let all_scaled = swept(moving);
    let pair = all_scaled.pair;
    let a = side(pair.a, a_tetra);
    let b = side(pair.b, b_tetra);
    let between = (pair.d + b.middle) - a.middle;
    let reach = (pair.apart + all_scaled.speed) + (a.reach + b.reach);
    var keep = AxisPasses(
        all_scaled.v,
        anytime(),
        false,
        reach * CONTACT_AXES,
        all_scaled.speed * CONTACT_AXES,
        reach * NULL_PASS,
        reach * select(NULL_PASSES_MIXED, NULL_PASSES, a_tetra & b_tetra),
    );
    // The last is the face opposite the origin, of tetrahedra.
    for (var k = 0u; k < a.count / 3u + 2u; k++) {
        pass_face(&keep, face_axis(a, b, between, k, false));
    }
    for (var k = 0u; k < b.count / 3u + 2u; k++) {
        pass_face(&keep, face_axis(a, b, between, k, true));
    }
    for (var i = 0u; i < a.count; i++) {
        for (var j = 0u; j < b.count; j++) {
            pass_product(&keep, product_axis(a, b, between, i, j));
        }
    }
    var contact = keep.contact;
    contact.known = contact.known & (is_within_both(contact) | !keep.nulls);
    return contact;
}
