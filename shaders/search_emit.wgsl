// Writes what comes of the pairs of a level to its places.

@group(0) @binding(0) var<storage, read> level: SearchLevel;
@group(0) @binding(2) var<storage, read> pairs: array<Pair>;
@group(0) @binding(3) var<storage, read> counts: array<vec4<u32>>;
@group(0) @binding(4) var<storage, read> sums: array<vec2<u32>>;
@group(0) @binding(5) var<storage, read> next: SearchLevel;
@group(0) @binding(6) var<storage, read_write> refined_pairs: array<Pair>;
@group(0) @binding(7) var<storage, read_write> hits: array<Pair>;

@compute @workgroup_size(PAIRS_PER_GROUP)
fn search_emit(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let block = group.y * groups.x + group.x;
    let index = block * PAIRS_PER_GROUP + lane;
    if index >= level.pairs || next.overflowed != 0u {
        return;
    }
    let count = counts[index];
    let pair = pairs[index];
    let place = sums[block] + count.xy;
    if count.w != 0u {
        hits[level.hits + place.y] = pair;
    }
    if count.z == 0u {
        return;
    }
    let rows = refined(pair.a & ~DOUBT);
    let columns = refined(pair.b);
    var at = place.x;
    for (var i = 0u; i < rows.y; i++) {
        for (var j = 0u; j < columns.y; j++) {
            if boxes_meet(rows.x + i, columns.x + j) {
                refined_pairs[at] = Pair((rows.x + i) | (pair.a & DOUBT), columns.x + j);
                at += 1u;
            }
        }
    }
}
