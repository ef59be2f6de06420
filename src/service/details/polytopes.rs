//! Details of polytopes at rest.

use super::closer::one_by_one;
use super::subset::is_subset;
use super::traits::{Context, Detailed, Rows};
use super::{distance, slack};
use crate::exact::{self as exactly, PairFault};
use crate::geom::{Pair, Polytope};
use crate::service::answer::Details;
use crate::service::backend::{Known, RawCodes, Selected};
use crate::service::polytopes::HullPairs;
use crate::service::shape::Pairs;
use crate::wanted::Wanted;
use motzkin_core::Resting;
use motzkin_core::distance::polytopes_are_closer;

impl Detailed<Resting> for Polytope {
    const ANSWERS: Wanted = Wanted::WITNESS.union(Wanted::DISTANCE).union(Wanted::SUBSET);
    const KERNELS: Wanted = Wanted::NOTHING;
    const NAME: &'static str = "resting polytopes";
    const SETTLED: usize = 4;
    const GRAIN: usize = 1;

    fn fill(
        context: &Context<'_, Self>,
        rows: Rows<'_>,
        _known: Option<&Known<Self>>,
        details: &mut Details<Self>,
    ) -> Result<(), (u32, PairFault)> {
        let both = |selected: &Selected| context.pairs.both(selected.pair as usize);
        details.witnesses = rows.column(Wanted::WITNESS, |_, selected| {
            let (set, pair) = both(selected);
            Ok(exactly::hull::witness(set, pair).map(slack::of_hull_point))
        })?;
        details.distances = rows.column(Wanted::DISTANCE, |_, selected| {
            let (set, pair) = both(selected);
            Ok(distance::of_polytopes(set, pair, context.is_reference))
        })?;
        details.subsets = rows.column(Wanted::SUBSET, |_, selected| {
            let (_, pair) = both(selected);
            Ok(Some(is_subset(context, pair, selected.verdict)))
        })?;
        Ok(())
    }

    fn closer(
        context: &Context<'_, Self>,
        separate: &[u32],
        margin: f32,
    ) -> Result<Vec<bool>, (u32, PairFault)> {
        one_by_one(context, separate, |(set, pair)| {
            Ok(polytopes_are_closer::<Resting>(set, pair, margin, context.is_reference))
        })
    }

    /// A GPU's certificates are in `f32`, the CPU's in `f64`.
    fn refine_codes(context: &Context<'_, Self>, raw: &mut RawCodes) {
        if !raw.coarse {
            return;
        }
        let HullPairs { set, pairs } = context.pairs;
        raw.refine(|undecided| {
            let open: Vec<Pair> = undecided.iter().map(|&pair| pairs[pair as usize]).collect();
            context.cpu.hull_codes::<Resting>(HullPairs { set, pairs: &open })
        });
    }
}
