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
        for (i, (found, expected)) in found.iter().zip(&self.expected).enumerate() {
            assert!(found == expected, "{who}: {expected}, not {found}: {}", self.case(i));
        }
    }

    /// Pair `i` in words: both shapes, and the seed.
    pub fn case(&self, i: usize) -> String {
        let pair = self.pairs[i];
        format!("{}: {pair:?}; seed {}\n{}", self.name, seed::seed(), told(&self.set, pair))
    }

    /// How many pairs have this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.expected.iter().filter(|found| **found == verdict).count()
    }
}

/// Two polytopes in words: the stored vertices, and the rows of a transform.
fn told(set: &PolytopeSet, pair: Pair) -> String {
    let of = |index: u32| {
        let polytope = set.polytopes()[index as usize];
        (set.vertices_of(index), (!polytope.stays()).then_some(polytope.rows))
    };
    format!("{:?}\n{:?}", of(pair.a), of(pair.b))
}
