//! Moving pairs: each frame moves by its velocity while `t` runs over `[0, 1]`.
//!
//! Verdicts go the way of resting ones. Bounds of contact intervals come from kernels, on the CPU
//! or the GPU; what else is wanted beside the verdicts is computed on the CPU, one pair at a time.

use super::CollisionService;
use super::batch::{BatchError, RawVerdicts, Verdicts};
use super::dimension::{Frame, decide_moving_by_reference, interval_by_reference};
use super::settle::Decide;
use super::wanted::{Detail, Details, Wanted};
use crate::exact::PairFault;
use crate::geom::{BoundedPassage, ContactInterval, Pair, Passage};
#[cfg(feature = "gpu")]
use crate::gpu::layout::HitInterval;
use crate::kernel::{ContactEnds, Indexed, contact_ends};
use crate::verdict::Verdict;
use rayon::prelude::*;

/// Intervals that one thread settles at a time.
const GRAIN: usize = 64;

impl CollisionService {
    /// The exact verdict of every pair of moving frames, in order: overlapping where the interiors
    /// share a point at some `t` in the closed interval `[0, 1]`, touching where only the closed
    /// frames do. A pair of equal velocities has its resting verdict. Blocks until it is there.
    ///
    /// Costs about twice what [`verdicts`](Self::verdicts) costs where the kernels can tell, and
    /// one to ten microseconds for each pair that must be settled.
    ///
    /// # Errors
    ///
    /// Those of [`verdicts`](Self::verdicts); a velocity that is not finite makes a frame invalid
    /// too.
    pub fn moving_verdicts<F: Frame>(
        &self,
        frames: &[F],
        pairs: &[Pair],
    ) -> Result<Verdicts, BatchError> {
        self.block_on(self.moving_verdicts_async(frames, pairs))
    }

    /// [`moving_verdicts`](Self::moving_verdicts) as a future, which runs as that of
    /// [`verdicts_async`](Self::verdicts_async) does.
    pub async fn moving_verdicts_async<F: Frame>(
        &self,
        frames: &[F],
        pairs: &[Pair],
    ) -> Result<Verdicts, BatchError> {
        let raw = self.raw_moving_verdicts(frames, pairs).await?;
        self.settling(raw, |raw| raw.settle_by(frames, pairs, self.decide_moving()))
    }

    /// What the `f32` kernels say of moving pairs, not settled; as
    /// [`raw_verdicts`](Self::raw_verdicts).
    pub async fn raw_moving_verdicts<F: Frame>(
        &self,
        frames: &[F],
        pairs: &[Pair],
    ) -> Result<RawVerdicts, BatchError> {
        self.raw(frames, pairs, true).await
    }

    /// The exact verdict of one pair of moving frames.
    pub fn moving_verdict<F: Frame>(&self, a: &F, b: &F) -> Result<Verdict, PairFault> {
        Ok(self.decide_moving()(a, b)?.verdict)
    }

    /// How this engine settles what is undecided of moving pairs.
    pub(super) fn decide_moving<F: Frame>(&self) -> Decide<F> {
        if self.is_reference() { decide_moving_by_reference } else { F::decide_moving }
    }

    /// The verdicts of [`moving_verdicts`](Self::moving_verdicts), and for each pair that meets the
    /// first and the last contact, exact and rounded outward once. Pairs that meet cost about twice
    /// as much. An invalid frame leaves the whole call without intervals; the error has the
    /// verdicts.
    ///
    /// ```
    /// use motzkin::{CollisionService, Engine, Frame3, Pair, Verdict, glam::Vec3};
    ///
    /// let service = CollisionService::new(Engine::Cpu)?;
    /// let plate = Frame3::aligned_box(Vec3::new(5.0, 0.0, 0.0), Vec3::new(5.01, 1.0, 1.0))?;
    /// let bullet = Frame3::aligned_box(Vec3::ZERO, Vec3::ONE)?.with_velocity(Vec3::X * 16.0)?;
    /// let (frames, pairs) = ([plate, bullet], [Pair::new(0, 1)]);
    /// assert_eq!(*service.verdicts(&frames, &pairs)?, [Verdict::Separate]); // as if at rest
    /// let hit = service.contact_intervals(&frames, &pairs)?[0];
    /// assert_eq!(hit.verdict, Verdict::Overlapping);
    /// assert_eq!(hit.interval.map(|interval| interval.first), Some(0.25));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn contact_intervals<F: Frame>(
        &self,
        frames: &[F],
        pairs: &[Pair],
    ) -> Result<Vec<Passage>, BatchError> {
        let found = self.moving_details(frames, pairs, Wanted::INTERVAL)?;
        let bare = |&verdict: &Verdict| Passage { verdict, interval: None };
        let mut passages: Vec<Passage> = found.verdicts.iter().map(bare).collect();
        for detail in found.details {
            passages[detail.pair as usize].interval = detail.interval;
        }
        Ok(passages)
    }

    /// The verdicts of [`moving_verdicts`](Self::moving_verdicts), and for each pair that meets an
    /// interval that contains the exact one, with a bound of how far it may reach beyond it. It is
    /// computed in `f32`, by the shaders of a GPU engine or else on the CPU, there for some 100 ns
    /// a pair of cuboids that meets, 200 ns where a tetrahedron takes part and 90 ns in the plane
    /// (AVX2, one thread); where that cannot tell it is the interval of
    /// [`contact_intervals`](Self::contact_intervals).
    pub fn contact_bounds<F: Frame>(
        &self,
        frames: &[F],
        pairs: &[Pair],
    ) -> Result<Vec<BoundedPassage>, BatchError> {
        self.block_on(self.contact_bounds_async(frames, pairs))
    }

    /// [`contact_bounds`](Self::contact_bounds) as a future. What the CPU computes is computed when
    /// it is polled.
    pub async fn contact_bounds_async<F: Frame>(
        &self,
        frames: &[F],
        pairs: &[Pair],
    ) -> Result<Vec<BoundedPassage>, BatchError> {
        let verdicts = self.moving_verdicts_async(frames, pairs).await?;
        let meeting: Vec<u32> =
            (0..).zip(verdicts.iter()).filter(|(_, v)| v.meets()).map(|(i, _)| i).collect();
        let bare = |&verdict: &Verdict| BoundedPassage { verdict, interval: None, slack: 0.0 };
        let mut passages: Vec<BoundedPassage> = verdicts.iter().map(bare).collect();
        let mut open = Vec::new();
        for (&i, ends) in meeting.iter().zip(self.contact_ends(frames, pairs, &meeting).await?) {
            let Some(ContactEnds { first, last }) = ends else {
                open.push(i);
                continue;
            };
            let passage = &mut passages[i as usize];
            passage.interval = Some(ContactInterval { first: first[0], last: last[1] });
            // A difference of two numbers between 0 and 1 rounds by less than this.
            passage.slack = (first[1] - first[0]).max(last[1] - last[0]) + f32::EPSILON;
        }
        let interval_of =
            if self.is_reference() { interval_by_reference } else { F::meeting_interval };
        let settle = |&i: &u32| {
            let Pair { a, b } = pairs[i as usize];
            // The verdict has found both frames valid.
            (i, interval_of(&frames[a as usize], &frames[b as usize]).ok())
        };
        let settled: Vec<_> =
            self.cpu().install(|| open.par_iter().with_min_len(GRAIN).map(settle).collect());
        for (i, interval) in settled {
            passages[i as usize].interval = interval;
            passages[i as usize].slack = f32::EPSILON;
        }
        Ok(passages)
    }

    /// What the shaders tell of pairs that meet, and the CPU's kernel of what they leave open;
    /// nothing by the reference.
    async fn contact_ends<F: Frame>(
        &self,
        frames: &[F],
        pairs: &[Pair],
        numbers: &[u32],
    ) -> Result<Vec<Option<ContactEnds>>, BatchError> {
        let mut ends = vec![None; numbers.len()];
        if self.is_reference() {
            return Ok(ends);
        }
        #[cfg(feature = "gpu")]
        if let Some(gpu) = self.gpu_engine() {
            let asked: Vec<Pair> = numbers.iter().map(|&i| pairs[i as usize]).collect();
            match gpu.runner().intervals(frames, &asked).await {
                Ok(found) => ends = found.into_iter().map(told).collect(),
                Err(error) => {
                    gpu.failed(error)?;
                }
            }
        }
        let (places, open): (Vec<usize>, Vec<u32>) =
            numbers.iter().enumerate().filter(|&(place, _)| ends[place].is_none()).unzip();
        let source = Indexed { frames, pairs };
        let found = self.cpu().install(|| contact_ends(&source, &open, self.info().simd));
        for (place, found) in places.into_iter().zip(found) {
            ends[place] = found;
        }
        Ok(ends)
    }

    /// The verdicts of [`moving_verdicts`](Self::moving_verdicts), and what else is wanted of the
    /// pairs that meet, computed for them alone: [`INTERVAL`](Wanted::INTERVAL),
    /// [`WITNESS`](Wanted::WITNESS), [`BOX`](Wanted::BOX). Moving pairs have no axis and no depth.
    ///
    /// Costs, for a pair that meets: a microsecond to ten for an interval, some tens for a witness,
    /// some hundreds for a box. The errors are those of [`moving_verdicts`](Self::moving_verdicts).
    ///
    /// ```
    /// use motzkin::{CollisionService, Engine, Frame3, Pair, Wanted, glam::Vec3};
    ///
    /// let service = CollisionService::new(Engine::Cpu)?;
    /// let wall = Frame3::aligned_box(Vec3::new(5.0, 0.0, 0.0), Vec3::new(5.5, 1.0, 1.0))?;
    /// let ball = Frame3::aligned_box(Vec3::ZERO, Vec3::ONE)?.with_velocity(Vec3::X * 16.0)?;
    /// let found = service.moving_details(&[wall, ball], &[Pair::new(0, 1)], Wanted::WITNESS)?;
    /// let point = found.details[0].witness.ok_or("they meet")?;
    /// assert_eq!(point.x, 5.0); // where the ball strikes the wall first
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moving_details<F: Frame>(
        &self,
        frames: &[F],
        pairs: &[Pair],
        wanted: Wanted,
    ) -> Result<Details<F>, BatchError> {
        let verdicts = self.moving_verdicts(frames, pairs)?;
        let interval_of =
            if self.is_reference() { interval_by_reference } else { F::meeting_interval };
        let detail = |bare, wanted: Wanted, a: &_, b: &_| {
            Ok(Detail {
                interval: wanted
                    .contains(Wanted::INTERVAL)
                    .then(|| interval_of(a, b))
                    .transpose()?,
                witness: wanted
                    .contains(Wanted::WITNESS)
                    .then(|| F::meeting_moving_point(a, b))
                    .transpose()?,
                aabb: wanted
                    .contains(Wanted::BOX)
                    .then(|| F::meeting_moving_box(a, b))
                    .transpose()?,
                ..bare
            })
        };
        self.each_concerned(
            verdicts,
            frames,
            pairs,
            |verdict: Verdict| wanted.of_moving(verdict.meets()),
            detail,
        )
    }

    /// The smallest box that holds every point that the frames of a moving pair share at any `t` in
    /// `[0, 1]`, `None` where they never meet; each face exact and rounded outward once. Costs some
    /// hundred microseconds for each pair that meets. An invalid frame leaves the whole call
    /// without boxes; the error has the verdicts.
    pub fn moving_boxes<F: Frame>(
        &self,
        frames: &[F],
        pairs: &[Pair],
    ) -> Result<Vec<Option<F::Aabb>>, BatchError> {
        Ok(self.moving_details(frames, pairs, Wanted::BOX)?.boxes())
    }
}

/// The bounds of a pair of which the shaders could tell both ends.
#[cfg(feature = "gpu")]
fn told(HitInterval { first, last }: HitInterval) -> Option<ContactEnds> {
    (first[1] < 1.0 || last[0] > 0.0).then_some(ContactEnds { first, last })
}
