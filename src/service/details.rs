//! What lies beyond the verdict: axes, depths, common points, boxes, of the pairs that have them.

use super::batch::{BatchError, BatchFault, Verdicts};
use super::collision_service::CollisionService;
use crate::exact::{PairFault, Separation, meeting_box, meeting_point, separation};
use crate::geom::{Aabb3, Frame3, Pair};
use crate::verdict::Verdict;
use glam::DVec3;
use rayon::prelude::*;

/// Pairs that one thread works on at a time: some 20 microseconds of work at the least.
const GRAIN: usize = 32;

/// A set of outputs to compute beside the verdicts: `Wanted::DEPTH | Wanted::WITNESS`. What is not in it
/// costs nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Wanted(u8);

impl Wanted {
    /// Verdicts alone.
    pub const NOTHING: Self = Self(0);
    /// The axis and depth of pairs that meet.
    pub const DEPTH: Self = Self(1);
    /// The axis and gap of separate pairs.
    pub const GAP: Self = Self(2);
    /// A common point of pairs that meet.
    pub const WITNESS: Self = Self(4);
    /// The smallest box of all common points of pairs that meet.
    pub const BOX: Self = Self(8);

    /// True when everything in `other` is in this set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// True when there is something to compute for a pair of this verdict.
    const fn concerns(self, verdict: Verdict) -> bool {
        let of_meeting = Self::DEPTH.0 | Self::WITNESS.0 | Self::BOX.0;
        self.0 & (if verdict.meets() { of_meeting } else { Self::GAP.0 }) != 0
    }
}

impl std::ops::BitOr for Wanted {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for Wanted {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

/// What was wanted of one pair, as far as a pair of its verdict has it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Detail {
    /// Number of the pair in its batch.
    pub pair: u32,
    /// The exact verdict.
    pub verdict: Verdict,
    /// The best axis, and the depth or gap along it.
    pub separation: Option<Separation>,
    /// A common point, in `f64`: an exact one, each coordinate rounded once.
    pub witness: Option<DVec3>,
    /// The smallest box of all common points, each face rounded outward to `f32` once.
    pub aabb: Option<Aabb3>,
}

/// The verdicts of a batch, and the details of the pairs that have any.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Details {
    /// The exact verdicts, one a pair.
    pub verdicts: Verdicts,
    /// In the order of the pairs: those that meet, where anything of such pairs was wanted, and those that
    /// are separate, where gaps were. A pair that is not here costs no memory here.
    pub details: Vec<Detail>,
}

impl CollisionService {
    /// The exact verdict of every pair of resting frames, and what else is wanted of those that have it.
    /// The engine finds the verdicts; details are computed on the CPU, on all threads of the service, and only
    /// for the pairs concerned. They do not depend on the engine.
    ///
    /// Costs, for a pair concerned and on one thread: 0.2 to 1 microseconds for an axis, about one for a
    /// witness (a few and some tens on exact contacts), some tens for a box. The errors are those of [`verdicts`](Self::verdicts).
    ///
    /// ```
    /// use motzkin::{CollisionService, Engine, Frame3, Pair, Wanted, glam::{DVec3, Vec3}};
    ///
    /// let service = CollisionService::new(Engine::Cpu)?;
    /// let cube = |x: f32| Frame3::cuboid(Vec3::new(x, 0.0, 0.0), [Vec3::X, Vec3::Y, Vec3::Z]);
    /// let frames = [cube(0.0)?, cube(0.75)?, cube(3.0)?];
    /// let found = service.details(&frames, &[Pair::new(0, 1), Pair::new(0, 2)], Wanted::DEPTH)?;
    /// // The second pair is separate: it has no depth.
    /// let [hit] = &found.details[..] else { panic!("one pair meets") };
    /// let separation = hit.separation.ok_or("it was wanted")?;
    /// assert_eq!((hit.pair, separation.axis, separation.depth), (0, DVec3::X, 0.25));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn details(&self, frames: &[Frame3], pairs: &[Pair], wanted: Wanted) -> Result<Details, BatchError> {
        let verdicts = self.verdicts(frames, pairs)?;
        let concerned: Vec<u32> = (0_u32..)
            .zip(verdicts.iter())
            .filter_map(|(pair, &verdict)| wanted.concerns(verdict).then_some(pair))
            .collect();
        let one = |&number: &u32| {
            let pair = pairs[number as usize];
            let (a, b) = (&frames[pair.a as usize], &frames[pair.b as usize]);
            detail(number, verdicts[number as usize], a, b, wanted).map_err(|fault| {
                let frame = if fault.second { pair.b } else { pair.a };
                let faults = vec![BatchFault { pair: number as usize, frame, error: fault.error }];
                BatchError::InvalidFrames { faults, rest: verdicts.iter().copied().map(Some).collect() }
            })
        };
        let details: Result<Vec<Detail>, BatchError> =
            self.cpu.install(|| concerned.par_iter().with_min_len(GRAIN).map(one).collect());
        Ok(Details { details: details?, verdicts })
    }

    /// [`details`](Self::details) of one pair, on the CPU whatever the engine.
    pub fn detail(&self, a: &Frame3, b: &Frame3, wanted: Wanted) -> Result<Detail, PairFault> {
        detail(0, self.verdict(a, b)?, a, b, wanted)
    }

    /// The smallest box that holds every common point of each pair of resting frames, `None` where a
    /// pair is separate; each face exact and rounded outward once. Costs tens of microseconds for each
    /// pair that meets. An invalid frame leaves the whole call without boxes; the error has the verdicts.
    pub fn intersection_boxes(
        &self,
        frames: &[Frame3],
        pairs: &[Pair],
    ) -> Result<Vec<Option<Aabb3>>, BatchError> {
        let mut boxes = vec![None; pairs.len()];
        for detail in self.details(frames, pairs, Wanted::BOX)?.details {
            boxes[detail.pair as usize] = detail.aabb;
        }
        Ok(boxes)
    }
}

fn detail(pair: u32, verdict: Verdict, a: &Frame3, b: &Frame3, wanted: Wanted) -> Result<Detail, PairFault> {
    let of_meeting = |output: Wanted| verdict.meets() && wanted.contains(output);
    let axis = if verdict.meets() { Wanted::DEPTH } else { Wanted::GAP };
    Ok(Detail {
        pair,
        verdict,
        separation: wanted.contains(axis).then(|| separation(a, b)).transpose()?,
        witness: of_meeting(Wanted::WITNESS).then(|| meeting_point(a, b)).transpose()?,
        aabb: of_meeting(Wanted::BOX).then(|| meeting_box(a, b)).transpose()?,
    })
}
