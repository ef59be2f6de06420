// Writes the hits, in pair order: one pair an invocation.

@group(0) @binding(4) var<storage, read> pairs: array<Pair>;
// Any other buffer where no ids are asked for.
@group(0) @binding(5) var<storage, read> ids: array<u32>;

struct Hits {
    header: ListHeader,
    entries: array<HitRecord>,
}
@group(0) @binding(6) var<storage, read_write> hits: Hits;

fn id(frame: u32) -> u32 {
    if (params.options & NAMED) == 0u {
        return frame;
    }
    if frame < params.frame_count {
        return ids[frame];
    }
    return NO_ID;
}

@compute @workgroup_size(PAIRS_PER_GROUP)
fn list_hits(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let index = (group.y * groups.x + group.x) * PAIRS_PER_GROUP + lane;
    if index == 0u {
        hits.header = header(params.vertices, blocks.totals.x, params.capacity);
    }
    if !is_marked(index, params.mask) {
        return;
    }
    let place = start(index).x + rank(index, params.mask);
    if place < params.capacity {
        let pair = pairs[index];
        hits.entries[place] = HitRecord(index, id(pair.a), id(pair.b));
    }
}
