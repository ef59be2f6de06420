// What the stages of the broad phase share. Twin: src/gpu/shader/broad_layout.rs.

struct BroadParams {
    // Shapes that take part.
    count: u32,
    // Shapes asked for: more than count where their buffer has no room for them.
    offered: u32,
    // Pairs that the list has room for.
    capacity: u32,
    // What the buffer of shapes holds: FRAMES, PLANE_FRAMES, BOXES, PLANE_BOXES.
    source: u32,
    // MOVING, FILTERED, WORLDS, BETWEEN.
    options: u32,
    // Half the margin, which each box grows by.
    margin: f32,
    // Blocks of keys that the sort has.
    sort_blocks: u32,
    // Shapes of the first set, where pairs are those between two sets.
    split: u32,
    // The first node of each level; leaves are level 0.
    starts: array<vec4<u32>, 2>,
    // The place of the first pair that is listed, in 64 bits, low word first.
    window: vec2<u32>,
    pad: vec2<u32>,
}

// The ends of a box on each axis, as integers in the order of the floats: comparisons of integers
// know neither NaN nor denormals that are flushed to zero. The fourth axis is the world.
struct Box {
    low: vec4<i32>,
    high: vec4<i32>,
}

// What is known of all shapes together.
struct Domain {
    // Bounds of the centres.
    low: vec3<i32>,
    // Shapes without a box.
    invalid: u32,
    high: vec3<i32>,
    // The first of them.
    first: u32,
    // The sum of the exponents of all boxes: below 2^32, also with half as much as there are.
    exponents: u32,
}

const BROAD_FILTERED: u32 = 1u;
const BROAD_MOVING: u32 = 2u;
const BROAD_WORLDS: u32 = 4u;
const BROAD_BETWEEN: u32 = 8u;

// Shapes of a workgroup, which is also a block of the scans.
const BROAD_GROUP: u32 = 256u;
// The ends of boxes that hold nothing.
const BROAD_MOST: i32 = 0x7fffffff;
const BROAD_LEAST: i32 = -0x7fffffff;

// The floats in the order of integers. -0.0 is 0.0.
fn ordered(bits: vec3<u32>) -> vec3<i32> {
    let magnitude = bitcast<vec3<i32>>(bits & vec3<u32>(0x7fffffffu));
    return select(magnitude, -magnitude, (bits >> vec3<u32>(31u)) == vec3<u32>(1u));
}

// The floats that were ordered.
fn unordered(order: vec3<i32>) -> vec3<f32> {
    let sign = vec3<u32>(order < vec3<i32>()) << vec3<u32>(31u);
    return bitcast<vec3<f32>>(bitcast<vec3<u32>>(abs(order)) | sign);
}

// About the centre of a box, where rounding does not matter.
fn centre(own: Box) -> vec3<f32> {
    return 0.5 * unordered(own.low.xyz) + 0.5 * unordered(own.high.xyz);
}

// The exponent of half the longest side of a box, as the bits of a float have it. Halves, so that
// no difference overflows.
fn exponent(own: Box) -> u32 {
    let sides = 0.5 * unordered(own.high.xyz) - 0.5 * unordered(own.low.xyz);
    let longest = max(sides.x, max(sides.y, sides.z));
    return (bitcast<u32>(longest) >> 23u) & 255u;
}

// False where a shape has none.
fn is_box(own: Box) -> bool {
    return own.low.x <= own.high.x;
}
