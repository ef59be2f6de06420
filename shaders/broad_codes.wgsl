// Writes the place of each box along a Morton curve, of 16 bits an axis, and the order as it
// stands: a shape an invocation. No pair depends on a code: rounding does not matter.

@group(0) @binding(1) var<storage, read> boxes: array<Box>;
@group(0) @binding(2) var<storage, read> domain: Domain;
// The low halves of the three axes, then the high halves.
@group(0) @binding(3) var<storage, read_write> keys: array<vec2<u32>>;
@group(0) @binding(4) var<storage, read_write> order: array<u32>;

// The smallest extent that is told apart: 65,536 divided by it is finite.
const LEAST_EXTENT: f32 = 1.0 / 1267650600228229401496703205376.0;

// Eight bits, two zeros before each.
fn spread(bits: vec3<u32>) -> vec3<u32> {
    let nibbles = (bits | (bits << vec3<u32>(8u))) & vec3<u32>(0x0000f00fu);
    let pairs = (nibbles | (nibbles << vec3<u32>(4u))) & vec3<u32>(0x000c30c3u);
    return (pairs | (pairs << vec3<u32>(2u))) & vec3<u32>(0x00249249u);
}

fn interleaved(bits: vec3<u32>) -> u32 {
    let apart = spread(bits & vec3<u32>(255u));
    return apart.x | (apart.y << 1u) | (apart.z << 2u);
}

@compute @workgroup_size(BROAD_GROUP)
fn broad_codes(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let shape = (group.y * groups.x + group.x) * BROAD_GROUP + lane;
    if shape >= params.count {
        return;
    }
    order[shape] = shape;
    let own = boxes[shape];
    if !is_box(own) {
        keys[shape] = vec2<u32>(0xffffffffu);
        return;
    }
    // Halves, so that no difference overflows.
    let low = 0.5 * unordered(domain.low);
    let extent = max(0.5 * unordered(domain.high) - low, vec3<f32>(LEAST_EXTENT));
    let place = (0.5 * centre(own) - low) / extent * 65536.0;
    // The last cell is for shapes without a box, which thus come last.
    let cell = vec3<u32>(clamp(place, vec3<f32>(), vec3<f32>(65534.0)));
    keys[shape] = vec2<u32>(interleaved(cell), interleaved(cell >> vec3<u32>(8u)));
}
