//! The shapes that a batch holds, and where the two sides of each pair lie.

use super::batch::{BatchError, check_indices, check_size, side};
#[cfg(feature = "plane")]
use crate::geom::{Aabb2, Frame2};
use crate::geom::{Aabb3, Frame3, Pair};
#[cfg(feature = "plane")]
use glam::DVec2;
use glam::DVec3;
use motzkin_core::broad::TreeBox;
use motzkin_core::{Frame, Source};
use std::fmt::Debug;

/// A kind of shape that a query tests: [`Frame3`], [`Frame2`](crate::Frame2) or
/// [`Polytope`](crate::Polytope).
///
/// The trait is sealed: no other type can implement it.
pub trait Shape: Operand {
    /// A point or a direction: [`DVec3`] in space, [`DVec2`](glam::DVec2) in the plane.
    type Point: Copy + Debug + PartialEq + Send + Sync;
    /// An axis-aligned box: [`Aabb3`] in space, [`Aabb2`](crate::Aabb2) in the plane.
    type Bounds: TreeBox;
}

/// What the service has to know of a shape, beside what users do.
pub trait Operand: Copy + Debug + Send + Sync + 'static {
    /// What holds many of the shape.
    type Set: ?Sized + Debug + Sync + 'static;
    /// The pairs of a batch.
    type Pairs<'a>: Pairs<Both = Self::Both<'a>>;
    /// The two sides of a pair.
    type Both<'a>: Copy;
    /// What has to be built before sets can be tested element by element.
    type Joined: Send + Sync;
    /// An axis as kernels compute it.
    type Axis: Copy + Debug + Send + Sync;

    /// Checks lengths and indices.
    fn checked(operands: Operands<'_, Self>) -> Result<Self::Joined, BatchError>;

    /// The pairs of operands that were checked.
    fn pairs<'a>(operands: Operands<'a, Self>, joined: &'a Self::Joined) -> Self::Pairs<'a>;
}

/// The two sides of each pair of a batch, as the caller gives them.
#[derive(Debug)]
pub enum Operands<'a, S: Operand> {
    /// Indices into one set.
    Indexed(&'a S::Set, &'a [Pair]),
    /// Number `i` of one set and number `i` of another.
    Between(&'a S::Set, &'a S::Set),
}

impl<S: Operand> Clone for Operands<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Operand> Copy for Operands<'_, S> {}

/// Pairs by their numbers.
pub trait Pairs: Copy + Send + Sync {
    /// The two sides of a pair.
    type Both: Copy;

    /// How many pairs there are.
    fn count(&self) -> usize;

    /// Both sides of a pair.
    fn both(&self, pair: usize) -> Self::Both;

    /// What an error names one side of a pair by: its index, and whether that is one of the second
    /// of two slices.
    fn place(&self, pair: usize, second: bool) -> (u32, bool);
}

/// A frame as an operand. The trait is local to this crate, so that the compiler knows that
/// polytopes are no frames.
pub trait FrameShape:
    Frame
    + Shape<Point = <Self as Frame>::Vector, Bounds = <Self as Frame>::Aabb>
    + for<'a> Operand<
        Set = [Self],
        Pairs<'a> = Source<'a, Self>,
        Both<'a> = (&'a Self, &'a Self),
        Joined = (),
        Axis = <Self as Frame>::Direction,
    >
{
    /// The largest absolute coordinate of a point.
    fn largest(point: Self::Point) -> f64;

    /// The largest absolute coordinate of a box.
    fn largest_of_box(bounds: Self::Bounds) -> f32;

    /// The longest side of the box round two boxes of frames. No frame reaches farther than an
    /// origin and three edges do.
    fn extent(a: Self::Bounds, b: Self::Bounds) -> f64;

    /// An axis with each coordinate as an `f64`.
    fn widened(axis: Self::Axis) -> Self::Point;

    /// A point in space as one of the frame's dimension: a plane has `z = 0`.
    #[cfg(feature = "polytopes")]
    fn of_space(point: DVec3) -> Self::Point;
}

macro_rules! frame_shape {
    ($frame:ty, $vector:ty, $aabb:ty, $of_space:expr) => {
        impl Shape for $frame {
            type Point = $vector;
            type Bounds = $aabb;
        }

        impl FrameShape for $frame {
            fn largest(point: $vector) -> f64 {
                point.abs().max_element()
            }
            fn largest_of_box(bounds: $aabb) -> f32 {
                bounds.min.abs().max(bounds.max.abs()).max_element()
            }
            fn extent(a: $aabb, b: $aabb) -> f64 {
                let end = <$vector>::splat(4.0 * f64::from(f32::MAX));
                let [low, high] = [a.min.min(b.min), a.max.max(b.max)].map(<$vector>::from);
                (high.min(end) - low.max(-end)).max_element()
            }
            fn widened(axis: Self::Axis) -> $vector {
                axis.into()
            }
            #[cfg(feature = "polytopes")]
            fn of_space(point: DVec3) -> $vector {
                $of_space(point)
            }
        }

        impl Operand for $frame {
            type Set = [$frame];
            type Pairs<'a> = Source<'a, $frame>;
            type Both<'a> = (&'a $frame, &'a $frame);
            type Joined = ();
            type Axis = <$frame as Frame>::Direction;

            fn checked(operands: Operands<'_, Self>) -> Result<(), BatchError> {
                match operands {
                    Operands::Indexed(frames, pairs) => {
                        check_size(frames.len())?;
                        check_size(pairs.len())?;
                        check_indices(frames.len(), pairs)
                    }
                    Operands::Between(a, b) => same_length(a.len(), b.len()),
                }
            }

            fn pairs<'a>(operands: Operands<'a, Self>, (): &'a ()) -> Self::Pairs<'a> {
                match operands {
                    Operands::Indexed(frames, pairs) => Source::Indexed { frames, pairs },
                    Operands::Between(a, b) => Source::Zipped { a, b },
                }
            }
        }
    };
}

frame_shape!(Frame3, DVec3, Aabb3, std::convert::identity);
#[cfg(feature = "plane")]
frame_shape!(Frame2, DVec2, Aabb2, DVec3::truncate);

impl<'a, F: Frame> Pairs for Source<'a, F> {
    type Both = (&'a F, &'a F);

    fn count(&self) -> usize {
        Source::count(self)
    }

    fn both(&self, pair: usize) -> Self::Both {
        match *self {
            Source::Indexed { frames, pairs } => {
                let Pair { a, b } = pairs[pair];
                (&frames[a as usize], &frames[b as usize])
            }
            Source::Zipped { a, b } => (&a[pair], &b[pair]),
            Source::Scattered(pairs) => pairs[pair],
        }
    }

    fn place(&self, pair: usize, second: bool) -> (u32, bool) {
        match *self {
            Source::Indexed { pairs, .. } => (side(pairs[pair], second), false),
            _ => (pair as u32, second),
        }
    }
}

/// Two sets of the same length, whose pairs a 32-bit index can name.
pub(super) fn same_length(left: usize, right: usize) -> Result<(), BatchError> {
    if left != right {
        return Err(BatchError::LengthMismatch { left, right });
    }
    check_size(left.saturating_mul(2))
}
