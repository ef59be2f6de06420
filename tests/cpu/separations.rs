//! Axes, gaps and depths: the best there are, and they do what they promise.

use crate::common::bodies::everything;
use crate::common::cases::{self, power_of_two};
use crate::common::compare::{self, demand};
use crate::common::papers;
use crate::common::scene::Scene;
use crate::common::seed::{rng, seed};
use glam::{DVec3, Vec3};
use motzkin_core::exact::{self, Separation};
use motzkin_core::geom::{Frame3, Pair};
use motzkin_core::verdict::Verdict;
use rayon::prelude::*;

fn separations(scene: &Scene) -> Vec<Separation> {
    let one = |i: usize| {
        let (a, b) = scene.pair(i);
        exact::separation(a, b).expect("valid frames")
    };
    (0..scene.pairs.len()).into_par_iter().map(one).collect()
}

fn are_the_best(scene: &Scene) {
    demand(compare::separations("exact::separation", scene, &separations(scene)));
}

/// A number of pairs drawn from a scene.
fn sample(scene: &Scene, count: usize) -> Scene {
    let mut rng = rng(&scene.name);
    let drawn: Vec<usize> = (0..count).map(|_| rng.usize(..scene.pairs.len())).collect();
    scene.picked("(sample)", drawn.into_iter())
}

#[test]
fn papers_and_contacts() {
    are_the_best(&papers::scene());
    are_the_best(&Scene::new("contacts", cases::contacts()));
}

/// Some of every scene, so that none is missed.
#[test]
fn every_scene() {
    cases::all().iter().for_each(|scene| are_the_best(&sample(scene, 15)));
}

/// Depth against all directions, not only the candidates: what is said for meeting pairs of any
/// shape.
#[test]
fn no_direction_separates_sooner() {
    let mut rng = rng("directions");
    let scene = cases::all().iter().find(|scene| scene.name == "random floats").expect("the scene");
    for i in (0..scene.pairs.len()).filter(|&i| scene.expected[i] == Verdict::Overlapping) {
        let (a, b) = scene.pair(i);
        let found = exact::separation(a, b).expect("valid frames");
        let corners = [a, b].map(Frame3::corners);
        for _ in 0..200 {
            let mut number = || rng.f64() - 0.5;
            let random = DVec3::new(number(), number(), number());
            // Half of them all but the axis itself.
            let near = if rng.bool() { found.axis + random * 1e-4 } else { random };
            let n = near.normalize();
            let ends = |corners: &[DVec3]| {
                let dots = || corners.iter().map(|corner| n.dot(*corner));
                (dots().fold(f64::INFINITY, f64::min), dots().fold(f64::NEG_INFINITY, f64::max))
            };
            let ((_, a_high), (b_low, _)) = (ends(&corners[0]), ends(&corners[1]));
            assert!(
                a_high - b_low >= found.depth * (1.0 - 1e-8),
                "pair {i}: {found:?} against {n:?}"
            );
        }
    }
}

/// The same depth to the last bit, and the opposite axis where no other one is as good.
#[test]
fn swapped_pairs() {
    let scene = everything();
    let mut swapped = scene.picked("swapped", 0..scene.pairs.len());
    swapped.pairs.iter_mut().for_each(|pair| *pair = Pair::new(pair.b, pair.a));
    let mut opposite = 0;
    for (i, (one, other)) in separations(scene).iter().zip(separations(&swapped)).enumerate() {
        let report = || format!("pair {i}, {}: {one:?} {other:?}, seed {}", scene.names[i], seed());
        assert_eq!((one.verdict, one.verdict), (other.verdict, scene.expected[i]), "{}", report());
        assert_eq!(one.depth.to_bits(), other.depth.to_bits(), "{}", report());
        opposite += usize::from(one.axis == -other.axis);
    }
    assert!(opposite * 10 > scene.pairs.len() * 5, "{opposite} of {}", scene.pairs.len());
    // Where chance draws the numbers, no two axes are equally good.
    for name in ["random floats", "slivers", "scales", "near contact"] {
        let scene = cases::all().iter().find(|scene| scene.name == name).expect("the scene");
        for i in 0..scene.pairs.len() {
            let (a, b) = scene.pair(i);
            let of = |a, b| exact::separation(a, b).expect("valid frames");
            let (one, other) = (of(a, b), of(b, a));
            if one.depth > 0.0 && scene.names[i].contains("andom") {
                assert!(
                    one.axis.distance(-other.axis) < 1e-8,
                    "{name}, pair {i}: {one:?} {other:?}"
                );
            }
        }
    }
}

/// A pair scaled by a power of two has the depth scaled by it, to the last bit, and the same axis.
#[test]
fn scaled_pairs() {
    let scaled = |frame: &Frame3, power: i32| {
        let mut rows = *frame.rows();
        rows.iter_mut().for_each(|row| row[..3].iter_mut().for_each(|x| *x *= power_of_two(power)));
        motzkin::bytemuck::cast::<_, Frame3>(rows)
    };
    let every: &[i32] = &[-149, -100, -20, 30, 123];
    // An ulp is beyond what `f64` can tell for certain.
    for (name, powers) in
        [("contacts", every), ("integer lattice 5", every), ("one-ulp gaps", &[-20, 20])]
    {
        let scene = cases::all().iter().find(|scene| scene.name == name).expect("the scene");
        for i in 0..scene.pairs.len() {
            let (a, b) = scene.pair(i);
            let one = exact::separation(a, b).expect("valid frames");
            for &power in powers {
                let found =
                    exact::separation(&scaled(a, power), &scaled(b, power)).expect("valid frames");
                let want = Separation { depth: one.depth * 2.0_f64.powi(power), ..one };
                assert_eq!(found, want, "{name}, pair {i}, 2^{power}");
            }
        }
    }
}

/// What can be seen with the eye.
#[test]
fn some_by_hand() {
    let unit = [Vec3::X, Vec3::Y, Vec3::Z];
    let cube = |at: [f32; 3]| Frame3::cuboid(at.into(), unit).expect("a cube");
    let tetra = |at: [f32; 3], sign: f32| {
        Frame3::tetra(at.into(), unit.map(|edge| edge * sign)).expect("a tetrahedron")
    };
    let third = 1.0 / 3.0_f64.sqrt();
    let diagonal = DVec3::splat(third);
    for (a, b, verdict, axis, depth) in [
        (cube([0.0; 3]), cube([0.5, 0.25, 0.125]), Verdict::Overlapping, DVec3::X, 0.5),
        (cube([0.0; 3]), cube([0.25, -0.75, 0.125]), Verdict::Overlapping, -DVec3::Y, 0.25),
        (cube([0.0; 3]), cube([0.0, 0.0, 1.0]), Verdict::Touching, DVec3::Z, 0.0),
        (cube([0.0; 3]), cube([0.0, -3.0, 1.5]), Verdict::Separate, -DVec3::Y, 2.0),
        // Not symmetric: out of the slanted face it is near, back through a flat one far.
        (tetra([0.0; 3], 1.0), tetra([0.5; 3], -1.0), Verdict::Overlapping, diagonal, 0.5 * third),
        (tetra([0.0; 3], 1.0), tetra([1.0; 3], -1.0), Verdict::Separate, diagonal, third),
        (tetra([0.0; 3], 1.0), cube([0.25; 3]), Verdict::Overlapping, diagonal, 0.25 * third),
        (cube([0.25; 3]), tetra([0.0; 3], 1.0), Verdict::Overlapping, -diagonal, 0.25 * third),
    ] {
        let found = exact::separation(&a, &b).expect("valid frames");
        assert_eq!(found.verdict, verdict);
        assert!(
            found.axis.distance(axis) < 1e-15 && (found.depth - depth).abs() < 1e-15,
            "{found:?}"
        );
        // No negative zero, which would print as one.
        assert!(
            found.axis.to_array().iter().all(|x| *x != 0.0 || x.is_sign_positive()),
            "{found:?}"
        );
    }
}

#[test]
fn invalid_frames_are_named() {
    let cube = Frame3::cuboid(Vec3::ZERO, [Vec3::X, Vec3::Y, Vec3::Z]).expect("a cube");
    let flat: Frame3 = motzkin::bytemuck::cast([0.0_f32; 16]);
    for (a, b, text) in [(flat, cube, "frame a of the pair"), (cube, flat, "frame b of the pair")] {
        let told = [
            exact::separation(&a, &b).expect_err("a flat frame").to_string(),
            exact::witness(&a, &b).expect_err("a flat frame").to_string(),
        ];
        assert!(
            told.iter().all(|told| told.starts_with(text) && told.contains("one plane")),
            "{told:?}"
        );
    }
}

/// The band of a pair is that of the swapped pair, where the sum of all its terms would differ by a
/// rounding: one order took the exact stage, the other did not.
#[test]
fn swapped_pairs_at_the_edge_of_the_band() {
    let edges = |bits: [u32; 3]| {
        let [x, y, z] = bits.map(f32::from_bits);
        [Vec3::X * x, Vec3::Y * y, Vec3::Z * z]
    };
    let a = edges([0x3eae_16d3, 0x3e06_5515, 0x30bb_e8a3]);
    let b = edges([0x3d8b_b314, 0x3e6f_8f7c, 0x3051_534d]);
    let a = Frame3::cuboid(Vec3::ZERO, a).expect("a box");
    let b = Frame3::cuboid(Vec3::X * f32::from_bits(0x3eae_2284), b).expect("a box");
    let [one, other] = [(&a, &b), (&b, &a)].map(|(a, b)| exact::separation(a, b).expect("valid"));
    assert_eq!(one.depth.to_bits(), other.depth.to_bits(), "{one:?} {other:?}");
}
