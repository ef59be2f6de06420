// The search of a leaf's pairs with later leaves of one slice. Slices are recorded one after the
// other, so that the pairs of a leaf are found in one order. What becomes of a pair is the stage's,
// take; and when it has enough, is_full.

@group(0) @binding(1) var<uniform> turn: vec4<u32>;
@group(0) @binding(2) var<storage, read> nodes: array<Box>;
@group(0) @binding(3) var<storage, read> order: array<u32>;
@group(0) @binding(4) var<storage, read> domain: Domain;
// Any other buffer where no filter is asked for.
@group(0) @binding(5) var<storage, read> filters: array<Filter>;

// The first partners of a leaf that are kept, behind their number: who has no more needs no second
// search.
const FIRSTS: u32 = 7u;

struct Search {
    leaf: u32,
    shape: u32,
    groups: Filter,
    bounds: Box,
    // Leaves that have a box.
    leaves: u32,
    // Pairs so far, and where they go.
    found: u32,
    place: u32,
}

// The leaf of an invocation.
fn leaf_of(group: vec3<u32>, groups: vec3<u32>, lane: u32) -> u32 {
    return (group.y * groups.x + group.x) * BROAD_GROUP + lane;
}

// The slice that a leaf lies in.
fn slice_of(leaf: u32) -> u32 {
    return leaf >> SLICE_BITS;
}

// False for an invocation without a leaf, and for a leaf behind the slice.
fn has_later_leaves(leaf: u32, slice: u32) -> bool {
    return leaf < params.count && slice_of(leaf) <= slice;
}

fn search_of(leaf: u32) -> Search {
    var search = Search();
    search.leaf = leaf;
    search.leaves = params.count - domain.invalid;
    search.shape = order[leaf];
    search.bounds = nodes[leaf];
    if (params.options & BROAD_FILTERED) != 0u {
        search.groups = filters[search.shape];
    }
    return search;
}

fn start(level: u32) -> u32 {
    return params.starts[level / 4u][level % 4u];
}

fn look(search: ptr<function, Search>, leaf: u32) {
    if leaf <= (*search).leaf || leaf >= (*search).leaves || !meet((*search).bounds, nodes[leaf]) {
        return;
    }
    let other = order[leaf];
    if !is_between((*search).shape, other) {
        return;
    }
    if (params.options & BROAD_FILTERED) == 0u || is_allowed((*search).groups, filters[other]) {
        take(search, other);
        (*search).found += 1u;
    }
}

// One after the other, since some drivers count the turns of all loops of an invocation.
fn look_at_eight(search: ptr<function, Search>, first: u32) {
    look(search, first);
    look(search, first + 1u);
    look(search, first + 2u);
    look(search, first + 3u);
    look(search, first + 4u);
    look(search, first + 5u);
    look(search, first + 6u);
    look(search, first + 7u);
}

// Goes through the nodes behind the leaf, and up again as soon as a node of the next level begins.
fn find(search: ptr<function, Search>, slice: u32) {
    let end = min((*search).leaves, (slice + 1u) << SLICE_BITS);
    var level = 1u;
    var index = (*search).leaf >> FAN_BITS;
    if (slice << SLICE_BITS) > (*search).leaf {
        level = TOP_LEVEL;
        index = slice;
    }
    while (index << (FAN_BITS * level)) < end && !is_full(search) {
        let node = nodes[start(level) + index];
        let first = index << (FAN_BITS * level);
        let behind = first + (1u << (FAN_BITS * level));
        if meet((*search).bounds, node) {
            if first > (*search).leaf && behind <= end && needs_no_look(search, node) {
                (*search).found += behind - first;
            } else if level == 1u {
                look_at_eight(search, first);
            } else {
                level -= 1u;
                index = index << FAN_BITS;
                continue;
            }
        }
        index += 1u;
        let up = min(firstTrailingBit(index) / FAN_BITS, TOP_LEVEL - level);
        index = index >> (FAN_BITS * up);
        level += up;
    }
}
