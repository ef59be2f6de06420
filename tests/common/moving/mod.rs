//! Moving pairs with what is true of them.

mod cases;
pub mod oracle;
mod velocities;

pub use cases::{MovingCase, cases};
pub use oracle::{Truth, judge};

use super::apart::Apart;
use super::cases::KINDS;
use super::{compare, seed};
use crate::common::sweep::{BoundedSweep, Sweep};
use dashu_ratio::RBig;
use glam::DVec3;
use motzkin_core::exact::{self, SettledBy};
use motzkin_core::geom::{Aabb3, Frame3, Pair, ShapeKind};
use motzkin_core::verdict::{RawCode, Verdict};
use rayon::prelude::*;
use std::sync::LazyLock;

/// Frames, pairs, and what every engine must answer.
pub struct MovingScene {
    pub name: String,
    pub frames: Vec<Frame3>,
    pub pairs: Vec<Pair>,
    pub names: Vec<String>,
    pub truth: Vec<Truth>,
}

impl MovingScene {
    /// Judges the cases. Panics where the oracle contradicts what a case states.
    pub fn new(name: &str, cases: Vec<MovingCase>) -> Self {
        let truth: Vec<Truth> = cases.par_iter().map(|case| judge(&case.a, &case.b)).collect();
        for (case, truth) in cases.iter().zip(&truth) {
            let Some((verdict, interval)) = case.known else { continue };
            let stated =
                interval.map(|ends| ends.map(|x| RBig::try_from(x).expect("a finite end")));
            let seed = seed::seed();
            assert_eq!(truth.verdict, verdict, "{name}: {}, seed {seed}", case.name);
            assert_eq!(truth.interval, stated, "{name}: {}, seed {seed}", case.name);
        }
        let pairs = (0..cases.len() as u32).map(|i| Pair::new(2 * i, 2 * i + 1)).collect();
        let frames = cases.iter().flat_map(|case| [case.a, case.b]).collect();
        Self {
            name: name.into(),
            frames,
            pairs,
            names: cases.into_iter().map(|case| case.name).collect(),
            truth,
        }
    }

    /// How many pairs have this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.truth.iter().filter(|truth| truth.verdict == verdict).count()
    }

    /// How many pairs are of these shapes.
    pub fn count_of(&self, a: ShapeKind, b: ShapeKind) -> usize {
        let kinds = |i: usize| {
            let (a, b) = self.pair(i);
            (a.kind(), b.kind())
        };
        (0..self.pairs.len()).filter(|&i| kinds(i) == (Ok(a), Ok(b))).count()
    }

    /// How many pairs the exact stage decides in this arithmetic.
    pub fn count_by(&self, stage: SettledBy) -> usize {
        let by = self.each(|a, b| exact::decide_moving(a, b).expect("valid").by);
        by.into_iter().filter(|&by| by == stage).count()
    }

    /// Whether there are many pairs of every verdict and of all shapes, and of each arithmetic.
    fn holds_everything(&self) -> bool {
        Verdict::ALL.into_iter().all(|verdict| self.count(verdict) > 50)
            && KINDS.into_iter().all(|a| KINDS.into_iter().all(|b| self.count_of(a, b) > 20))
            && [SettledBy::Double, SettledBy::Narrow, SettledBy::Wide]
                .into_iter()
                .all(|stage| self.count_by(stage) > 50)
    }

    pub fn pair(&self, i: usize) -> (&Frame3, &Frame3) {
        let Pair { a, b } = self.pairs[i];
        (&self.frames[a as usize], &self.frames[b as usize])
    }

    /// What `judge` says of every pair, on all threads.
    pub fn each<T: Send>(&self, judge: impl Fn(&Frame3, &Frame3) -> T + Sync) -> Vec<T> {
        let one = |i: usize| {
            let (a, b) = self.pair(i);
            judge(a, b)
        };
        (0..self.pairs.len()).into_par_iter().map(one).collect()
    }

    /// Verdicts and intervals must be the oracle's, the intervals rounded outward once.
    pub fn compare(&self, who: &str, found: &[Sweep]) -> compare::Compared {
        self.all(who, found, |i, sweep| {
            let truth = &self.truth[i];
            if sweep.verdict != truth.verdict {
                return Some(format!("{} where {} is exact", sweep.verdict, truth.verdict));
            }
            truth.fault_of_interval(sweep.interval)
        })
    }

    /// What a raw code is certain of must be the oracle's verdict; none may claim a touch.
    pub fn compare_codes(&self, who: &str, found: &[RawCode]) -> compare::Compared {
        self.all(who, found, |i, code| {
            let truth = self.truth[i].verdict;
            let wrong =
                code.verdict().is_some_and(|claim| claim == Verdict::Touching || claim != truth);
            wrong.then(|| format!("{code:?} where {truth} is exact"))
        })
    }

    /// Verdicts must be the oracle's, and an interval must contain the exact one and reach beyond
    /// it by its slack at most.
    pub fn compare_bounds(&self, who: &str, found: &[BoundedSweep]) -> compare::Compared {
        self.all(who, found, |i, found| {
            let truth = &self.truth[i];
            super::sweep::fault_of_bounded(found, truth.verdict, truth.interval.as_ref())
        })
    }

    /// Bounds of both ends of a contact interval must enclose them, where there are any; all pairs
    /// meet.
    pub fn compare_ends(&self, who: &str, found: &[Option<[[f32; 2]; 2]>]) -> compare::Compared {
        self.all(who, found, |i, found| {
            let [first, last] = (*found)?;
            super::oracle::fault_of_ends(first, last, self.truth[i].interval.as_ref()?)
        })
    }

    /// The pairs that meet.
    pub fn meeting(&self) -> Self {
        let numbers: Vec<usize> =
            (0..self.pairs.len()).filter(|&i| self.truth[i].verdict.meets()).collect();
        self.picked("that meet", &numbers)
    }

    /// Boxes must be the exact ones, rounded outward once.
    pub fn compare_boxes(&self, who: &str, found: &[Option<Aabb3>]) -> compare::Compared {
        self.all(who, found, |i, &found| {
            super::oracle::fault_of_box(self.truth[i].range.as_ref(), found)
        })
    }

    /// Pairs that meet must have a witness, a common point at the exact first contact but for one
    /// rounding.
    pub fn compare_witnesses(&self, who: &str, found: &[Option<DVec3>]) -> compare::Compared {
        self.all(who, found, |i, &found| {
            let ((a, b), truth) = (self.pair(i), &self.truth[i]);
            let pair = match &truth.interval {
                Some([first, _]) => Apart::at(a, b, first),
                None => Apart::of(a, b),
            };
            pair.fault_of_witness(found, truth.verdict)
        })
    }

    /// A part of it.
    pub fn picked(&self, name: &str, numbers: &[usize]) -> Self {
        Self {
            name: format!("{} {name}", self.name),
            frames: self.frames.clone(),
            pairs: numbers.iter().map(|&i| self.pairs[i]).collect(),
            names: numbers.iter().map(|&i| self.names[i].clone()).collect(),
            truth: numbers.iter().map(|&i| self.truth[i].clone()).collect(),
        }
    }

    fn all<T>(
        &self,
        who: &str,
        found: &[T],
        fault: impl Fn(usize, &T) -> Option<String>,
    ) -> compare::Compared {
        if found.len() != self.pairs.len() {
            return Err(format!(
                "{who}: {}: {} answers to {} pairs",
                self.name,
                found.len(),
                self.pairs.len()
            ));
        }
        for (i, found) in found.iter().enumerate() {
            if let Some(what) = fault(i, found) {
                let (a, b) = self.pair(i);
                let (scene, case, seed) = (&self.name, &self.names[i], seed::seed());
                return Err(format!(
                    "{who}: {scene}, pair {i} ({case}): {what}\n{a:?}\n{b:?}\nrepeat with MOTZKIN_SEED={seed}"
                ));
            }
        }
        Ok(())
    }
}

/// The hard cases that are data.
pub fn hard() -> &'static MovingScene {
    static HARD: LazyLock<MovingScene> =
        LazyLock::new(|| MovingScene::new("hard moving cases", cases()));
    &HARD
}

/// Pairs of every scene for resting frames, with velocities of every kind. Drawn once a run.
pub fn drawn() -> &'static MovingScene {
    static DRAWN: LazyLock<MovingScene> = LazyLock::new(|| {
        let name = "drawn velocities";
        let draw = |rng: &mut fastrand::Rng| MovingScene::new(name, velocities::cases(rng));
        seed::draw_until(name, draw, MovingScene::holds_everything)
    });
    &DRAWN
}
