// The numbers of a pair over one power of two, as whole numbers: value = integer * 2^exponent.
// Twins: Integers in crates/core/src/num/exact.rs, input.rs in crates/core/src/exact.

// A frame as it is stored, in the bits of floats. In the plane the third row is zero, or a vertex
// that makes an edge of zero, and so is each third number.
struct StoredFrame {
    origin: vec3<u32>,
    first: vec3<u32>,
    second: vec3<u32>,
    third: vec3<u32>,
    // Zero for a frame at rest.
    velocity: vec3<u32>,
    by_vertices: bool,
}

// The vectors of a pair as the exact stage sees them: with no factor of two in common.
struct WholePair {
    // The edges of both frames.
    a: array<Long, 3>,
    b: array<Long, 3>,
    // The way from the first origin to the second.
    between: Long,
    // The velocity of the second frame as seen from the first.
    velocity: Long,
    // No number lies beyond 2^width, of either sign; NO_WIDTH where the numbers are too far apart,
    // or not finite.
    width: u32,
}

const NO_WIDTH: u32 = 64u;
// Bits of the numbers as they are stored: differences of such take one bit more, and a sign.
const STORED_WIDTH: u32 = 62u;
const EXPONENT: u32 = 0x7f800000u;

// The largest exponent of a frame, where it stands in the bits of a float.
fn largest_exponent(frame: StoredFrame) -> u32 {
    let bits = vec3<u32>(EXPONENT);
    let rows = max(max(frame.origin & bits, frame.first & bits), max(frame.second & bits, frame.third & bits));
    let all_rows = max(rows, frame.velocity & bits);
    return max(all_rows.x, max(all_rows.y, all_rows.z));
}

// Three numbers over the power of two by which the largest exponent of all ends at STORED_WIDTH.
// Where bits are lost below that power they are noted.
fn integers(bits: vec3<u32>, largest: u32, lost: ptr<function, vec3<u32>>) -> Long {
    let biased = (bits & vec3<u32>(EXPONENT)) >> vec3<u32>(23u);
    let hidden = min(biased, vec3<u32>(1u)) << vec3<u32>(23u);
    let mantissa = (bits & vec3<u32>(0x7fffffu)) | hidden;
    // Numbers without a hidden bit have the exponent of the least ones that have it.
    let below = vec3<u32>(largest) - max(biased, vec3<u32>(1u));
    let place = vec3<u32>(STORED_WIDTH - 24u);
    // WGSL takes a shift by its lowest five bits.
    let right = min(max(below, place) - place, vec3<u32>(31u));
    let left = place - min(below, place);
    let word = mantissa >> right;
    *lost |= (word << right) ^ mantissa;
    let shift = left & vec3<u32>(31u);
    let low = word << shift;
    let above = (word >> vec3<u32>(1u)) >> (vec3<u32>(31u) - shift);
    let is_high = left >= vec3<u32>(32u);
    let size = Long(select(low, vec3<u32>(), is_high), select(above, low, is_high));
    let sign = signs(bits);
    return difference_of_long(Long(size.low ^ sign, size.high ^ sign), Long(sign, sign));
}

// Three edges, or the edges to three vertices.
fn edges_of(frame: StoredFrame, origin: Long, largest: u32, lost: ptr<function, vec3<u32>>) -> array<Long, 3> {
    let keep = select(0u, 0xffffffffu, frame.by_vertices);
    let base = Long(origin.low & vec3<u32>(keep), origin.high & vec3<u32>(keep));
    return array<Long, 3>(
        difference_of_long(integers(frame.first, largest, lost), base),
        difference_of_long(integers(frame.second, largest, lost), base),
        difference_of_long(integers(frame.third, largest, lost), base),
    );
}

// The bits of all numbers, and those of the numbers that a sign leaves, together.
struct Gathered {
    all: Long,
    sizes: Long,
}

fn gathered(before: Gathered, a: Long) -> Gathered {
    let sign = signs(a.high);
    let all = Long(before.all.low | a.low, before.all.high | a.high);
    return Gathered(all, Long(before.sizes.low | (a.low ^ sign), before.sizes.high | (a.high ^ sign)));
}

// Divides by a power of two below 2^64, of which the numbers are multiples.
fn divided(a: Long, places: u32) -> Long {
    let shift = vec3<u32>(places & 31u);
    let high = vec3<u32>(bitcast<vec3<i32>>(a.high) >> shift);
    let low = (a.low >> shift) | ((a.high << vec3<u32>(1u)) << (vec3<u32>(31u) - shift));
    let is_low = vec3<bool>(places < 32u);
    return Long(select(high, low, is_low), select(signs(a.high), high, is_low));
}

fn whole_pair(first: StoredFrame, second: StoredFrame) -> WholePair {
    let exponent = max(largest_exponent(first), largest_exponent(second));
    let largest = max(exponent >> 23u, 1u);
    var lost = vec3<u32>();
    let a_origin = integers(first.origin, largest, &lost);
    let b_origin = integers(second.origin, largest, &lost);
    let a = edges_of(first, a_origin, largest, &lost);
    let b = edges_of(second, b_origin, largest, &lost);
    let between = difference_of_long(b_origin, a_origin);
    let a_velocity = integers(first.velocity, largest, &lost);
    let velocity = difference_of_long(integers(second.velocity, largest, &lost), a_velocity);
    let none = Long(vec3<u32>(), vec3<u32>());
    var bits = gathered(gathered(gathered(Gathered(none, none), a[0]), a[1]), a[2]);
    bits = gathered(gathered(gathered(bits, b[0]), b[1]), b[2]);
    bits = gathered(gathered(bits, between), velocity);
    let low = bits.all.low.x | bits.all.low.y | bits.all.low.z;
    let high = bits.all.high.x | bits.all.high.y | bits.all.high.z;
    // Numbers that are all zero, of which there are 63 at least, are short whatever is divided.
    let zeros = min(select(32u + countTrailingZeros(high), countTrailingZeros(low), low != 0u), 63u);
    let top = bits.sizes.high.x | bits.sizes.high.y | bits.sizes.high.z;
    let below = bits.sizes.low.x | bits.sizes.low.y | bits.sizes.low.z;
    let length = select(32u - countLeadingZeros(below), 64u - countLeadingZeros(top), top != 0u);
    let is_known = exponent != EXPONENT && all(lost == vec3<u32>());
    return WholePair(
        array<Long, 3>(divided(a[0], zeros), divided(a[1], zeros), divided(a[2], zeros)),
        array<Long, 3>(divided(b[0], zeros), divided(b[1], zeros), divided(b[2], zeros)),
        divided(between, zeros),
        divided(velocity, zeros),
        select(NO_WIDTH, max(length, zeros) - zeros, is_known),
    );
}
