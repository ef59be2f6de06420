//! The box that the papers find, beside the smallest one.

use crate::common::oracle;
use crate::common::papers;
use crate::common::seed::{draw_by_seed, seed};
use dashu_ratio::RBig;
use motzkin_core::exact::decide;
use motzkin_core::geom::Pair;
use motzkin_lab::reference::loose_box;
use motzkin_lab::workload::{Scene, Workload};
use rayon::prelude::*;

/// The volume of a box.
fn volume(ends: [[f64; 2]; 3]) -> f64 {
    ends.iter().map(|[low, high]| high - low).product()
}

/// Elimination in rationals and in `f64`; the oracle has the smallest box.
#[test]
fn hold_the_smallest_and_are_several_times_as_large() {
    let meets = |scene: &Scene, pair: &Pair| {
        let [a, b] = [pair.a, pair.b].map(|index| &scene.frames[index as usize]);
        decide(a, b).expect("valid frames").verdict.overlaps()
    };
    let enough = |scene: &Scene| scene.pairs.iter().filter(|pair| meets(scene, pair)).count() > 100;
    let draw = |seed| Workload::PaperCuboids.scene(1500, seed);
    let scene = draw_by_seed("cuboids of the papers that overlap", draw, enough);
    let ratio = |i: usize| {
        let pair = scene.pairs[i];
        let (a, b) = (&scene.frames[pair.a as usize], &scene.frames[pair.b as usize]);
        let loose = loose_box::<RBig>(a, b).expect("valid frames");
        let smallest = oracle::judge(a, b).range();
        assert_eq!(loose.is_some(), smallest.is_some(), "seed {}: {a:?} {b:?}", seed());
        let (loose, smallest) = (loose?, smallest?);
        let holds =
            |axis: usize| loose[axis][0] <= smallest[axis].0 && smallest[axis].1 <= loose[axis][1];
        assert!((0..3).all(holds), "seed {}: {a:?} {b:?}", seed());
        let rounded = loose.map(|ends| ends.map(|end| end.to_f64().value()));
        let floating = loose_box::<f64>(a, b).expect("valid frames");
        if let Some(floating) = floating {
            let near = |axis: usize| {
                (0..2).all(|end| (floating[axis][end] - rounded[axis][end]).abs() < 1e-6)
            };
            assert!((0..3).all(near), "{floating:?} {rounded:?}, seed {}: {a:?} {b:?}", seed());
        }
        let smallest = smallest.map(|(low, high)| [low, high].map(|end| end.to_f64().value()));
        Some(volume(rounded) / volume(smallest))
    };
    let mut ratios: Vec<f64> = (0..scene.pairs.len()).into_par_iter().filter_map(ratio).collect();
    ratios.sort_by(f64::total_cmp);
    let (count, median) = (ratios.len(), ratios[ratios.len() / 2]);
    println!(
        "{count} hits: median {median:.2}, p99 {:.0} times the smallest volume",
        ratios[count * 99 / 100]
    );
    assert!(count > 100 && median > 2.0 && median < 8.0, "{median} of {count}, seed {}", seed());
}

/// The 2019 paper's own unit tests are cases in which its box is the smallest.
#[test]
fn are_the_smallest_in_the_unit_tests_of_2019() {
    let scene = papers::scene();
    let mut equal = 0;
    for (i, test) in papers::UNIT_TESTS_2019.iter().enumerate() {
        let Some([min, max]) = test.bdg_box else { continue };
        let (a, b) = scene.pair(2 * i);
        let loose = loose_box::<f64>(a, b).expect("valid frames").expect("an overlap");
        let near = |axis: usize| {
            (loose[axis][0] - min[axis]).abs() < 1e-6 && (loose[axis][1] - max[axis]).abs() < 1e-6
        };
        equal += usize::from((0..3).all(near));
    }
    assert!(equal > 0);
}
