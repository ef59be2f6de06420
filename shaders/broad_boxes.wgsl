// Writes the box of each shape and what is known of each workgroup's: a shape an invocation.

@group(0) @binding(3) var<storage, read_write> boxes: array<Box>;
@group(0) @binding(4) var<storage, read_write> domains: array<Domain>;

@compute @workgroup_size(BROAD_GROUP)
fn broad_boxes(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let block = group.y * groups.x + group.x;
    let shape = block * BROAD_GROUP + lane;
    var own = nothing_in_domain();
    if shape < params.count {
        let found = box_of(shape);
        boxes[shape] = found;
        if is_box(found) {
            let middle = ordered(bitcast<vec3<u32>>(centre(found)));
            own.low = middle;
            own.high = middle;
            own.exponents = exponent(found);
        } else {
            own.invalid = 1u;
            own.first = shape;
        }
    }
    let whole = reduced(lane, own);
    if lane == 0u && block < arrayLength(&domains) {
        domains[block] = whole;
    }
}
