//! Exact results for frames in the plane ([`Frame2`](crate::geom::Frame2)), at rest and moving.
//!
//! The candidate axes are the normals of the edges: two of a parallelogram and three of a triangle.
//! A moving pair has one more, the normal of its relative velocity: the facets of the swept
//! Minkowski difference are parallel to an edge of one of the frames or to the velocity. An edge of
//! a valid frame is not null, so the only null axis is that of equal velocities.
//!
//! Costs on one thread: a verdict takes some tens of nanoseconds where `f64` can decide, and a
//! quarter of a microsecond for contacts on a lattice, which `f64` can decide too. Other exact
//! contacts take half a microsecond. Axes and witnesses take some hundred nanoseconds where `f64`
//! can decide, and boxes a microsecond. What takes whole numbers costs some microseconds.

mod axes;
mod input;
#[cfg(feature = "motion")]
mod motion;
mod points;
mod rows;
mod separation;
mod sides;
#[cfg(feature = "motion")]
mod swept;
mod verdicts;

#[cfg(feature = "motion")]
pub use motion::{
    decide_moving, meeting_interval, meeting_moving_box, meeting_moving_point, moving_box,
    moving_witness,
};
pub use points::{intersection_box, meeting_box, meeting_point, witness};
pub use separation::separation;
pub use verdicts::{along, decide, within};
