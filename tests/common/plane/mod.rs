//! Pairs of frames in the plane with what is true of them.

pub mod bounds;
pub mod cases;
mod moving;
pub mod oracle;

#[allow(unused_imports, reason = "one of the two binaries builds no frames")]
pub use cases::{KINDS, frame, random_frame};

use super::oracle::fault_of_ends;
use super::seed;
use crate::common::sweep::{BoundedSweep, fault_of_bounded};
use motzkin_core::geom::{Frame2, Pair};
use motzkin_core::verdict::Verdict;
use oracle::Truth;
use rayon::prelude::*;
use std::sync::LazyLock;

/// A pair with a name, and what the construction gives of it.
#[derive(Clone)]
pub struct Case {
    pub name: String,
    pub a: Frame2,
    pub b: Frame2,
    pub verdict: Option<Verdict>,
    pub interval: Option<[f64; 2]>,
}

/// Frames, pairs, and what every engine must answer.
#[derive(Clone)]
pub struct Scene {
    pub name: String,
    pub frames: Vec<Frame2>,
    pub pairs: Vec<Pair>,
    pub names: Vec<String>,
    pub truth: Vec<Truth>,
}

impl Scene {
    /// Judges the cases. Panics where the oracle contradicts what a case states.
    pub fn new(name: &str, cases: Vec<Case>) -> Self {
        let truth: Vec<Truth> =
            cases.par_iter().map(|case| oracle::judge(&case.a, &case.b)).collect();
        for (case, truth) in cases.iter().zip(&truth) {
            let Case { name: case_name, verdict, interval, a, b } = case;
            let seed = seed::seed();
            let told = verdict.is_none_or(|verdict| verdict == truth.verdict);
            assert!(told, "{name}: {case_name}: {}, seed {seed}\n{a:?}\n{b:?}", truth.verdict);
            let Some(ends) = interval else { continue };
            let stated = ends.map(|x| x.try_into().expect("a finite end"));
            assert_eq!(truth.interval, Some(stated), "{name}: {case_name}, seed {seed}");
        }
        let pairs = (0..cases.len() as u32).map(|i| Pair::new(2 * i, 2 * i + 1)).collect();
        let frames = cases.iter().flat_map(|case| [case.a, case.b]).collect();
        let names = cases.into_iter().map(|case| case.name).collect();
        Self { name: name.into(), frames, pairs, names, truth }
    }

    pub fn pair(&self, i: usize) -> (&Frame2, &Frame2) {
        let Pair { a, b } = self.pairs[i];
        (&self.frames[a as usize], &self.frames[b as usize])
    }

    /// How many pairs have this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.truth.iter().filter(|truth| truth.verdict == verdict).count()
    }

    /// The same frames with the pairs picked by position, repeats allowed.
    pub fn picked(&self, name: &str, positions: impl Iterator<Item = usize>) -> Self {
        let positions: Vec<usize> = positions.collect();
        Self {
            name: format!("{} {name}", self.name),
            frames: self.frames.clone(),
            pairs: positions.iter().map(|&i| self.pairs[i]).collect(),
            names: positions.iter().map(|&i| self.names[i].clone()).collect(),
            truth: positions.iter().map(|&i| self.truth[i].clone()).collect(),
        }
    }

    /// The pairs that meet.
    pub fn meeting(&self) -> Self {
        self.picked("that meet", (0..self.pairs.len()).filter(|&i| self.truth[i].verdict.meets()))
    }

    /// Bounds of both ends of a contact interval must enclose them, where there are any; all pairs
    /// meet.
    pub fn demand_ends(&self, who: &str, found: &[Option<[[f32; 2]; 2]>]) {
        self.demand(who, found, |found, truth, _, _| {
            let [first, last] = (*found)?;
            fault_of_ends(first, last, truth.interval.as_ref()?)
        });
    }

    /// Verdicts must be the oracle's, and intervals contain the exact ones as their slack says.
    pub fn demand_bounds(&self, who: &str, found: &[BoundedSweep]) {
        self.demand(who, found, |found, truth, _, _| {
            fault_of_bounded(found, truth.verdict, truth.interval.as_ref())
        });
    }

    /// Several scenes in one batch.
    fn joined<'a>(name: &str, scenes: impl Iterator<Item = &'a Self>) -> Self {
        let mut out =
            Self { name: name.into(), frames: vec![], pairs: vec![], names: vec![], truth: vec![] };
        for scene in scenes {
            let base = out.frames.len() as u32;
            out.frames.extend(&scene.frames);
            out.pairs.extend(scene.pairs.iter().map(|p| Pair::new(p.a + base, p.b + base)));
            out.names.extend(scene.names.iter().map(|case| format!("{}, {case}", scene.name)));
            out.truth.extend(scene.truth.iter().cloned());
        }
        out
    }

    /// What `judge` says of every pair, on all threads.
    pub fn each<T: Send>(&self, judge: impl Fn(&Frame2, &Frame2) -> T + Sync) -> Vec<T> {
        let one = |i: usize| {
            let (a, b) = self.pair(i);
            judge(a, b)
        };
        (0..self.pairs.len()).into_par_iter().map(one).collect()
    }

    /// Panics with a report of the first answer that has a fault.
    pub fn demand<T: Sync>(
        &self,
        who: &str,
        found: &[T],
        fault: impl Fn(&T, &Truth, &Frame2, &Frame2) -> Option<String> + Sync,
    ) {
        assert_eq!(found.len(), self.pairs.len(), "{who}: {}", self.name);
        let report = found.par_iter().enumerate().find_map_first(|(i, found)| {
            let (a, b) = self.pair(i);
            let what = fault(found, &self.truth[i], a, b)?;
            let (scene, case, seed) = (&self.name, &self.names[i], seed::seed());
            Some(format!(
                "{who}: {scene}, {case}: {what}\n{a:?}\n{b:?}\nrepeat with MOTZKIN_SEED={seed}"
            ))
        });
        if let Some(report) = report {
            panic!("{report}");
        }
    }

    /// Verdicts must be the oracle's.
    pub fn demand_verdicts(&self, who: &str, found: &[Verdict]) {
        self.demand(who, found, |found, truth, _, _| {
            (*found != truth.verdict).then(|| format!("{found} where {} is exact", truth.verdict))
        });
    }
}

/// Frames at rest: every hard case and random ones. Drawn and judged once a run.
pub fn resting() -> &'static [Scene] {
    static SCENES: LazyLock<Vec<Scene>> = LazyLock::new(cases::scenes);
    &SCENES
}

/// All of them in one batch.
pub fn everything() -> &'static Scene {
    static ALL: LazyLock<Scene> = LazyLock::new(|| Scene::joined("everything", resting().iter()));
    &ALL
}

/// Moving frames: those whose sweep the construction gives, and the others with velocities of
/// every kind.
pub fn moving() -> &'static [Scene] {
    static SCENES: LazyLock<Vec<Scene>> = LazyLock::new(moving::scenes);
    &SCENES
}
