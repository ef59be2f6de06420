//! Moving pairs: the verdict over `t` in `[0, 1]`, the contact interval, the box.

use crate::common::answers::{self, sweeps};
use crate::common::cases::KINDS;
use crate::common::compare::demand;
use crate::common::moving::{MovingScene, drawn, hard};
use crate::common::oracle;
use crate::common::seed::{rng, seed};
use crate::common::sweep::Sweep;
use dashu_ratio::RBig;
use motzkin::{BatchError, CollisionService, Engine, Wanted};
use motzkin_core::exact::{self, SettledBy};
use motzkin_core::geom::{ContactInterval, Frame3, Pair};
use motzkin_core::verdict::Verdict;
use motzkin_lab::reference::motion;

mod bounds;
mod details;
mod far_vertices;
mod kernels;
mod papers;

fn scenes() -> [&'static MovingScene; 2] {
    [hard(), drawn()]
}

/// A scene that lost its point would pass every engine.
#[test]
fn scenes_hold_what_they_should() {
    for scene in scenes() {
        let counts = Verdict::ALL.map(|verdict| scene.count(verdict));
        println!("{}: separate, touching, overlapping: {counts:?}, seed {}", scene.name, seed());
        assert!(counts.iter().all(|&n| n > 50), "{}: {counts:?}", scene.name);
        assert!((0..9).all(|n| scene.count_of(KINDS[n / 3], KINDS[n % 3]) > 20));
    }
    let stages =
        [SettledBy::Double, SettledBy::Narrow, SettledBy::Wide].map(|by| drawn().count_by(by));
    println!("settled in f64, 128 bits, any: {stages:?}");
    assert!(stages.iter().all(|&n| n > 50), "{stages:?}");
}

#[test]
fn the_exact_stage() {
    for scene in scenes() {
        demand(scene.compare("exact", &scene.each(|a, b| Sweep::exact(a, b).expect("valid"))));
        let verdicts = scene.each(|a, b| exact::decide_moving(a, b).expect("valid").verdict);
        assert!(verdicts.iter().zip(&scene.truth).all(|(found, truth)| *found == truth.verdict));
    }
}

#[test]
fn boxes() {
    for scene in scenes() {
        demand(scene.compare_boxes(
            "exact::moving_box",
            &scene.each(|a, b| exact::moving_box(a, b).expect("valid")),
        ));
    }
}

/// Elimination in rationals, which shares nothing with the exact stage either.
#[test]
fn the_reference() {
    let mut rng = rng("reference moving");
    for scene in scenes() {
        for i in (0..150).map(|_| rng.usize(..scene.pairs.len())) {
            let ((a, b), truth) = (scene.pair(i), &scene.truth[i]);
            let (verdict, interval) = motion::sweep::<RBig>(a, b).expect("valid");
            assert_eq!(
                verdict,
                truth.verdict,
                "{}: {}, seed {}",
                scene.name,
                scene.names[i],
                seed()
            );
            assert_eq!(
                interval,
                truth.interval,
                "{}: {}, seed {}",
                scene.name,
                scene.names[i],
                seed()
            );
        }
    }
}

/// The oracle with time and the one without agree where nothing moves, or all move alike.
#[test]
fn equal_velocities_are_rest() {
    let scene = drawn();
    let mut resting = 0;
    for (i, truth) in scene.truth.iter().enumerate() {
        let (a, b) = scene.pair(i);
        if a.velocity() != b.velocity() {
            continue;
        }
        resting += 1;
        assert_eq!(truth.verdict, oracle::verdict(a, b), "{}, seed {}", scene.names[i], seed());
        assert_eq!(exact::decide(a, b).expect("valid").verdict, truth.verdict);
        let all = truth.verdict.meets().then_some([RBig::ZERO, RBig::ONE]);
        assert_eq!(truth.interval, all, "{}, seed {}", scene.names[i], seed());
    }
    assert!(resting > 100);
}

#[test]
fn swapped_pairs_meet_at_the_same_time() {
    for scene in scenes() {
        let swapped = scene.each(|a, b| Sweep::exact(b, a).expect("valid"));
        demand(scene.compare("swapped", &swapped));
    }
}

/// The frame at `t = 1` with its velocity turned round, where that is exact.
fn reversed(frame: &Frame3) -> Option<Frame3> {
    let v = frame.velocity();
    let mut rows = *frame.rows();
    let by_vertices = frame.kind() == Ok(motzkin::ShapeKind::TetraByVertices);
    for row in rows.iter_mut().take(if by_vertices { 4 } else { 1 }) {
        for axis in 0..3 {
            let sum = oracle::rational(row[axis]) + oracle::rational(v[axis]);
            row[axis] += v[axis];
            if !row[axis].is_finite() || oracle::rational(row[axis]) != sum {
                return None;
            }
        }
    }
    (0..3).for_each(|axis| rows[axis + 1][3] = -v[axis]);
    Some(motzkin::bytemuck::cast(rows))
}

#[test]
fn reversed_time_reverses_the_interval() {
    let mut reversals = 0;
    for scene in scenes() {
        for (i, truth) in scene.truth.iter().enumerate() {
            let (a, b) = scene.pair(i);
            let (Some(a), Some(b)) = (reversed(a), reversed(b)) else { continue };
            reversals += 1;
            let mut truth = truth.clone();
            truth.interval =
                truth.interval.map(|[first, last]| [RBig::ONE - last, RBig::ONE - first]);
            let Sweep { verdict, interval } = Sweep::exact(&a, &b).expect("valid");
            assert_eq!(verdict, truth.verdict, "{}, seed {}", scene.names[i], seed());
            assert_eq!(
                truth.fault_of_interval(interval),
                None,
                "{}, seed {}",
                scene.names[i],
                seed()
            );
        }
    }
    assert!(reversals > 200, "{reversals}");
}

/// Batches of awkward sizes on the engines that differ, and what they count.
#[test]
fn the_service() {
    let scene = drawn();
    for (engine, patience) in [(Engine::Cpu, usize::MAX), (Engine::Reference, 65)] {
        let service = CollisionService::new(engine).expect("an engine");
        for size in [0, 1, 63, 65, scene.pairs.len()].into_iter().filter(|&size| size <= patience) {
            let (frames, pairs) = (&scene.frames, &scene.pairs[..size]);
            let part = scene.picked(&format!("{engine} x {size}"), &(0..size).collect::<Vec<_>>());
            let of = |wanted| {
                let query = service.query(frames, pairs).moving().wanted(wanted);
                query.run().expect("valid")
            };
            demand(part.compare("service", &sweeps(&of(Wanted::INTERVAL))));
            demand(part.compare_boxes("service", &answers::boxes(&of(Wanted::BOX))));
            let verdicts = of(Wanted::NOTHING).into_verdicts();
            assert!(verdicts.iter().zip(&part.truth).all(|(found, truth)| *found == truth.verdict));
            let stats = verdicts.stats();
            assert_eq!(stats.pairs, size);
            assert_eq!(
                stats.settled_f64 + stats.settled_narrow + stats.settled_wide,
                stats.undecided
            );
            assert!(engine != Engine::Reference || stats.undecided == size);
        }
        let (a, b) = hard().pair(0);
        let alone = service.query_between(a, b).moving().on_cpu().run().expect("valid");
        assert_eq!(**alone.verdicts(), [Verdict::Overlapping]);
    }
}

/// A velocity is read, so one that is no number makes its frame invalid, and only here.
#[test]
fn invalid_velocities_are_named() {
    for engine in [Engine::Cpu, Engine::Reference] {
        let service = CollisionService::new(engine).expect("an engine");
        let (a, b) = hard().pair(0);
        for (lane, value) in [(7, f32::NAN), (11, f32::INFINITY), (15, f32::NEG_INFINITY)] {
            let mut floats: [f32; 16] = motzkin::bytemuck::cast(*b);
            floats[lane] = value;
            let frames = [*a, *b, motzkin::bytemuck::cast(floats)];
            let pairs = [Pair::new(0, 1), Pair::new(0, 2)];
            assert!(
                service.verdicts(&frames, &pairs).is_ok(),
                "a resting verdict does not read it"
            );
            let answers = [
                service.query(&frames, &pairs).moving().run().err(),
                service.query(&frames, &pairs).moving().wanted(Wanted::INTERVAL).run().err(),
                service.query(&frames, &pairs).moving().wanted(Wanted::BOX).run().err(),
            ];
            for answer in answers {
                let Some(BatchError::InvalidFrames { faults, rest }) = answer else {
                    panic!("{answer:?}")
                };
                assert_eq!(rest, [Some(Verdict::Overlapping), None]);
                let told = faults[0].to_string();
                assert!(
                    told.starts_with(&format!("pair 1: frame 2: velocity[{}] =", lane / 4 - 1)),
                    "{told}"
                );
            }
            let alone = service.query_between(&frames[2], a).moving().on_cpu().run();
            let Err(BatchError::InvalidFrames { faults, rest }) = alone else {
                panic!("{alone:?}")
            };
            assert_eq!(
                (faults.len(), faults[0].pair, faults[0].frame, &rest[..]),
                (1, 0, 0, &[None][..])
            );
            assert!(matches!(
                service.query(&frames, &[Pair::new(0, 3)]).moving().run(),
                Err(BatchError::PairOutOfRange { index: 3, .. })
            ));
        }
    }
}

/// Faults on purpose: flipped verdicts, intervals too many and too few, ends off by an ulp either
/// way.
#[test]
fn wrong_sweeps_are_noticed() {
    let scene = hard();
    let right = scene.each(|a, b| Sweep::exact(a, b).expect("valid"));
    demand(scene.compare("faults", &right));
    assert!(scene.compare("faults", &right[1..]).is_err());
    for (i, sweep) in right.iter().enumerate() {
        let mut wrong: Vec<Sweep> = Verdict::ALL
            .into_iter()
            .filter(|&verdict| verdict != sweep.verdict)
            .map(|verdict| Sweep { verdict, ..*sweep })
            .collect();
        let mut other = |interval| wrong.push(Sweep { interval, ..*sweep });
        match sweep.interval {
            None => other(Some(ContactInterval { first: 0.0, last: 1.0 })),
            Some(ContactInterval { first, last }) => {
                other(None);
                for first in [first.next_down(), first.next_up()] {
                    other(Some(ContactInterval { first, last }));
                }
                for last in [last.next_down(), last.next_up()] {
                    other(Some(ContactInterval { first, last }));
                }
            }
        }
        for wrong in wrong {
            let mut found = right.clone();
            found[i] = wrong;
            let report = scene.compare("faults", &found).expect_err("a wrong sweep");
            assert!(
                report.contains(&format!("pair {i} ")) && report.contains(&scene.names[i]),
                "{report}"
            );
        }
    }
}
