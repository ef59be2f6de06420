// Writes the indices of the listed pairs, in pair order: one word of sixteen codes an invocation.

const WORDS_PER_COMPACT_GROUP: u32 = 64u;

@compute @workgroup_size(WORDS_PER_COMPACT_GROUP)
fn compact(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let word = (group.y * groups.x + group.x) * WORDS_PER_COMPACT_GROUP + lane;
    var rest = listed(word);
    if rest == 0u {
        return;
    }
    let own = word / WORDS_PER_GROUP;
    var rank = blocks[own / COUNTS_PER_BLOCK] + prefixes[own];
    for (var earlier = own * WORDS_PER_GROUP; earlier < word; earlier++) {
        rank += countOneBits(listed(earlier));
    }
    while rest != 0u && rank < params.capacity {
        list.indices[rank] = word * CODES_PER_WORD + countTrailingZeros(rest) / 2u;
        rest &= rest - 1u;
        rank++;
    }
}
