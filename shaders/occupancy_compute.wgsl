// A workgroup a question: its invocations share the triangles until one passes through.

const LANES: u32 = 64u;

@group(0) @binding(3) var<storage, read_write> occupied: array<atomic<u32>>;

@compute @workgroup_size(LANES)
fn occupancy_compute(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let question = questions[group.x];
    for (var i = lane; i < question.count; i += LANES) {
        // What another has found out needs no second look.
        if atomicLoad(&occupied[group.x]) != 0u {
            break;
        }
        let triangle = named(question, i);
        if passes_through(corner(triangle, 0u), corner(triangle, 1u), corner(triangle, 2u), question.low, question.high) {
            atomicStore(&occupied[group.x], 1u);
            break;
        }
    }
}
