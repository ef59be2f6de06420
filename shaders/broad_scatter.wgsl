// Moves the shapes of each block to their places, those of equal digits in the order that they had:
// a workgroup a block. Bits in the order of the keys say which of a tile have a digit, so that no
// atomic operation decides an order.

// Where each digit of each block begins in its block of the scan; and where those begin, behind the
// total.
@group(0) @binding(5) var<storage, read> table: array<u32>;
@group(0) @binding(6) var<storage, read> blocks: array<vec2<u32>>;
@group(0) @binding(7) var<storage, read_write> sorted: array<u32>;

const MARK_WORDS: u32 = 8u;
var<workgroup> marks: array<atomic<u32>, DIGITS * MARK_WORDS>;
// Where the next key of each digit goes.
var<workgroup> next: array<u32, DIGITS>;

@compute @workgroup_size(BROAD_GROUP)
fn broad_scatter(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let block = group.y * groups.x + group.x;
    if block < params.sort_blocks {
        let entry = lane * params.sort_blocks + block;
        next[lane] = blocks[1u + entry / BROAD_GROUP].x + table[entry];
    }
    let own = lane / 32u;
    for (var tile = 0u; tile < SORT_TILES; tile++) {
        for (var word = 0u; word < MARK_WORDS; word++) {
            atomicStore(&marks[word * BROAD_GROUP + lane], 0u);
        }
        workgroupBarrier();
        let place = block * SORT_BLOCK + tile * BROAD_GROUP + lane;
        let is_key = place < params.count;
        var shape = 0u;
        var mine = 0u;
        if is_key {
            shape = order[place];
            mine = digit(shape);
            atomicOr(&marks[mine * MARK_WORDS + own], 1u << (lane % 32u));
        }
        workgroupBarrier();
        if is_key {
            let before = (1u << (lane % 32u)) - 1u;
            var to = next[mine] + countOneBits(atomicLoad(&marks[mine * MARK_WORDS + own]) & before);
            for (var word = 0u; word < own; word++) {
                to += countOneBits(atomicLoad(&marks[mine * MARK_WORDS + word]));
            }
            sorted[to] = shape;
        }
        workgroupBarrier();
        var found = 0u;
        for (var word = 0u; word < MARK_WORDS; word++) {
            found += countOneBits(atomicLoad(&marks[lane * MARK_WORDS + word]));
        }
        next[lane] += found;
        workgroupBarrier();
    }
}
