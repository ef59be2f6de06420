//! Properties of any correct engine, drawn from whole numbers, where nothing rounds.

use crate::common::cases::{Corner, KINDS, power_of_two, try_corner};
use crate::common::engines::{Tested, cpu};
use crate::common::seed::seed;
use motzkin_core::geom::{Frame3, Pair, ShapeKind};
use motzkin_core::verdict::Verdict;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use std::fmt::Debug;

/// The verdicts of each engine for some pairs, which must agree among the engines.
fn judged(engines: &[Tested], pairs: &[(Frame3, Frame3)]) -> Vec<Verdict> {
    let frames: Vec<Frame3> = pairs.iter().flat_map(|(a, b)| [*a, *b]).collect();
    let indices: Vec<Pair> = (0..pairs.len() as u32).map(|i| Pair::new(2 * i, 2 * i + 1)).collect();
    let mut answers =
        engines.iter().map(|tested| (&tested.name, (tested.verdicts)(&frames, &indices)));
    let (first, expected) = answers.next().expect("an engine");
    for (name, found) in answers {
        assert_eq!(found, expected, "{name} against {first}, seed {}", seed());
    }
    expected
}

/// Runs a property on inputs drawn with the seed of this run.
fn holds<S: Strategy>(
    cases: u32,
    strategy: S,
    property: impl Fn(&[Tested], S::Value) -> Result<(), TestCaseError>,
) where
    S::Value: Debug,
{
    let engines = cpu();
    let config = Config {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(seed()),
        ..Config::default()
    };
    let outcome = TestRunner::new(config).run(&strategy, |input| property(&engines, input));
    if let Err(error) = outcome {
        panic!("{error}\nrepeat with MOTZKIN_SEED={}", seed());
    }
}

fn corner(reach: i32) -> impl Strategy<Value = Corner> {
    let vector = |limit: i32| prop::array::uniform3(-limit..=limit);
    (vector(reach), vector(4), vector(4), vector(4)).prop_map(|(o, e0, e1, e2)| [o, e0, e1, e2])
}

fn kind() -> impl Strategy<Value = ShapeKind> {
    prop::sample::select(KINDS.to_vec())
}

/// A solid in whole numbers that is not flat.
fn solid() -> impl Strategy<Value = (ShapeKind, Corner)> {
    (kind(), corner(5)).prop_filter("flat", |(kind, corner)| try_corner(*kind, *corner).is_some())
}

fn made((kind, corner): (ShapeKind, Corner)) -> Frame3 {
    try_corner(kind, corner).expect("a solid")
}

#[test]
fn swapping_a_pair_changes_nothing() {
    holds(300, (solid(), solid()), |engines, (a, b)| {
        let (a, b) = (made(a), made(b));
        let verdicts = judged(engines, &[(a, b), (b, a)]);
        prop_assert_eq!(verdicts[0], verdicts[1]);
        Ok(())
    });
}

/// Real coordinates, not whole ones: stored vertices are never rounded, so no order can matter.
#[test]
fn the_order_of_vertices_changes_nothing() {
    let vertices = || prop::array::uniform4(prop::array::uniform3(-2.0_f32..2.0));
    holds(
        60,
        (vertices(), solid(), any::<prop::sample::Index>()),
        |engines, (v, (kind, corner), shared)| {
            let Ok(first) = Frame3::tetra_by_vertices(v.map(Into::into)) else { return Ok(()) };
            // Half of the others share the face opposite one of the vertices, and are mirrored
            // there.
            let other = match kind {
                ShapeKind::Cuboid => made((kind, corner)),
                _ => {
                    let mut mirrored = v;
                    let k = shared.index(4);
                    let sum =
                        |axis: usize| (0..4).filter(|&i| i != k).map(|i| v[i][axis]).sum::<f32>();
                    mirrored[k] = [0, 1, 2].map(|axis| sum(axis) / 1.5 - v[k][axis]);
                    let Ok(frame) = Frame3::tetra_by_vertices(mirrored.map(Into::into)) else {
                        return Ok(());
                    };
                    frame
                }
            };
            let mut pairs = vec![(first, other)];
            for [i, j, k, l] in permutations() {
                let permuted = Frame3::tetra_by_vertices([v[i], v[j], v[k], v[l]].map(Into::into));
                pairs.push((permuted.expect("flat in no order"), other));
            }
            prop_assert_eq!(pairs.len(), 25);
            let verdicts = judged(engines, &pairs);
            prop_assert!(verdicts.iter().all(|&verdict| verdict == verdicts[0]), "{:?}", verdicts);
            if kind != ShapeKind::Cuboid {
                prop_assert_eq!(verdicts[0], Verdict::Touching, "they share a face");
            }
            Ok(())
        },
    );
}

fn permutations() -> Vec<[usize; 4]> {
    let all = (0..256).map(|n| [n & 3, n >> 2 & 3, n >> 4 & 3, n >> 6 & 3]);
    all.filter(|p| (0..4).all(|i| p.contains(&i))).collect()
}

#[test]
fn a_common_translation_changes_nothing() {
    let shift = prop::array::uniform3(-8_000_000_i32..8_000_000);
    holds(300, (solid(), solid(), shift), |engines, (a, b, shift)| {
        let moved = |(kind, [o, e0, e1, e2]): (ShapeKind, Corner)| {
            made((kind, [[0, 1, 2].map(|i| o[i] + shift[i]), e0, e1, e2]))
        };
        let verdicts = judged(engines, &[(made(a), made(b)), (moved(a), moved(b))]);
        prop_assert_eq!(verdicts[0], verdicts[1]);
        Ok(())
    });
}

#[test]
fn scaling_by_powers_of_two_changes_nothing() {
    holds(300, (solid(), solid(), -149..=123_i32), |engines, (a, b, power)| {
        let scaled = |frame: Frame3| {
            let mut rows = *frame.rows();
            rows.iter_mut()
                .for_each(|row| row[..3].iter_mut().for_each(|x| *x *= power_of_two(power)));
            motzkin::bytemuck::cast::<_, Frame3>(rows)
        };
        let (a, b) = (made(a), made(b));
        let verdicts = judged(engines, &[(a, b), (scaled(a), scaled(b))]);
        prop_assert_eq!(verdicts[0], verdicts[1]);
        Ok(())
    });
}

/// A frame against itself, and in any other way to write the same solid.
#[test]
fn a_frame_overlaps_itself() {
    holds(300, solid(), |engines, (kind, corner)| {
        let [o, e0, e1, e2] = corner;
        let add = |a: [i32; 3], b: [i32; 3]| [0, 1, 2].map(|i| a[i] + b[i]);
        let sub = |a: [i32; 3], b: [i32; 3]| [0, 1, 2].map(|i| a[i] - b[i]);
        let frame = made((kind, corner));
        let other_corner = match kind {
            ShapeKind::Cuboid => [add(o, e0), sub([0; 3], e0), e2, e1],
            _ => [add(o, e0), sub([0; 3], e0), sub(e1, e0), sub(e2, e0)],
        };
        let again = made((kind, other_corner));
        let verdicts = judged(engines, &[(frame, frame), (frame, again), (again, frame)]);
        prop_assert_eq!(verdicts, vec![Verdict::Overlapping; 3]);
        Ok(())
    });
}

/// Half the size from a vertex, or from the middle: the child lies in its parent.
#[test]
fn a_child_overlaps_its_parent() {
    let places = prop::array::uniform3(0..=2_i32);
    holds(
        300,
        (solid(), kind(), places),
        |engines, ((kind, [o, e0, e1, e2]), child_kind, places)| {
            let fourfold = |v: [i32; 3]| v.map(|x| 4 * x);
            let parent = (kind, [o, fourfold(e0), fourfold(e1), fourfold(e2)]);
            // A child of size 1/4 at coordinates of 0, 1/4 and 1/2, or in a tetrahedron 0 and 1/4.
            let mut at = o;
            for (e, place) in [e0, e1, e2].into_iter().zip(places) {
                let place = if kind.is_tetra() { place.min(1) } else { place };
                at = [0, 1, 2].map(|i| at[i] + place * e[i]);
            }
            // At (1/4, 1/4, 1/4) and a quarter long, a cuboid reaches out of a tetrahedron, and
            // meets it.
            let (parent, child) = (made(parent), made((child_kind, [at, e0, e1, e2])));
            let verdicts = judged(engines, &[(parent, child), (child, parent)]);
            prop_assert_eq!(verdicts, vec![Verdict::Overlapping; 2]);
            Ok(())
        },
    );
}
