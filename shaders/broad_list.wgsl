// Lists the pairs of each leaf with later leaves of one slice: a leaf an invocation.

// Where the next pair of each leaf goes in its block of the scan; and where the pairs of each block
// go, behind their total.
@group(0) @binding(6) var<storage, read_write> counts: array<u32>;
@group(0) @binding(7) var<storage, read> blocks: array<vec2<u32>>;
@group(0) @binding(8) var<storage, read> firsts: array<u32>;
@group(0) @binding(9) var<storage, read_write> pairs: array<Pair>;

fn take(search: ptr<function, Search>, other: u32) {
    let place = (*search).place + (*search).found;
    if place < params.capacity {
        let shape = (*search).shape;
        pairs[place] = Pair(min(shape, other), max(shape, other));
    }
}

fn is_full(search: ptr<function, Search>) -> bool {
    return (*search).place + (*search).found >= params.capacity;
}

fn needs_no_look(search: ptr<function, Search>, node: Box) -> bool {
    return false;
}

@compute @workgroup_size(BROAD_GROUP)
fn broad_list(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let leaf = leaf_of(group, groups, lane);
    let slice = turn.x;
    if !has_later_leaves(leaf, slice) {
        return;
    }
    let all = firsts[(FIRSTS + 1u) * leaf];
    let begin = blocks[1u + leaf / BROAD_GROUP];
    let place = begin.x + counts[leaf];
    // What lies beyond 32 bits lies beyond the list.
    if all == 0u || begin.y > 0u || place < begin.x || place >= params.capacity {
        return;
    }
    var search = search_of(leaf);
    search.place = place;
    if all > FIRSTS {
        find(&search, slice);
        counts[leaf] += search.found;
    } else if slice_of(leaf) == slice {
        for (var i = 1u; i <= all; i++) {
            take(&search, firsts[(FIRSTS + 1u) * leaf + i]);
            search.found += 1u;
        }
    }
}
