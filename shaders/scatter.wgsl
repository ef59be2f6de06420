// Puts frames that travelled side by side into their rows.

// Twin: FrameUpdate in src/gpu/shader/stage_layout.rs.
struct FrameUpdate {
    row: u32,
    frame: Frame,
}

// The first has the number of the others in place of a row.
@group(0) @binding(0) var<storage, read> updates: array<FrameUpdate>;
@group(0) @binding(1) var<storage, read_write> frames: array<Frame>;

const UPDATES_PER_GROUP: u32 = 64u;

@compute @workgroup_size(UPDATES_PER_GROUP)
fn scatter(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let index = (group.y * groups.x + group.x) * UPDATES_PER_GROUP + lane;
    if index >= updates[0].row {
        return;
    }
    let row = updates[index + 1u].row;
    if row < arrayLength(&frames) {
        frames[row] = updates[index + 1u].frame;
    }
}
