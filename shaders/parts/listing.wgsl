// What the stages that list pairs share. Twin: src/gpu/listing.rs.

@group(0) @binding(1) var<storage, read> codes: array<u32>;
// First the count of each group of 64 pairs, scanned within its block, so exclusive.
@group(0) @binding(2) var<storage, read_write> prefixes: array<u32>;
// The count of each block, then scanned in place.
@group(0) @binding(3) var<storage, read_write> blocks: array<u32>;

struct List {
    // How many pairs have a listed code, also where that is more than the capacity.
    count: u32,
    // In pair order; what lies behind the count is left as it was.
    indices: array<u32>,
}
@group(0) @binding(4) var<storage, read_write> list: List;

// Counts that one workgroup of the scan takes.
const COUNTS_PER_BLOCK: u32 = 1024u;

// The even bits of a word's sixteen codes, set where the code is listed.
fn listed(word: u32) -> u32 {
    let first = word * CODES_PER_WORD;
    if first >= params.pair_count {
        return 0u;
    }
    let low = codes[word];
    let high = low >> 1u;
    let m = params.mask;
    let found = (~(low | high) & (0u - (m & 1u)))
        | ((low & ~high) & (0u - (m >> 1u & 1u)))
        | ((high & ~low) & (0u - (m >> 2u & 1u)))
        | ((low & high) & (0u - (m >> 3u & 1u)));
    let pairs = min(params.pair_count - first, CODES_PER_WORD);
    return found & (0x55555555u >> (32u - 2u * pairs));
}
