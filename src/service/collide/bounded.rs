//! What a broad phase has to know of shapes: boxes, faults, distances.

use crate::error::FrameError;
use crate::service::batch::BatchError;
use crate::service::shape::{FrameShape, Shape};
use motzkin_core::Motion;
#[cfg(feature = "polytopes")]
use motzkin_core::distance;
use std::borrow::Borrow;

/// A kind of shape that has boxes.
pub trait Bounded: Shape {
    /// A set by value.
    type Owned: Borrow<Self::Set> + Send + Sync;

    /// Returns the number of shapes.
    fn count(set: &Self::Set) -> usize;

    /// Returns the box of a shape, or what is wrong with the shape. A box of finite ends contains
    /// the shape, over all `t` if it moves.
    fn bounds<M: Motion>(set: &Self::Set, shape: usize) -> Result<Self::Bounds, FrameError>;

    /// Returns the shapes of one set, followed by those of the other.
    fn joined(a: &Self::Set, b: &Self::Set) -> Result<Self::Owned, BatchError>;

    /// Returns true if a separate pair is closer than a margin; without a kernel if the comparison
    /// is that of a reference.
    #[cfg(feature = "polytopes")]
    fn is_closer<M: Motion>(both: Self::Both<'_>, margin: f32, is_reference: bool) -> bool;
}

impl<F: FrameShape> Bounded for F {
    type Owned = Vec<F>;

    fn count(frames: &[F]) -> usize {
        frames.len()
    }

    fn bounds<M: Motion>(frames: &[F], shape: usize) -> Result<F::Bounds, FrameError> {
        let frame = &frames[shape];
        frame.validate_for::<M>().map(|()| frame.bounds::<M>())
    }

    fn joined(a: &[F], b: &[F]) -> Result<Vec<F>, BatchError> {
        Ok([a, b].concat())
    }

    #[cfg(feature = "polytopes")]
    fn is_closer<M: Motion>((a, b): (&F, &F), margin: f32, is_reference: bool) -> bool {
        // Only valid frames are asked about.
        distance::frames_are_closer::<F, M>(a, b, margin, is_reference).unwrap_or(false)
    }
}
