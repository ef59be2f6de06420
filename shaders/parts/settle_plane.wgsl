// The exact verdict of two frames in the plane, in whole numbers. Twin:
// crates/core/src/exact/plane.
//
// Edges, the way between the origins and the velocity lie within 2^w, the third edge of a triangle
// is twice as long. So the product of an axis with a vector of the pair is within 2^(2w + 2), and a
// gap, which adds six of those, below 2^(2w + 5).

// Where the vectors of a pair lie: two edges of each solid, then these.
const PLANE_BETWEEN: u32 = 4u;
const PLANE_VELOCITY: u32 = 5u;
const PLANE_VECTORS: u32 = 6u;

// A pair that is settled.
struct Slot {
    vectors: array<Coordinates, PLANE_VECTORS>,
    forms: vec2<u32>,
    // The number of axes, 0 for no pair.
    axes: u32,
}

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

// The side of a solid with this number, of the one whose edges begin at a place: two edges, and
// what leads from the end of one to that of the other.
fn side(slot: u32, solid: u32, number: u32) -> Coordinates {
    if number < 2u {
        return slots[slot].vectors[solid + number];
    }
    return less(slots[slot].vectors[solid + 1u], slots[slot].vectors[solid]);
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
    slots[slot].forms = forms;
    slots[slot].vectors = array<Coordinates, PLANE_VECTORS>(
        a[0], a[1], b[0], b[1], coordinates(pair.between), coordinates(pair.velocity),
    );
    let sides = side_counts(forms);
    return sides.x + sides.y + MOVING;
}

// What axes say of the pair of a slot: that with the number `first`, and every `step`-th behind it.
fn rank_along(slot: u32, first: u32, step: u32) -> u32 {
    let forms = slots[slot].forms;
    let sides = side_counts(forms);
    var code = OVERLAPPING;
    for (var number = first; number < slots[slot].axes && code != SEPARATE; number += step) {
        // The axis stands upright on this vector.
        var upright = slots[slot].vectors[PLANE_VELOCITY];
        if number < sides.x {
            upright = side(slot, 0u, number);
        } else if number < sides.x + sides.y {
            upright = side(slot, 2u, number - sides.x);
        }
        if are_zero(upright) {
            continue;
        }
        let none = Range(no_gap(), no_gap());
        let a_first = extended(none, across(upright, slots[slot].vectors[0]), forms.x);
        let a_range = extended(a_first, across(upright, slots[slot].vectors[1]), forms.x);
        let b_first = extended(none, across(upright, slots[slot].vectors[2]), forms.y);
        let b_range = extended(b_first, across(upright, slots[slot].vectors[3]), forms.y);
        let at_first = across(upright, slots[slot].vectors[PLANE_BETWEEN]);
        var offsets = Range(at_first, at_first);
        if MOVING == 1u {
            // From the way at first to that at the end.
            let at_end = across(upright, slots[slot].vectors[PLANE_VELOCITY]);
            offsets = extended(offsets, at_end, PARALLELOTOPE);
        }
        code = min(code, code_along(a_range, b_range, offsets));
    }
    return rank_of(code);
}
