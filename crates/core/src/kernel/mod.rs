//! Branch-free kernels in `f32` over any width of vector, and the loops that feed them.
//!
//! A kernel evaluates the certificates that Fourier-Motzkin elimination leaves of two frames (see the
//! crate `motzkin-lab`), each with its error band ([`crate::num::band`]), and answers
//! *certainly separate*, *certainly overlapping* or neither. [`cuboid_cuboid`] has the fifteen
//! separating axes; [`tetra_tetra`] and [`cuboid_tetra`] have the pencils of planes at a
//! tetrahedron's six edges and the faces of the other shape. No lane branches; a whole vector does
//! where none of its lanes needs what parallel edges or odd sizes ask for.
//!
//! Moving pairs have kernels of their own, named `swept_`, which test the solid that one frame
//! sweeps as seen from the other. [`contact_axes`] and [`contact_cuboid_cuboid`] bound when moving
//! pairs meet. [`plane`] has those of frames in the plane. [`axes`] looks at every candidate axis
//! of a resting pair, for how far apart or how deep it is, [`clip`] encloses what two frames have
//! in common, and [`hull`] tests convex polytopes. Twins: `shaders/parts`.

pub mod axes;
pub mod batch;
pub mod bounds;
pub mod clip;
pub mod contact_axes;
pub mod contact_cuboid_cuboid;
pub mod cuboid_cuboid;
pub mod cuboid_tetra;
mod dimension;
pub mod hull;
mod lanes;
mod moving_operand;
mod near;
mod operand;
pub mod passing;
pub mod plane;
pub mod shape;
mod simd;
mod source;
pub mod swept_cuboid_cuboid;
pub mod swept_cuboid_tetra;
pub mod swept_tetra_tetra;
mod table;
pub mod tetra;
pub mod tetra_tetra;
mod transpose;
mod vector;
mod wide;

pub use batch::{BestAxis, CommonBounds, ContactEnds, GRAIN};
pub use lanes::{Lanes, Real};
pub use moving_operand::MovingOperands;
pub use near::{Kdops, near, sweep};
pub use operand::{Certain, Edges, Operands};
pub use simd::SimdLevel;
pub use source::Source;
pub use vector::Vec3;
