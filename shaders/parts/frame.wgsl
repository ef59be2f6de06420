// What a frame's bits say. Twin: crates/core/src/geom/frame.rs.

// The bits of 2^-126, 2^-102 and 2^126.
const LEAST_NORMAL: u32 = 0x00800000u;
const LEAST_MINUEND: u32 = 0x0c800000u;
const MOST: u32 = 0x7e800000u;

// The form of a frame's shape.
fn form(frame: Frame) -> u32 {
    return form_of_tag(frame.rows[0].w);
}

// True for pairs of parallelotopes and simplices, which every shader knows.
fn are_plain(forms: vec2<u32>) -> bool {
    return max(forms.x, forms.y) <= SIMPLEX;
}

// True when all twelve coordinates are zero or of a size that a GPU cannot spoil by flushing
// denormals or by overflowing. What is subtracted must be larger: differences of multiples of
// 2^-125 are normal. The CPU kernels need no such test: they keep denormals, and let infinities and
// NaN run on into their last comparison.
fn is_tame(frame: Frame) -> bool {
    let rows = frame.rows;
    return are_tame(rows[0].xyz, rows[1].xyz, rows[2].xyz, rows[3].xyz, holds_vertices(rows[0].w));
}

// The same of the rows of a frame. The largest and the smallest number speak for all: less one,
// zero is larger than any.
fn are_tame(origin: vec3<u32>, a: vec3<u32>, b: vec3<u32>, c: vec3<u32>, are_vertices: bool) -> bool {
    let start = magnitudes(origin);
    let first = magnitudes(a);
    let second = magnitudes(b);
    let third = magnitudes(c);
    let one = vec3<u32>(1u);
    let least = min(min(first - one, second - one), third - one);
    return (most_of(max(max(start, first), max(second, third))) < MOST)
        & (least_of(start - one) >= LEAST_MINUEND - 1u)
        & (least_of(least) >= select(LEAST_NORMAL, LEAST_MINUEND, are_vertices) - 1u);
}

fn is_within(coordinates: vec3<u32>, least: u32) -> bool {
    let sizes = magnitudes(coordinates);
    return (most_of(sizes) < MOST) & (least_of(sizes - vec3<u32>(1u)) >= least - 1u);
}

// Without signs, bits of floats are in their order.
fn magnitudes(coordinates: vec3<u32>) -> vec3<u32> {
    return coordinates & vec3<u32>(0x7fffffffu);
}

fn most_of(numbers: vec3<u32>) -> u32 {
    return max(max(numbers.x, numbers.y), numbers.z);
}

fn least_of(numbers: vec3<u32>) -> u32 {
    return min(min(numbers.x, numbers.y), numbers.z);
}
