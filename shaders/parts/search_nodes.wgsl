// The volumes that a search goes down, and which of them meet at all.

@group(0) @binding(1) var<storage, read> nodes: array<SearchNode>;

// What refines a volume: the first, and how many; itself where it has no children.
fn refined(node: u32) -> vec2<u32> {
    let count = nodes[node].frame.rows[2].w;
    return select(vec2<u32>(nodes[node].frame.rows[1].w, count), vec2<u32>(node, 1u), count == 0u);
}

fn boxes_meet(a: u32, b: u32) -> bool {
    return all(nodes[a].low.xyz <= nodes[b].high.xyz) && all(nodes[b].low.xyz <= nodes[a].high.xyz);
}
