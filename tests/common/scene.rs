//! A batch of pairs with the oracle's verdicts.

use super::{oracle, seed};
use fastrand::Rng;
use motzkin_core::geom::{Frame3, Pair};
use motzkin_core::verdict::Verdict;
use rayon::prelude::*;

/// A pair with a name, and its verdict where the construction gives one.
#[derive(Clone)]
pub struct Case {
    pub name: String,
    pub a: Frame3,
    pub b: Frame3,
    pub known: Option<Verdict>,
}

/// Frames, pairs, and what every engine must answer.
pub struct Scene {
    pub name: String,
    pub frames: Vec<Frame3>,
    pub pairs: Vec<Pair>,
    /// One a pair.
    pub names: Vec<String>,
    /// One a pair: the oracle's verdict.
    pub expected: Vec<Verdict>,
}

impl Scene {
    /// Judges the cases. Panics where the oracle contradicts a verdict that a case states: then the
    /// case or the oracle is wrong, and no engine can be judged by either.
    pub fn new(name: &str, cases: Vec<Case>) -> Self {
        let expected: Vec<_> =
            cases.par_iter().map(|case| oracle::verdict(&case.a, &case.b)).collect();
        let contradicted: Vec<String> = cases
            .iter()
            .zip(&expected)
            .filter(|(case, found)| case.known.is_some_and(|stated| stated != **found))
            .map(|(case, found)| format!("{}: {found}: {:?} {:?}", case.name, case.a, case.b))
            .collect();
        assert!(contradicted.is_empty(), "{name}, seed {}: {contradicted:#?}", seed::seed());
        let pairs = (0..cases.len() as u32).map(|i| Pair::new(2 * i, 2 * i + 1)).collect();
        let frames = cases.iter().flat_map(|case| [case.a, case.b]).collect();
        let names = cases.into_iter().map(|case| case.name).collect();
        Self { name: name.into(), frames, pairs, names, expected }
    }

    /// Draws cases until they hold what a test needs.
    pub fn drawn(
        name: &str,
        mut cases: impl FnMut(&mut Rng) -> Vec<Case>,
        holds: impl Fn(&Self) -> bool,
    ) -> Self {
        seed::draw_until(name, |rng| Self::new(name, cases(rng)), holds)
    }

    /// The frames of pair `i`.
    pub fn pair(&self, i: usize) -> (&Frame3, &Frame3) {
        let Pair { a, b } = self.pairs[i];
        (&self.frames[a as usize], &self.frames[b as usize])
    }

    /// How many pairs have this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.expected.iter().filter(|&&v| v == verdict).count()
    }

    /// The part of the pairs that has this verdict.
    pub fn share(&self, verdict: Verdict) -> f64 {
        self.count(verdict) as f64 / self.pairs.len() as f64
    }

    /// Whether a tenth of the pairs are apart, and a tenth overlap.
    pub fn is_mixed(&self) -> bool {
        self.share(Verdict::Separate) > 0.1 && self.share(Verdict::Overlapping) > 0.1
    }

    /// The same frames with the pairs picked by position, repeats allowed.
    pub fn picked(&self, name: &str, positions: impl Iterator<Item = usize>) -> Self {
        let positions: Vec<usize> = positions.collect();
        Self {
            name: format!("{} {name}", self.name),
            frames: self.frames.clone(),
            pairs: positions.iter().map(|&i| self.pairs[i]).collect(),
            names: positions.iter().map(|&i| self.names[i].clone()).collect(),
            expected: positions.iter().map(|&i| self.expected[i]).collect(),
        }
    }

    /// Several scenes in one batch.
    pub fn joined<'a>(name: &str, scenes: impl Iterator<Item = &'a Scene>) -> Self {
        let mut out = Self {
            name: name.into(),
            frames: vec![],
            pairs: vec![],
            names: vec![],
            expected: vec![],
        };
        for scene in scenes {
            let base = out.frames.len() as u32;
            out.frames.extend(&scene.frames);
            out.pairs.extend(scene.pairs.iter().map(|p| Pair::new(p.a + base, p.b + base)));
            out.names.extend(scene.names.iter().map(|case| format!("{}, {case}", scene.name)));
            out.expected.extend(&scene.expected);
        }
        out
    }
}
