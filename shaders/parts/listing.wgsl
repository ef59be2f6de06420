// What the stages that list pairs share. Twin: src/gpu/stages/listing.rs.
//
// Two lists are counted at once: in x the pairs whose code is in the mask, in y the undecided ones.

// Read only, but bound so that it may lie in one buffer with the lists.
@group(0) @binding(1) var<storage, read_write> codes: array<u32>;
// The counts of each group of 64 pairs, scanned within its block, so exclusive.
@group(0) @binding(2) var<storage, read_write> prefixes: array<vec2<u32>>;

struct Blocks {
    totals: vec2<u32>,
    // The counts of each block, then scanned in place.
    starts: array<vec2<u32>>,
}
@group(0) @binding(3) var<storage, read_write> blocks: Blocks;

// Bit c is set for the code c.
const UNDECIDED_MASK: u32 = 8u;

// The even bits of a word's sixteen codes, set where the code is in the mask.
fn marks(word: u32, mask: u32) -> u32 {
    let first = word * CODES_PER_WORD;
    if first >= params.pair_count {
        return 0u;
    }
    let low = codes[word];
    let high = low >> 1u;
    let found = (~(low | high) & (0u - (mask & 1u)))
        | ((low & ~high) & (0u - ((mask >> 1u) & 1u)))
        | ((high & ~low) & (0u - ((mask >> 2u) & 1u)))
        | ((low & high) & (0u - ((mask >> 3u) & 1u)));
    let pairs = min(params.pair_count - first, CODES_PER_WORD);
    return found & (0x55555555u >> (32u - 2u * pairs));
}

// True when the code of this pair is in the mask.
fn is_marked(pair: u32, mask: u32) -> bool {
    let bits = marks(pair / CODES_PER_WORD, mask);
    return ((bits >> (2u * (pair % CODES_PER_WORD))) & 1u) != 0u;
}

// Marked pairs before this one in its group of 64.
fn rank(pair: u32, mask: u32) -> u32 {
    let word = pair / CODES_PER_WORD;
    var before = countOneBits(marks(word, mask) & ((1u << (2u * (pair % CODES_PER_WORD))) - 1u));
    for (var earlier = pair / PAIRS_PER_GROUP * WORDS_PER_GROUP; earlier < word; earlier++) {
        before += countOneBits(marks(earlier, mask));
    }
    return before;
}

// Marked pairs before this pair's group.
fn start(pair: u32) -> vec2<u32> {
    let group = pair / PAIRS_PER_GROUP;
    return blocks.starts[group / COUNTS_PER_BLOCK] + prefixes[group];
}
