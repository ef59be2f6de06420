// Writes a frame for each placement of a shape: a placement an invocation. The number of them comes
// as that of prepare.wgsl does.

@group(0) @binding(0) var<uniform> byte_0: vec4<u32>;
@group(0) @binding(1) var<uniform> byte_1: vec4<u32>;
@group(0) @binding(2) var<uniform> byte_2: vec4<u32>;
@group(0) @binding(3) var<uniform> byte_3: vec4<u32>;
// Any other buffer where the number is never taken from one.
@group(0) @binding(4) var<storage, read> count: array<u32>;
@group(0) @binding(5) var<storage, read> placements: array<Placement>;
@group(0) @binding(6) var<storage, read> shapes: array<Frame>;
@group(0) @binding(7) var<storage, read_write> frames: array<Frame>;

const PLACEMENTS_PER_GROUP: u32 = 64u;
const IN_BUFFER: u32 = 0xffffffffu;

@compute @workgroup_size(PLACEMENTS_PER_GROUP)
fn place_frames(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    var number = byte_0.x | (byte_1.x << 8u) | (byte_2.x << 16u) | (byte_3.x << 24u);
    if number == IN_BUFFER {
        number = count[0];
    }
    let index = (group.y * groups.x + group.x) * PLACEMENTS_PER_GROUP + lane;
    if index >= min(number, min(arrayLength(&placements), arrayLength(&frames))) {
        return;
    }
    let placement = placements[index];
    if placement.shape < arrayLength(&shapes) && is_rotation(placement.rotation) {
        frames[index] = placed_frame(shapes[placement.shape], placement);
    } else {
        // A frame of no shape: a broad phase leaves it out, a batch leaves its pairs undecided.
        frames[index] = Frame();
        frames[index].rows[0].w = 0xffffffffu;
    }
}
