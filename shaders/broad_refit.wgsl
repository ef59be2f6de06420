// The boxes of a level's nodes, from those of their eight children: a node an invocation.

@group(0) @binding(1) var<uniform> turn: vec4<u32>;
@group(0) @binding(2) var<storage, read_write> nodes: array<Box>;

// The first node of a level.
fn start(level: u32) -> u32 {
    return params.starts[level / 4u][level % 4u];
}

// Nodes of a level.
fn level_count(level: u32) -> u32 {
    return (params.count + (1u << (FAN_BITS * level)) - 1u) >> (FAN_BITS * level);
}

@compute @workgroup_size(BROAD_GROUP)
fn broad_refit(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let level = turn.x;
    let node = (group.y * groups.x + group.x) * BROAD_GROUP + lane;
    if node >= level_count(level) {
        return;
    }
    let below = start(level - 1u);
    let first = FAN_OUT * node;
    let end = min(first + FAN_OUT, level_count(level - 1u));
    var whole = Box(vec4<i32>(BROAD_MOST), vec4<i32>(BROAD_LEAST));
    for (var child = first; child < end; child++) {
        let part = nodes[below + child];
        whole = Box(min(whole.low, part.low), max(whole.high, part.high));
    }
    nodes[start(level) + node] = whole;
}
