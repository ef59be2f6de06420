// When two moving frames in the plane meet: the normals of all edges, along each of which the two
// pass each other. Twin: crates/core/src/kernel/plane/contact.rs.

// How two frames pass along an axis, times its length, of which the second moves by v.
fn passing2(axis: Axis2, v: vec2<f32>) -> Passing {
    return Passing(axis.ahead, axis.behind, cross2(axis.direction, v));
}

// Bounds of when the pair meets.
fn contact_in_plane(operands: Operands2, a_triangle: bool, b_triangle: bool) -> Contact {
    let pair = scaled2(operands);
    let a = side2(pair.a, a_triangle);
    let b = side2(pair.b, b_triangle);
    let between = (pair.d + b.middle) - a.middle;
    let gap_band = ((pair.apart + pair.speed) + (a.reach + b.reach)) * PLANE_CONTACT;
    let slope_band = pair.speed * PLANE_CONTACT;
    var out = anytime();
    for (var i = 0u; i < a.count + b.count; i++) {
        var axis: Axis2;
        if i < a.count {
            axis = axis_of_a2(a, b, between, i);
        } else {
            axis = axis_of_b2(a, b, between, i - a.count);
        }
        let gap = gap_band * axis.size + FLUSH;
        let errors = PassErrors(gap, gap, slope_band * axis.size + FLUSH);
        out.known = take_passing(&out, passing2(axis, pair.v), errors) && out.known;
    }
    return out;
}
