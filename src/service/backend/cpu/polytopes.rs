//! Polytopes on the CPU.

use super::backend::listed;
use super::engine::CpuEngine;
use crate::exact;
use crate::geom::Polytope;
use crate::kernel::hull;
use crate::service::backend::reply::{RawCodes, Reply};
use crate::service::backend::traits::{Backend, Settler};
use crate::service::polytopes::HullPairs;
use crate::verdict::RawCode;
use motzkin_core::{Motion, by_motion};
#[cfg(feature = "motion")]
use {
    crate::exact::PairFault,
    crate::geom::{ContactInterval, Pair, PolytopeSet},
};

impl CpuEngine {
    /// Returns the raw codes of polytopes, on the threads at hand.
    pub fn hull_codes<M: Motion>(&self, HullPairs { set, pairs }: HullPairs<'_>) -> Vec<RawCode> {
        by_motion!(
            M::MOVES,
            hull::moving_hull_codes(set, pairs, self.level),
            hull::hull_codes(set, pairs, self.level)
        )
    }
}

impl<M: Motion> Backend<Polytope, M> for CpuEngine {
    fn codes<'a>(&'a self, pairs: HullPairs<'a>, _settle: bool) -> Reply<'a, RawCodes> {
        Reply::Ready(Ok(listed(self, || {
            self.install_beyond(hull::GRAIN, pairs.pairs.len(), || self.hull_codes::<M>(pairs))
        })))
    }

    fn settler(&self) -> Settler<Polytope> {
        Settler {
            in_vectors: None,
            decide: |(set, pair)| {
                Ok(by_motion!(
                    M::MOVES,
                    exact::hull::decide_moving(set, pair),
                    exact::hull::decide(set, pair)
                ))
            },
            #[cfg(feature = "motion")]
            interval,
        }
    }
}

/// Returns the contact interval of a pair that is known to meet, and therefore has one.
#[cfg(feature = "motion")]
fn interval((set, pair): (&PolytopeSet, Pair)) -> Result<ContactInterval, PairFault> {
    let always = ContactInterval { first: 0.0, last: 1.0 };
    Ok(exact::hull::contact_interval(set, pair).unwrap_or(always))
}
