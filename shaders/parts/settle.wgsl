// Settles the pairs that float arithmetic left undecided, in whole numbers: as many as take no more
// bits than this stage counts with. A workgroup gathers the undecided ones of its pairs first, and
// takes them in turns of some slots. As many of its invocations as there are share the axes of a
// pair: where there are many pairs, each has an invocation or two, and where there is one, it takes
// as long as one axis and not as all of them.

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
// The pairs of a turn, and the least rank of the axes of each.
var<workgroup> slots: Slots;
var<workgroup> ranks: Ranks;

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
        turns = (atomicLoad(&open_count) + slot_count() - 1u) / slot_count();
    }
    let all_turns = workgroupUniformLoad(&turns);
    for (var turn = 0u; turn < all_turns; turn++) {
        let place = turn * slot_count() + lane;
        var own_axes = 0u;
        if lane < slot_count() {
            own_axes = take_pair(lane, place, first);
            slots[lane].axes = own_axes;
        }
        workgroupBarrier();
        // A power of two of invocations for each slot.
        let used = min(atomicLoad(&open_count) - turn * slot_count(), slot_count());
        let sharing = PAIRS_PER_GROUP >> (32u - countLeadingZeros(used - 1u));
        let slot = lane / sharing;
        if slot < used && lane % sharing < slots[slot].axes {
            atomicMin(&ranks[slot], rank_along(slot, lane % sharing, sharing));
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
