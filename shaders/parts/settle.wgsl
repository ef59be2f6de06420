// Settles the pairs that float arithmetic left undecided, in whole numbers: as many as take no more
// bits than this stage counts with. A workgroup gathers the undecided ones of its pairs first, so
// that its invocations all have something to do.

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

fn settle_group(group: vec3<u32>, groups: vec3<u32>, lane: u32) {
    let block = group.y * groups.x + group.x;
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
    let count = atomicLoad(&open_count);
    for (var i = lane; i < count; i += PAIRS_PER_GROUP) {
        let place = open[i];
        let pair = pairs[block * PAIRS_PER_SPAN + place];
        var code = UNDECIDED;
        if max(pair.a, pair.b) < params.frame_count {
            code = settled(frames[pair.a], frames[pair.b]);
        }
        if code != UNDECIDED {
            let cleared = (UNDECIDED ^ code) << (2u * (place % CODES_PER_WORD));
            atomicXor(&words[place / CODES_PER_WORD], cleared);
            atomicAdd(&closed_count, 1u);
        }
    }
    workgroupBarrier();
    if is_mine && count != 0u {
        codes[word] = atomicLoad(&words[lane]);
    }
    if lane == 0u {
        let closed = atomicLoad(&closed_count);
        if closed != 0u {
            atomicAdd(&settled_count, closed);
        }
    }
}
