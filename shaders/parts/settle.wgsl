// Settles the pairs that float arithmetic left undecided, in whole numbers: as many as take no more
// bits than this stage counts with. A workgroup gathers the undecided ones of its pairs first, and
// takes them in turns of some slots. Its invocations share the axes of a turn: of many pairs none is
// idle, and a single one takes the time of one axis, not of all.

@group(0) @binding(1) var<storage, read> frames: array<SettledFrame>;
@group(0) @binding(2) var<storage, read> pairs: array<Pair>;
@group(0) @binding(3) var<storage, read_write> codes: array<u32>;
// How many pairs were settled, in any order.
@group(0) @binding(4) var<storage, read_write> settled_count: atomic<u32>;

var<workgroup> words: array<atomic<u32>, WORDS_PER_SPAN>;
// Undecided pairs, by their places among the group's, in any order.
var<workgroup> open: array<u32, PAIRS_PER_SPAN>;
var<workgroup> open_count: atomic<u32>;
var<workgroup> closed_count: atomic<u32>;
var<workgroup> turns: u32;
// The least rank of a slot's axes so far.
var<workgroup> ranks: array<atomic<u32>, SETTLED_SLOTS>;
// The most axes of a slot, by turns: one is read while the other is cleared.
var<workgroup> most_axes: array<atomic<u32>, 2>;

// Takes the open pair at a place into a slot, and says how many axes it has: none where there is no
// such pair, or one that cannot be settled here.
fn take_pair(slot: u32, place: u32, first: u32) -> u32 {
    if place >= atomicLoad(&open_count) {
        return 0u;
    }
    let pair = pairs[first + open[place]];
    if max(pair.a, pair.b) >= params.frame_count {
        return 0u;
    }
    atomicStore(&ranks[slot], rank_of(OVERLAPPING));
    return take_frames(slot, frames[pair.a], frames[pair.b]);
}

fn settle_group(group: vec3<u32>, groups: vec3<u32>, lane: u32) {
    let block = group.y * groups.x + group.x;
    let first = block * PAIRS_PER_SPAN;
    let word = block * WORDS_PER_SPAN + lane;
    let is_mine = lane < WORDS_PER_SPAN && word * CODES_PER_WORD < params.pair_count;
    if is_mine {
        let all_codes = codes[word];
        atomicStore(&words[lane], all_codes);
        let count = min(params.pair_count - word * CODES_PER_WORD, CODES_PER_WORD);
        // The even bits of the codes that are undecided, which have both bits set.
        var rest = all_codes & (all_codes >> 1u) & (0x55555555u >> (32u - 2u * count));
        while rest != 0u {
            let place = lane * CODES_PER_WORD + countTrailingZeros(rest) / 2u;
            open[atomicAdd(&open_count, 1u)] = place;
            rest &= rest - 1u;
        }
    }
    workgroupBarrier();
    if lane == 0u {
        turns = (atomicLoad(&open_count) + SETTLED_SLOTS - 1u) / SETTLED_SLOTS;
    }
    let all_turns = workgroupUniformLoad(&turns);
    for (var turn = 0u; turn < all_turns; turn++) {
        let place = turn * SETTLED_SLOTS + lane;
        var own_axes = 0u;
        if lane < SETTLED_SLOTS {
            own_axes = take_pair(lane, place, first);
            slot_axes[lane] = own_axes;
            atomicMax(&most_axes[turn % 2u], own_axes);
        }
        workgroupBarrier();
        let most = atomicLoad(&most_axes[turn % 2u]);
        for (var item = lane; item < SETTLED_SLOTS * most; item += PAIRS_PER_GROUP) {
            let slot = item / most;
            let number = item % most;
            if number < slot_axes[slot] {
                atomicMin(&ranks[slot], rank_along(slot, number, atomicLoad(&ranks[slot])));
            }
        }
        if lane == 0u {
            atomicStore(&most_axes[(turn + 1u) % 2u], 0u);
        }
        workgroupBarrier();
        if own_axes != 0u {
            let code = code_of(atomicLoad(&ranks[lane]));
            if code != UNDECIDED {
                let closed = open[place];
                let cleared = (UNDECIDED ^ code) << (2u * (closed % CODES_PER_WORD));
                atomicXor(&words[closed / CODES_PER_WORD], cleared);
                atomicAdd(&closed_count, 1u);
            }
        }
    }
    workgroupBarrier();
    if is_mine && all_turns != 0u {
        codes[word] = atomicLoad(&words[lane]);
    }
    if lane == 0u {
        let closed = atomicLoad(&closed_count);
        if closed != 0u {
            atomicAdd(&settled_count, closed);
        }
    }
}
