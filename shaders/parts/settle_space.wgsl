// The exact verdict of two frames in space, in whole numbers. Twin:
// crates/core/src/exact/decide.rs.
//
// Edges, the way between the origins and the velocity lie within 2^w. The edges of a tetrahedron
// that do not end in its origin are twice as long, so no component of an axis is beyond 2^(2w + 3),
// its product with a vector of the pair is below 2^(3w + 5), and a gap, which adds eight of those,
// below 2^(3w + 8).

// Where the vectors of a pair lie: three edges of each solid, then these.
const BETWEEN: u32 = 6u;
const VELOCITY: u32 = 7u;
const VECTORS: u32 = 8u;

// A pair that is settled.
struct Slot {
    vectors: array<Coordinates, VECTORS>,
    forms: vec2<u32>,
    // The number of axes, 0 for no pair.
    axes: u32,
}

// The numbers of what axes are products of: six edges a solid, then the velocity.
const SECOND: u32 = 6u;
const SWEPT: u32 = 12u;

// The two vectors that an axis is the product of, by their numbers.
struct Factors {
    first: u32,
    second: u32,
}

// The edges of a face: three faces meet in the origin, a tetrahedron has a fourth.
fn face(number: u32) -> Factors {
    if number == 3u {
        return Factors(3u, 5u);
    }
    return Factors(number, (number + 1u) % 3u);
}

// The axes: the normals of both solids' faces, the products of their edges, and those of the
// velocity with each edge.
fn factors(axis: u32, faces: vec2<u32>, edges: vec2<u32>) -> Factors {
    if axis < faces.x {
        return face(axis);
    }
    let of_second = axis - faces.x;
    if of_second < faces.y {
        let found = face(of_second);
        return Factors(SECOND + found.first, SECOND + found.second);
    }
    let product = of_second - faces.y;
    if product < edges.x * edges.y {
        return Factors(product / edges.y, SECOND + product % edges.y);
    }
    let swept = product - edges.x * edges.y;
    return Factors(SWEPT, select(SECOND + swept - edges.x, swept, swept < edges.x));
}

// The vector of a slot with this number. Edges of a tetrahedron that do not end in its origin lead
// from the end of one edge to that of another.
fn factor(slot: u32, number: u32) -> Coordinates {
    if number == SWEPT {
        return slots[slot].vectors[VELOCITY];
    }
    let of_second = number >= SECOND;
    let solid = select(0u, 3u, of_second);
    let edge = select(number, number - SECOND, of_second);
    if edge < 3u {
        return slots[slot].vectors[solid + edge];
    }
    let from_end = select(0u, 1u, edge == 4u);
    let to_end = select(2u, 1u, edge == 3u);
    return less(slots[slot].vectors[solid + to_end], slots[slot].vectors[solid + from_end]);
}

// The number of faces of each solid.
fn face_counts(forms: vec2<u32>) -> vec2<u32> {
    return select(vec2<u32>(3u), vec2<u32>(4u), forms == vec2<u32>(SIMPLEX));
}

// And of its edges.
fn edge_counts(forms: vec2<u32>) -> vec2<u32> {
    return select(vec2<u32>(3u), vec2<u32>(6u), forms == vec2<u32>(SIMPLEX));
}

fn stored(frame: Frame) -> StoredFrame {
    let velocity = vec3<u32>(frame.rows[1].w, frame.rows[2].w, frame.rows[3].w);
    return StoredFrame(
        frame.rows[0].xyz,
        frame.rows[1].xyz,
        frame.rows[2].xyz,
        frame.rows[3].xyz,
        select(vec3<u32>(), velocity, MOVING == 1u),
        holds_vertices(frame.rows[0].w),
    );
}

// Puts two frames into a slot, and returns the number of their axes: none where one of them is not
// valid, and where the numbers take too many bits.
fn take_frames(slot: u32, first: Frame, second: Frame) -> u32 {
    let forms = vec2<u32>(form_of_tag(first.rows[0].w), form_of_tag(second.rows[0].w));
    let pair = whole_pair(stored(first), stored(second));
    // No form but these has its edges below.
    if max(forms.x, forms.y) > SIMPLEX || !fits_in_space(pair.width) {
        return 0u;
    }
    slots[slot].forms = forms;
    for (var i = 0u; i < 3u; i++) {
        slots[slot].vectors[i] = coordinates(pair.a[i]);
        slots[slot].vectors[3u + i] = coordinates(pair.b[i]);
    }
    slots[slot].vectors[BETWEEN] = coordinates(pair.between);
    slots[slot].vectors[VELOCITY] = coordinates(pair.velocity);
    let faces = face_counts(forms);
    let edges = edge_counts(forms);
    let resting = faces.x + faces.y + edges.x * edges.y;
    return select(resting, resting + edges.x + edges.y, MOVING == 1u);
}

// What axes say of the pair of a slot: that with the number `first`, and every `step`-th behind it.
fn rank_along(slot: u32, first: u32, step: u32) -> u32 {
    let forms = slots[slot].forms;
    let faces = face_counts(forms);
    let edges = edge_counts(forms);
    let operands = select(VELOCITY, VELOCITY + 1u, MOVING == 1u);
    var code = OVERLAPPING;
    var is_flat = false;
    // The first axis of each solid says whether it is flat.
    for (var number = first; number < slots[slot].axes; number += step) {
        let of_a = number == 0u;
        let of_b = number == faces.x;
        if code == SEPARATE && number > faces.x {
            break;
        }
        let pick = factors(number, faces, edges);
        let axis = normal(factor(slot, pick.first), factor(slot, pick.second));
        // The product of parallel vectors separates nothing.
        if is_null(axis) {
            is_flat = is_flat || of_a || of_b;
            continue;
        }
        var a_range = Range(no_gap(), no_gap());
        var b_range = a_range;
        var offsets = a_range;
        for (var i = 0u; i < operands; i++) {
            let along_axis = along(axis, slots[slot].vectors[i]);
            if i < 3u {
                a_range = extended(a_range, along_axis, forms.x);
            } else if i < BETWEEN {
                b_range = extended(b_range, along_axis, forms.y);
            } else if i == BETWEEN {
                offsets = Range(along_axis, along_axis);
            } else {
                // From the way at first to that at the end.
                offsets = extended(offsets, along_axis, PARALLELOTOPE);
            }
            is_flat = is_flat || (is_zero(along_axis) && ((of_a && i == 2u) || (of_b && i == 5u)));
        }
        code = min(code, code_along(a_range, b_range, offsets));
    }
    return select(rank_of(code), FLAT, is_flat);
}
