//! The kernels of frames in the plane, resting and moving.
//!
//! The certificates are the normals of the edges, and for a moving pair the normal of its relative
//! velocity `v`. Edges of valid frames are not null, so nothing need be excused at rest. In motion
//! the normal of a velocity that is nothing proves nothing; it is excused where the frames overlap
//! at some one `t`. [`parallelograms`] has four axes and that of the velocity, [`triangles`] six
//! half-planes and that axis, [`triangle_parallelogram`] three half-planes and three axes. Beyond
//! the verdict, [`axes`] finds the best of all axes, [`clip`] encloses what two frames have in
//! common, and [`contact`] bounds when moving pairs meet. Twins: `shaders/parts`, with `plane_`
//! before the name.

pub mod axes;
pub mod clip;
#[cfg(feature = "motion")]
pub mod contact;
mod dimension;
#[cfg(feature = "polytopes")]
pub mod nearest;
pub mod operand;
pub mod parallelograms;
pub mod triangle_parallelogram;
pub mod triangles;
