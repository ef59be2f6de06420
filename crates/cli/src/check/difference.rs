//! The exact verdicts, and where an engine differs from them.

use crate::error::CliError;
use crate::table::counted;
use motzkin::{Frame, Pair, Verdict};
use motzkin_core::exact::{PairFault, Settled};
use rayon::prelude::*;
use std::fmt;

/// A drawn workload.
pub struct Drawn<'a, F> {
    pub workload: &'static str,
    pub seed: u64,
    pub frames: &'a [F],
    pub pairs: &'a [Pair],
}

impl<F: Frame> Drawn<'_, F> {
    /// Returns the exact verdict of each pair, without kernels.
    pub fn exact(
        &self,
        decide: impl Fn(&F, &F) -> Result<Settled, PairFault> + Sync,
    ) -> Result<Vec<Verdict>, CliError> {
        let frame = |index: u32| &self.frames[index as usize];
        let one = |pair: &Pair| decide(frame(pair.a), frame(pair.b)).map(|settled| settled.verdict);
        let verdicts: Result<Vec<Verdict>, _> = self.pairs.par_iter().map(one).collect();
        verdicts.map_err(|fault| CliError::Frame(fault.error))
    }
}

/// The first pair that differs, and how many do. A missing or surplus verdict differs too.
pub fn first_difference(got: &[Verdict], want: &[Verdict]) -> Option<(usize, usize)> {
    let differs = |&i: &usize| got.get(i) != want.get(i);
    let all = 0..got.len().max(want.len());
    let first = all.clone().find(differs)?;
    Some((first, all.filter(differs).count()))
}

/// A pair with a wrong verdict of an engine, and what is needed to draw it again.
pub struct Difference<F> {
    workload: &'static str,
    pairs: usize,
    seed: u64,
    engine: String,
    pair: usize,
    count: usize,
    got: &'static str,
    want: &'static str,
    frames: [F; 2],
}

impl<F: Frame> Difference<F> {
    pub fn new(
        drawn: &Drawn<'_, F>,
        engine: String,
        (pair, count): (usize, usize),
        (got, want): (&[Verdict], &[Verdict]),
    ) -> Self {
        let name = |verdicts: &[Verdict]| {
            verdicts.get(pair).map_or("no verdict", |verdict| verdict.name())
        };
        let (got, want) = (name(got), name(want));
        let Drawn { workload, seed, .. } = *drawn;
        let indices = drawn.pairs[pair];
        let frames = [indices.a, indices.b].map(|index| drawn.frames[index as usize]);
        Self { workload, pairs: drawn.pairs.len(), seed, engine, pair, count, got, want, frames }
    }
}

impl<F: Frame> fmt::Display for Difference<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { workload, pairs, seed, engine, pair, count, got, want, frames: [a, b] } = self;
        let pairs_of = counted(*count, "pair", "pairs");
        writeln!(f, "{workload}: {engine} differs in {pairs_of}; the first is pair {pair}")?;
        writeln!(f, "  of --pairs {pairs} --seed {seed}: {got}, exactly {want}")?;
        writeln!(f, "  a {a:?}\n  b {b:?}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use motzkin_core::exact::decide;
    use motzkin_lab::workload::{Scene, Workload};

    fn drawn(scene: &Scene) -> Drawn<'_, motzkin::Frame3> {
        Drawn { workload: "boxes", seed: 11, frames: &scene.frames, pairs: &scene.pairs }
    }

    #[test]
    fn one_flipped_verdict_is_noticed() -> Result<(), CliError> {
        let scene = Workload::Mixed.scene(300, 7);
        let want = drawn(&scene).exact(decide)?;
        assert_eq!(first_difference(&want, &want), None);
        for pair in [0, 150, 299] {
            let mut got = want.clone();
            got[pair] = if got[pair].meets() { Verdict::Separate } else { Verdict::Touching };
            assert_eq!(first_difference(&got, &want), Some((pair, 1)));
        }
        assert_eq!(first_difference(&want[..299], &want), Some((299, 1)));
        Ok(())
    }

    #[test]
    fn a_difference_names_seed_workload_and_pair() {
        let scene = Workload::Boxes.scene(20, 11);
        let want = [Verdict::Touching; 4];
        // The pair has a wrong verdict, then none at all.
        for (got, said) in
            [(&[Verdict::Separate; 4][..], "separate"), (&[Verdict::Touching; 3], "no verdict")]
        {
            let engine = "cpu (scalar)".into();
            let text = Difference::new(&drawn(&scene), engine, (3, 2), (got, &want)).to_string();
            for part in
                ["boxes", "cpu (scalar)", "--pairs 20", "--seed 11", "pair 3", said, "touching"]
            {
                assert!(text.contains(part), "{part} in {text}");
            }
        }
    }
}
