//! Branch-free kernels in `f32` over any width of vector.

mod block;
pub mod cuboid_cuboid;
pub mod cuboid_tetra;
mod lanes;
mod operand;
mod simd;
pub mod tetra;
pub mod tetra_tetra;
mod transpose;
mod vector;

pub use block::{Indexed, PairSource, Zipped};
pub use lanes::{Lanes, Real};
pub use operand::{Certain, Edges, Operands};
pub use simd::{SimdLevel, raw_codes};
pub use vector::Vec3;
