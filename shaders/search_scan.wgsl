// Finds each workgroup's pairs their places, and says how many pairs the next level has: one
// workgroup, so that the lists are in the same order every run.

@group(0) @binding(0) var<storage, read> level: SearchLevel;
@group(0) @binding(1) var<storage, read_write> sums: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read_write> next: SearchLevel;
@group(0) @binding(3) var<storage, read_write> dispatch: array<u32, 3>;

const SCAN_LANES: u32 = 256u;
var<workgroup> totals: array<vec2<u32>, SCAN_LANES>;

@compute @workgroup_size(SCAN_LANES)
fn search_scan(@builtin(local_invocation_index) lane: u32) {
    let groups = (level.pairs + PAIRS_PER_GROUP - 1u) / PAIRS_PER_GROUP;
    var start = vec2<u32>();
    for (var first = 0u; first < groups; first += SCAN_LANES) {
        var own = vec2<u32>();
        if first + lane < groups {
            own = sums[first + lane];
        }
        totals[lane] = own;
        for (var step = 1u; step < SCAN_LANES; step = step * 2u) {
            workgroupBarrier();
            var before = vec2<u32>();
            if lane >= step {
                before = totals[lane - step];
            }
            workgroupBarrier();
            totals[lane] = sum(totals[lane], before);
        }
        workgroupBarrier();
        if first + lane < groups {
            sums[first + lane] = start + totals[lane] - own;
        }
        start = sum(start, totals[SCAN_LANES - 1u]);
        workgroupBarrier();
    }
    if lane != 0u {
        return;
    }
    let hits = min(level.hits + start.y, BEYOND);
    let fits = start.x <= level.pair_capacity && hits <= level.hit_capacity && level.overflowed == 0u;
    next.pairs = select(0u, start.x, fits);
    next.hits = select(level.hits, hits, fits);
    next.tests = level.tests + level.pairs;
    next.overflowed = select(1u, 0u, fits);
    next.pair_capacity = level.pair_capacity;
    next.hit_capacity = level.hit_capacity;
    dispatch = grid((next.pairs + PAIRS_PER_GROUP - 1u) / PAIRS_PER_GROUP);
}
