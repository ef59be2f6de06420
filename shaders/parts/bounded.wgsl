// Bounds the pairs of the hits: one hit an invocation. The stage says what a BoundFrame and a
// BoundRecord are, how bound_frames bounds two of the one by the other, and what nothing_known()
// is.

@group(0) @binding(1) var<storage, read> pairs: array<Pair>;
@group(0) @binding(2) var<storage, read> frames: array<BoundFrame>;

struct Hits {
    header: ListHeader,
    entries: array<HitRecord>,
}
// Read only, but bound so that it may lie in one buffer with the bounds.
@group(0) @binding(3) var<storage, read_write> hits: Hits;
@group(0) @binding(4) var<storage, read_write> bounds: array<BoundRecord>;

fn bound_hit(group: vec3<u32>, groups: vec3<u32>, lane: u32) {
    let place = (group.y * groups.x + group.x) * PAIRS_PER_GROUP + lane;
    if place >= min(hits.header.listed, arrayLength(&bounds)) {
        return;
    }
    let pair = pairs[hits.entries[place].pair];
    if max(pair.a, pair.b) >= params.frame_count {
        bounds[place] = nothing_known();
        return;
    }
    bounds[place] = bound_frames(frames[pair.a], frames[pair.b]);
}
