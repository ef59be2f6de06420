//! Details of polytopes at rest.

use super::slack;
use super::subset::is_subset;
use super::traits::{Context, Detailed, Rows};
use crate::exact::{self as exactly, PairFault};
use crate::geom::{Nearest, Pair, Polytope, PolytopeSet};
use crate::kernel::hull::{self, Closest};
use crate::service::answer::{Details, Distance};
use crate::service::backend::{Known, RawCodes, Selected};
use crate::service::polytopes::HullPairs;
use crate::service::shape::Pairs;
use crate::wanted::Wanted;
use motzkin_core::Resting;

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
            Ok(distance(context, set, pair))
        })?;
        details.subsets = rows.column(Wanted::SUBSET, |_, selected| {
            let (_, pair) = both(selected);
            Ok(Some(is_subset(context, pair, selected.verdict)))
        })?;
        Ok(())
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

/// Returns the distance of a separate pair, or `None` if one of its polytopes is empty: that of the
/// kernel where its bounds prove it, the exact one elsewhere.
fn distance(
    context: &Context<'_, Polytope>,
    set: &PolytopeSet,
    pair: Pair,
) -> Option<Distance<glam::DVec3>> {
    let is_empty = |index: u32| set.polytopes()[index as usize].count == 0;
    if is_empty(pair.a) || is_empty(pair.b) {
        return None;
    }
    let found = match context.is_reference {
        true => Closest::Guessed(Vec::new()),
        false => hull::nearest(set, pair),
    };
    let Nearest { distance, at_least, at_most, points, normal } = match found {
        Closest::Proven(nearest) => nearest,
        Closest::Guessed(vertices) => exactly::hull::nearest(set, pair, &vertices)?,
    };
    let slack = (distance - at_least).max(at_most - distance);
    Some(Distance { distance, slack, points, axis: normal })
}
