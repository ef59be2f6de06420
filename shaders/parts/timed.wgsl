// Bounds when the moving pairs of the hits meet: one hit an invocation. The stage says what a BoundFrame is, and how
// interval_of bounds two of them.

@group(0) @binding(1) var<storage, read> pairs: array<Pair>;
@group(0) @binding(2) var<storage, read> frames: array<BoundFrame>;

struct Hits {
    header: ListHeader,
    entries: array<Hit>,
}
// Read only, but bound so that it may lie in one buffer with the intervals.
@group(0) @binding(3) var<storage, read_write> hits: Hits;
@group(0) @binding(4) var<storage, read_write> intervals: array<HitInterval>;

fn bound_hit(group: vec3<u32>, groups: vec3<u32>, lane: u32) {
    let place = (group.y * groups.x + group.x) * PAIRS_PER_GROUP + lane;
    if place >= min(hits.header.listed, arrayLength(&intervals)) {
        return;
    }
    let pair = pairs[hits.entries[place].pair];
    if max(pair.a, pair.b) >= params.frame_count {
        intervals[place] = HitInterval(vec2<f32>(0.0, 1.0), vec2<f32>(0.0, 1.0));
        return;
    }
    intervals[place] = interval_of(frames[pair.a], frames[pair.b]);
}
