//! What a broad phase has to know of shapes: boxes, faults, distances.

use crate::error::FrameError;
use crate::service::batch::BatchError;
use crate::service::shape::{FrameShape, Shape};
use motzkin_core::Motion;
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
}
