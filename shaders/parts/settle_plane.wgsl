// The exact verdict of two frames in the plane, in whole numbers. Twin:
// crates/core/src/exact/plane.
//
// Edges, the way between the origins and the velocity lie within 2^w, the third edge of a triangle
// is twice as long. So the product of an axis with a vector of the pair is within 2^(2w + 2), and a
// gap, which adds six of those, below 2^(2w + 5).

// Where the vectors of a pair lie in one array: three edges a solid, then the velocity.
const SECOND_SIDES: u32 = 3u;
const SIDE_VELOCITY: u32 = 6u;

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

// The code of two frames: UNDECIDED for one that is not valid, and where the numbers take too many
// bits.
fn settled(first: Frame2, second: Frame2) -> u32 {
    let forms = vec2<u32>(form_of_tag(first.rows[4].x), form_of_tag(second.rows[4].x));
    let pair = whole_pair(stored(first), stored(second));
    // No form but these has its edges below.
    if max(forms.x, forms.y) > SIMPLEX || !fits_in_plane(pair.width) {
        return UNDECIDED;
    }
    let a = array<Coordinates, 2>(coordinates(pair.a[0]), coordinates(pair.a[1]));
    let b = array<Coordinates, 2>(coordinates(pair.b[0]), coordinates(pair.b[1]));
    let between = coordinates(pair.between);
    let velocity = coordinates(pair.velocity);
    if is_zero(across(a[0], a[1])) || is_zero(across(b[0], b[1])) {
        return UNDECIDED;
    }
    var vectors =
        array<Coordinates, 7>(a[0], a[1], less(a[1], a[0]), b[0], b[1], less(b[1], b[0]), velocity);
    let sides = select(vec2<u32>(2u), vec2<u32>(3u), forms == vec2<u32>(SIMPLEX));
    let resting = sides.x + sides.y;
    let axes = select(resting, resting + 1u, MOVING == 1u);
    var code = OVERLAPPING;
    for (var number = 0u; number < axes && code != SEPARATE; number++) {
        let of_b = SECOND_SIDES + number - sides.x;
        let place = select(select(SIDE_VELOCITY, of_b, number < resting), number, number < sides.x);
        // The axis stands upright on this vector.
        let upright = vectors[place];
        if are_zero(upright) {
            continue;
        }
        let none = Range(no_gap(), no_gap());
        let a_first = extended(none, across(upright, a[0]), forms.x);
        let a_range = extended(a_first, across(upright, a[1]), forms.x);
        let b_first = extended(none, across(upright, b[0]), forms.y);
        let b_range = extended(b_first, across(upright, b[1]), forms.y);
        let at_first = across(upright, between);
        var offsets = Range(at_first, at_first);
        if MOVING == 1u {
            // From the way at first to that at the end.
            offsets = extended(offsets, across(upright, velocity), PARALLELOTOPE);
        }
        // SEPARATE is less than TOUCHING, and TOUCHING less than OVERLAPPING.
        code = min(code, code_along(a_range, b_range, offsets));
    }
    return code;
}
