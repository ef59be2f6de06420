//! Frames with all that is computed of a pair of them, in space and in the plane.
//!
//! [`Frame`] is the door of this crate. Its methods are generic in the motion only, and each calls
//! functions that are not generic: a crate that calls them compiles no kernel.

#[cfg(feature = "plane")]
mod plane;
mod space;

use crate::broad::TreeBox;
use crate::error::FrameError;
#[cfg(feature = "polytopes")]
use crate::error::PolytopeError;
use crate::exact::{Along, PairFault, Separation, Settled};
#[cfg(feature = "motion")]
use crate::geom::ContactInterval;
#[cfg(feature = "polytopes")]
use crate::geom::{Nearest, PolytopeSet};
#[cfg(feature = "motion")]
use crate::kernel::ContactEnds;
use crate::kernel::{BestAxis, CommonBounds, SimdLevel, Source};
use crate::motion::Motion;
use crate::verdict::{RawCode, Verdict};
use bytemuck::Pod;
use std::fmt::{Debug, Display};

/// A frame: [`Frame3`](crate::geom::Frame3) in space or [`Frame2`](crate::geom::Frame2) in the
/// plane. Nothing else implements it.
///
/// Functions whose names begin with `meeting_` expect a pair that is known to meet. The batched
/// functions run on the threads of the current rayon pool.
pub trait Frame: Pod + Debug + PartialEq + Send + Sync + sealed::Sealed {
    /// A point or direction: [`DVec3`](glam::DVec3) or [`DVec2`](glam::DVec2).
    type Vector: Copy + Debug + PartialEq + Send + Sync;
    /// A direction in `f32`: [`Vec3`](glam::Vec3) or [`Vec2`](glam::Vec2).
    type Direction: Copy + Debug + PartialEq + Send + Sync;
    /// The shapes that a frame can have: `ShapeKind` or `ShapeKind2`.
    type Kind: Copy + Debug + Display + PartialEq + Send + Sync;
    /// An axis-aligned box: `Aabb3` or `Aabb2`.
    type Aabb: TreeBox;

    /// How many coordinates a point has.
    const DIMENSION: usize;

    /// Returns the shape.
    ///
    /// # Errors
    ///
    /// Returns an error for a tag that no shape has.
    fn kind(&self) -> Result<Self::Kind, FrameError>;

    /// Returns a box round the frame at `t = 0`, rounded outward.
    fn aabb(&self) -> Self::Aabb;

    /// Returns a box round the frame for a broad phase: at `t = 0`, or over `t` in `[0, 1]` if `M`
    /// moves. It is rounded outward, then [clamped](crate::geom::Aabb::clamped) to the range of
    /// `f32`.
    fn bounds<M: Motion>(&self) -> Self::Aabb;

    /// Checks that the frame is valid. Reads the velocity only if `M` moves.
    ///
    /// # Errors
    ///
    /// Returns a [`FrameError`] that says what is wrong with the frame.
    fn validate_for<M: Motion>(&self) -> Result<(), FrameError>;

    /// Returns the raw code of each pair.
    fn codes<M: Motion>(source: Source<'_, Self>, level: SimdLevel) -> Vec<RawCode>;

    /// Returns the code of each pair of `numbers` in `f64`: exact, or undecided where `f64` cannot
    /// tell, or where a frame may not be valid.
    fn settled<M: Motion>(
        source: Source<'_, Self>,
        numbers: &[u32],
        level: SimdLevel,
    ) -> Vec<RawCode>;

    /// Returns the best axis of each pair of `numbers`, or `None` where `f32` cannot tell. The
    /// frames are valid.
    fn best_axes(
        source: Source<'_, Self>,
        numbers: &[u32],
        level: SimdLevel,
    ) -> Vec<Option<BestAxis<Self::Direction>>>;

    /// Returns a common point of each pair of `numbers`, and with `boxes` a box round all common
    /// points. The pairs are known to meet at rest.
    fn common(
        source: Source<'_, Self>,
        numbers: &[u32],
        boxes: bool,
        level: SimdLevel,
    ) -> Vec<CommonBounds<Self::Vector, Self::Aabb>>;

    /// Returns the nearest points of each pair of `numbers`, or `None` where `f64` cannot prove the
    /// distance. The pairs are known to be separate at rest.
    #[cfg(feature = "polytopes")]
    fn nearest(
        source: Source<'_, Self>,
        numbers: &[u32],
        level: SimdLevel,
    ) -> Vec<Option<Nearest<Self::Vector>>>;

    /// Returns which pairs of `numbers` are closer than a margin, or `None` where `f64` cannot
    /// tell. The pairs are known to be separate at rest.
    #[cfg(feature = "polytopes")]
    fn closer(
        source: Source<'_, Self>,
        numbers: &[u32],
        margin: f32,
        level: SimdLevel,
    ) -> Vec<Option<bool>>;

    /// Returns bounds of the contact interval of each pair of `numbers`, or `None` where `f32`
    /// cannot tell. The pairs are known to meet while they move.
    #[cfg(feature = "motion")]
    fn contact_ends(
        source: Source<'_, Self>,
        numbers: &[u32],
        level: SimdLevel,
    ) -> Vec<Option<ContactEnds>>;

    /// Returns the exact verdict of a pair.
    ///
    /// # Errors
    ///
    /// Returns a [`PairFault`] that names the frame that is not valid.
    fn decide<M: Motion>(a: &Self, b: &Self) -> Result<Settled, PairFault>;

    /// Returns the exact verdict within a margin, of frames that are separate.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`decide`](Self::decide).
    fn decide_within(a: &Self, b: &Self, margin: f32) -> Result<Verdict, PairFault>;

    /// Returns the best axis of a pair, with the gap or depth along it.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`decide`](Self::decide).
    fn separation(a: &Self, b: &Self) -> Result<Separation<Self::Vector>, PairFault>;

    /// Returns the gap of a pair along a given axis.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`decide`](Self::decide).
    fn along(a: &Self, b: &Self, axis: Self::Direction) -> Result<Along, PairFault>;

    /// Returns an axis with each coordinate rounded to `f32`.
    fn rounded(axis: Self::Vector) -> Self::Direction;

    /// Returns a point that both frames have in common: at `t = 0`, or at the first contact of
    /// moving ones.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`decide`](Self::decide).
    fn meeting_point<M: Motion>(a: &Self, b: &Self) -> Result<Self::Vector, PairFault>;

    /// Returns the smallest box round all points that both frames have in common, rounded outward:
    /// at `t = 0`, or at any `t` in `[0, 1]` of moving ones.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`decide`](Self::decide).
    fn meeting_box<M: Motion>(a: &Self, b: &Self) -> Result<Self::Aabb, PairFault>;

    /// Returns when a moving pair meets.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`decide`](Self::decide).
    #[cfg(feature = "motion")]
    fn meeting_interval(a: &Self, b: &Self) -> Result<ContactInterval, PairFault>;

    /// Returns the frame without its velocity.
    fn resting(&self) -> Self;

    /// Adds the frame to a set of polytopes, with its velocity; one in the plane with `z = 0`.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`PolytopeSet::push_frame`], and of a velocity that is not finite.
    #[cfg(feature = "polytopes")]
    fn push_to(&self, set: &mut PolytopeSet) -> Result<u32, PolytopeError>;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for crate::geom::Frame3 {}
    #[cfg(feature = "plane")]
    impl Sealed for crate::geom::Frame2 {}
}
