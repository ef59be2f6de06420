//! Common points: of every pair that meets, exact but for one rounding.

use crate::common::apart::Apart;
use crate::common::bodies::everything;
use crate::common::cases;
use crate::common::compare::{self, demand};
use crate::common::papers;
use crate::common::scene::Scene;
use crate::common::seed::rng;
use glam::DVec3;
use motzkin_core::exact;
use motzkin_core::verdict::Verdict;
use rayon::prelude::*;

fn witnesses(scene: &Scene) -> Vec<Option<DVec3>> {
    let one = |i: usize| {
        let (a, b) = scene.pair(i);
        exact::witness(a, b).expect("valid frames")
    };
    (0..scene.pairs.len()).into_par_iter().map(one).collect()
}

fn are_common(scene: &Scene) {
    demand(compare::witnesses("exact::witness", scene, &witnesses(scene)));
}

#[test]
fn papers_and_contacts() {
    are_common(&papers::scene());
    are_common(&Scene::new("contacts", cases::contacts()));
}

#[test]
fn extremes() {
    for name in ["unit boxes a million away", "slivers", "nested extremes", "contacts in denormals"]
    {
        let scene = cases::all().iter().find(|scene| scene.name == name).expect("the scene");
        let mut rng = rng(name);
        let drawn: Vec<usize> = (0..100).map(|_| rng.usize(..scene.pairs.len())).collect();
        are_common(&scene.picked("(sample)", drawn.into_iter()));
    }
}

#[test]
fn a_sample_of_everything() {
    let mut rng = rng("witnesses");
    let drawn: Vec<usize> = (0..600).map(|_| rng.usize(..everything().pairs.len())).collect();
    are_common(&everything().picked("witnesses", drawn.into_iter()));
}

/// Where the solids overlap by more than roundings, the point is on no surface.
#[test]
fn witnesses_lie_inside() {
    for name in ["random floats", "integer lattice 5", "contacts"] {
        let scene = cases::all().iter().find(|scene| scene.name == name).expect("the scene");
        for (i, found) in witnesses(scene).into_iter().enumerate() {
            if scene.expected[i] == Verdict::Overlapping {
                let (a, b) = scene.pair(i);
                let point = found.expect("a pair that meets");
                assert!(
                    Apart::of(a, b).strictly_holds(point),
                    "{name}, pair {i}: {point:?} of {a:?} {b:?}"
                );
            }
        }
    }
}
