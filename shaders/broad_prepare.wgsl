// Writes the number of shapes and the sizes of the dispatches for the other stages of the broad
// phase: one invocation. The number comes as that of prepare.wgsl does.

@group(0) @binding(0) var<uniform> byte_0: vec4<u32>;
@group(0) @binding(1) var<uniform> byte_1: vec4<u32>;
@group(0) @binding(2) var<uniform> byte_2: vec4<u32>;
@group(0) @binding(3) var<uniform> byte_3: vec4<u32>;
// As the broad phase was made, with the room for shapes as their number.
@group(0) @binding(4) var<uniform> settings: BroadParams;
// Any other buffer where the number is never taken from one.
@group(0) @binding(5) var<storage, read> count: array<u32>;
@group(0) @binding(6) var<storage, read_write> params: BroadParams;

struct BroadDispatches {
    // Workgroups of the stages with a shape an invocation.
    shapes: array<u32, 3>,
    // Workgroups of the sort.
    sort: array<u32, 3>,
    // Workgroups of the refit of levels 1 to 6.
    levels: array<array<u32, 3>, 6>,
}
@group(0) @binding(7) var<storage, read_write> dispatches: BroadDispatches;

const IN_BUFFER: u32 = 0xffffffffu;

@compute @workgroup_size(1)
fn broad_prepare() {
    var offered = byte_0.x | (byte_1.x << 8u) | (byte_2.x << 16u) | (byte_3.x << 24u);
    if offered == IN_BUFFER {
        offered = count[0];
    }
    let shapes = min(offered, settings.count);
    params = settings;
    params.count = shapes;
    params.offered = offered;
    params.sort_blocks = (shapes + SORT_BLOCK - 1u) / SORT_BLOCK;
    dispatches.shapes = grid((shapes + BROAD_GROUP - 1u) / BROAD_GROUP);
    dispatches.sort = grid(params.sort_blocks);
    var nodes = shapes;
    for (var level = 0u; level < TOP_LEVEL; level++) {
        nodes = (nodes + FAN_OUT - 1u) / FAN_OUT;
        dispatches.levels[level] = grid((nodes + BROAD_GROUP - 1u) / BROAD_GROUP);
    }
}
