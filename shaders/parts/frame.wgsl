// What a frame's bits say. Twin: crates/core/src/geom/frame.rs.

const CUBOID: u32 = 0u;
const TETRA: u32 = 1u;
const TETRA_BY_VERTICES: u32 = 2u;
const UNKNOWN: u32 = 3u;

// The bits of 2^-126, 2^-102 and 2^126.
const LEAST_NORMAL: u32 = 0x00800000u;
const LEAST_MINUEND: u32 = 0x0c800000u;
const MOST: u32 = 0x7e800000u;

// The shape that a frame's tag names.
fn kind(frame: Frame) -> u32 {
    return kind_of_tag(frame.rows[0].w);
}

// -0.0 is 0.0.
fn kind_of_tag(tag: u32) -> u32 {
    if (tag & 0x7fffffffu) == 0u {
        return CUBOID;
    }
    if tag == TETRA_TAG {
        return TETRA;
    }
    return select(UNKNOWN, TETRA_BY_VERTICES, tag == TETRA_BY_VERTICES_TAG);
}

// True when all twelve coordinates are zero or of a size that a GPU cannot spoil by flushing
// denormals or by overflowing. What is subtracted must be larger: differences of multiples of
// 2^-125 are normal. The CPU kernels need no such test: they keep denormals, and let infinities and
// NaN run on into their last comparison.
fn is_tame(frame: Frame) -> bool {
    let least = select(LEAST_NORMAL, LEAST_MINUEND, frame.rows[0].w == TETRA_BY_VERTICES_TAG);
    return is_within(frame.rows[0].xyz, LEAST_MINUEND) && is_within(frame.rows[1].xyz, least)
        && is_within(frame.rows[2].xyz, least) && is_within(frame.rows[3].xyz, least);
}

fn is_within(coordinates: vec3<u32>, least: u32) -> bool {
    let magnitudes = coordinates & vec3<u32>(0x7fffffffu);
    let sized = magnitudes - vec3<u32>(least) < vec3<u32>(MOST - least);
    return all(sized | (magnitudes == vec3<u32>()));
}
