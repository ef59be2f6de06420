// Says what there is to list: one invocation.

@group(0) @binding(1) var<storage, read> blocks: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read> domain: Domain;
@group(0) @binding(3) var<storage, read_write> header: CandidateHeader;

@compute @workgroup_size(1)
fn broad_header() {
    write_header(blocks[0], domain.invalid, domain.first);
}
