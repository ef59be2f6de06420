//! What is computed of frames in the plane.

use super::Frame;
use crate::by_motion;
use crate::error::FrameError;
#[cfg(feature = "polytopes")]
use crate::error::PolytopeError;
use crate::exact::{Along, PairFault, Separation, Settled, plane as exact};
#[cfg(feature = "motion")]
use crate::geom::ContactInterval;
use crate::geom::{Aabb2, Frame2, ShapeKind2};
#[cfg(feature = "polytopes")]
use crate::geom::{Nearest, PolytopeSet};
#[cfg(feature = "motion")]
use crate::kernel::ContactEnds;
use crate::kernel::{BestAxis, CommonBounds, SimdLevel, Source, batch};
#[cfg(feature = "motion")]
use crate::motion::Moving;
use crate::motion::{Motion, Resting};
use crate::verdict::{RawCode, Verdict};
use glam::{DVec2, Vec2};

// The only places where kernels of verdicts are instantiated: no crate that calls `codes` does.

#[inline(never)]
fn resting(source: Source<'_, Frame2>, level: SimdLevel) -> Vec<RawCode> {
    batch::codes::<_, Resting>(source, level)
}

#[cfg(feature = "motion")]
#[inline(never)]
fn moving(source: Source<'_, Frame2>, level: SimdLevel) -> Vec<RawCode> {
    batch::codes::<_, Moving>(source, level)
}

#[inline(never)]
fn settled_resting(source: Source<'_, Frame2>, numbers: &[u32], level: SimdLevel) -> Vec<RawCode> {
    batch::settled::<_, Resting>(source, numbers, level)
}

#[cfg(feature = "motion")]
#[inline(never)]
fn settled_moving(source: Source<'_, Frame2>, numbers: &[u32], level: SimdLevel) -> Vec<RawCode> {
    batch::settled::<_, Moving>(source, numbers, level)
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
        by_motion!(M::MOVES, moving(source, level), resting(source, level))
    }
    fn settled<M: Motion>(
        source: Source<'_, Self>,
        numbers: &[u32],
        level: SimdLevel,
    ) -> Vec<RawCode> {
        by_motion!(
            M::MOVES,
            settled_moving(source, numbers, level),
            settled_resting(source, numbers, level)
        )
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
    #[cfg(feature = "polytopes")]
    fn nearest(
        source: Source<'_, Self>,
        numbers: &[u32],
        level: SimdLevel,
    ) -> Vec<Option<Nearest<DVec2>>> {
        batch::nearest(source, numbers, level)
    }
    #[cfg(feature = "polytopes")]
    fn closer(
        source: Source<'_, Self>,
        numbers: &[u32],
        margin: f32,
        level: SimdLevel,
    ) -> Vec<Option<bool>> {
        batch::closer(source, numbers, margin, level)
    }
    #[cfg(feature = "motion")]
    fn contact_ends(
        source: Source<'_, Self>,
        numbers: &[u32],
        level: SimdLevel,
    ) -> Vec<Option<ContactEnds>> {
        batch::contact_ends(source, numbers, level)
    }
    fn decide<M: Motion>(a: &Self, b: &Self) -> Result<Settled, PairFault> {
        by_motion!(M::MOVES, exact::decide_moving(a, b), exact::decide(a, b))
    }
    fn decide_within(a: &Self, b: &Self, margin: f32) -> Result<Verdict, PairFault> {
        exact::within(a, b, margin)
    }
    fn separation(a: &Self, b: &Self) -> Result<Separation<DVec2>, PairFault> {
        exact::separation(a, b)
    }
    fn along(a: &Self, b: &Self, axis: Vec2) -> Result<Along, PairFault> {
        exact::along(a, b, axis.to_array())
    }
    fn rounded(axis: DVec2) -> Vec2 {
        axis.as_vec2()
    }
    fn meeting_point<M: Motion>(a: &Self, b: &Self) -> Result<DVec2, PairFault> {
        by_motion!(M::MOVES, exact::meeting_moving_point(a, b), exact::meeting_point(a, b))
    }
    fn meeting_box<M: Motion>(a: &Self, b: &Self) -> Result<Aabb2, PairFault> {
        by_motion!(M::MOVES, exact::meeting_moving_box(a, b), exact::meeting_box(a, b))
    }
    #[cfg(feature = "motion")]
    fn meeting_interval(a: &Self, b: &Self) -> Result<ContactInterval, PairFault> {
        exact::meeting_interval(a, b)
    }
    fn resting(&self) -> Self {
        self.with_velocity(Vec2::ZERO).unwrap_or(*self)
    }
    #[cfg(feature = "polytopes")]
    fn push_to(&self, set: &mut PolytopeSet) -> Result<u32, PolytopeError> {
        let polytope = set.push_frame2(self)?;
        set.set_velocity(polytope, self.velocity().extend(0.0)).map(|()| polytope)
    }
}
