// Writes where each box goes, and the order as it stands: a shape an invocation. Boxes are sorted
// by classes of size, small ones first, and in a class by their place along Hilbert's curve, of 15
// bits an axis. No pair depends on a code: rounding does not matter.
//
// Of two boxes that meet, the one that comes first finds their pair. A ground under everything
// would find as many pairs as there are shapes, one after the other, in one invocation: so it comes
// last, and each shape finds the ground. Nodes of small boxes stay small, too.

@group(0) @binding(1) var<storage, read> boxes: array<Box>;
@group(0) @binding(2) var<storage, read> domain: Domain;
// The low bytes of the three axes, then the high bits, below the class.
@group(0) @binding(3) var<storage, read_write> keys: array<vec2<u32>>;
@group(0) @binding(4) var<storage, read_write> order: array<u32>;

// A class has boxes of five exponents, the mean one in the middle, so that the boxes of most scenes
// are in one: who has a class behind its own goes down the tree once more.
const CLASS_EXPONENTS: i32 = 5;
// The class of the mean exponent, and the last one, which leaves one for shapes without a box.
const MEAN_CLASS: i32 = 2;
const LAST_CLASS: i32 = 6;
// Where a class stands in the high bits of a code.
const CLASS_SHIFT: u32 = 21u;

// Cells of an axis.
const CELLS: f32 = 32768.0;
// The bits of 2^-115, half the side of the smallest cell: no denormal, which may be zero.
const LEAST_CELL: u32 = 0x06000000u;

// The least exponent of the first class, below zero where no box is that small.
fn first_exponent() -> i32 {
    let shapes = max(params.count - domain.invalid, 1u);
    let mean = (domain.exponents + shapes / 2u) / shapes;
    return i32(mean) - CLASS_EXPONENTS / 2 - CLASS_EXPONENTS * MEAN_CLASS;
}

// Half the sides of a cell, for boxes of this exponent or more. Each axis has a power of two of
// cells, so that its extent fills a cube of the curve. A cell is half as long as the smallest of
// the boxes, or up to twice that; longer only where an axis has no cells left. Shorter ones tell
// apart what meets, and of shapes on a plane, heights would count for as much as places.
fn half_cells(half_extent: vec3<f32>, least: i32) -> vec3<f32> {
    let fractions = bitcast<vec3<u32>>(half_extent) & vec3<u32>(0x007fffffu);
    let exponents = vec3<u32>(u32(clamp(least - 1, 0, 252)) << 23u);
    let longer = max(fractions | exponents, vec3<u32>(LEAST_CELL));
    return max(half_extent / CELLS, bitcast<vec3<f32>>(longer));
}

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
// undone first, then a Gray code.
fn along_curve(cell: vec3<u32>) -> vec3<u32> {
    var own = cell;
    for (var bit = 16384u; bit > 1u; bit = bit >> 1u) {
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
        // Behind all classes.
        keys[shape] = vec2<u32>(0xffffffffu);
        return;
    }
    let first = first_exponent();
    let above = max(i32(exponent(own)) - first, 0);
    let class_of_size = min(above / CLASS_EXPONENTS, LAST_CLASS);
    // The boxes of the first class may be as small as they like.
    let least = select(first + CLASS_EXPONENTS * class_of_size, 0, class_of_size == 0);
    // Halves, so that no difference overflows.
    let low = 0.5 * unordered(domain.low);
    let extent = 0.5 * unordered(domain.high) - low;
    let cells = half_cells(extent, least);
    let place = (0.5 * centre(own) - low) / cells;
    // The highest centre of all belongs to the cell before it.
    let last = max(extent / cells - 0.5, vec3<f32>());
    let turned = along_curve(vec3<u32>(clamp(place, vec3<f32>(), last))).zyx;
    let high = interleaved(turned >> vec3<u32>(8u)) | (u32(class_of_size) << CLASS_SHIFT);
    keys[shape] = vec2<u32>(interleaved(turned), high);
}
