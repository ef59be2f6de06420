//! What lies beyond the verdict in `f32`: computed by kernels, and bounds of the exact values.

mod told;

pub(super) use told::{AxisBound, Common};

use super::batch::{BatchError, Verdicts};
use super::collision_service::CollisionService;
use super::details::{concerned, invalid};
use super::dimension::{Answer, Frame};
use super::wanted::Wanted;
use crate::geom::{Frame3, Pair};
use crate::kernel::Indexed;
use crate::verdict::Verdict;
use glam::Vec3;
use rayon::prelude::*;

/// Pairs that one thread works on at a time.
const GRAIN: usize = 256;

/// What may be missing of a depth or gap that was settled, relative to itself; `exact::Separation`
/// promises `2^-30`.
const SETTLED: f64 = 1.0 / 536_870_912.0; // 2^-29

/// An axis in `f32`, and a bound of the gap or depth along it.
///
/// `V` is [`Vec3`] in space and [`Vec2`](glam::Vec2) in the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct SeparationBound<V = Vec3> {
    /// From the first frame towards the second, of unit length within some roundings.
    pub axis: V,
    /// In the units of the frames, never negative.
    ///
    /// Meeting: moving the second frame by `depth * axis` as the two numbers stand, computed
    /// exactly, leaves the pair separate or touching, and so does any longer way. Never below the
    /// penetration depth. Along an axis rounded to `f32` frames that touch may have a depth of some
    /// `1e-7` of their size. Infinite where no `f32` is as large.
    ///
    /// Separate: a gap that is never above the distance of the frames.
    pub depth: f32,
    /// How far the true value may be from it. Meeting: the penetration depth is at least `depth -
    /// slack`. Separate: the gap that [`details`](CollisionService::details) gives is at most
    /// `depth + slack`, if products of two edges of which one, seen along the other, is shorter
    /// than `1e-5` of the pair's size are left out of it.
    ///
    /// Mostly some `1e-5` of the pair's size. Where edges are parallel, or another axis is as good
    /// as the one that was chosen, it is up to `1e-4` of it. What the number itself is off by is
    /// far less.
    pub slack: f32,
}

/// What was wanted of one pair, as far as a pair of its verdict has it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct DetailBound<F: Frame = Frame3> {
    /// Number of the pair in its batch.
    pub pair: u32,
    /// The exact verdict.
    pub verdict: Verdict,
    /// An axis, and a bound of the depth or gap along it.
    pub separation: Option<SeparationBound<F::Direction>>,
    /// A common point: an exact one, each coordinate rounded once. From well inside of what the
    /// frames share where that has an inside that `f32` can see.
    pub witness: Option<F::Vector>,
    /// A box that holds all common points. No face lies further outside of the smallest box than a
    /// hundred thousandth of the pair's size (the largest difference between coordinates of its
    /// corners) and two ulps of its own coordinate; mostly the ulps are all.
    pub aabb: Option<F::Aabb>,
}

/// The verdicts of a batch, and the bounds of the pairs that have any.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct DetailBounds<F: Frame = Frame3> {
    /// The exact verdicts, one a pair.
    pub verdicts: Verdicts,
    /// In the order of the pairs, those that have anything of what was wanted.
    pub details: Vec<DetailBound<F>>,
}

impl CollisionService {
    /// The fast sibling of [`details`](Self::details): exact verdicts, and beside them what `f32`
    /// kernels say of the pairs concerned, with bounds that hold. A GPU engine computes axes and
    /// common points of the pairs that meet, in the plane boxes too; gaps, boxes in space and what
    /// is left open are for the CPU's kernels, on all threads of the service. What these cannot
    /// tell closely enough is settled in `f64` or exactly.
    ///
    /// Costs, for a pair concerned and on one thread, some hundred nanoseconds for an axis, some
    /// hundreds for a witness or a box; in the plane one to three hundred for each of them. The
    /// errors are those of [`verdicts`](Self::verdicts).
    ///
    /// ```
    /// use motzkin::{CollisionService, Engine, Frame3, Pair, Wanted, glam::Vec3};
    ///
    /// let service = CollisionService::new(Engine::Cpu)?;
    /// let cube = |x: f32| Frame3::cuboid(Vec3::new(x, 0.0, 0.0), [Vec3::X, Vec3::Y, Vec3::Z]);
    /// let frames = [cube(0.0)?, cube(0.75)?];
    /// let found = service.detail_bounds(&frames, &[Pair::new(0, 1)], Wanted::DEPTH)?;
    /// let bound = found.details[0].separation.ok_or("it was wanted")?;
    /// assert_eq!(bound.axis, Vec3::X);
    /// assert!(bound.depth >= 0.25 && bound.depth - bound.slack <= 0.25 && bound.slack < 1e-3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn detail_bounds<F: Frame>(
        &self,
        frames: &[F],
        pairs: &[Pair],
        wanted: Wanted,
    ) -> Result<DetailBounds<F>, BatchError> {
        self.block_on(self.detail_bounds_async(frames, pairs, wanted))
    }

    /// [`detail_bounds`](Self::detail_bounds) as a future. The bounds themselves are computed when
    /// it is polled.
    pub async fn detail_bounds_async<F: Frame>(
        &self,
        frames: &[F],
        pairs: &[Pair],
        wanted: Wanted,
    ) -> Result<DetailBounds<F>, BatchError> {
        let verdicts = self.verdicts_async(frames, pairs).await?;
        let concerned = concerned(&verdicts, |verdict: Verdict| wanted.of_resting(verdict.meets()));
        let source = Indexed { frames, pairs };
        let told = self.told(&source, &verdicts, &concerned, wanted).await?;
        let one = |number: u32, axis: &Option<AxisBound<F::Direction>>, common: &Common<F>| {
            let (pair, verdict) = (pairs[number as usize], verdicts[number as usize]);
            let (a, b) = (&frames[pair.a as usize], &frames[pair.b as usize]);
            bound(number, verdict, wanted.of_resting(verdict.meets()), [a, b], axis, common)
                .map_err(|fault| invalid(fault, number, pair, &verdicts))
        };
        let details: Result<Vec<DetailBound<F>>, BatchError> = self.cpu().install(|| {
            let all = concerned.par_iter().zip(&told.axes).zip(&told.commons).with_min_len(GRAIN);
            all.map(|((&number, axis), common)| one(number, axis, common)).collect()
        });
        Ok(DetailBounds { details: details?, verdicts })
    }
}

fn bound<F: Frame>(
    pair: u32,
    verdict: Verdict,
    wanted: Wanted,
    [a, b]: [&F; 2],
    chosen: &Option<AxisBound<F::Direction>>,
    common: &Common<F>,
) -> Answer<DetailBound<F>> {
    let axis = wanted.contains(Wanted::DEPTH) || wanted.contains(Wanted::GAP);
    Ok(DetailBound {
        pair,
        verdict,
        separation: axis.then(|| separation_bound(a, b, verdict, chosen)).transpose()?,
        witness: wanted
            .contains(Wanted::WITNESS)
            .then(|| common.point.map_or_else(|| F::meeting_point(a, b), Ok))
            .transpose()?,
        aabb: wanted
            .contains(Wanted::BOX)
            .then(|| common.aabb.map_or_else(|| F::meeting_box(a, b), Ok))
            .transpose()?,
    })
}

/// Takes the axis that a kernel has chosen where that is close enough to the best, and settles it
/// where not.
fn separation_bound<F: Frame>(
    a: &F,
    b: &F,
    verdict: Verdict,
    chosen: &Option<AxisBound<F::Direction>>,
) -> Answer<SeparationBound<F::Direction>> {
    if let Some(chosen) = chosen {
        let axis = chosen.axis();
        let depth = depth_along(a, b, verdict, axis)?;
        if let Some(slack) = chosen.slack(verdict.meets(), depth) {
            return Ok(SeparationBound { axis, depth, slack });
        }
    }
    let exact = F::separation(a, b)?;
    let axis = F::rounded(exact.axis);
    let depth = depth_along(a, b, verdict, axis)?;
    let off = (f64::from(depth) - exact.depth).abs() + exact.depth * SETTLED;
    Ok(SeparationBound { axis, depth, slack: rounded_up(off) })
}

/// How far the second frame must move along an axis of a pair that meets, rounded up; of a separate
/// one, how far it could move the other way, rounded down.
fn depth_along<F: Frame>(a: &F, b: &F, verdict: Verdict, axis: F::Direction) -> Answer<f32> {
    let along = F::along(a, b, axis)?;
    if verdict.meets() {
        // A step of `depth * axis` is as long as that times the axis' length; of a longer axis the
        // depth itself counts. The quotient rounds.
        return Ok(rounded_up(
            (-along.gap / along.length.min(1.0) * (1.0 + 2.0 * f64::EPSILON)).max(0.0),
        ));
    }
    Ok(-rounded_up(-along.gap.max(0.0)) + 0.0)
}

/// The least `f32` that is not below.
fn rounded_up(x: f64) -> f32 {
    let nearest = x as f32;
    if f64::from(nearest) < x { nearest.next_up() } else { nearest }
}
