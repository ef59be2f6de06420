// The error bands. Twin, with their derivations: crates/core/src/num/band.rs.

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
const SWEPT_TETRA_TETRA_FOURTH: f32 = 164.0 * U32;
const SWEPT_TETRA_CUBOID: f32 = 126.0 * U32;
const SWEPT_TETRA_CUBOID_FOURTH: f32 = 150.0 * U32;
const SWEPT_TETRA_CUBOID_BOX: f32 = 100.0 * U32;
const CONTACT_AXES: f32 = 270.0 * U32;
const PARALLELOGRAMS: f32 = 44.0 * U32;
const PLANE_DETERMINANT: f32 = 10.0 * U32;
const TRIANGLES: f32 = 20.0 * U32;
const TRIANGLES_THIRD: f32 = 30.0 * U32;
const TRIANGLES_SWEEP: f32 = 14.0 * U32;
const TRIANGLE_PARALLELOGRAM: f32 = 26.0 * U32;
const TRIANGLE_PARALLELOGRAM_THIRD: f32 = 36.0 * U32;
const TRIANGLE_PARALLELOGRAM_SIDE: f32 = 24.0 * U32;
const PLANE_CONTACT: f32 = 56.0 * U32;
const PENCIL_STEP: f32 = 16.0 * U32;
const CLIP: f32 = 98.0 * U32;
const CLIP_FOURTH: f32 = 198.0 * U32;
const CLIP_POINT: f32 = 11.0 * U32;
const FLUSH: f32 = 7.888609e-31;
const FLUSH_VOLUME: f32 = 4.814825e-35;
const HULL_HEIGHT: f32 = 16.0 * U32;
const HULL_POINT: f32 = 11.0 * U32;
const HULL_DETERMINANT: f32 = 40.0 * U32;
const HULL_DETERMINANT_INPUT: f32 = 27.0;
const HULL_TINY: f32 = 8.673617e-19;
// Shorter normals than this, of scaled pairs, cannot be normalised.
const SHORT: f32 = 1.0 / 1125899906842624.0;
// The largest number.
const EVERYWHERE: f32 = 0x1.fffffep+127;
// More than flushing can take from a face of a box in the world.
const LEAST_STEP: f32 = 1.0 / 1267650600228229401496703205376.0 / 16777216.0;
