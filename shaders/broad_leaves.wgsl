// Puts the boxes in their order along the curve: a leaf an invocation. Leaves without a box come
// last, and hold nothing.

@group(0) @binding(1) var<storage, read> order: array<u32>;
@group(0) @binding(2) var<storage, read> boxes: array<Box>;
@group(0) @binding(3) var<storage, read> domain: Domain;
@group(0) @binding(4) var<storage, read_write> nodes: array<Box>;

@compute @workgroup_size(BROAD_GROUP)
fn broad_leaves(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let leaf = (group.y * groups.x + group.x) * BROAD_GROUP + lane;
    if leaf >= params.count {
        return;
    }
    if leaf < params.count - domain.invalid {
        nodes[leaf] = boxes[order[leaf]];
    } else {
        nodes[leaf] = Box(vec4<i32>(BROAD_MOST), vec4<i32>(BROAD_LEAST));
    }
}
