//! Polytopes that move: every stage against the oracle.

use super::service::off_hull;
use crate::common::answers::{bounded_sweeps, sweeps, witnesses};
use crate::common::hull::moving::{is_rounded, moving};
use crate::common::moving::{drawn, hard};
use crate::common::seed::seed;
use crate::common::sweep::fault_of_bounded;
use dashu_ratio::RBig;
use glam::{Affine3A, DVec3, Vec3};
use motzkin::{CollisionService, Engine, PolytopeError, Precision, Wanted};
use motzkin_core::exact;
use motzkin_core::geom::{Pair, PolytopeSet};
use motzkin_core::kernel::SimdLevel;
use motzkin_core::kernel::hull::{contact_bounds, moving_hull_codes};
use motzkin_core::num::f32_to_rational;
use motzkin_core::verdict::{RawCode, Verdict};
use motzkin_lab::reference::simplex;

fn service(engine: Engine) -> CollisionService {
    CollisionService::new(engine).expect("starts")
}

#[test]
fn the_exact_stage_says_what_is_true() {
    for scene in moving() {
        let mut count = [0; 3];
        for (i, (pair, (verdict, interval))) in scene.pairs.iter().zip(&scene.truth).enumerate() {
            assert_eq!(
                exact::hull::decide_moving(&scene.set, *pair).verdict,
                *verdict,
                "{}",
                scene.case(i)
            );
            let found = exact::hull::contact_interval(&scene.set, *pair);
            assert!(is_rounded(found, interval.as_ref()), "{found:?}: {}", scene.case(i));
            count[*verdict as usize] += 1;
        }
        println!("{:24} {count:?}", scene.name);
    }
}

/// The textbook method has the time as a variable, and so decides about flat polytopes by itself.
#[test]
fn the_reference_says_what_is_true() {
    for scene in moving() {
        let step = if scene.name == "by hand" { 1 } else { 9 };
        for i in (0..scene.pairs.len()).step_by(step) {
            let pair = scene.pairs[i];
            let [a, b] = [pair.a, pair.b].map(|index| simplex::points::<RBig>(&scene.set, index));
            let [of_a, of_b] = [pair.a, pair.b]
                .map(|index| scene.set.velocities()[index as usize].map(f32_to_rational));
            let sweep = std::array::from_fn(|axis| &of_a[axis] - &of_b[axis]);
            assert_eq!(simplex::sweep(&a, &sweep, &b), scene.truth[i], "{}", scene.case(i));
        }
    }
}

#[test]
fn certain_codes_are_true() {
    for scene in moving() {
        for level in SimdLevel::available() {
            let codes = moving_hull_codes(&scene.set, &scene.pairs, level);
            let mut certain = 0;
            for (i, code) in codes.iter().enumerate() {
                let Some(found) = code.verdict() else { continue };
                assert_eq!(found, scene.truth[i].0, "{level:?}: {}", scene.case(i));
                certain += 1;
            }
            println!(
                "{:24} {:8} {certain:4} of {:4} certain",
                scene.name,
                level.name(),
                codes.len()
            );
            assert!(
                scene.name != "random hulls" || certain * 3 > codes.len(),
                "{certain}, seed {}",
                seed()
            );
        }
    }
}

#[test]
fn services_answer_what_is_true() {
    for engine in [Engine::Cpu, Engine::Reference] {
        let service = service(engine);
        for scene in moving() {
            let step = if engine == Engine::Cpu || scene.name == "by hand" { 1 } else { 16 };
            let numbers: Vec<usize> = (0..scene.pairs.len()).step_by(step).collect();
            let pairs: Vec<Pair> = numbers.iter().map(|&i| scene.pairs[i]).collect();
            let verdicts = service
                .query(&scene.set, &pairs)
                .moving()
                .run()
                .expect("valid pairs")
                .into_verdicts();
            let query = service.query(&scene.set, &pairs).moving().wanted(Wanted::INTERVAL);
            let found = sweeps(&query.run().expect("valid pairs"));
            assert_eq!(found.len(), pairs.len());
            for ((&i, verdict), sweep) in numbers.iter().zip(verdicts.iter()).zip(&found) {
                let (truth, interval) = &scene.truth[i];
                assert_eq!(
                    (verdict, &sweep.verdict),
                    (truth, truth),
                    "{engine:?}: {}",
                    scene.case(i)
                );
                assert!(
                    is_rounded(sweep.interval, interval.as_ref()),
                    "{engine:?}: {sweep:?}: {}",
                    scene.case(i)
                );
            }
            let stats = verdicts.stats();
            assert_eq!(
                stats.undecided,
                stats.settled_f64 + stats.settled_narrow + stats.settled_wide
            );
        }
    }
}

#[test]
fn figures_by_hand() {
    use Verdict::{Overlapping as O, Separate as S, Touching as T};
    let scene = moving().last().expect("a scene");
    let found: Vec<Verdict> = scene.truth.chunks(2).map(|both| both[0].0).collect();
    let flat = [O, O, O, S, T, T, O, O, O, S, O, O, T, O, T, T, O, S];
    let solid = [O, O, T, T, T, O, O, O, O, O, O, T];
    assert_eq!(found, [&flat[..], &solid].concat());
    assert!(scene.truth.chunks(2).all(|both| both[0] == both[1]));
}

/// Whether an exact end lies between two bounds.
fn is_between([low, high]: [f64; 2], end: &RBig) -> bool {
    let [low, high] = [low, high].map(|x| RBig::try_from(x).expect("finite"));
    low <= *end && *end <= high
}

/// What kernels bound holds the exact interval, and where both bounds of the ends round alike, they
/// round as the exact ends do.
#[test]
fn bounds_enclose_the_exact_interval() {
    for scene in moving() {
        for level in SimdLevel::available() {
            let (mut overlapping, mut told, mut exact) = (0, 0, 0);
            for (i, (pair, (verdict, interval))) in scene.pairs.iter().zip(&scene.truth).enumerate()
            {
                let Some([first, last]) = interval else { continue };
                let found = contact_bounds(&scene.set, *pair, level);
                overlapping += usize::from(verdict.overlaps());
                let Some(bounds) = found else { continue };
                let fit = is_between(bounds.first, first) && is_between(bounds.last, last);
                assert!(fit, "{level:?}: {bounds:?}: {}", scene.case(i));
                let (outer, slack) = bounds.outer();
                let off = |x: f32, end: &RBig| (f64::from(x) - end.to_f64().value()).abs();
                let most = off(outer.first, first).max(off(outer.last, last));
                assert!(most <= slack + 1e-15, "{level:?}: {slack}: {}", scene.case(i));
                if let Some(rounded) = bounds.rounded() {
                    assert!(is_rounded(Some(rounded), interval.as_ref()), "{}", scene.case(i));
                    exact += 1;
                }
                told += 1;
            }
            println!(
                "{:24} {:8} {overlapping:4} overlap, {told:4} bounded, {exact:4} exactly",
                scene.name,
                level.name(),
            );
            assert!(scene.name != "random hulls" || exact * 4 > overlapping * 3, "seed {}", seed());
        }
    }
}

/// Lines through the middle of a face, or beside it, have bounds. Those exactly through an edge or
/// a corner of symmetric figures are left to the exact stage.
#[test]
fn bounds_of_figures_by_hand() {
    let scene = moving().last().expect("a scene");
    let through_corners = |i: usize| i / 2 == 13 || i / 2 == 24 || i / 2 == 25;
    for (i, pair) in scene.pairs.iter().enumerate() {
        let solid = [pair.a, pair.b].map(|index| scene.set.polytopes()[index as usize].count > 4);
        let overlaps = scene.truth[i].0 == Verdict::Overlapping;
        if overlaps && solid == [true; 2] && !through_corners(i) {
            let found = contact_bounds(&scene.set, *pair, SimdLevel::best());
            assert!(found.is_some(), "{}", scene.case(i));
        }
    }
}

/// Bounded intervals hold the exact ones on every engine without a GPU, with any number of threads.
#[test]
fn bounded_intervals_hold_the_exact_ones() {
    for threads in [1, 3] {
        let builder = CollisionService::builder().engine(Engine::Cpu).threads(threads);
        let service = builder.build().expect("starts");
        for scene in moving() {
            let query = service.query(&scene.set, &scene.pairs).moving().wanted(Wanted::INTERVAL);
            let found = query.precision(Precision::Bounded).run().expect("valid pairs");
            for (i, found) in bounded_sweeps(&found).iter().enumerate() {
                let (verdict, interval) = &scene.truth[i];
                let fault = fault_of_bounded(found, *verdict, interval.as_ref());
                assert!(fault.is_none(), "{fault:?}: {}", scene.case(i));
            }
        }
    }
}

/// Frames as polytopes, on every scene that the frames' own moving kernels must pass.
#[test]
fn frames_keep_their_sweeps() {
    let service = service(Engine::Cpu);
    for scene in [hard(), drawn()] {
        let mut set = PolytopeSet::new();
        for frame in &scene.frames {
            let polytope = set.push_frame(frame).expect("valid");
            set.set_velocity(polytope, frame.velocity()).expect("finite");
        }
        let step = 1 + scene.pairs.len() / 400;
        let pairs: Vec<Pair> = scene.pairs.iter().copied().step_by(step).collect();
        let found = service.query(&set, &pairs).moving().wanted(Wanted::INTERVAL).run();
        let own = service.query(&scene.frames, &pairs).moving().wanted(Wanted::INTERVAL).run();
        let (found, own) = (sweeps(&found.expect("valid")), sweeps(&own.expect("valid")));
        assert_eq!(found.len(), pairs.len());
        for (i, (found, own)) in found.iter().zip(&own).enumerate() {
            assert_eq!(found, own, "{}: {}, seed {}", scene.name, scene.names[i * step], seed());
        }
    }
}

/// In both polytopes at the first contact.
#[test]
fn witnesses_are_common_points() {
    let service = service(Engine::Cpu);
    for scene in moving()
        .iter()
        .filter(|scene| ["random hulls", "by hand", "instances"].contains(&&scene.name[..]))
    {
        let query = service.query(&scene.set, &scene.pairs).moving().wanted(Wanted::WITNESS);
        let found = witnesses(&query.run().expect("valid pairs"));
        for (i, (pair, found)) in scene.pairs.iter().zip(&found).enumerate() {
            let first = scene.truth[i].1.as_ref().map(|[first, _]| first.to_f64().value());
            assert_eq!(found.is_some(), first.is_some(), "{}", scene.case(i));
            let Some((point, t)) = found.zip(first) else { continue };
            for index in [pair.a, pair.b] {
                let by = DVec3::from(scene.set.velocities()[index as usize].map(f64::from)) * t;
                assert!(
                    off_hull(&scene.set, index, point - by) < 1e-5,
                    "{point}: {}",
                    scene.case(i)
                );
            }
        }
    }
}

#[test]
fn velocities_are_checked_and_kept() {
    let mut set = PolytopeSet::new();
    let of = set.push(&[Vec3::ZERO, Vec3::X]).expect("finite");
    set.set_velocity(of, Vec3::Y).expect("finite");
    let copy = set.push_instance(of, Affine3A::from_translation(Vec3::Z)).expect("valid");
    let fault = set.set_velocity(copy, Vec3::new(0.0, f32::NAN, 0.0)).expect_err("NaN");
    assert_eq!(fault.to_string(), "polytope 1: velocity[1] = NaN is not finite");
    assert_eq!(
        set.set_velocity(7, Vec3::X),
        Err(PolytopeError::NoSuch { polytope: 7, polytopes: 2 })
    );
    set.set_transform(of, Affine3A::from_translation(Vec3::X)).expect("valid");
    assert_eq!(set.velocities(), [[0.0, 1.0, 0.0], [0.0; 3]]);
    // Resting calls do not read them.
    let pairs = [Pair::new(of, copy)];
    let service = service(Engine::Cpu);
    set.set_velocity(of, Vec3::Z).expect("finite");
    assert_eq!(*service.verdicts(&set, &pairs).expect("valid"), [Verdict::Separate]);
    assert_eq!(
        **service.query(&set, &pairs).moving().run().expect("valid").verdicts(),
        [Verdict::Touching]
    );
    assert!(service.query(&set, &[Pair::new(0, 2)]).moving().run().is_err());
    assert_eq!(moving_hull_codes(&set, &pairs, SimdLevel::Scalar), [RawCode::UNDECIDED]);
}
