// The error bands. Twin, with their derivations: src/num/band.rs.

const U32: f32 = 1.0 / 16777216.0;
const CUBOID_CUBOID: f32 = 192.0 * U32;
const SWEPT_CUBOID_CUBOID: f32 = 216.0 * U32;
const DETERMINANT: f32 = 64.0 * U32;
const TETRA_TETRA: f32 = 66.0 * U32;
const TETRA_TETRA_FOURTH: f32 = 158.0 * U32;
const TETRA_CUBOID: f32 = 114.0 * U32;
const TETRA_CUBOID_FOURTH: f32 = 134.0 * U32;
const TETRA_CUBOID_BOX: f32 = 72.0 * U32;
const SWEPT_TETRA_TETRA: f32 = 72.0 * U32;
const SWEPT_TETRA_TETRA_FOURTH: f32 = 180.0 * U32;
const SWEPT_TETRA_CUBOID: f32 = 126.0 * U32;
const SWEPT_TETRA_CUBOID_FOURTH: f32 = 150.0 * U32;
const SWEPT_TETRA_CUBOID_BOX: f32 = 100.0 * U32;
const PENCIL_STEP: f32 = 16.0 * U32;
const FLUSH: f32 = 7.888609e-31;
const FLUSH_VOLUME: f32 = 4.814825e-35;
