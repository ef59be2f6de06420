//! Kernel, exact stage and reference on scenes of every dimension, on frames, and on hulls of many
//! vertices.

use crate::common::hull::cases::{all, ellipsoid, float};
use crate::common::seed::{draw_until, rng, seed};
use crate::common::{cases, plane};
use dashu_ratio::RBig;
use fastrand::Rng;
use glam::{Affine3A, Quat, Vec3};
use motzkin_core::exact::{self, SettledBy};
use motzkin_core::geom::{Frame2, Frame3, Pair, PolytopeSet};
use motzkin_core::kernel::SimdLevel;
use motzkin_core::kernel::hull::hull_codes;
use motzkin_core::verdict::{RawCode, Verdict};
use motzkin_lab::reference::simplex;

/// No certain code of any level differs from what is expected; answers how many are certain.
fn demand_codes(name: &str, set: &PolytopeSet, pairs: &[Pair], expected: &[Verdict]) -> usize {
    let mut certain = 0;
    for level in SimdLevel::available() {
        let codes = hull_codes(set, pairs, level);
        for ((code, expected), pair) in codes.iter().zip(expected).zip(pairs) {
            let found = code.verdict();
            assert!(
                found.is_none_or(|found| found == *expected),
                "{level:?}: {name}: {pair:?} is {expected}, not {found:?}; seed {}",
                seed()
            );
        }
        certain = codes.iter().filter(|code| **code != RawCode::UNDECIDED).count();
    }
    certain
}

#[test]
fn certain_codes_are_true() {
    for scene in all() {
        let certain = demand_codes(&scene.name, &scene.set, &scene.pairs, &scene.expected);
        println!(
            "{:24} {:5} of {:5} certain {:?}",
            scene.name,
            certain,
            scene.pairs.len(),
            Verdict::ALL.map(|v| scene.count(v))
        );
    }
}

/// A kernel that gave up too soon would be right all the same.
#[test]
fn random_pairs_are_decided_by_the_kernel() {
    for name in ["random hulls", "polygons"] {
        let scene = all().iter().find(|scene| scene.name == name).expect("a scene");
        for level in SimdLevel::available() {
            let codes = hull_codes(&scene.set, &scene.pairs, level);
            for ((code, expected), pair) in codes.iter().zip(&scene.expected).zip(&scene.pairs) {
                let solid = |index: u32| scene.set.polytopes()[index as usize].count > 3;
                // On the lattice they touch.
                let told = *code != RawCode::UNDECIDED || *expected == Verdict::Touching;
                let whole = name == "random hulls" && solid(pair.a) && solid(pair.b);
                assert!(told || !whole, "{level:?}: {name}: {pair:?}, seed {}", seed());
            }
            let open = codes.iter().filter(|code| **code == RawCode::UNDECIDED).count();
            assert!(open * 4 < codes.len(), "{level:?}: {name}: {open} undecided, seed {}", seed());
        }
    }
}

#[test]
fn whole_numbers_decide() {
    let mut by = [0; 2];
    for scene in all() {
        let found: Vec<_> =
            scene.pairs.iter().map(|pair| exact::hull::decide(&scene.set, *pair)).collect();
        for settled in &found {
            by[usize::from(settled.by == SettledBy::Wide)] += 1;
        }
        scene.demand("exact", &found.iter().map(|settled| settled.verdict).collect::<Vec<_>>());
    }
    assert!(by[0] > 500 && by[1] > 200, "every arithmetic has its turn: {by:?}");
}

#[test]
fn the_textbook_agrees() {
    for scene in all() {
        let points = |index: u32| simplex::points::<RBig>(&scene.set, index);
        let verdict = |pair: &Pair| simplex::verdict(&points(pair.a), &points(pair.b));
        scene.demand("reference", &scene.pairs.iter().map(verdict).collect::<Vec<_>>());
    }
}

#[test]
fn scenes_hold_what_their_names_say() {
    for scene in all() {
        if !["near contacts", "random hulls", "far apart", "rounded sums"]
            .contains(&&scene.name[..])
        {
            assert!(
                Verdict::ALL.iter().all(|verdict| scene.count(*verdict) >= 4),
                "{}",
                scene.name
            );
        }
    }
}

/// The whole figures, by hand.
#[test]
fn figures_by_hand() {
    use Verdict::{Overlapping as O, Separate as S, Touching as T};
    let scene = all().iter().find(|scene| scene.name == "by hand").expect("a scene");
    let expected = [T, O, T, O, O, S, T, O, T, O, T, S, O, S, O, S, S];
    let found: Vec<_> = scene.expected.chunks(2).map(|both| both[0]).collect();
    assert_eq!(found, expected);
    assert!(scene.expected.chunks(2).all(|both| both[0] == both[1]));
}

/// Frames as polytopes, on every scene that the frames' kernels must pass.
#[test]
fn frames_keep_their_verdicts() {
    for scene in cases::all() {
        let mut set = PolytopeSet::new();
        for frame in &scene.frames {
            set.push_frame(frame).expect("valid");
        }
        let mixed: Vec<Frame3> = scene.frames.clone();
        assert_eq!(set.len(), mixed.len());
        demand_codes(&scene.name, &set, &scene.pairs, &scene.expected);
        let step = 1 + scene.pairs.len() / 150;
        for i in (0..scene.pairs.len()).step_by(step) {
            let found = exact::hull::decide(&set, scene.pairs[i]).verdict;
            assert_eq!(
                found,
                scene.expected[i],
                "{}: {}, seed {}",
                scene.name,
                scene.names[i],
                seed()
            );
        }
    }
}

#[test]
fn frames_in_the_plane_keep_their_verdicts() {
    for scene in plane::resting() {
        let mut set = PolytopeSet::new();
        let frames: &[Frame2] = &scene.frames;
        for frame in frames {
            set.push_frame2(frame).expect("valid");
        }
        let expected: Vec<_> = scene.truth.iter().map(|truth| truth.verdict).collect();
        demand_codes(&scene.name, &set, &scene.pairs, &expected);
        let step = 1 + scene.pairs.len() / 100;
        for i in (0..scene.pairs.len()).step_by(step) {
            let found = exact::hull::decide(&set, scene.pairs[i]).verdict;
            assert_eq!(found, expected[i], "{}: {}, seed {}", scene.name, scene.names[i], seed());
        }
    }
}

/// A hull of few vertices says what one with hundreds of inner points and duplicates, in any order,
/// must say.
#[test]
fn order_duplicates_and_inner_points_change_nothing() {
    let mut rng = rng("thousands");
    let mut set = PolytopeSet::new();
    let mut crowded = PolytopeSet::new();
    for i in 0..40 {
        let mut points = ellipsoid(&mut rng, 8, 0.6);
        if i % 2 == 1 {
            // Shares a vertex with the one before.
            let shared = set.vertices_of(i - 1)[0];
            points[0] = shared.into();
        }
        set.push(&points).expect("finite");
        let count = [4, 40, 400, 1000][i as usize / 2 % 4];
        while points.len() < count {
            let (p, q) = (points[rng.usize(..8)], points[rng.usize(..8)]);
            // Exactly between: on a lattice of halves where nothing is rounded, else a duplicate.
            let middle = (p + q) * 0.5;
            let exact = (middle.as_dvec3() * 2.0) == p.as_dvec3() + q.as_dvec3();
            points.push(if exact { middle } else { p });
        }
        rng.shuffle(&mut points);
        crowded.push(&points).expect("finite");
    }
    let pairs: Vec<Pair> = (0..20).map(|i| Pair::new(2 * i, 2 * i + 1)).collect();
    let few: Vec<_> = pairs.iter().map(|pair| exact::hull::decide(&set, *pair).verdict).collect();
    let many: Vec<_> =
        pairs.iter().map(|pair| exact::hull::decide(&crowded, *pair).verdict).collect();
    assert_eq!(few, many, "seed {}", seed());
    assert!(few.iter().all(|verdict| verdict.meets()));
    demand_codes("crowded", &crowded, &pairs, &few);
}

/// Spheres of a thousand vertices, whose answer is known.
#[test]
fn a_thousand_vertices() {
    let mut rng = rng("spheres");
    let mut set = PolytopeSet::new();
    let mut expected = Vec::new();
    for i in 0..60 {
        let points: Vec<Vec3> = ellipsoid(&mut rng, 1000, 1.0);
        let of = set.push(&points).expect("finite");
        let half = points.iter().fold(0.0_f32, |most, p| most.max(p.x))
            - points.iter().fold(0.0_f32, |least, p| least.min(p.x));
        let (by, verdict) = match i % 2 {
            0 => (half * 0.8, Verdict::Overlapping),
            _ => (half * 1.001 + 4.1, Verdict::Separate),
        };
        let turn = Affine3A::from_translation(Vec3::new(by * 0.5, float(&mut rng) * 0.01, 0.0));
        set.push_instance(of, turn).expect("valid");
        expected.push(verdict);
    }
    let pairs: Vec<Pair> = (0..60).map(|i| Pair::new(2 * i, 2 * i + 1)).collect();
    // The oracle for these is the exact stage, which is judged above.
    for (pair, expected) in pairs.iter().zip(&mut expected) {
        *expected = exact::hull::decide(&set, *pair).verdict;
    }
    assert!(demand_codes("spheres", &set, &pairs, &expected) == pairs.len(), "seed {}", seed());
}

/// Hulls of up to 64 vertices are tested several pairs at a time, as they are and turned. A hull of
/// more, and one of none, are first in their sets: what is left of a group of pairs names the
/// first.
#[test]
fn hulls_about_the_limit_of_a_group() {
    for (name, first) in [("behind a larger hull", 65), ("behind a hull of none", 0)] {
        let has_both = |(.., expected): &(PolytopeSet, Vec<Pair>, Vec<Verdict>)| {
            let count = |verdict| expected.iter().filter(|found| **found == verdict).count();
            count(Verdict::Overlapping) > 10 && count(Verdict::Separate) > 10
        };
        let draw = |rng: &mut Rng| about_the_limit(rng, first);
        let (set, pairs, expected) = draw_until(name, draw, has_both);
        demand_codes("about the limit", &set, &pairs, &expected);
        // Groups that are not full.
        for (pair, expected) in pairs.iter().zip(&expected) {
            demand_codes("one at a time", &set, &[*pair], &[*expected]);
        }
    }
}

/// Hulls of 55 to 66 vertices against themselves turned, behind one of so many, with the verdicts
/// of the exact stage, which is judged above.
fn about_the_limit(rng: &mut Rng, first: usize) -> (PolytopeSet, Vec<Pair>, Vec<Verdict>) {
    let (mut set, mut pairs) = (PolytopeSet::new(), Vec::new());
    let first = if first == 0 { Vec::new() } else { ellipsoid(rng, first, 1.0) };
    set.push(&first).expect("finite");
    for count in 55..=66 {
        let hull = set.push(&ellipsoid(rng, count, 1.0)).expect("finite");
        for reach in [0.5, 8.0] {
            let turn = Quat::from_rotation_y(rng.f32() * 6.0);
            let by = Vec3::new(reach, float(rng), float(rng));
            let turn = Affine3A::from_rotation_translation(turn, by);
            let other = set.push_instance(hull, turn).expect("valid");
            pairs.extend([Pair::new(hull, other), Pair::new(other, hull)]);
        }
    }
    let verdicts = pairs.iter().map(|pair| exact::hull::decide(&set, *pair).verdict).collect();
    (set, pairs, verdicts)
}

/// Vertices that are denormal, a row that takes them to the size of another hull.
#[test]
fn denormal_hulls_that_a_transform_makes_large() {
    let unit = f32::from_bits(1);
    let around = |from: f32, to: f32| {
        let corner = |i: i32| {
            let at = |axis: i32, low: f32, high: f32| if i >> axis & 1 == 0 { low } else { high };
            Vec3::new(at(0, from, to), at(1, -to, to), at(2, -to, to))
        };
        (0..8).map(corner).collect::<Vec<Vec3>>()
    };
    // One reaches to 2.384e-7, where what is stored of it rounds to nothing; the other to 7.153e-7,
    // where that is rounded up to 8.345e-7.
    for (units, from, expected) in
        [(1.0, 1.8e-7, Verdict::Overlapping), (3.0, 7.6e-7, Verdict::Separate)]
    {
        let mut set = PolytopeSet::new();
        let stored = set.push(&[Vec3::ZERO, Vec3::X * units * unit]).expect("a hull");
        let large = Affine3A::from_scale(Vec3::splat(2.0_f32.powi(127)));
        let a = set.push_instance(stored, large).expect("a hull");
        let b = set.push(&around(from, 1e-3)).expect("a hull");
        let pairs = [Pair::new(a, b), Pair::new(b, a)];
        for pair in pairs {
            assert_eq!(exact::hull::decide(&set, pair).verdict, expected, "{units} units");
        }
        demand_codes("denormal hulls", &set, &pairs, &[expected; 2]);
        for level in SimdLevel::available() {
            let codes = motzkin_core::kernel::hull::moving_hull_codes(&set, &pairs, level);
            let certain = |code: &RawCode| code.verdict().is_none_or(|found| found == expected);
            assert!(codes.iter().all(certain), "{level:?}: {codes:?}, {units} units");
        }
    }
}
