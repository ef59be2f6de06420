// The stages that bound how and where the pairs of the hits meet: one hit an invocation. What bounds a pair is the
// stage's, bound_frames.

@group(0) @binding(1) var<storage, read> pairs: array<Pair>;
@group(0) @binding(2) var<storage, read> frames: array<BoundFrame>;

struct Hits {
    header: ListHeader,
    entries: array<Hit>,
}
// Read only, but bound so that it may lie in one buffer with the bounds.
@group(0) @binding(3) var<storage, read_write> hits: Hits;
@group(0) @binding(4) var<storage, read_write> bounds: array<HitBounds>;

// TOLD_SEPARATION, TOLD_COMMON or both.
override WANTED: u32 = 3u;

fn bound_group(group: vec3<u32>, groups: vec3<u32>, lane: u32) {
    let place = (group.y * groups.x + group.x) * PAIRS_PER_GROUP + lane;
    if place >= min(hits.header.listed, arrayLength(&bounds)) {
        return;
    }
    let pair = pairs[hits.entries[place].pair];
    if max(pair.a, pair.b) >= params.frame_count {
        bounds[place] = HitBounds();
        return;
    }
    bounds[place] = bound_frames(frames[pair.a], frames[pair.b], WANTED);
}
