// One probe against a cloud of frames, behind the crate's types and their test.

@group(0) @binding(0) var<storage, read> probe: Frame;
@group(0) @binding(1) var<storage, read> cloud: array<Frame>;
@group(0) @binding(2) var<storage, read_write> codes: array<u32>;

@compute @workgroup_size(64)
fn probe_all(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x < arrayLength(&cloud) {
        codes[id.x] = test(probe, cloud[id.x]);
    }
}
