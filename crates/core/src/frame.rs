//! Frames with all that is computed of a pair of them, in space and in the plane.
//!
//! [`Frame`] is the door of this crate. Its methods are generic in the motion only, and each calls
//! functions that are not generic: a crate that calls them compiles no kernel.

use crate::error::{FrameError, PolytopeError};
use crate::exact::{self, Along, PairFault, Separation, Settled};
use crate::geom::{
    Aabb, Aabb2, Aabb3, ContactInterval, Frame2, Frame3, PolytopeSet, ShapeKind, ShapeKind2,
};
use crate::kernel::{BestAxis, CommonBounds, ContactEnds, SimdLevel, Source, batch};
use crate::motion::{Motion, Moving, Resting};
use crate::verdict::{RawCode, Verdict};
use bytemuck::Pod;
use glam::{DVec2, DVec3, Vec2, Vec3};
use std::fmt::{Debug, Display};

/// A frame: [`Frame3`] in space or [`Frame2`] in the plane. Nothing else implements it.
///
/// Functions whose names begin with `meeting_` expect a pair that is known to meet. The batched
/// functions run on the threads of the current rayon pool.
pub trait Frame: Pod + Debug + PartialEq + Send + Sync + sealed::Sealed {
    /// A point or direction: [`DVec3`] or [`DVec2`].
    type Vector: Copy + Debug + PartialEq + Send + Sync;
    /// A direction in `f32`: [`Vec3`] or [`Vec2`].
    type Direction: Copy + Debug + PartialEq + Send + Sync;
    /// The shapes that a frame can have: [`ShapeKind`] or [`ShapeKind2`].
    type Kind: Copy + Debug + Display + PartialEq + Send + Sync;
    /// An axis-aligned box: [`Aabb3`] or [`Aabb2`].
    type Aabb: Aabb;

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
    /// moves. It is rounded outward, then [clamped](Aabb::clamped) to the range of `f32`.
    fn bounds<M: Motion>(&self) -> Self::Aabb;

    /// Checks that the frame is valid. Reads the velocity only if `M` moves.
    ///
    /// # Errors
    ///
    /// Names what is wrong with the frame.
    fn validate_for<M: Motion>(&self) -> Result<(), FrameError>;

    /// Returns the raw code of each pair.
    fn codes<M: Motion>(source: Source<'_, Self>, level: SimdLevel) -> Vec<RawCode>;

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

    /// Returns bounds of the contact interval of each pair of `numbers`, or `None` where `f32`
    /// cannot tell. The pairs are known to meet while they move.
    fn contact_ends(
        source: Source<'_, Self>,
        numbers: &[u32],
        level: SimdLevel,
    ) -> Vec<Option<ContactEnds>>;

    /// Returns the exact verdict of a pair.
    ///
    /// # Errors
    ///
    /// Names the frame that is not valid. So do all functions below.
    fn decide<M: Motion>(a: &Self, b: &Self) -> Result<Settled, PairFault>;

    /// Returns the exact verdict within a margin, of frames that are separate.
    fn decide_within(a: &Self, b: &Self, margin: f32) -> Result<Verdict, PairFault>;

    /// Returns the best axis of a pair, with the gap or depth along it.
    fn separation(a: &Self, b: &Self) -> Result<Separation<Self::Vector>, PairFault>;

    /// Returns the gap of a pair along a given axis.
    fn along(a: &Self, b: &Self, axis: Self::Direction) -> Result<Along, PairFault>;

    /// Returns an axis with each coordinate rounded to `f32`.
    fn rounded(axis: Self::Vector) -> Self::Direction;

    /// Returns a point that both frames have in common: at `t = 0`, or at the first contact of
    /// moving ones.
    fn meeting_point<M: Motion>(a: &Self, b: &Self) -> Result<Self::Vector, PairFault>;

    /// Returns the smallest box round all points that both frames have in common, rounded outward:
    /// at `t = 0`, or at any `t` in `[0, 1]` of moving ones.
    fn meeting_box<M: Motion>(a: &Self, b: &Self) -> Result<Self::Aabb, PairFault>;

    /// Returns when a moving pair meets.
    fn meeting_interval(a: &Self, b: &Self) -> Result<ContactInterval, PairFault>;

    /// Returns the frame without its velocity.
    fn resting(&self) -> Self;

    /// Adds the frame to a set of polytopes, with its velocity; one in the plane with `z = 0`.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`PolytopeSet::push_frame`], and of a velocity that is not finite.
    fn push_to(&self, set: &mut PolytopeSet) -> Result<u32, PolytopeError>;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for crate::geom::Frame3 {}
    impl Sealed for crate::geom::Frame2 {}
}

// The only places where kernels of verdicts are instantiated: no crate that calls `codes` does.

#[inline(never)]
fn space_resting(source: Source<'_, Frame3>, level: SimdLevel) -> Vec<RawCode> {
    batch::codes::<_, Resting>(source, level)
}

#[inline(never)]
fn space_moving(source: Source<'_, Frame3>, level: SimdLevel) -> Vec<RawCode> {
    batch::codes::<_, Moving>(source, level)
}

#[inline(never)]
fn plane_resting(source: Source<'_, Frame2>, level: SimdLevel) -> Vec<RawCode> {
    batch::codes::<_, Resting>(source, level)
}

#[inline(never)]
fn plane_moving(source: Source<'_, Frame2>, level: SimdLevel) -> Vec<RawCode> {
    batch::codes::<_, Moving>(source, level)
}

impl Frame for Frame3 {
    type Vector = DVec3;
    type Direction = Vec3;
    type Kind = ShapeKind;
    type Aabb = Aabb3;
    const DIMENSION: usize = 3;

    fn kind(&self) -> Result<ShapeKind, FrameError> {
        self.kind()
    }
    fn aabb(&self) -> Aabb3 {
        self.aabb()
    }
    fn bounds<M: Motion>(&self) -> Aabb3 {
        self.bounds::<M>()
    }
    fn validate_for<M: Motion>(&self) -> Result<(), FrameError> {
        if M::MOVES { self.validate() } else { self.validate_resting().map(|_| ()) }
    }
    fn codes<M: Motion>(source: Source<'_, Self>, level: SimdLevel) -> Vec<RawCode> {
        if M::MOVES { space_moving(source, level) } else { space_resting(source, level) }
    }
    fn best_axes(
        source: Source<'_, Self>,
        numbers: &[u32],
        level: SimdLevel,
    ) -> Vec<Option<BestAxis<Vec3>>> {
        batch::best_axes(source, numbers, level)
    }
    fn common(
        source: Source<'_, Self>,
        numbers: &[u32],
        boxes: bool,
        level: SimdLevel,
    ) -> Vec<CommonBounds> {
        batch::common(source, numbers, boxes, level)
    }
    fn contact_ends(
        source: Source<'_, Self>,
        numbers: &[u32],
        level: SimdLevel,
    ) -> Vec<Option<ContactEnds>> {
        batch::contact_ends(source, numbers, level)
    }
    fn decide<M: Motion>(a: &Self, b: &Self) -> Result<Settled, PairFault> {
        if M::MOVES { exact::decide_moving(a, b) } else { exact::decide(a, b) }
    }
    fn decide_within(a: &Self, b: &Self, margin: f32) -> Result<Verdict, PairFault> {
        exact::within(a, b, margin)
    }
    fn separation(a: &Self, b: &Self) -> Result<Separation<DVec3>, PairFault> {
        exact::separation(a, b)
    }
    fn along(a: &Self, b: &Self, axis: Vec3) -> Result<Along, PairFault> {
        exact::along(a, b, axis.to_array())
    }
    fn rounded(axis: DVec3) -> Vec3 {
        axis.as_vec3()
    }
    fn meeting_point<M: Motion>(a: &Self, b: &Self) -> Result<DVec3, PairFault> {
        if M::MOVES { exact::meeting_moving_point(a, b) } else { exact::meeting_point(a, b) }
    }
    fn meeting_box<M: Motion>(a: &Self, b: &Self) -> Result<Aabb3, PairFault> {
        if M::MOVES { exact::meeting_moving_box(a, b) } else { exact::meeting_box(a, b) }
    }
    fn meeting_interval(a: &Self, b: &Self) -> Result<ContactInterval, PairFault> {
        exact::meeting_interval(a, b)
    }
    fn resting(&self) -> Self {
        // Zero is finite.
        self.with_velocity(Vec3::ZERO).unwrap_or(*self)
    }
    fn push_to(&self, set: &mut PolytopeSet) -> Result<u32, PolytopeError> {
        let polytope = set.push_frame(self)?;
        set.set_velocity(polytope, self.velocity()).map(|()| polytope)
    }
}

impl Frame for Frame2 {
    type Vector = DVec2;
    type Direction = Vec2;
    type Kind = ShapeKind2;
    type Aabb = Aabb2;
    const DIMENSION: usize = 2;

    fn kind(&self) -> Result<ShapeKind2, FrameError> {
        self.kind()
    }
    fn aabb(&self) -> Aabb2 {
        self.aabb()
    }
    fn bounds<M: Motion>(&self) -> Aabb2 {
        self.bounds::<M>()
    }
    fn validate_for<M: Motion>(&self) -> Result<(), FrameError> {
        if M::MOVES { self.validate() } else { self.validate_resting().map(|_| ()) }
    }
    fn codes<M: Motion>(source: Source<'_, Self>, level: SimdLevel) -> Vec<RawCode> {
        if M::MOVES { plane_moving(source, level) } else { plane_resting(source, level) }
    }
    fn best_axes(
        source: Source<'_, Self>,
        numbers: &[u32],
        level: SimdLevel,
    ) -> Vec<Option<BestAxis<Vec2>>> {
        batch::best_axes(source, numbers, level)
    }
    fn common(
        source: Source<'_, Self>,
        numbers: &[u32],
        boxes: bool,
        level: SimdLevel,
    ) -> Vec<CommonBounds<DVec2, Aabb2>> {
        batch::common(source, numbers, boxes, level)
    }
    fn contact_ends(
        source: Source<'_, Self>,
        numbers: &[u32],
        level: SimdLevel,
    ) -> Vec<Option<ContactEnds>> {
        batch::contact_ends(source, numbers, level)
    }
    fn decide<M: Motion>(a: &Self, b: &Self) -> Result<Settled, PairFault> {
        if M::MOVES { exact::plane::decide_moving(a, b) } else { exact::plane::decide(a, b) }
    }
    fn decide_within(a: &Self, b: &Self, margin: f32) -> Result<Verdict, PairFault> {
        exact::plane::within(a, b, margin)
    }
    fn separation(a: &Self, b: &Self) -> Result<Separation<DVec2>, PairFault> {
        exact::plane::separation(a, b)
    }
    fn along(a: &Self, b: &Self, axis: Vec2) -> Result<Along, PairFault> {
        exact::plane::along(a, b, axis.to_array())
    }
    fn rounded(axis: DVec2) -> Vec2 {
        axis.as_vec2()
    }
    fn meeting_point<M: Motion>(a: &Self, b: &Self) -> Result<DVec2, PairFault> {
        if M::MOVES {
            exact::plane::meeting_moving_point(a, b)
        } else {
            exact::plane::meeting_point(a, b)
        }
    }
    fn meeting_box<M: Motion>(a: &Self, b: &Self) -> Result<Aabb2, PairFault> {
        if M::MOVES {
            exact::plane::meeting_moving_box(a, b)
        } else {
            exact::plane::meeting_box(a, b)
        }
    }
    fn meeting_interval(a: &Self, b: &Self) -> Result<ContactInterval, PairFault> {
        exact::plane::meeting_interval(a, b)
    }
    fn resting(&self) -> Self {
        self.with_velocity(Vec2::ZERO).unwrap_or(*self)
    }
    fn push_to(&self, set: &mut PolytopeSet) -> Result<u32, PolytopeError> {
        let polytope = set.push_frame2(self)?;
        set.set_velocity(polytope, self.velocity().extend(0.0)).map(|()| polytope)
    }
}
