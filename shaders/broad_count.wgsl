// Counts the pairs of each leaf with later leaves of one slice, and keeps the first ones: a leaf an
// invocation.

// The number of pairs of each leaf.
@group(0) @binding(6) var<storage, read_write> counts: array<u32>;
// For each leaf its number of pairs once more, then its first partners.
@group(0) @binding(7) var<storage, read_write> firsts: array<u32>;

fn take(search: ptr<function, Search>, other: u32) {
    if (*search).found < FIRSTS {
        firsts[(FIRSTS + 1u) * (*search).leaf + 1u + (*search).found] = other;
    }
}

fn is_full(search: ptr<function, Search>) -> bool {
    return false;
}

// True where all leaves of a node, which are more than are kept, make pairs.
fn needs_no_look(search: ptr<function, Search>, node: Box) -> bool {
    let own = (*search).bounds;
    return (params.options & (BROAD_FILTERED | BROAD_BETWEEN)) == 0u
        && all(own.low <= node.low) && all(node.high <= own.high);
}

@compute @workgroup_size(BROAD_GROUP)
fn broad_count(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let leaf = leaf_of(group, groups, lane);
    let slice = turn.x;
    if !has_later_leaves(leaf, slice) {
        return;
    }
    var search = search_of(leaf);
    if slice_of(leaf) < slice {
        search.found = counts[leaf];
    }
    if leaf < search.leaves {
        find(&search, slice);
    }
    counts[leaf] = search.found;
    firsts[(FIRSTS + 1u) * leaf] = search.found;
}
