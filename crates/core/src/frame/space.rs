//! What is computed of frames in space.

use super::Frame;
use crate::by_motion;
use crate::error::FrameError;
#[cfg(feature = "polytopes")]
use crate::error::PolytopeError;
use crate::exact::{self, Along, PairFault, Separation, Settled};
#[cfg(feature = "motion")]
use crate::geom::ContactInterval;
use crate::geom::{Aabb3, Frame3, ShapeKind};
#[cfg(feature = "polytopes")]
use crate::geom::{Nearest, PolytopeSet};
#[cfg(feature = "motion")]
use crate::kernel::ContactEnds;
use crate::kernel::{BestAxis, CommonBounds, SimdLevel, Source, batch};
#[cfg(feature = "motion")]
use crate::motion::Moving;
use crate::motion::{Motion, Resting};
use crate::verdict::{RawCode, Verdict};
use glam::{DVec3, Vec3};

// The only places where kernels of verdicts are instantiated: no crate that calls `codes` does.

#[inline(never)]
fn resting(source: Source<'_, Frame3>, level: SimdLevel) -> Vec<RawCode> {
    batch::codes::<_, Resting>(source, level)
}

#[cfg(feature = "motion")]
#[inline(never)]
fn moving(source: Source<'_, Frame3>, level: SimdLevel) -> Vec<RawCode> {
    batch::codes::<_, Moving>(source, level)
}

#[inline(never)]
fn settled_resting(source: Source<'_, Frame3>, numbers: &[u32], level: SimdLevel) -> Vec<RawCode> {
    batch::settled::<_, Resting>(source, numbers, level)
}

#[cfg(feature = "motion")]
#[inline(never)]
fn settled_moving(source: Source<'_, Frame3>, numbers: &[u32], level: SimdLevel) -> Vec<RawCode> {
    batch::settled::<_, Moving>(source, numbers, level)
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
    #[cfg(feature = "polytopes")]
    fn nearest(
        source: Source<'_, Self>,
        numbers: &[u32],
        level: SimdLevel,
    ) -> Vec<Option<Nearest<DVec3>>> {
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
        by_motion!(M::MOVES, exact::meeting_moving_point(a, b), exact::meeting_point(a, b))
    }
    fn meeting_box<M: Motion>(a: &Self, b: &Self) -> Result<Aabb3, PairFault> {
        by_motion!(M::MOVES, exact::meeting_moving_box(a, b), exact::meeting_box(a, b))
    }
    #[cfg(feature = "motion")]
    fn meeting_interval(a: &Self, b: &Self) -> Result<ContactInterval, PairFault> {
        exact::meeting_interval(a, b)
    }
    fn resting(&self) -> Self {
        // Zero is finite.
        self.with_velocity(Vec3::ZERO).unwrap_or(*self)
    }
    #[cfg(feature = "polytopes")]
    fn push_to(&self, set: &mut PolytopeSet) -> Result<u32, PolytopeError> {
        let polytope = set.push_frame(self)?;
        set.set_velocity(polytope, self.velocity()).map(|()| polytope)
    }
}
