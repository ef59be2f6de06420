// One pair an invocation: a raw code each, two bits, sixteen in a word.

// The shapes that the pipeline is made for: 0 any mix, 1 two cuboids, 2 a cuboid and a tetrahedron,
// 3 two tetrahedra. A pair of other shapes is left undecided.
override SHAPES: u32 = 0u;

@group(0) @binding(1) var<storage, read> frames: array<Frame>;
@group(0) @binding(2) var<storage, read> pairs: array<Pair>;
@group(0) @binding(3) var<storage, read_write> codes: array<u32>;

var<workgroup> words: array<atomic<u32>, WORDS_PER_GROUP>;

fn judge(pair: Pair) -> Certain {
    let neither = Certain(false, false);
    // A caller's buffer may hold anything.
    if max(pair.a, pair.b) >= params.frame_count {
        return neither;
    }
    let first = frames[pair.a];
    let second = frames[pair.b];
    let kinds = vec2<u32>(kind(first), kind(second));
    if !is_tame(first) || !is_tame(second) || max(kinds.x, kinds.y) == UNKNOWN {
        return neither;
    }
    let operands = load(first, second);
    if !is_scalable(operands) {
        return neither;
    }
    let tetras = u32(kinds.x != CUBOID) + u32(kinds.y != CUBOID);
    if (SHAPES == 0u || SHAPES == 1u) && tetras == 0u {
        return judge_cuboid_cuboid(operands);
    }
    if (SHAPES == 0u || SHAPES == 2u) && tetras == 1u {
        if kinds.x == CUBOID {
            return judge_cuboid_tetra(Operands(operands.b, operands.a, -operands.d));
        }
        return judge_cuboid_tetra(operands);
    }
    if (SHAPES == 0u || SHAPES == 3u) && tetras == 2u {
        return judge_tetra_tetra(operands);
    }
    return neither;
}

@compute @workgroup_size(PAIRS_PER_GROUP)
fn verdicts(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let block = group.y * groups.x + group.x;
    let index = block * PAIRS_PER_GROUP + lane;
    if index < params.pair_count {
        let certain = judge(pairs[index]);
        let code = select(select(UNDECIDED, OVERLAPPING, certain.overlapping), SEPARATE, certain.separate);
        atomicOr(&words[lane / CODES_PER_WORD], code << (2u * (lane % CODES_PER_WORD)));
    }
    workgroupBarrier();
    let word = block * WORDS_PER_GROUP + lane;
    if lane < WORDS_PER_GROUP && word * CODES_PER_WORD < params.pair_count {
        codes[word] = atomicLoad(&words[lane]);
    }
}
