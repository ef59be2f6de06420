// The boxes of shapes, rounded outward. The shapes lie as words in a buffer.
//
// Every end of a frame's box is a sum of at most seven numbers, margin and error included, in
// whatever order a compiler forms it. An addition is off by less than 2 u of the sum of all
// magnitudes, `size`, so that six are off by 12 u and some u^2. What flushing takes is less than
// 2^-126 for each number read and each number made, some fifteen. OUTWARD_SUM times the size and
// OUTWARD_LEAST are more than that. No product but by powers of two takes part.

@group(0) @binding(1) var<storage, read> shapes: array<u32>;
// Any other buffer where there is one world.
@group(0) @binding(2) var<storage, read> worlds: array<u32>;
const FRAMES: u32 = 0u;
const PLANE_FRAMES: u32 = 1u;
const BOXES: u32 = 2u;
const PLANE_BOXES: u32 = 3u;

// 16 u.
const OUTWARD_SUM: f32 = 1.0 / 1048576.0;
// 2^-121.
const OUTWARD_LEAST: f32 = 1.0 / 1267650600228229401496703205376.0 / 2097152.0;
// The bits of 2^100: larger numbers are summed after a division by 2^8, so that no sum overflows.
const LARGE: u32 = 0x71800000u;
// The bits of 2^120, above which no end is multiplied by 2^8 again.
const TOO_LARGE: u32 = 0x7b800000u;
// The largest float, ordered.
const LARGEST_END: i32 = 0x7f7fffff;

// A frame's rows, in words.
struct Rows {
    origin: vec3<u32>,
    a: vec3<u32>,
    b: vec3<u32>,
    c: vec3<u32>,
    velocity: vec3<u32>,
    tag: u32,
}

// The ends on three axes; no box where they are not valid.
struct Ends {
    low: vec3<i32>,
    high: vec3<i32>,
    valid: bool,
}

fn magnitude(bits: vec3<u32>) -> vec3<u32> {
    return bits & vec3<u32>(0x7fffffffu);
}

fn is_finite(magnitudes: vec3<u32>) -> bool {
    return all(magnitudes < vec3<u32>(0x7f800000u));
}

fn word3(at: u32) -> vec3<u32> {
    return vec3<u32>(shapes[at], shapes[at + 1u], shapes[at + 2u]);
}

fn word2(at: u32) -> vec3<u32> {
    return vec3<u32>(shapes[at], shapes[at + 1u], 0u);
}

fn rows(shape: u32) -> Rows {
    if params.source == FRAMES {
        let at = 16u * shape;
        let velocity = vec3<u32>(shapes[at + 7u], shapes[at + 11u], shapes[at + 15u]);
        let tag = shapes[at + 3u];
        return Rows(word3(at), word3(at + 4u), word3(at + 8u), word3(at + 12u), velocity, tag);
    }
    let at = 10u * shape;
    let tag = shapes[at + 8u];
    // No third edge, or the second one once more where a third would be a vertex.
    let b = word2(at + 4u);
    let c = select(b, vec3<u32>(), (tag & 0x7fffffffu) == 0u);
    return Rows(word2(at), word2(at + 2u), b, c, word2(at + 6u), tag);
}

fn frame_ends(shape: u32) -> Ends {
    let own = rows(shape);
    let is_moving = (params.options & BROAD_MOVING) != 0u;
    let velocity = select(vec3<u32>(), own.velocity, is_moving);
    let most = max(
        max(max(magnitude(own.origin), magnitude(own.a)), max(magnitude(own.b), magnitude(own.c))),
        magnitude(velocity),
    );
    let form = form_of_tag(own.tag);
    if !is_finite(most) || form == UNKNOWN {
        return Ends(vec3<i32>(), vec3<i32>(), false);
    }
    let is_large = max(most, vec3<u32>(bitcast<u32>(params.margin))) >= vec3<u32>(LARGE);
    let s = select(vec3<f32>(1.0), vec3<f32>(1.0 / 256.0), is_large);
    let origin = s * bitcast<vec3<f32>>(own.origin);
    let a = s * bitcast<vec3<f32>>(own.a);
    let b = s * bitcast<vec3<f32>>(own.b);
    let c = s * bitcast<vec3<f32>>(own.c);
    let v = s * bitcast<vec3<f32>>(velocity);
    let zero = vec3<f32>();
    var low = lowest_ends(form, origin, a, b, c);
    // The greatest coordinates are the least of the shape turned round.
    var high = -lowest_ends(form, -origin, -a, -b, -c);
    if holds_vertices(own.tag) {
        low = min(min(a, b), min(c, origin));
        high = max(max(a, b), max(c, origin));
    }
    let size = abs(origin) + abs(a) + abs(b) + abs(c) + abs(v);
    return grown(low + min(v, zero), high + max(v, zero), size, s);
}

// The ends less and plus margin and error, where `s` was multiplied by before.
fn grown(low: vec3<f32>, high: vec3<f32>, size: vec3<f32>, s: vec3<f32>) -> Ends {
    let margin = s * params.margin;
    let step = margin + ((size + margin) * OUTWARD_SUM + OUTWARD_LEAST);
    return Ends(unscaled(low - step, s), unscaled(high + step, s), true);
}

// What was multiplied by s, ordered.
fn unscaled(end: vec3<f32>, s: vec3<f32>) -> vec3<i32> {
    let bits = bitcast<vec3<u32>>(end);
    let beyond = (magnitude(bits) >= vec3<u32>(TOO_LARGE)) & (s < vec3<f32>(1.0));
    let is_negative = ordered(bits) < vec3<i32>();
    let largest = select(vec3<i32>(LARGEST_END), vec3<i32>(-LARGEST_END), is_negative);
    let back = select(end, end * 256.0, (s < vec3<f32>(1.0)) & !beyond);
    return select(ordered(bitcast<vec3<u32>>(back)), largest, beyond);
}

// Boxes as they are; with a margin they are rounded outward.
fn box_ends(shape: u32) -> Ends {
    var low: vec3<u32>;
    var high: vec3<u32>;
    if params.source == BOXES {
        low = word3(6u * shape);
        high = word3(6u * shape + 3u);
    } else {
        low = word2(4u * shape);
        high = word2(4u * shape + 2u);
    }
    let most = max(magnitude(low), magnitude(high));
    let ends = Ends(ordered(low), ordered(high), true);
    if !is_finite(most) || any(ends.low > ends.high) {
        return Ends(vec3<i32>(), vec3<i32>(), false);
    }
    if bitcast<u32>(params.margin) == 0u {
        return ends;
    }
    let is_large = max(most, vec3<u32>(bitcast<u32>(params.margin))) >= vec3<u32>(LARGE);
    let s = select(vec3<f32>(1.0), vec3<f32>(1.0 / 256.0), is_large);
    let least = s * bitcast<vec3<f32>>(low);
    let greatest = s * bitcast<vec3<f32>>(high);
    return grown(least, greatest, abs(least) + abs(greatest), s);
}

fn world_of(shape: u32) -> i32 {
    if (params.options & BROAD_WORLDS) == 0u {
        return 0;
    }
    return bitcast<i32>(worlds[shape]);
}

// The box of a shape; without one, a box that holds nothing, of the last world, where the sort puts
// it behind all others.
fn box_of(shape: u32) -> Box {
    var found: Ends;
    if params.source == FRAMES || params.source == PLANE_FRAMES {
        found = frame_ends(shape);
    } else {
        found = box_ends(shape);
    }
    if !found.valid {
        return Box(vec4<i32>(vec3<i32>(BROAD_MOST), -1), vec4<i32>(vec3<i32>(BROAD_LEAST), -1));
    }
    let world = world_of(shape);
    return Box(vec4<i32>(found.low, world), vec4<i32>(found.high, world));
}
