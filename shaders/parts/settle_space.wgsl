// The exact verdict of two frames in space, in whole numbers. Twin: crates/core/src/exact/decide.rs.
//
// Edges, the way between the origins and the velocity lie within 2^w. The edges of a tetrahedron
// that do not end in its origin are twice as long, so no component of an axis is beyond 2^(2w + 3),
// its product with a vector of the pair is below 2^(3w + 5), and a gap, which adds eight of those,
// below 2^(3w + 8).

// Where the vectors of a pair lie in one array: six edges a solid, then these.
const SECOND: u32 = 6u;
const VELOCITY: u32 = 12u;
const BETWEEN: u32 = 13u;

// The two vectors that an axis is the product of, by their places.
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
    return Factors(VELOCITY, select(SECOND + swept - edges.x, swept, swept < edges.x));
}

// The place of a vector whose product with an axis is asked for: the edges from both origins, the
// way between those, and the velocity.
fn operand(number: u32) -> u32 {
    let edge = select(SECOND + number - 3u, number, number < 3u);
    return select(select(VELOCITY, BETWEEN, number == 6u), edge, number < 6u);
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

// The code of two frames: UNDECIDED for one that is not valid, and where the numbers take too many
// bits.
fn settled(first: Frame, second: Frame) -> u32 {
    let forms = vec2<u32>(form_of_tag(first.rows[0].w), form_of_tag(second.rows[0].w));
    let pair = whole_pair(stored(first), stored(second));
    // No form but these has its edges below.
    if max(forms.x, forms.y) > SIMPLEX || !fits_in_space(pair.width) {
        return UNDECIDED;
    }
    let a = array<Coordinates, 3>(coordinates(pair.a[0]), coordinates(pair.a[1]), coordinates(pair.a[2]));
    let b = array<Coordinates, 3>(coordinates(pair.b[0]), coordinates(pair.b[1]), coordinates(pair.b[2]));
    var vectors = array<Coordinates, 14>(
        a[0], a[1], a[2], less(a[1], a[0]), less(a[2], a[1]), less(a[2], a[0]),
        b[0], b[1], b[2], less(b[1], b[0]), less(b[2], b[1]), less(b[2], b[0]),
        coordinates(pair.velocity), coordinates(pair.between),
    );
    let are_simplices = forms == vec2<u32>(SIMPLEX);
    let faces = select(vec2<u32>(3u), vec2<u32>(4u), are_simplices);
    let edges = select(vec2<u32>(3u), vec2<u32>(6u), are_simplices);
    let resting = faces.x + faces.y + edges.x * edges.y;
    let axes = select(resting, resting + edges.x + edges.y, MOVING == 1u);
    let operands = select(7u, 8u, MOVING == 1u);
    var code = OVERLAPPING;
    var is_flat = false;
    // The first axis of each solid says whether it is flat.
    for (var number = 0u; number < axes && (code != SEPARATE || number <= faces.x); number++) {
        let pick = factors(number, faces, edges);
        let axis = normal(vectors[pick.first], vectors[pick.second]);
        let of_a = number == 0u;
        let of_b = number == faces.x;
        // The product of parallel vectors separates nothing.
        if is_null(axis) {
            is_flat = is_flat || of_a || of_b;
            continue;
        }
        var a_range = Range(no_gap(), no_gap());
        var b_range = a_range;
        var offsets = a_range;
        for (var i = 0u; i < operands; i++) {
            let along_axis = along(axis, vectors[operand(i)]);
            if i < 3u {
                a_range = extended(a_range, along_axis, forms.x);
            } else if i < 6u {
                b_range = extended(b_range, along_axis, forms.y);
            } else if i == 6u {
                offsets = Range(along_axis, along_axis);
            } else {
                // From the way at first to that at the end.
                offsets = extended(offsets, along_axis, PARALLELOTOPE);
            }
            is_flat = is_flat || (is_zero(along_axis) && ((of_a && i == 2u) || (of_b && i == 5u)));
        }
        // SEPARATE is less than TOUCHING, and TOUCHING less than OVERLAPPING.
        code = min(code, code_along(a_range, b_range, offsets));
    }
    return select(code, UNDECIDED, is_flat);
}
