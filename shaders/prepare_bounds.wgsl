// Says how many workgroups bound the hits: one invocation, behind the list of them.

struct Hits {
    header: ListHeader,
    entries: array<HitRecord>,
}
// Read only, but bound so that it may lie in one buffer with other lists.
@group(0) @binding(0) var<storage, read_write> hits: Hits;
@group(0) @binding(1) var<storage, read_write> dispatch: array<u32, 3>;

@compute @workgroup_size(1)
fn prepare_bounds() {
    dispatch = grid((hits.header.listed + PAIRS_PER_GROUP - 1u) / PAIRS_PER_GROUP);
}
