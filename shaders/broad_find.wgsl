// Counts or lists the pairs of each leaf with later leaves of one slice: a leaf an invocation.
// Slices are recorded one after the other, so that the pairs of a leaf are listed in one order.

// 0 counts, 1 lists.
override LISTING: u32 = 0u;

@group(0) @binding(1) var<uniform> turn: vec4<u32>;
@group(0) @binding(2) var<storage, read> nodes: array<Box>;
@group(0) @binding(3) var<storage, read> order: array<u32>;
@group(0) @binding(4) var<storage, read> domain: Domain;
// Any other buffer where no filter is asked for.
@group(0) @binding(5) var<storage, read> filters: array<Filter>;
// The number of pairs of each leaf; then where its next pair goes in its block of the scan.
@group(0) @binding(6) var<storage, read_write> counts: array<u32>;
// Where the pairs of each block go, behind their total.
@group(0) @binding(7) var<storage, read_write> blocks: array<vec2<u32>>;
@group(0) @binding(8) var<storage, read_write> header: CandidateHeader;
@group(0) @binding(9) var<storage, read_write> pairs: array<Pair>;

struct Search {
    leaf: u32,
    shape: u32,
    groups: Filter,
    bounds: Box,
    // Leaves that have a box.
    leaves: u32,
    // Pairs so far; where they go, and no more than the list has room for.
    found: u32,
    place: u32,
}

fn start(level: u32) -> u32 {
    return params.starts[level / 4u][level % 4u];
}

fn look(search: ptr<function, Search>, leaf: u32) {
    if leaf <= (*search).leaf || leaf >= (*search).leaves || !meet((*search).bounds, nodes[leaf]) {
        return;
    }
    let other = order[leaf];
    if (params.options & BROAD_FILTERED) != 0u {
        if !is_allowed((*search).groups, filters[other]) {
            return;
        }
    }
    if LISTING == 1u && (*search).place + (*search).found < params.capacity {
        let shape = (*search).shape;
        pairs[(*search).place + (*search).found] = Pair(min(shape, other), max(shape, other));
    }
    (*search).found += 1u;
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

// True where all leaves of a node make pairs, which then need no look.
fn is_whole(search: ptr<function, Search>, node: Box) -> bool {
    let own = (*search).bounds;
    return LISTING == 0u && (params.options & BROAD_FILTERED) == 0u
        && all(own.low <= node.low) && all(node.high <= own.high);
}

fn is_full(search: ptr<function, Search>) -> bool {
    return LISTING == 1u && (*search).place + (*search).found >= params.capacity;
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
    while (index << (FAN_BITS * level)) < end {
        let node = nodes[start(level) + index];
        let first = index << (FAN_BITS * level);
        if meet((*search).bounds, node) {
            if first > (*search).leaf && is_whole(search, node) {
                (*search).found += min(first + (1u << (FAN_BITS * level)), end) - first;
            } else if level == 1u {
                look_at_eight(search, first);
                if is_full(search) {
                    return;
                }
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

@compute @workgroup_size(BROAD_GROUP)
fn broad_find(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let leaf = (group.y * groups.x + group.x) * BROAD_GROUP + lane;
    let slice = turn.x;
    if LISTING == 1u && leaf == 0u && slice == 0u {
        write_header(blocks[0], domain.invalid, domain.first);
    }
    if leaf >= params.count || (leaf >> SLICE_BITS) > slice {
        return;
    }
    let is_first = (leaf >> SLICE_BITS) == slice;
    var search = Search();
    search.leaf = leaf;
    search.leaves = params.count - domain.invalid;
    if leaf >= search.leaves {
        if LISTING == 0u && is_first {
            counts[leaf] = 0u;
        }
        return;
    }
    search.shape = order[leaf];
    search.bounds = nodes[leaf];
    if (params.options & BROAD_FILTERED) != 0u {
        search.groups = filters[search.shape];
    }
    if LISTING == 0u {
        find(&search, slice);
        counts[leaf] = select(counts[leaf], 0u, is_first) + search.found;
        return;
    }
    let begin = blocks[1u + leaf / BROAD_GROUP];
    let place = begin.x + counts[leaf];
    // What lies beyond 32 bits lies beyond the list.
    if begin.y > 0u || place < begin.x || place >= params.capacity {
        return;
    }
    search.place = place;
    find(&search, slice);
    counts[leaf] += search.found;
}
