//! Details of moving polytopes.

use super::closer::one_by_one;
use super::moving_frames::exact;
use super::slack;
use super::traits::{Context, Detailed, Rows};
use crate::exact::{self as exactly, PairFault};
use crate::geom::{ContactInterval, Polytope};
use crate::kernel::hull::{ContactBounds, contact_bounds};
use crate::service::answer::{Details, Measured};
use crate::service::backend::{Known, Selected};
use crate::service::shape::Pairs;
use crate::verdict::Verdict;
use crate::wanted::Wanted;
use motzkin_core::Moving;
use motzkin_core::distance::polytopes_are_closer;

/// The largest slack of bounds that are tight enough.
const LOOSE: f64 = 1e-6;

/// Returns what bounds of the ends say: the exact interval if both of an end round alike, and if
/// that is enough, the interval that they enclose from without.
fn told(bounds: ContactBounds, bounded: bool) -> Option<Measured<ContactInterval>> {
    if let Some(interval) = bounds.rounded() {
        return Some(exact(interval));
    }
    let (value, slack) = bounds.outer();
    (bounded && slack <= LOOSE).then_some(Measured { value, slack })
}

impl Detailed<Moving> for Polytope {
    const ANSWERS: Wanted = Wanted::INTERVAL.union(Wanted::WITNESS);
    const KERNELS: Wanted = Wanted::INTERVAL;
    const NAME: &'static str = "moving polytopes";
    const SETTLED: usize = 4;
    const GRAIN: usize = 1;

    fn fill(
        context: &Context<'_, Self>,
        rows: Rows<'_>,
        known: Option<&Known<Self>>,
        details: &mut Details<Self>,
    ) -> Result<(), (u32, PairFault)> {
        let both = |selected: &Selected| context.pairs.both(selected.pair as usize);
        details.intervals = rows.column(Wanted::INTERVAL, |_, selected| {
            let kernel = match context.is_reference || selected.verdict == Verdict::Touching {
                true => None,
                false => {
                    let (set, pair) = both(selected);
                    contact_bounds(set, pair, context.cpu.level)
                }
            };
            let told = kernel.and_then(|bounds| told(bounds, known.is_some()));
            Ok(Some(match told {
                Some(interval) => interval,
                None => exact((context.settler.interval)(both(selected))?),
            }))
        })?;
        details.witnesses = rows.column(Wanted::WITNESS, |_, selected| {
            let (set, pair) = both(selected);
            Ok(exactly::hull::moving_witness(set, pair).map(slack::of_hull_point))
        })?;
        Ok(())
    }

    fn closer(
        context: &Context<'_, Self>,
        separate: &[u32],
        margin: f32,
    ) -> Result<Vec<bool>, (u32, PairFault)> {
        one_by_one(context, separate, |(set, pair)| {
            Ok(polytopes_are_closer::<Moving>(set, pair, margin, context.is_reference))
        })
    }
}
