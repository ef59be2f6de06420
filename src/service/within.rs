//! Pairs that are closer than a margin.

use super::batch::{BatchError, Verdicts};
use super::collision_service::CollisionService;
use super::details::invalid;
use super::dimension::Frame;
use crate::geom::Pair;
use crate::kernel::{BestAxis, Indexed};
use crate::verdict::Verdict;
use rayon::prelude::*;

/// Pairs that one thread works on at a time.
const GRAIN: usize = 256;

impl CollisionService {
    /// The exact verdict of every pair of resting frames when each certificate is asked for a gap
    /// of more than `margin`: separate where the gap along some candidate axis (the normals of
    /// faces, the products of edges) is larger, touching where the largest is exactly the margin,
    /// overlapping where it is less. A margin of 0 gives what [`verdicts`](Self::verdicts) gives.
    ///
    /// This finds every pair that is closer than the margin, and some that are a little further
    /// apart: a gap along an axis is never above the distance, and falls short of it where a corner
    /// faces a corner or an edge. Two aligned boxes that face each other corner to corner count as
    /// separate only from a distance of `sqrt(3)` times the margin on, sharper corners even later.
    /// What touches counts as overlapping with any margin but 0.
    ///
    /// Costs what [`verdicts`](Self::verdicts) costs, and on the CPU, whatever the engine, some
    /// hundred nanoseconds for each pair that is separate, half a microsecond for those that are
    /// nearly as far apart as the margin or have nearly parallel edges.
    ///
    /// # Errors
    ///
    /// Those of [`verdicts`](Self::verdicts), and a margin that is negative or not finite.
    ///
    /// ```
    /// use motzkin::{CollisionService, Engine, Frame3, Pair, Verdict, glam::Vec3};
    ///
    /// let service = CollisionService::new(Engine::Cpu)?;
    /// let cube = |x: f32| Frame3::cuboid(Vec3::new(x, 0.0, 0.0), [Vec3::X, Vec3::Y, Vec3::Z]);
    /// let (frames, pairs) = ([cube(0.0)?, cube(1.5)?], [Pair::new(0, 1)]);
    /// assert_eq!(*service.verdicts_within(&frames, &pairs, 0.25)?, [Verdict::Separate]);
    /// assert_eq!(*service.verdicts_within(&frames, &pairs, 0.5)?, [Verdict::Touching]);
    /// assert_eq!(*service.verdicts_within(&frames, &pairs, 0.75)?, [Verdict::Overlapping]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verdicts_within<F: Frame>(
        &self,
        frames: &[F],
        pairs: &[Pair],
        margin: f32,
    ) -> Result<Verdicts, BatchError> {
        self.block_on(self.verdicts_within_async(frames, pairs, margin))
    }

    /// [`verdicts_within`](Self::verdicts_within) as a future.
    pub async fn verdicts_within_async<F: Frame>(
        &self,
        frames: &[F],
        pairs: &[Pair],
        margin: f32,
    ) -> Result<Verdicts, BatchError> {
        if !(margin.is_finite() && margin >= 0.0) {
            return Err(BatchError::InvalidMargin(margin));
        }
        let mut verdicts = self.verdicts_async(frames, pairs).await?;
        if margin == 0.0 {
            return Ok(verdicts);
        }
        let separate: Vec<u32> = (0..)
            .zip(verdicts.iter())
            .filter(|(_, verdict)| !verdict.meets())
            .map(|(i, _)| i)
            .collect();
        let near: Result<Vec<Verdict>, BatchError> = self.cpu().install(|| {
            let axes = match self.is_reference() {
                true => vec![None; separate.len()],
                false => F::best_axes(&Indexed { frames, pairs }, &separate, self.info().simd),
            };
            let decide =
                |(&number, best): (&u32, &Option<BestAxis<F::Direction>>)| match best.as_ref() {
                    Some(best) if best.low > margin => Ok(Verdict::Separate),
                    Some(best) if best.highest < margin && !best.nulls => Ok(Verdict::Overlapping),
                    _ => {
                        let pair = pairs[number as usize];
                        F::decide_within(&frames[pair.a as usize], &frames[pair.b as usize], margin)
                            .map_err(|fault| invalid(fault, number, pair, &verdicts))
                    }
                };
            separate.par_iter().zip(&axes).with_min_len(GRAIN).map(decide).collect()
        });
        let near = near?;
        verdicts.verdicts.iter_mut().for_each(|verdict| *verdict = Verdict::Overlapping);
        for (number, verdict) in separate.into_iter().zip(near) {
            verdicts.verdicts[number as usize] = verdict;
        }
        Ok(verdicts)
    }
}
