//! Details of resting frames.

#[cfg(feature = "polytopes")]
use super::distance;
use super::slack;
use super::traits::{Context, Detailed, Rows};
use crate::exact::{self, PairFault};
use crate::kernel::CommonBounds;
use crate::parallel::each;
use crate::service::answer::{Details, Separation};
use crate::service::backend::{AxisBound, Known, Selected};
use crate::service::shape::{FrameShape, Pairs};
use crate::verdict::Verdict;
use crate::wanted::Wanted;
use motzkin_core::Resting;

/// What may be missing of an exact depth or gap, as a part of it.
const ROUNDED: f64 = 1.0 / 1_073_741_824.0; // 2^-30

/// Pairs within a margin that one thread decides at a time.
const GRAIN_WITHIN: usize = 256;

impl<F: FrameShape> Detailed<Resting> for F {
    const ANSWERS: Wanted = match cfg!(feature = "polytopes") {
        true => <Self as Detailed<Resting>>::KERNELS.union(Wanted::DISTANCE),
        false => <Self as Detailed<Resting>>::KERNELS,
    };
    const KERNELS: Wanted =
        Wanted::DEPTH.union(Wanted::GAP).union(Wanted::WITNESS).union(Wanted::BOX);
    const HAS_MARGIN: bool = true;
    const NAME: &'static str = "resting frames";
    const SETTLED: usize = 64;
    const GRAIN: usize = 32;

    fn fill(
        context: &Context<'_, Self>,
        rows: Rows<'_>,
        known: Option<&Known<Self>>,
        details: &mut Details<Self>,
    ) -> Result<(), (u32, PairFault)> {
        let both = |selected: &Selected| context.pairs.both(selected.pair as usize);
        let common = |place| {
            let common = known.and_then(|known| known.common.get(place));
            common.unwrap_or(CommonBounds::OPEN)
        };
        details.separations = rows.column(Wanted::DEPTH | Wanted::GAP, |place, selected| {
            let (a, b) = both(selected);
            let separation = match known {
                Some(known) => bounded_separation(a, b, selected.verdict, known.axes.get(place)),
                None => exact_separation(a, b),
            };
            separation.map(Some)
        })?;
        details.witnesses = rows.column(Wanted::WITNESS, |place, selected| {
            let (a, b) = both(selected);
            let point = match common(place).point {
                Some(point) => point,
                None => F::meeting_point::<Resting>(a, b)?,
            };
            Ok(Some(slack::of_point::<F>(point)))
        })?;
        details.boxes = rows.column(Wanted::BOX, |place, selected| {
            let (a, b) = both(selected);
            Ok(Some(match common(place).aabb {
                Some(aabb) => slack::of_bounded_box(aabb, a, b),
                None => slack::of_exact_box::<F>(F::meeting_box::<Resting>(a, b)?),
            }))
        })?;
        #[cfg(feature = "polytopes")]
        {
            details.distances = distance::column(context, rows)?;
        }
        Ok(())
    }

    #[cfg(feature = "polytopes")]
    fn closer(
        context: &Context<'_, Self>,
        separate: &[u32],
        margin: f32,
    ) -> Result<Vec<bool>, (u32, PairFault)> {
        distance::closer::<F>(context, separate, margin)
    }

    fn within(
        context: &Context<'_, Self>,
        separate: &[u32],
        margin: f32,
    ) -> Result<Vec<Verdict>, (u32, PairFault)> {
        let axes = match context.is_reference {
            true => vec![None; separate.len()],
            false => F::best_axes(context.pairs, separate, context.cpu.level),
        };
        let decide = |place: usize| match &axes[place] {
            Some(best) if best.low > margin => Ok(Verdict::Separate),
            Some(best) if best.highest < margin && !best.nulls => Ok(Verdict::Overlapping),
            _ => {
                let pair = separate[place];
                let (a, b) = context.pairs.both(pair as usize);
                F::decide_within(a, b, margin).map_err(|fault| (pair, fault))
            }
        };
        each(separate.len(), GRAIN_WITHIN, &decide).into_iter().collect()
    }
}

/// Returns the best axis, as exact arithmetic has it.
fn exact_separation<F: FrameShape>(a: &F, b: &F) -> Result<Separation<F::Point>, PairFault> {
    let exact::Separation { verdict, axis, depth } = F::separation(a, b)?;
    Ok(Separation { verdict, axis, depth, slack: depth * ROUNDED })
}

/// Returns the axis that a kernel has chosen, or the best one where the kernel's is not close
/// enough to it, and a depth along the axis that is never too short, or a gap that is never too
/// long.
fn bounded_separation<F: FrameShape>(
    a: &F,
    b: &F,
    verdict: Verdict,
    bound: Option<AxisBound<F::Axis>>,
) -> Result<Separation<F::Point>, PairFault> {
    if let Some(bound) = bound.filter(|bound| bound.bounds(verdict.meets())) {
        let depth = depth_along(a, b, verdict, bound.axis)?;
        let depth = if verdict.meets() { rounded_up(depth) } else { -rounded_up(-depth) + 0.0 };
        if let Some(slack) = bound.slack(verdict.meets(), depth) {
            let axis = F::widened(bound.axis);
            return Ok(Separation { verdict, axis, depth: depth.into(), slack: slack.into() });
        }
    }
    let best = F::separation(a, b)?;
    let axis = F::rounded(best.axis);
    let depth = depth_along(a, b, verdict, axis)?;
    let slack = ((depth - best.depth).abs() + best.depth * (2.0 * ROUNDED)).next_up();
    Ok(Separation { verdict, axis: F::widened(axis), depth, slack })
}

/// Returns how far the second frame must move along an axis of a pair that meets, or slightly more;
/// for a separate pair how far the frame could move the other way, or slightly less.
fn depth_along<F: FrameShape>(
    a: &F,
    b: &F,
    verdict: Verdict,
    axis: F::Axis,
) -> Result<f64, PairFault> {
    let along = F::along(a, b, axis)?;
    if !verdict.meets() {
        return Ok(along.gap.max(0.0));
    }
    // A step of `depth * axis` is as long as that times the axis' length; of a longer axis the
    // depth itself counts. The quotient rounds.
    let depth = -along.gap / along.length.min(1.0) * (1.0 + 2.0 * f64::EPSILON);
    Ok(depth.max(0.0))
}

/// Returns the least `f32` that is not below.
fn rounded_up(x: f64) -> f32 {
    let nearest = x as f32;
    if f64::from(nearest) < x { nearest.next_up() } else { nearest }
}
