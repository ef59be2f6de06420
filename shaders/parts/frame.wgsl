// Frames and pairs as they lie in a buffer. Twin: src/geom/frame.rs and pair.rs.

// Loaded as integers: a GPU may assume that a float is never NaN, and drop a test for it.
struct Frame {
    rows: array<vec4<u32>, 4>,
}

struct Pair {
    a: u32,
    b: u32,
}

const CUBOID: u32 = 0u;
const TETRA: u32 = 1u;
const TETRA_BY_VERTICES: u32 = 2u;
const UNKNOWN: u32 = 3u;

// The bits of the tags 1.0 and 2.0, and of 2^126.
const TETRA_TAG: u32 = 0x3f800000u;
const TETRA_BY_VERTICES_TAG: u32 = 0x40000000u;
const TAME: u32 = 0x7e800000u;

// The shape that a frame's tag names; -0.0 is 0.0.
fn kind(frame: Frame) -> u32 {
    let tag = frame.rows[0].w;
    if (tag & 0x7fffffffu) == 0u {
        return CUBOID;
    }
    if tag == TETRA_TAG {
        return TETRA;
    }
    return select(UNKNOWN, TETRA_BY_VERTICES, tag == TETRA_BY_VERTICES_TAG);
}

// True when all twelve coordinates are below 2^126. The CPU kernels need no such test: they let
// infinities and NaN run on into their last comparison.
fn is_tame(frame: Frame) -> bool {
    let magnitude = vec3<u32>(0x7fffffffu);
    let rows = max(
        max(frame.rows[0].xyz & magnitude, frame.rows[1].xyz & magnitude),
        max(frame.rows[2].xyz & magnitude, frame.rows[3].xyz & magnitude),
    );
    return max(rows.x, max(rows.y, rows.z)) < TAME;
}
