// Writes the place of each box along Hilbert's curve, of 16 bits an axis, and the order as it
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

// Turns a cell so that its interleaved bits, those of the first axis highest, are its place along
// Hilbert's curve: Skilling, "Programming the Hilbert curve", 2004. The turns of larger cells are
// undone first, then a Gray code. The curve ends in the last cell of the first axis.
fn along_curve(cell: vec3<u32>) -> vec3<u32> {
    var own = cell;
    for (var bit = 32768u; bit > 1u; bit = bit >> 1u) {
        let below = bit - 1u;
        own.x ^= select(0u, below, (own.x & bit) != 0u);
        let y = select((own.x ^ own.y) & below, 0u, (own.y & bit) != 0u);
        own.x ^= select(y, below, (own.y & bit) != 0u);
        own.y ^= y;
        let z = select((own.x ^ own.z) & below, 0u, (own.z & bit) != 0u);
        own.x ^= select(z, below, (own.z & bit) != 0u);
        own.z ^= z;
    }
    own.y ^= own.x;
    own.z ^= own.y;
    // The parity of all higher bits.
    var higher = own.z >> 1u;
    higher ^= higher >> 1u;
    higher ^= higher >> 2u;
    higher ^= higher >> 4u;
    higher ^= higher >> 8u;
    return own ^ vec3<u32>(higher);
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
    // The last cells are for shapes without a box, which thus come last.
    let cell = vec3<u32>(clamp(place, vec3<f32>(), vec3<f32>(65534.0)));
    let turned = along_curve(cell).zyx;
    keys[shape] = vec2<u32>(interleaved(turned), interleaved(turned >> vec3<u32>(8u)));
}
