//! Details of polytopes at rest.

use super::slack;
use super::traits::{Context, Detailed, Rows};
use crate::error::PolytopeError;
use crate::exact::{self as exactly, PairFault};
use crate::geom::{Pair, Polytope, PolytopeSet};
use crate::kernel::hull::{self, Nearest};
use crate::service::answer::{Details, Distance};
use crate::service::backend::{Known, RawCodes, Selected};
use crate::service::polytopes::HullPairs;
use crate::service::shape::Pairs;
use crate::timing::add;
use crate::verdict::RawCode;
use crate::wanted::Wanted;
use motzkin_core::Resting;
use std::time::Instant;

impl Detailed<Resting> for Polytope {
    const ANSWERS: Wanted = Wanted::WITNESS.union(Wanted::DISTANCE).union(Wanted::SUBSET);
    const KERNELS: Wanted = Wanted::NOTHING;
    const NAME: &'static str = "resting polytopes";
    const SETTLED: usize = 4;
    const GRAIN: usize = 1;

    fn detail(
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
            let has_vertices = |index: u32| set.polytopes()[index as usize].count > 0;
            let is_told = has_vertices(pair.a) && has_vertices(pair.b);
            Ok(is_told.then(|| distance(set, pair)))
        })?;
        details.subsets = rows.column(Wanted::SUBSET, |_, selected| {
            let (set, pair) = both(selected);
            Ok(Some(is_subset(context, set, pair)))
        })?;
        Ok(())
    }

    /// A GPU's certificates are in `f32`, the CPU's in `f64`.
    fn refine_codes(context: &Context<'_, Self>, raw: &mut RawCodes) {
        if !raw.coarse || raw.undecided.is_empty() {
            return;
        }
        let begun = Instant::now();
        let HullPairs { set, pairs } = context.pairs;
        let open: Vec<Pair> = raw.undecided.iter().map(|&pair| pairs[pair as usize]).collect();
        let finer = context.cpu.hull_codes::<Resting>(HullPairs { set, pairs: &open });
        for (&pair, code) in raw.undecided.iter().zip(&finer) {
            raw.codes[pair as usize] = *code;
        }
        let codes = &raw.codes;
        raw.undecided.retain(|&pair| codes[pair as usize] == RawCode::UNDECIDED);
        if let Some(times) = &mut raw.times {
            add(&mut times.settling, begun.elapsed());
        }
    }
}

/// Returns the distance of a separate pair, neither of which is empty.
fn distance(set: &PolytopeSet, pair: Pair) -> Distance<glam::DVec3> {
    let Nearest { distance, at_least, points, normal } = hull::nearest(set, pair);
    Distance { distance, slack: (distance - at_least).max(0.0), points, axis: normal }
}

/// Returns true when each vertex of the first polytope lies in the second. The empty set is a subset
/// of everything.
fn is_subset(context: &Context<'_, Polytope>, set: &PolytopeSet, pair: Pair) -> bool {
    // What was taken out of a valid set is valid.
    probes(set, pair).is_ok_and(|(probes, pairs)| all_meet(context, &probes, &pairs))
}

/// The second polytope, then each vertex of the first one.
fn probes(set: &PolytopeSet, pair: Pair) -> Result<(PolytopeSet, Vec<Pair>), PolytopeError> {
    let [a, b] = [pair.a, pair.b].map(|index| set.polytopes()[index as usize]);
    let vertex = |i: u32| Polytope { start: b.count + i, count: 1, ..a };
    let mut polytopes = vec![Polytope { start: 0, ..b }];
    polytopes.extend((0..a.count).map(vertex));
    let vertices = [set.vertices_of(pair.b as usize), set.vertices_of(pair.a as usize)].concat();
    let probes = PolytopeSet::from_parts(vertices, polytopes)?;
    Ok((probes, (1..=a.count).map(|i| Pair::new(0, i)).collect()))
}

/// Returns true when every pair meets. Settles only while that can be so.
fn all_meet(context: &Context<'_, Polytope>, set: &PolytopeSet, pairs: &[Pair]) -> bool {
    let meets = |pair: Pair| {
        (context.settler.decide)((set, pair)).is_ok_and(|settled| settled.verdict.meets())
    };
    if context.is_reference {
        return pairs.iter().all(|&pair| meets(pair));
    }
    let codes = context.cpu.hull_codes::<Resting>(HullPairs { set, pairs });
    !codes.contains(&RawCode::SEPARATE)
        && RawCode::undecided_in(&codes).all(|pair| meets(pairs[pair as usize]))
}
