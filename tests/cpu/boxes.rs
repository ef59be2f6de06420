//! The box of an intersection: the exact one, each face rounded outward once.

use crate::common::bodies::everything;
use crate::common::cases;
use crate::common::compare::{self, demand};
use crate::common::oracle::{self, rational};
use crate::common::papers::{self, UNIT_TESTS_2019};
use crate::common::scene::{Case, Scene};
use crate::common::seed::rng;
use glam::Vec3;
use motzkin_core::exact;
use motzkin_core::geom::Frame3;
use motzkin_core::verdict::Verdict;
use rayon::prelude::*;

fn boxes_are_exact(scene: &Scene) {
    let boxed = |i: usize| {
        let (a, b) = scene.pair(i);
        exact::intersection_box(a, b).expect("valid frames")
    };
    let boxes: Vec<_> = (0..scene.pairs.len()).into_par_iter().map(boxed).collect();
    demand(compare::boxes("exact::intersection_box", scene, &boxes));
}

#[test]
fn papers_and_contacts() {
    boxes_are_exact(&papers::scene());
    boxes_are_exact(&Scene::new("contacts", cases::contacts()));
}

#[test]
fn extremes() {
    for name in [
        "nested extremes",
        "mixed exponents",
        "contacts in denormals",
        "contacts at 2^122",
        "scales",
        "slivers",
        "one-ulp gaps",
        "grid of boxes turned by 0e0",
        "grid of boxes turned by 1e-6",
        "grid of tetrahedra turned by 1e-4",
    ] {
        boxes_are_exact(cases::all().iter().find(|scene| scene.name == name).expect("the scene"));
    }
}

#[test]
fn a_sample_of_everything() {
    let mut rng = rng("boxes");
    let sample: Vec<usize> = (0..1500).map(|_| rng.usize(..everything().pairs.len())).collect();
    boxes_are_exact(&everything().picked("boxes", sample.into_iter()));
}

/// Ends that lie above and below a number of `f32`, by as little as `2^-100`, and on it. `f64`
/// cannot tell them apart, and the last bit of the box depends on it.
#[test]
fn ends_next_to_a_number() {
    let mut pairs = Vec::new();
    for places in 20..=100 {
        // The sides of the leaning cuboid are `x + slope y = 1/2` and `= 1`, and the box cuts them
        // off at `y = start`, so that `x` ends at `1 - slope start`.
        let power = |places: i32| 2.0_f32.powi(-places);
        let start = power(places - places / 2);
        for slope in [power(places / 2), -power(places / 2), 0.0] {
            let leaning = [Vec3::X * 0.5, Vec3::new(-slope, 1.0, 0.0), Vec3::Z];
            let leaning = Frame3::cuboid(Vec3::X * 0.5, leaning).expect("a solid");
            let far = Vec3::new(4.0, if slope < 0.0 { start } else { 1.0 }, 1.0);
            let near = Vec3::new(0.0, if slope < 0.0 { 0.0 } else { start }, 0.0);
            let cut = Frame3::aligned_box(near, far).expect("a box");
            pairs.extend([(leaning, cut), (cut, leaning)]);
        }
    }
    let cases = pairs.iter().enumerate().map(|(i, (a, b))| {
        let name = format!("{i}");
        Case { name, a: *a, b: *b, known: Some(Verdict::Overlapping) }
    });
    let scene = Scene::new("next to a number", cases.collect());
    boxes_are_exact(&scene);
    // Time makes no difference to what stands still, and is one more coordinate of the system.
    for (a, b) in &pairs {
        assert_eq!(exact::moving_box(a, b), exact::intersection_box(a, b));
    }
}

/// The paper's boxes, judged: all of those in 3D are the tight ones.
#[test]
fn the_paper_of_2019() {
    let scene = papers::scene();
    for (i, test) in UNIT_TESTS_2019.iter().enumerate() {
        let Some([min, max]) = test.bdg_box else { continue };
        for order in 0..2 {
            let (a, b) = scene.pair(2 * i + order);
            let range = oracle::judge(a, b).range().expect("an overlap");
            for axis in 0..3 {
                let exact = [&range[axis].0, &range[axis].1].map(|x| x.to_f64().value());
                assert!((exact[0] - min[axis]).abs() < 1e-15, "test {}: {exact:?}", i + 1);
                assert!((exact[1] - max[axis]).abs() < 1e-15, "test {}: {exact:?}", i + 1);
            }
        }
    }
}

/// The oracle's own number conversion, at both ends of `f32`.
#[test]
fn the_oracle_reads_every_float() {
    assert_eq!(rational(f32::from_bits(1)), rational(f32::MIN_POSITIVE) / rational(8_388_608.0));
    assert_eq!(rational(-1.5) * rational(2.0), rational(-3.0));
    let power = |n: i32| rational(2.0_f32.powi(n));
    assert_eq!(rational(f32::MAX) + power(104), power(127) + power(127));
    assert_eq!(rational(-0.0), rational(0.0));
}
