// Convex polytopes as the shader has them. Twin: src/gpu/run/hulls/record.rs.

struct PlacedHull {
    // The linear part of the transform by rows, in the world's units. In the w lanes: how far a
    // placed vertex lies from the centre; how far the stored one may be off; the unit of the
    // centre.
    rows: array<vec4<f32>, 3>,
    // The centre in whole units: 64 bits each, so that the difference of two is exact however far
    // off they are.
    high: vec3<i32>,
    // The first block of vertices.
    start: u32,
    low: vec3<u32>,
    // How many there are, and the flags below.
    blocks: u32,
    // How far it moves while t runs over [0, 1]; zero at rest.
    velocity: vec3<f32>,
    reserved: u32,
}

const BLOCK_COUNT: u32 = 0xffffffu;
// All of it lies in the plane z = 0.
const IN_PLANE: u32 = 0x80000000u;
// Too large, too small or too many for this kernel.
const UNFIT: u32 = 0x40000000u;

// Eight vertices as seen from the hull's centroid.
struct Block {
    x: array<vec4<f32>, 2>,
    y: array<vec4<f32>, 2>,
    z: array<vec4<f32>, 2>,
}
