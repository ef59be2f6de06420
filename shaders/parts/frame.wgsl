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
    let least = select(LEAST_NORMAL, LEAST_MINUEND, holds_vertices(frame.rows[0].w));
    return is_within(frame.rows[0].xyz, LEAST_MINUEND) && is_within(frame.rows[1].xyz, least)
        && is_within(frame.rows[2].xyz, least) && is_within(frame.rows[3].xyz, least);
}

fn is_within(coordinates: vec3<u32>, least: u32) -> bool {
    let magnitudes = coordinates & vec3<u32>(0x7fffffffu);
    let sized = magnitudes - vec3<u32>(least) < vec3<u32>(MOST - least);
    return all(sized | (magnitudes == vec3<u32>()));
}
