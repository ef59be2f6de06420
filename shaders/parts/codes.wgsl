// The stages that judge a pair an invocation: a raw code each, two bits, sixteen in a word. Twin: src/gpu/verdicts.rs.

// The shapes that the pipeline is made for: see judge_shapes.
override SHAPES: u32 = 0u;

@group(0) @binding(1) var<storage, read> frames: array<JudgedFrame>;
@group(0) @binding(2) var<storage, read> pairs: array<Pair>;
// Any other buffer where no filter is asked for.
@group(0) @binding(3) var<storage, read> filters: array<Filter>;
@group(0) @binding(4) var<storage, read_write> codes: array<u32>;

var<workgroup> words: array<atomic<u32>, WORDS_PER_GROUP>;

fn judge_pair(pair: Pair) -> u32 {
    // A caller's buffer may hold anything.
    if max(pair.a, pair.b) >= params.frame_count {
        return UNDECIDED;
    }
    if (params.options & FILTERED) != 0u {
        let a = filters[pair.a];
        let b = filters[pair.b];
        if (a.group & b.mask) == 0u || (b.group & a.mask) == 0u {
            return SEPARATE;
        }
    }
    return judge_frames(frames[pair.a], frames[pair.b]);
}

fn judge_group(group: vec3<u32>, groups: vec3<u32>, lane: u32) {
    let block = group.y * groups.x + group.x;
    let index = block * PAIRS_PER_GROUP + lane;
    if index < params.pair_count {
        atomicOr(&words[lane / CODES_PER_WORD], judge_pair(pairs[index]) << (2u * (lane % CODES_PER_WORD)));
    }
    workgroupBarrier();
    let word = block * WORDS_PER_GROUP + lane;
    if lane < WORDS_PER_GROUP && word * CODES_PER_WORD < params.pair_count {
        codes[word] = atomicLoad(&words[lane]);
    }
}
