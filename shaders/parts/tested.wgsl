// A pair an invocation: a raw code each, two bits, sixteen in a word. What tests a pair is the
// stage's, test_pair.

@group(0) @binding(2) var<storage, read> pairs: array<Pair>;
@group(0) @binding(4) var<storage, read_write> codes: array<u32>;

var<workgroup> words: array<atomic<u32>, WORDS_PER_GROUP>;

fn test_group(group: vec3<u32>, groups: vec3<u32>, lane: u32) {
    let block = group.y * groups.x + group.x;
    let index = block * PAIRS_PER_GROUP + lane;
    if index < params.pair_count {
        atomicOr(&words[lane / CODES_PER_WORD], test_pair(pairs[index]) << (2u * (lane % CODES_PER_WORD)));
    }
    workgroupBarrier();
    let word = block * WORDS_PER_GROUP + lane;
    if lane < WORDS_PER_GROUP && word * CODES_PER_WORD < params.pair_count {
        codes[word] = atomicLoad(&words[lane]);
    }
}
