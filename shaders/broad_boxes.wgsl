// Writes the box of each shape and what is known of each workgroup's: a shape an invocation.

@group(0) @binding(1) var<storage, read> shapes: array<u32>;
// Any other buffer where there is one world.
@group(0) @binding(2) var<storage, read> worlds: array<u32>;
@group(0) @binding(3) var<storage, read_write> boxes: array<Box>;
@group(0) @binding(4) var<storage, read_write> domains: array<Domain>;

fn world_of(shape: u32) -> i32 {
    if (params.options & BROAD_WORLDS) == 0u {
        return 0;
    }
    return bitcast<i32>(worlds[shape]);
}

fn ends(shape: u32) -> Ends {
    if params.source == FRAMES || params.source == PLANE_FRAMES {
        return frame_ends(shape);
    }
    return box_ends(shape);
}

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
        let found = ends(shape);
        if found.valid {
            let world = world_of(shape);
            let whole = Box(vec4<i32>(found.low, world), vec4<i32>(found.high, world));
            boxes[shape] = whole;
            let middle = ordered(bitcast<vec3<u32>>(centre(whole)));
            own = Domain(middle, 0u, middle, 0xffffffffu);
        } else {
            // Of the last world, where the sort puts it behind all others.
            boxes[shape] =
                Box(vec4<i32>(vec3<i32>(BROAD_MOST), -1), vec4<i32>(vec3<i32>(BROAD_LEAST), -1));
            own.invalid = 1u;
            own.first = shape;
        }
    }
    let whole = reduced(lane, own);
    if lane == 0u && block < arrayLength(&domains) {
        domains[block] = whole;
    }
}
