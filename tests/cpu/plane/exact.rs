//! The exact stage and the reference.

use crate::common::plane::{Scene, moving, oracle, resting};
use crate::common::seed::rng;
use crate::common::sweep::Sweep;
use dashu_ratio::RBig;
use motzkin_core::exact::plane;
use motzkin_core::exact::{PairFault, Settled, SettledBy};
use motzkin_core::geom::{Frame2, Pair};
use motzkin_core::num::f32_to_rational;
use motzkin_core::verdict::Verdict;
use motzkin_lab::reference;

fn by_decide(scene: &Scene) -> Vec<Settled> {
    scene.each(|a, b| plane::decide(a, b).expect("valid"))
}

#[test]
fn resting_verdicts_are_exact() {
    for scene in resting() {
        let found: Vec<_> = by_decide(scene).iter().map(|settled| settled.verdict).collect();
        scene.demand_verdicts("exact", &found);
        println!("{:30} {:?}", scene.name, Verdict::ALL.map(|verdict| scene.count(verdict)));
    }
}

#[test]
fn separating_axes_in_rationals_are_exact() {
    for scene in resting() {
        let found = scene.each(|a, b| reference::plane_sat::verdict::<RBig>(a, b).expect("valid"));
        scene.demand_verdicts("separating axes", &found);
    }
}

/// Scenes that lost their point would pass every engine.
#[test]
fn scenes_hold_what_their_names_say() {
    let of = |name: &str| resting().iter().find(|scene| scene.name == name).expect("a scene");
    let share = |name: &str, verdict| of(name).count(verdict) as f64 / of(name).pairs.len() as f64;
    for name in ["contacts", "contacts in denormals", "contacts at 2^117", "one-ulp gaps"] {
        assert!(Verdict::ALL.iter().all(|&verdict| share(name, verdict) > 0.1), "{name}");
    }
    assert!(share("grid turned by 0e0", Verdict::Touching) > 0.7);
    assert!(share("grid turned by 1e-3", Verdict::Touching) < 0.6);
    assert!(share("integer lattice 1", Verdict::Touching) > 0.1);
    let count = |verdict| moving().iter().map(|scene| scene.count(verdict)).sum::<usize>();
    assert!(Verdict::ALL.into_iter().all(|verdict| count(verdict) > 500));
    // Every arithmetic has its turn.
    for (name, by) in [
        ("random floats", SettledBy::Double),
        ("one-ulp gaps", SettledBy::Narrow),
        ("mixed exponents", SettledBy::Wide),
    ] {
        assert!(by_decide(of(name)).iter().any(|settled| settled.by == by), "{name}: {by:?}");
    }
}

#[test]
fn moving_verdicts_and_intervals_are_exact() {
    for scene in moving().iter().chain(resting()) {
        let found = scene.each(|a, b| Sweep::exact(a, b).expect("valid"));
        scene
            .demand_verdicts("exact", &found.iter().map(|sweep| sweep.verdict).collect::<Vec<_>>());
        scene.demand("exact", &found, |sweep, truth, _, _| truth.fault_of_interval(sweep.interval));
    }
}

#[test]
fn swapped_pairs_have_the_same_verdict() {
    for scene in moving().iter().chain(resting()) {
        let found = scene.each(|a, b| Sweep::exact(b, a).expect("valid"));
        scene.demand("swapped", &found, |sweep, truth, _, _| {
            let other = (sweep.verdict != truth.verdict).then(|| format!("{}", sweep.verdict));
            other.or_else(|| truth.fault_of_interval(sweep.interval))
        });
    }
}

#[test]
fn elimination_agrees() {
    for scene in resting() {
        let found = scene.each(|a, b| reference::plane::verdict(a, b).expect("valid"));
        scene.demand_verdicts("reference", &found);
    }
    for scene in moving() {
        let found =
            scene.each(|a, b| reference::plane::sweep::<dashu_ratio::RBig>(a, b).expect("valid"));
        scene.demand_verdicts(
            "reference",
            &found.iter().map(|(verdict, _)| *verdict).collect::<Vec<_>>(),
        );
        scene.demand("reference", &found, |(_, interval), truth, _, _| {
            (*interval != truth.interval).then(|| format!("{interval:?}"))
        });
    }
}

#[test]
fn boxes_are_the_smallest() {
    for scene in moving().iter().chain(resting()) {
        let found = scene.each(|a, b| plane::moving_box(a, b).expect("valid"));
        scene.demand("moving box", &found, |found, truth, _, _| truth.fault_of_box(*found));
    }
    for scene in resting() {
        let found = scene.each(|a, b| plane::intersection_box(a, b).expect("valid"));
        scene.demand("box", &found, |found, truth, _, _| truth.fault_of_box(*found));
    }
}

#[test]
fn witnesses_are_common_points() {
    for scene in resting() {
        let found = scene.each(|a, b| plane::witness(a, b).expect("valid"));
        scene.demand("witness", &found, |found, truth, a, b| truth.fault_of_witness(a, b, *found));
    }
    for scene in moving() {
        let found = scene.each(|a, b| plane::moving_witness(a, b).expect("valid"));
        scene.demand("witness", &found, |found, truth, a, b| truth.fault_of_witness(a, b, *found));
    }
}

#[test]
fn separations_are_the_best() {
    for scene in resting() {
        let found = scene.each(|a, b| plane::separation(a, b).expect("valid"));
        scene.demand("separation", &found, |found, truth, a, b| {
            oracle::fault_of_separation(a, b, truth.verdict, found)
        });
    }
}

/// The velocities of resting frames are not read, those of moving ones must be finite.
#[test]
fn velocities_count_where_they_should() {
    let scene = &moving()[0];
    let Pair { a, b } = scene.pairs[0];
    let (a, mut b) = (scene.frames[a as usize], scene.frames[b as usize]);
    let still = Frame2::clone(&b).with_velocity(glam::Vec2::ZERO).expect("finite");
    assert_eq!(plane::decide(&a, &b), plane::decide(&a, &still));
    let floats: &mut [f32; 10] = bytemuck::cast_mut(&mut b);
    floats[6] = f32::NAN;
    assert_eq!(plane::decide(&a, &b), plane::decide(&a, &still));
    let fault = plane::decide_moving(&a, &b).expect_err("NaN");
    assert!(fault.second && fault.to_string().contains("velocity[0]"), "{fault}");
    let PairFault { second, .. } = plane::decide_moving(&b, &a).expect_err("NaN");
    assert!(!second);
}

/// Depth by hand, for each combination of shapes.
#[test]
fn known_depths() {
    use glam::{DVec2, Vec2};
    let square =
        |x: f32| Frame2::aligned_box(Vec2::new(x, 0.0), Vec2::new(x + 1.0, 1.0)).expect("a square");
    let found = plane::separation(&square(0.0), &square(0.75)).expect("valid");
    assert_eq!((found.verdict, found.axis, found.depth), (Verdict::Overlapping, DVec2::X, 0.25));
    let found = plane::separation(&square(0.0), &square(3.0)).expect("valid");
    assert_eq!((found.verdict, found.axis, found.depth), (Verdict::Separate, DVec2::X, 2.0));
    // A triangle is not symmetric: out of the square by its vertex, and not by its base.
    let triangle = Frame2::triangle_by_vertices([
        Vec2::new(0.75, 0.5),
        Vec2::new(9.0, -8.0),
        Vec2::new(9.0, 9.0),
    ]);
    let found = plane::separation(&square(0.0), &triangle.expect("a triangle")).expect("valid");
    assert_eq!((found.axis, found.depth), (DVec2::X, 0.25));
}

/// Exact times of random pairs are within the rounded interval, whose ends are floats beside them.
#[test]
fn intervals_of_random_pairs_are_tight() {
    let mut rng = rng("tight intervals");
    for scene in moving() {
        let i = rng.usize(..scene.pairs.len());
        let (a, b) = scene.pair(i);
        let sweep = Sweep::exact(a, b).expect("valid");
        let (Some(found), Some([first, _])) = (sweep.interval, &scene.truth[i].interval) else {
            continue;
        };
        assert!(
            f32_to_rational(found.first) <= *first
                && f32_to_rational(found.first.next_up()) > *first
        );
    }
}
