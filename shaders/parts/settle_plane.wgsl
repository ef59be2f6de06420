// The exact verdict of two frames in the plane, in whole numbers. Twin:
// crates/core/src/exact/plane.
//
// Edges, the way between the origins and the velocity lie within 2^w, the third edge of a triangle
// is twice as long. So the product of an axis with a vector of the pair is within 2^(2w + 2), and a
// gap, which adds six of those, below 2^(2w + 5).

// The vectors of a slot: two edges of each solid, the way between their origins, and the velocity.
const PLANE_VECTORS: u32 = 6u;
const PLANE_BETWEEN: u32 = 4u;
const PLANE_VELOCITY: u32 = 5u;
var<workgroup> vectors: array<Coordinates, PLANE_VECTORS * SETTLED_SLOTS>;

fn stored(frame: Frame2) -> StoredFrame {
    let origin = vec3<u32>(frame.rows[0], 0u);
    let by_vertices = holds_vertices(frame.rows[4].x);
    return StoredFrame(
        origin,
        vec3<u32>(frame.rows[1], 0u),
        vec3<u32>(frame.rows[2], 0u),
        select(vec3<u32>(), origin, by_vertices),
        select(vec3<u32>(), vec3<u32>(frame.rows[3], 0u), MOVING == 1u),
        by_vertices,
    );
}

// The number of sides of each solid.
fn side_counts(forms: vec2<u32>) -> vec2<u32> {
    return select(vec2<u32>(2u), vec2<u32>(3u), forms == vec2<u32>(SIMPLEX));
}

// The side of a solid with this number: two edges, and what leads from the end of one to that of the
// other.
fn side(solid: u32, number: u32) -> Coordinates {
    if number < 2u {
        return vectors[solid + number];
    }
    return less(vectors[solid + 1u], vectors[solid]);
}

// Puts two frames into a slot, and returns the number of their axes: none where one of them is not
// valid, and where the numbers take too many bits.
fn take_frames(slot: u32, first: Frame2, second: Frame2) -> u32 {
    let forms = vec2<u32>(form_of_tag(first.rows[4].x), form_of_tag(second.rows[4].x));
    let pair = whole_pair(stored(first), stored(second));
    // No form but these has its edges below.
    if max(forms.x, forms.y) > SIMPLEX || !fits_in_plane(pair.width) {
        return 0u;
    }
    let a = array<Coordinates, 2>(coordinates(pair.a[0]), coordinates(pair.a[1]));
    let b = array<Coordinates, 2>(coordinates(pair.b[0]), coordinates(pair.b[1]));
    if is_zero(across(a[0], a[1])) || is_zero(across(b[0], b[1])) {
        return 0u;
    }
    slot_forms[slot] = forms;
    let own = PLANE_VECTORS * slot;
    vectors[own] = a[0];
    vectors[own + 1u] = a[1];
    vectors[own + 2u] = b[0];
    vectors[own + 3u] = b[1];
    vectors[own + PLANE_BETWEEN] = coordinates(pair.between);
    vectors[own + PLANE_VELOCITY] = coordinates(pair.velocity);
    let sides = side_counts(forms);
    return sides.x + sides.y + MOVING;
}

// What one axis says of the pair of a slot, of which the axes before said `known`.
fn rank_along(slot: u32, number: u32, known: u32) -> u32 {
    if known <= rank_of(SEPARATE) {
        return known;
    }
    let forms = slot_forms[slot];
    let sides = side_counts(forms);
    let own = PLANE_VECTORS * slot;
    // The axis stands upright on this vector.
    var upright = vectors[own + PLANE_VELOCITY];
    if number < sides.x {
        upright = side(own, number);
    } else if number < sides.x + sides.y {
        upright = side(own + 2u, number - sides.x);
    }
    if are_zero(upright) {
        return known;
    }
    let none = Range(no_gap(), no_gap());
    let a_first = extended(none, across(upright, vectors[own]), forms.x);
    let a_range = extended(a_first, across(upright, vectors[own + 1u]), forms.x);
    let b_first = extended(none, across(upright, vectors[own + 2u]), forms.y);
    let b_range = extended(b_first, across(upright, vectors[own + 3u]), forms.y);
    let at_first = across(upright, vectors[own + PLANE_BETWEEN]);
    var offsets = Range(at_first, at_first);
    if MOVING == 1u {
        // From the way at first to that at the end.
        offsets = extended(offsets, across(upright, vectors[own + PLANE_VELOCITY]), PARALLELOTOPE);
    }
    return rank_of(code_along(a_range, b_range, offsets));
}
