//! One body a check, for any engine. `stamp!` makes the tests of a test binary out of them.

use super::compare::{self, demand};
use super::engines::Tested;
use super::scene::Scene;
use super::seed::rng;
use super::{cases, papers};
use motzkin_core::geom::Pair;
use motzkin_core::verdict::Verdict;
use std::sync::LazyLock;

/// Everything in one batch: all shapes mixed, every hard case.
pub fn everything() -> &'static Scene {
    static ALL: LazyLock<Scene> =
        LazyLock::new(|| Scene::joined("everything", cases::all().iter()));
    &ALL
}

fn check(tested: &Tested, scene: &Scene) {
    let short;
    let scene = if scene.pairs.len() > tested.patience {
        // A slow engine sees a sample, drawn afresh in each run.
        let mut rng = rng(&scene.name);
        let sample: Vec<usize> =
            (0..tested.patience).map(|_| rng.usize(..scene.pairs.len())).collect();
        short = scene.picked("(sample)", sample.into_iter());
        &short
    } else {
        scene
    };
    if let Some(raw) = &tested.raw {
        demand(compare::raw_codes(&tested.name, scene, &raw(&scene.frames, &scene.pairs)));
    }
    demand(compare::verdicts(&tested.name, scene, &(tested.verdicts)(&scene.frames, &scene.pairs)));
}

/// Every scene of hard and random cases, a batch each.
pub fn hard_cases(tested: &Tested) {
    cases::all().iter().for_each(|scene| check(tested, scene));
}

/// The 2019 paper's unit tests.
pub fn paper_of_2019(tested: &Tested) {
    check(tested, &papers::scene());
}

/// The same pairs the other way round.
pub fn swapped(tested: &Tested) {
    let mut scene = everything().picked("swapped", 0..everything().pairs.len());
    scene.pairs.iter_mut().for_each(|pair| *pair = Pair::new(pair.b, pair.a));
    check(tested, &scene);
}

/// All shapes mixed in one batch, in a random order: each verdict follows its pair.
pub fn mixed_and_permuted(tested: &Tested) {
    let mut order: Vec<usize> = (0..everything().pairs.len()).collect();
    rng("permuted").shuffle(&mut order);
    check(tested, &everything().picked("permuted", order.into_iter()));
}

/// Batches that do not fill groups, blocks, grains: none, one, and one off a power of two.
pub fn awkward_sizes(tested: &Tested) {
    let all = everything();
    let mut rng = rng("sizes");
    for size in [0, 1, 2, 3, 7, 63, 65, 255, 257, 4095, 4097, 9001] {
        let size = size.min(tested.patience);
        let start = rng.usize(..all.pairs.len());
        check(
            tested,
            &all.picked(&format!("x {size}"), (0..size).map(|i| (start + i) % all.pairs.len())),
        );
    }
}

/// One pair in a batch of copies, at each place in turn: no lane sees its neighbour.
pub fn no_lane_leaks(tested: &Tested) {
    let all = everything();
    let mut rng = rng("lanes");
    let mut of = |verdict: Verdict| loop {
        let i = rng.usize(..all.pairs.len());
        if all.expected[i] == verdict {
            break i;
        }
    };
    for (many, one) in
        [(Verdict::Separate, Verdict::Overlapping), (Verdict::Overlapping, Verdict::Separate)]
    {
        let (many, one) = (of(many), of(one));
        for place in 0..33 {
            check(
                tested,
                &all.picked("lanes", (0..33).map(|i| if i == place { one } else { many })),
            );
        }
    }
}

/// `stamp!(engines)` makes a test of each body; `engines` is a function that lists them.
#[macro_export]
macro_rules! stamp {
    ($engines:path) => {
        $crate::stamp!($engines: hard_cases, paper_of_2019, swapped, mixed_and_permuted, awkward_sizes, no_lane_leaks);
    };
    ($engines:path: $($body:ident),*) => {$(
        #[test]
        fn $body() {
            $engines().iter().for_each($crate::common::bodies::$body);
        }
    )*};
}
