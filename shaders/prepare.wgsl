// Writes the number of pairs and the sizes of the dispatches for the other stages: one invocation.
//
// The number comes with the recording, without a write through the queue: each of its four bytes
// chooses a place in a table of 0 to 255 by the offset of a binding. All ones mean that the
// caller's buffer has it.

@group(0) @binding(0) var<uniform> byte_0: vec4<u32>;
@group(0) @binding(1) var<uniform> byte_1: vec4<u32>;
@group(0) @binding(2) var<uniform> byte_2: vec4<u32>;
@group(0) @binding(3) var<uniform> byte_3: vec4<u32>;
// As the batch was made, with the room for pairs as their number.
@group(0) @binding(4) var<uniform> settings: Params;
// Any other buffer where the number is never taken from one.
@group(0) @binding(5) var<storage, read> count: array<u32>;
@group(0) @binding(6) var<storage, read_write> params: Params;

struct Dispatches {
    // Workgroups of the stages with a pair an invocation.
    pairs: array<u32, 3>,
    // Workgroups of the first level of the scan.
    scan: array<u32, 3>,
    // Workgroups of the stages with a span of pairs a workgroup.
    spans: array<u32, 3>,
}
@group(0) @binding(7) var<storage, read_write> dispatches: Dispatches;

// Pairs that were settled in whole numbers.
@group(0) @binding(8) var<storage, read_write> settled_count: u32;

const IN_BUFFER: u32 = 0xffffffffu;

@compute @workgroup_size(1)
fn prepare() {
    var offered = byte_0.x | (byte_1.x << 8u) | (byte_2.x << 16u) | (byte_3.x << 24u);
    if offered == IN_BUFFER {
        offered = count[0];
    }
    let pairs = min(offered, settings.pair_count);
    params = settings;
    params.pair_count = pairs;
    params.offered = offered;
    let groups = (pairs + PAIRS_PER_GROUP - 1u) / PAIRS_PER_GROUP;
    dispatches.pairs = grid(groups);
    dispatches.scan = grid((groups + COUNTS_PER_BLOCK - 1u) / COUNTS_PER_BLOCK);
    settled_count = 0u;
    dispatches.spans = grid((pairs + PAIRS_PER_SPAN - 1u) / PAIRS_PER_SPAN);
}
