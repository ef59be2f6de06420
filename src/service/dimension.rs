//! What a service computes, by the dimension of the frames.

#[cfg(feature = "gpu")]
use super::bounds::{AxisBound, Common};
use crate::error::FrameError;
use crate::exact::{self, Along, PairFault, Separation, Settled, SettledBy};
use crate::geom::{Aabb2, Aabb3, ContactInterval, Frame2, Frame3};
#[cfg(feature = "gpu")]
use crate::gpu::layout::HitBounds;
use crate::kernel::{
    BestAxis, CommonBounds, Indexed, Kernels, SimdLevel, best_axes, common_bounds, common_points,
    plane,
};
use crate::num::f32_below;
use crate::reference;
use crate::verdict::Verdict;
use bytemuck::Pod;
use dashu_ratio::RBig;
use glam::{DVec2, DVec3, Vec2, Vec3};
use std::fmt::Debug;

/// A frame that a service judges: [`Frame3`] in space or [`Frame2`] in the plane. Calls take slices
/// of either, and what they answer follows. Nothing else can implement it.
pub trait Frame: Judged {
    /// A point or direction: [`DVec3`] or [`DVec2`].
    type Vector: Copy + Debug + PartialEq + Send + Sync;
    /// A direction in `f32`: [`Vec3`] or [`Vec2`].
    type Direction: Copy + Debug + PartialEq + Send + Sync;
    /// An axis-aligned box: [`Aabb3`] or [`Aabb2`].
    type Aabb: Copy + Debug + PartialEq + Send + Sync;
}

impl Frame for Frame3 {
    type Vector = DVec3;
    type Direction = Vec3;
    type Aabb = Aabb3;
}

impl Frame for Frame2 {
    type Vector = DVec2;
    type Direction = Vec2;
    type Aabb = Aabb2;
}

/// A shader's slack may be this part of the pair's size: its roots and quotients are not exact, and
/// what it does not tell is asked of the CPU.
#[cfg(feature = "gpu")]
const SHADERS_LOOSE: f32 = 1e-4;

/// How much too large a box of a shader's may be, as a part of the pair's size: a hundred
/// thousandth, and less by what rounds in telling.
#[cfg(feature = "gpu")]
const TIGHT: f64 = 9.9e-6;

/// How much further out rounding may have moved the faces of a shader's box than two ulps: it adds
/// a face seen from the first frame's origin to that, takes four units of both off, and rounds both
/// times by two units at the most.
#[cfg(feature = "gpu")]
fn beyond_ulps(aabb: &Aabb2, origin: Vec2) -> f64 {
    const UNIT: f64 = 1.0 / 16_777_216.0;
    // What the shader takes off beside, for numbers that it may flush.
    const LEAST_STEP: f64 = 4.0 * f32::MIN_POSITIVE as f64;
    let origin = origin.as_dvec2();
    let beyond = |face: DVec2| {
        let summed = origin.abs() + (face - origin).abs();
        // Two ulps are no less than two units of the face.
        (summed * 8.0 - face.abs() * 2.0).max_element() * UNIT
    };
    beyond(aabb.min.as_dvec2()).max(beyond(aabb.max.as_dvec2())).max(0.0) + LEAST_STEP
}

/// One question about a pair.
pub type Answer<T> = Result<T, PairFault>;

/// The verdict over all `t`, and the interval of a pair that meets, by elimination.
type Eliminated = Result<(Verdict, Option<[RBig; 2]>), FrameError>;

#[cfg(feature = "gpu")]
pub use crate::gpu::ShaderFrame as OnGpu;

/// Without a GPU there are no shaders to know a frame.
#[cfg(not(feature = "gpu"))]
pub trait OnGpu {}
#[cfg(not(feature = "gpu"))]
impl<F> OnGpu for F {}

/// The answers, exact ones all of them; `meeting_` says that the pair is known to meet.
pub trait Judged: Kernels + OnGpu + Pod + Debug + PartialEq + Send + Sync {
    fn validate_for(&self, moving: bool) -> Result<(), FrameError>;
    fn decide(a: &Self, b: &Self) -> Answer<Settled>;
    fn decide_moving(a: &Self, b: &Self) -> Answer<Settled>;
    fn eliminate(a: &Self, b: &Self) -> Result<Verdict, FrameError>;
    fn eliminate_moving(a: &Self, b: &Self) -> Eliminated;
    fn separation(a: &Self, b: &Self) -> Answer<Separation<Self::Vector>>
    where
        Self: Frame;
    /// What `f32` can tell of the best axes of the pairs of these numbers.
    fn best_axes(
        source: &Indexed<'_, Self>,
        numbers: &[u32],
        level: SimdLevel,
    ) -> Vec<Option<BestAxis<Self::Direction>>>
    where
        Self: Frame;
    /// The verdict within a margin, of frames that are separate.
    fn decide_within(a: &Self, b: &Self, margin: f32) -> Answer<Verdict>;
    /// What kernels can tell of the common points of the pairs of these numbers, which meet.
    fn common(
        source: &Indexed<'_, Self>,
        numbers: &[u32],
        boxes: bool,
        level: SimdLevel,
    ) -> Vec<CommonBounds<Self::Vector, Self::Aabb>>
    where
        Self: Frame;
    /// What a shader has told of a pair that meets.
    #[cfg(feature = "gpu")]
    fn of_shader(
        a: &Self,
        b: &Self,
        found: &HitBounds,
    ) -> (Option<AxisBound<Self::Direction>>, Common<Self>)
    where
        Self: Frame;
    fn along(a: &Self, b: &Self, axis: Self::Direction) -> Answer<Along>
    where
        Self: Frame;
    fn rounded(axis: Self::Vector) -> Self::Direction
    where
        Self: Frame;
    fn meeting_point(a: &Self, b: &Self) -> Answer<Self::Vector>
    where
        Self: Frame;
    fn meeting_box(a: &Self, b: &Self) -> Answer<Self::Aabb>
    where
        Self: Frame;
    fn meeting_interval(a: &Self, b: &Self) -> Answer<ContactInterval>;
    fn meeting_moving_point(a: &Self, b: &Self) -> Answer<Self::Vector>
    where
        Self: Frame;
    fn meeting_moving_box(a: &Self, b: &Self) -> Answer<Self::Aabb>
    where
        Self: Frame;
}

impl Judged for Frame3 {
    fn validate_for(&self, moving: bool) -> Result<(), FrameError> {
        if moving { self.validate() } else { self.validate_resting().map(|_| ()) }
    }
    fn decide(a: &Self, b: &Self) -> Answer<Settled> {
        exact::decide(a, b)
    }
    fn decide_moving(a: &Self, b: &Self) -> Answer<Settled> {
        exact::decide_moving(a, b)
    }
    fn eliminate(a: &Self, b: &Self) -> Result<Verdict, FrameError> {
        reference::verdict(a, b)
    }
    fn eliminate_moving(a: &Self, b: &Self) -> Eliminated {
        reference::motion::passage(a, b)
    }
    fn separation(a: &Self, b: &Self) -> Answer<Separation<DVec3>> {
        exact::separation(a, b)
    }
    fn best_axes(
        source: &Indexed<'_, Self>,
        numbers: &[u32],
        level: SimdLevel,
    ) -> Vec<Option<BestAxis<Vec3>>> {
        best_axes(source, numbers, level)
    }
    fn decide_within(a: &Self, b: &Self, margin: f32) -> Answer<Verdict> {
        exact::within(a, b, margin)
    }
    fn common(
        source: &Indexed<'_, Self>,
        numbers: &[u32],
        boxes: bool,
        level: SimdLevel,
    ) -> Vec<CommonBounds> {
        if boxes {
            common_bounds(source, numbers, level)
        } else {
            common_points(source, numbers, level)
        }
    }
    #[cfg(feature = "gpu")]
    fn of_shader(a: &Self, b: &Self, found: &HitBounds) -> (Option<AxisBound<Vec3>>, Common<Self>) {
        let tells = |what| found.known & what != 0;
        let (own, other) = (a.aabb(), b.aabb());
        let size = (own.max.max(other.max) - own.min.min(other.min)).max_element();
        let axis = tells(HitBounds::SEPARATION).then(|| AxisBound::Shader {
            axis: found.axis.into(),
            least: (found.depth - found.depth_slack).next_down(),
            loose: size * SHADERS_LOOSE,
        });
        let from_a = DVec3::from(found.point.map(f64::from));
        let point = tells(HitBounds::COMMON).then(|| a.origin().as_dvec3() + from_a);
        (axis, CommonBounds { point, aabb: None })
    }
    fn along(a: &Self, b: &Self, axis: Vec3) -> Answer<Along> {
        exact::along(a, b, axis.to_array())
    }
    fn rounded(axis: DVec3) -> Vec3 {
        axis.as_vec3()
    }
    fn meeting_point(a: &Self, b: &Self) -> Answer<DVec3> {
        exact::meeting_point(a, b)
    }
    fn meeting_box(a: &Self, b: &Self) -> Answer<Aabb3> {
        exact::meeting_box(a, b)
    }
    fn meeting_interval(a: &Self, b: &Self) -> Answer<ContactInterval> {
        exact::meeting_interval(a, b)
    }
    fn meeting_moving_point(a: &Self, b: &Self) -> Answer<DVec3> {
        exact::meeting_moving_point(a, b)
    }
    fn meeting_moving_box(a: &Self, b: &Self) -> Answer<Aabb3> {
        exact::meeting_moving_box(a, b)
    }
}

impl Judged for Frame2 {
    fn validate_for(&self, moving: bool) -> Result<(), FrameError> {
        if moving { self.validate() } else { self.validate_resting().map(|_| ()) }
    }
    fn decide(a: &Self, b: &Self) -> Answer<Settled> {
        exact::plane::decide(a, b)
    }
    fn decide_moving(a: &Self, b: &Self) -> Answer<Settled> {
        exact::plane::decide_moving(a, b)
    }
    fn eliminate(a: &Self, b: &Self) -> Result<Verdict, FrameError> {
        reference::plane::verdict(a, b)
    }
    fn eliminate_moving(a: &Self, b: &Self) -> Eliminated {
        reference::plane::passage(a, b)
    }
    fn separation(a: &Self, b: &Self) -> Answer<Separation<DVec2>> {
        exact::plane::separation(a, b)
    }
    fn best_axes(
        source: &Indexed<'_, Self>,
        numbers: &[u32],
        level: SimdLevel,
    ) -> Vec<Option<BestAxis<Vec2>>> {
        plane::best_axes(source, numbers, level)
    }
    fn decide_within(a: &Self, b: &Self, margin: f32) -> Answer<Verdict> {
        exact::within_in_plane(a, b, margin)
    }
    fn common(
        source: &Indexed<'_, Self>,
        numbers: &[u32],
        boxes: bool,
        level: SimdLevel,
    ) -> Vec<CommonBounds<DVec2, Aabb2>> {
        match boxes {
            true => plane::common_bounds(source, numbers, level),
            false => plane::common_points(source, numbers, level),
        }
    }
    #[cfg(feature = "gpu")]
    fn of_shader(a: &Self, b: &Self, found: &HitBounds) -> (Option<AxisBound<Vec2>>, Common<Self>) {
        let tells = |what| found.known & what != 0;
        let (own, other) = (a.aabb(), b.aabb());
        let size = (own.max.max(other.max) - own.min.min(other.min)).max_element();
        let of = |x: [f32; 3]| Vec2::new(x[0], x[1]);
        let axis = tells(HitBounds::SEPARATION).then(|| AxisBound::Shader {
            axis: of(found.axis),
            least: (found.depth - found.depth_slack).next_down(),
            loose: size * SHADERS_LOOSE,
        });
        if !tells(HitBounds::COMMON) {
            return (axis, CommonBounds::OPEN);
        }
        let point = a.origin().as_dvec2() + of(found.point).as_dvec2();
        let aabb = Aabb2 { min: of(found.low), max: of(found.high) };
        let is_tight =
            f64::from(found.box_slack) + beyond_ulps(&aabb, a.origin()) <= f64::from(size) * TIGHT;
        (axis, CommonBounds { point: Some(point), aabb: is_tight.then_some(aabb) })
    }
    fn along(a: &Self, b: &Self, axis: Vec2) -> Answer<Along> {
        exact::along_in_plane(a, b, axis.to_array())
    }
    fn rounded(axis: DVec2) -> Vec2 {
        axis.as_vec2()
    }
    fn meeting_point(a: &Self, b: &Self) -> Answer<DVec2> {
        exact::plane::meeting_point(a, b)
    }
    fn meeting_box(a: &Self, b: &Self) -> Answer<Aabb2> {
        exact::plane::meeting_box(a, b)
    }
    fn meeting_interval(a: &Self, b: &Self) -> Answer<ContactInterval> {
        exact::plane::meeting_interval(a, b)
    }
    fn meeting_moving_point(a: &Self, b: &Self) -> Answer<DVec2> {
        exact::plane::meeting_moving_point(a, b)
    }
    fn meeting_moving_box(a: &Self, b: &Self) -> Answer<Aabb2> {
        exact::plane::meeting_moving_box(a, b)
    }
}

/// The reference engine: Fourier-Motzkin elimination in rationals.
pub(super) fn decide_by_reference<F: Frame>(a: &F, b: &F) -> Answer<Settled> {
    validated(a, b, false)?;
    let verdict = F::eliminate(a, b).map_err(|error| PairFault { second: false, error })?;
    Ok(Settled { verdict, by: SettledBy::Wide })
}

/// The same of moving frames.
pub(super) fn decide_moving_by_reference<F: Frame>(a: &F, b: &F) -> Answer<Settled> {
    Ok(Settled { verdict: passage_by_reference(a, b)?.0, by: SettledBy::Wide })
}

/// The interval of a pair that meets, by elimination.
pub(super) fn interval_by_reference<F: Frame>(a: &F, b: &F) -> Answer<ContactInterval> {
    let (_, interval) = passage_by_reference(a, b)?;
    // Asked of pairs that meet only, which have one.
    let [first, last] = interval.unwrap_or([RBig::ZERO, RBig::ONE]);
    Ok(ContactInterval { first: f32_below(&first), last: -f32_below(&-last) + 0.0 })
}

fn passage_by_reference<F: Frame>(a: &F, b: &F) -> Answer<(Verdict, Option<[RBig; 2]>)> {
    validated(a, b, true)?;
    F::eliminate_moving(a, b).map_err(|error| PairFault { second: false, error })
}

fn validated<F: Frame>(a: &F, b: &F, moving: bool) -> Answer<()> {
    for (second, frame) in [(false, a), (true, b)] {
        frame.validate_for(moving).map_err(|error| PairFault { second, error })?;
    }
    Ok(())
}
