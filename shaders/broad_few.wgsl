// All of it for few shapes, in one workgroup: boxes, each against all behind it, and the list.

// Any other buffer where no filter is asked for.
@group(0) @binding(3) var<storage, read> filters: array<Filter>;
@group(0) @binding(4) var<storage, read_write> header: CandidateHeader;
@group(0) @binding(5) var<storage, read_write> pairs: array<Pair>;

var<workgroup> boxes: array<Box, BROAD_GROUP>;
var<workgroup> sums: array<u32, BROAD_GROUP>;
var<workgroup> invalid: atomic<u32>;
var<workgroup> behind: atomic<u32>;

fn is_pair(a: u32, b: u32) -> bool {
    if !meet(boxes[a], boxes[b]) || !is_between(a, b) {
        return false;
    }
    return (params.options & BROAD_FILTERED) == 0u || is_allowed(filters[a], filters[b]);
}

@compute @workgroup_size(BROAD_GROUP)
fn broad_few(@builtin(local_invocation_index) lane: u32) {
    var own = Box(vec4<i32>(BROAD_MOST), vec4<i32>(BROAD_LEAST));
    if lane < params.count {
        own = box_of(lane);
        if !is_box(own) {
            atomicAdd(&invalid, 1u);
            // The first one is the one with the most behind it.
            atomicMax(&behind, params.count - lane);
        }
    }
    boxes[lane] = own;
    workgroupBarrier();
    var found = 0u;
    for (var other = lane + 1u; other < params.count; other++) {
        found += u32(is_pair(lane, other));
    }
    sums[lane] = found;
    for (var step = 1u; step < BROAD_GROUP; step = step * 2u) {
        workgroupBarrier();
        var before = 0u;
        if lane >= step {
            before = sums[lane - step];
        }
        workgroupBarrier();
        sums[lane] += before;
    }
    var place = sums[lane] - found;
    for (var other = lane + 1u; other < params.count; other++) {
        if is_pair(lane, other) {
            // What lies before the window wraps round.
            let listed = place - params.window.x;
            if listed < params.capacity {
                pairs[listed] = Pair(lane, other);
            }
            place += 1u;
        }
    }
    if lane == BROAD_GROUP - 1u {
        let wrong = atomicLoad(&invalid);
        let first = select(0xffffffffu, params.count - atomicLoad(&behind), wrong > 0u);
        write_header(vec2<u32>(sums[lane], 0u), wrong, first);
    }
}
