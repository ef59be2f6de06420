//! Pairs of convex polytopes with what is true of them.

pub mod cases;
pub mod distance;
pub mod moving;
pub mod oracle;
pub mod thin;

use super::seed;
use motzkin_core::geom::{Pair, PolytopeSet};
use motzkin_core::verdict::Verdict;
use rayon::prelude::*;

/// Polytopes, pairs, and what every engine must answer.
pub struct Scene {
    pub name: String,
    pub set: PolytopeSet,
    pub pairs: Vec<Pair>,
    pub expected: Vec<Verdict>,
}

impl Scene {
    /// Judges pairs by the oracle.
    pub fn new(name: &str, set: PolytopeSet, pairs: Vec<Pair>) -> Self {
        let expected = pairs.par_iter().map(|pair| oracle::verdict(&set, *pair)).collect();
        Self { name: name.into(), set, pairs, expected }
    }

    /// Panics at the first wrong verdict.
    pub fn demand(&self, who: &str, found: &[Verdict]) {
        assert_eq!(found.len(), self.pairs.len(), "{who}: {}", self.name);
        for ((pair, found), expected) in self.pairs.iter().zip(found).zip(&self.expected) {
            assert!(
                found == expected,
                "{who}: {}: {pair:?} is {expected}, not {found}; seed {}\n{:?}\n{:?}",
                self.name,
                seed::seed(),
                self.set.points(pair.a).collect::<Vec<_>>(),
                self.set.points(pair.b).collect::<Vec<_>>(),
            );
        }
    }

    /// How many pairs have this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.expected.iter().filter(|found| **found == verdict).count()
    }
}
