//! What a service computes, by the dimension of the frames.

use crate::error::FrameError;
use crate::exact::{self, PairFault, Separation, Settled, SettledBy};
use crate::geom::{Aabb2, Aabb3, ContactInterval, Frame2, Frame3};
use crate::kernel::Kernels;
use crate::num::f32_below;
use crate::reference;
use crate::verdict::Verdict;
use bytemuck::Pod;
use dashu_ratio::RBig;
use glam::{DVec2, DVec3};
use std::fmt::Debug;

/// A frame that a service judges: [`Frame3`] in space or [`Frame2`] in the plane. Calls take slices of either, and what
/// they answer follows. Nothing else can implement it.
pub trait Frame: Judged {
    /// A point or direction: [`DVec3`] or [`DVec2`].
    type Vector: Copy + Debug + PartialEq + Send + Sync;
    /// An axis-aligned box: [`Aabb3`] or [`Aabb2`].
    type Aabb: Copy + Debug + PartialEq + Send + Sync;
}

impl Frame for Frame3 {
    type Vector = DVec3;
    type Aabb = Aabb3;
}

impl Frame for Frame2 {
    type Vector = DVec2;
    type Aabb = Aabb2;
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
