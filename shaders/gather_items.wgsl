// Puts items that lie in larger structs side by side, a word an invocation.

// Twin: Gathering in src/gpu/shader/stage_layout.rs.
struct Gathering {
    // Words of a struct, and those before the item in it.
    stride: u32,
    offset: u32,
    // Words of an item.
    item: u32,
    // Items that there are.
    count: u32,
}
@group(0) @binding(0) var<uniform> gathering: Gathering;
@group(0) @binding(1) var<storage, read> structs: array<u32>;
@group(0) @binding(2) var<storage, read_write> items: array<u32>;

const WORDS_PER_COPY: u32 = 64u;

@compute @workgroup_size(WORDS_PER_COPY)
fn gather_items(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let row = group.z * groups.y + group.y;
    let word = (row * groups.x + group.x) * WORDS_PER_COPY + lane;
    let item = word / gathering.item;
    if item < gathering.count {
        let begin = item * gathering.stride + gathering.offset;
        items[word] = structs[begin + word % gathering.item];
    }
}
