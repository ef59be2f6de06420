// Lists the pairs of each leaf with later leaves of one slice, as far as they lie in the window of
// the list: a leaf an invocation.
//
// A place is counted from the window's beginning. Places before it wrap round to the end of all
// numbers, so that one comparison with the capacity, which is below 2^31, tells what is listed.

// Where the first pair of each leaf goes in its block of the scan; and where the pairs of each
// block go, behind their total.
@group(0) @binding(6) var<storage, read> counts: array<u32>;
@group(0) @binding(7) var<storage, read> blocks: array<vec2<u32>>;
// Who has more pairs than are kept needs no first partners, but how many pairs the slices before
// had.
@group(0) @binding(8) var<storage, read_write> firsts: array<u32>;
@group(0) @binding(9) var<storage, read_write> pairs: array<Pair>;

fn take(search: ptr<function, Search>, other: u32) {
    let place = (*search).place + (*search).found;
    if place < params.capacity {
        let shape = (*search).shape;
        pairs[place] = Pair(min(shape, other), max(shape, other));
    }
}

fn is_full(search: ptr<function, Search>) -> bool {
    return i32((*search).place + (*search).found) >= i32(params.capacity);
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
    let row = (FIRSTS + 1u) * leaf;
    let all = firsts[row];
    let begin = blocks[1u + leaf / BROAD_GROUP];
    let low = begin.x + counts[leaf];
    let high = begin.y + u32(low < begin.x);
    let place = low - params.window.x;
    let above = high - params.window.y - u32(low < params.window.x);
    let begins_within = above == 0u && place < params.capacity;
    let ends_behind = above == 0xffffffffu && place > 0u - all;
    if all == 0u || !(begins_within || ends_behind) {
        return;
    }
    var search = search_of(leaf);
    search.place = place;
    if all > FIRSTS {
        var before = 0u;
        if slice_of(leaf) < slice {
            before = firsts[row + 1u];
        }
        search.place += before;
        find(&search, slice);
        firsts[row + 1u] = before + search.found;
    } else if slice_of(leaf) == slice {
        for (var i = 1u; i <= all; i++) {
            take(&search, firsts[row + i]);
            search.found += 1u;
        }
    }
}
