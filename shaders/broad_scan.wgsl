// Exclusive scan of counts, in their order. Recorded twice: level 0 scans within blocks of 256;
// level 1, in one workgroup, scans the blocks in 64 bits and leaves the total before them.

// Level, and twice what is scanned: 0 the pairs of each shape, 1 the table of the sort.
override STEP: u32 = 0u;

@group(0) @binding(1) var<storage, read_write> counts: array<u32>;
@group(0) @binding(2) var<storage, read_write> blocks: array<vec2<u32>>;

var<workgroup> sums: array<vec2<u32>, BROAD_GROUP>;

// The sum of two numbers of 64 bits, low word first.
fn sum(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let low = a.x + b.x;
    return vec2<u32>(low, a.y + b.y + u32(low < a.x));
}

// The sums up to each invocation, its own number included.
fn scanned(lane: u32, own: vec2<u32>) -> vec2<u32> {
    sums[lane] = own;
    for (var step = 1u; step < BROAD_GROUP; step = step * 2u) {
        workgroupBarrier();
        var before = vec2<u32>();
        if lane >= step {
            before = sums[lane - step];
        }
        workgroupBarrier();
        sums[lane] = sum(sums[lane], before);
    }
    workgroupBarrier();
    return sums[lane];
}

fn scan_block(block: u32, lane: u32, length: u32) {
    let i = block * BROAD_GROUP + lane;
    var own = 0u;
    if i < length {
        own = counts[i];
    }
    let inclusive = scanned(lane, vec2<u32>(own, 0u));
    if i < length {
        counts[i] = inclusive.x - own;
    }
    // No 256 counts add up to 32 bits: there are at most 2^24 shapes.
    if lane == BROAD_GROUP - 1u && 1u + block < arrayLength(&blocks) {
        blocks[1u + block] = inclusive;
    }
}

fn scan_blocks(lane: u32, length: u32) {
    let used = (length + BROAD_GROUP - 1u) / BROAD_GROUP;
    var start = vec2<u32>();
    for (var first = 0u; first < used; first += BROAD_GROUP) {
        let block = first + lane;
        var own = vec2<u32>();
        if block < used {
            own = blocks[1u + block];
        }
        let inclusive = scanned(lane, own);
        var before = vec2<u32>();
        if lane > 0u {
            before = sums[lane - 1u];
        }
        if block < used {
            blocks[1u + block] = sum(start, before);
        }
        start = sum(start, sums[BROAD_GROUP - 1u]);
        workgroupBarrier();
    }
    if lane == 0u {
        blocks[0] = start;
    }
}

@compute @workgroup_size(BROAD_GROUP)
fn broad_scan(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    var length = params.count;
    if STEP >= 2u {
        length = BROAD_GROUP * params.sort_blocks;
    }
    if (STEP & 1u) == 0u {
        scan_block(group.y * groups.x + group.x, lane, length);
    } else {
        scan_blocks(lane, length);
    }
}
