// What is known of all shapes, from what is known of each workgroup's: one workgroup.

@group(0) @binding(1) var<storage, read> domains: array<Domain>;
@group(0) @binding(2) var<storage, read_write> domain: Domain;

@compute @workgroup_size(BROAD_GROUP)
fn broad_domain(@builtin(local_invocation_index) lane: u32) {
    let blocks = (params.count + BROAD_GROUP - 1u) / BROAD_GROUP;
    var own = nothing_in_domain();
    for (var block = lane; block < blocks; block += BROAD_GROUP) {
        own = joined(own, domains[block]);
    }
    let whole = reduced(lane, own);
    if lane == 0u {
        domain = whole;
    }
}
