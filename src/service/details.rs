//! What lies beyond the verdict: axes, depths, common points, boxes, of the pairs that have them.

use super::batch::{BatchError, BatchFault, Verdicts};
use super::collision_service::CollisionService;
use super::dimension::Frame;
use super::wanted::{Detail, Details, Wanted};
use crate::exact::PairFault;
use crate::geom::Pair;
use crate::verdict::Verdict;
use rayon::prelude::*;

/// Pairs that one thread works on at a time: some 20 microseconds of work at the least.
const GRAIN: usize = 32;

impl CollisionService {
    /// The exact verdict of every pair of resting frames, and what else is wanted of those that
    /// have it. The engine finds the verdicts; details are computed on the CPU, on all threads of
    /// the service, and only for the pairs concerned. They do not depend on the engine.
    ///
    /// Costs, for a pair concerned and on one thread: 0.2 to 1 microseconds for an axis, about one
    /// for a witness (a few and some tens on exact contacts), some tens for a box. The errors are
    /// those of [`verdicts`](Self::verdicts).
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
    pub fn details<F: Frame>(
        &self,
        frames: &[F],
        pairs: &[Pair],
        wanted: Wanted,
    ) -> Result<Details<F>, BatchError> {
        self.block_on(self.details_async(frames, pairs, wanted))
    }

    /// [`details`](Self::details) as a future. The details themselves are computed when it is
    /// polled.
    pub async fn details_async<F: Frame>(
        &self,
        frames: &[F],
        pairs: &[Pair],
        wanted: Wanted,
    ) -> Result<Details<F>, BatchError> {
        let verdicts = self.verdicts_async(frames, pairs).await?;
        let wanted_of = |verdict: Verdict| wanted.of_resting(verdict.meets());
        self.each_concerned(verdicts, frames, pairs, wanted_of, resting_detail)
    }

    /// What is wanted of each pair that has any of it.
    pub(super) fn each_concerned<F: Frame>(
        &self,
        verdicts: Verdicts,
        frames: &[F],
        pairs: &[Pair],
        wanted_of: impl Fn(Verdict) -> Wanted + Sync,
        detail: impl Fn(Detail<F>, Wanted, &F, &F) -> Result<Detail<F>, PairFault> + Sync,
    ) -> Result<Details<F>, BatchError> {
        let concerned = concerned(&verdicts, &wanted_of);
        let one = |&number: &u32| {
            let (pair, verdict) = (pairs[number as usize], verdicts[number as usize]);
            let (a, b) = (&frames[pair.a as usize], &frames[pair.b as usize]);
            detail(Detail::new(number, verdict), wanted_of(verdict), a, b)
                .map_err(|fault| invalid(fault, number, pair, &verdicts))
        };
        let details: Result<Vec<Detail<F>>, BatchError> =
            self.cpu.install(|| concerned.par_iter().with_min_len(GRAIN).map(one).collect());
        Ok(Details { details: details?, verdicts })
    }

    /// [`details`](Self::details) of one pair, on the CPU whatever the engine.
    pub fn detail<F: Frame>(&self, a: &F, b: &F, wanted: Wanted) -> Result<Detail<F>, PairFault> {
        let verdict = self.verdict(a, b)?;
        resting_detail(Detail::new(0, verdict), wanted.of_resting(verdict.meets()), a, b)
    }

    /// The smallest box that holds every common point of each pair of resting frames, `None` where
    /// a pair is separate; each face exact and rounded outward once. Costs tens of microseconds for
    /// each pair that meets. An invalid frame leaves the whole call without boxes; the error has
    /// the verdicts.
    pub fn intersection_boxes<F: Frame>(
        &self,
        frames: &[F],
        pairs: &[Pair],
    ) -> Result<Vec<Option<F::Aabb>>, BatchError> {
        self.block_on(self.intersection_boxes_async(frames, pairs))
    }

    /// [`intersection_boxes`](Self::intersection_boxes) as a future. The boxes themselves are
    /// computed when it is polled.
    pub async fn intersection_boxes_async<F: Frame>(
        &self,
        frames: &[F],
        pairs: &[Pair],
    ) -> Result<Vec<Option<F::Aabb>>, BatchError> {
        Ok(self.details_async(frames, pairs, Wanted::BOX).await?.boxes())
    }
}

/// The numbers of the pairs that have any of what is wanted.
pub(super) fn concerned(verdicts: &[Verdict], wanted_of: impl Fn(Verdict) -> Wanted) -> Vec<u32> {
    let wanted =
        |(pair, &verdict): (u32, &Verdict)| (wanted_of(verdict) != Wanted::NOTHING).then_some(pair);
    (0..).zip(verdicts).filter_map(wanted).collect()
}

/// What is told of a frame that turns out to be invalid after its verdict.
pub(super) fn invalid(
    fault: PairFault,
    number: u32,
    pair: Pair,
    verdicts: &[Verdict],
) -> BatchError {
    let frame = if fault.second { pair.b } else { pair.a };
    let faults = vec![BatchFault { pair: number as usize, frame, error: fault.error }];
    BatchError::InvalidFrames { faults, rest: verdicts.iter().copied().map(Some).collect() }
}

/// What is wanted of a resting pair, all of which it has.
fn resting_detail<F: Frame>(
    bare: Detail<F>,
    wanted: Wanted,
    a: &F,
    b: &F,
) -> Result<Detail<F>, PairFault> {
    let axis = wanted.contains(Wanted::DEPTH) || wanted.contains(Wanted::GAP);
    Ok(Detail {
        separation: axis.then(|| F::separation(a, b)).transpose()?,
        witness: wanted.contains(Wanted::WITNESS).then(|| F::meeting_point(a, b)).transpose()?,
        aabb: wanted.contains(Wanted::BOX).then(|| F::meeting_box(a, b)).transpose()?,
        ..bare
    })
}
