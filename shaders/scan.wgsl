// Exclusive scan of the counts of listed pairs, in pair order, so that a list is the same every
// run. Recorded twice: level 0 counts the codes of each group and scans within blocks; level 1, in
// one workgroup, scans the blocks and leaves the totals before them.

override LEVEL: u32 = 0u;

const SCAN_LANES: u32 = 256u;
var<workgroup> sums: array<vec2<u32>, SCAN_LANES>;

fn counts_of(i: u32) -> vec2<u32> {
    if LEVEL == 1u {
        let groups = (params.pair_count + PAIRS_PER_GROUP - 1u) / PAIRS_PER_GROUP;
        let used = (groups + COUNTS_PER_BLOCK - 1u) / COUNTS_PER_BLOCK;
        if i < used {
            return blocks.starts[i];
        }
        return vec2<u32>();
    }
    var counts = vec2<u32>();
    for (var word = i * WORDS_PER_GROUP; word < (i + 1u) * WORDS_PER_GROUP; word++) {
        counts += countOneBits(vec2<u32>(marks(word, params.mask), marks(word, UNDECIDED_MASK)));
    }
    return counts;
}

fn store(i: u32, prefix: vec2<u32>) {
    if LEVEL == 1u {
        if i < arrayLength(&blocks.starts) {
            blocks.starts[i] = prefix;
        }
    } else if i < arrayLength(&prefixes) {
        prefixes[i] = prefix;
    }
}

@compute @workgroup_size(SCAN_LANES)
fn scan(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let block = group.y * groups.x + group.x;
    let first = block * COUNTS_PER_BLOCK + lane * 4u;
    let a = counts_of(first);
    let b = a + counts_of(first + 1u);
    let c = b + counts_of(first + 2u);
    let own = c + counts_of(first + 3u);

    sums[lane] = own;
    for (var step = 1u; step < SCAN_LANES; step = step * 2u) {
        workgroupBarrier();
        var before = vec2<u32>();
        if lane >= step {
            before = sums[lane - step];
        }
        workgroupBarrier();
        sums[lane] += before;
    }
    let inclusive = sums[lane];
    let start = inclusive - own;
    store(first, start);
    store(first + 1u, start + a);
    store(first + 2u, start + b);
    store(first + 3u, start + c);
    if lane == SCAN_LANES - 1u {
        if LEVEL == 1u {
            blocks.totals = inclusive;
        } else if block < arrayLength(&blocks.starts) {
            blocks.starts[block] = inclusive;
        }
    }
}
