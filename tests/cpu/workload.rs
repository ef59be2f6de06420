//! The seeded scenes: the same every time, with the answers that are recorded for them.

use crate::common::{oracle, plane};
use motzkin::service::{CollisionService, Engine};
use motzkin_core::geom::Pair;
use motzkin_core::verdict::Verdict;
use motzkin_lab::workload::{Known, PlaneWorkload, Workload};
use rayon::prelude::*;

#[test]
fn recorded_answers() {
    let service = CollisionService::new(Engine::Cpu).expect("the CPU engine");
    let mut wrong = Vec::new();
    for workload in Workload::ALL {
        let scene = workload.scene(Known::PAIRS, Known::SEED);
        assert_eq!(scene.pairs.len(), Known::PAIRS);
        let verdicts = service.verdicts(&scene.frames, &scene.pairs).expect("valid frames");
        let count = |verdict| verdicts.iter().filter(|&&v| v == verdict).count();
        let found =
            Known { overlapping: count(Verdict::Overlapping), touching: count(Verdict::Touching) };
        if found != workload.known() {
            wrong.push(format!("{}: {found:?}, recorded {:?}", workload.name(), workload.known()));
        }
        // Spread over the whole scene, so that the record is more than the engine's own opinion.
        let sample: Vec<usize> = (0..100).map(|i| i * (Known::PAIRS / 100) + i).collect();
        sample.par_iter().for_each(|&i| {
            let Pair { a, b } = scene.pairs[i];
            let exact = oracle::verdict(&scene.frames[a as usize], &scene.frames[b as usize]);
            assert_eq!(verdicts[i], exact, "{}, pair {i}", workload.name());
        });
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The figure that the kernels promise: at most 0.1 % undecided on ordinary scenes.
#[test]
fn few_are_undecided() {
    let service = CollisionService::new(Engine::Cpu).expect("the CPU engine");
    for workload in Workload::ALL {
        let scene = workload.scene(Known::PAIRS, Known::SEED);
        let stats = service.verdicts(&scene.frames, &scene.pairs).expect("valid frames").stats();
        let share = stats.undecided as f64 / stats.pairs as f64;
        println!("{:16} {:.4} % undecided", workload.name(), share * 100.0);
        assert!(workload.adversarial() || share <= 0.001, "{}: {share}", workload.name());
    }
}

/// Any size, and the same bits from the same seed.
#[test]
fn any_size_and_the_same_again() {
    for workload in Workload::ALL {
        for pairs in [0, 1, 2, 7, 64, 1000] {
            let scene = workload.scene(pairs, 5);
            assert_eq!(scene.pairs.len(), pairs, "{}", workload.name());
            let again = workload.scene(pairs, 5);
            assert!(scene.frames == again.frames && scene.pairs == again.pairs);
            assert!(
                scene
                    .pairs
                    .iter()
                    .all(|p| p.a != p.b && (p.a.max(p.b) as usize) < scene.frames.len())
            );
            assert!(scene.frames.iter().all(|frame| frame.validate().is_ok()));
            let (a, b) = scene.side_by_side();
            assert!((0..pairs).all(|i| a[i] == scene.frames[scene.pairs[i].a as usize]));
            assert!((0..pairs).all(|i| b[i] == scene.frames[scene.pairs[i].b as usize]));
        }
        if workload != Workload::TouchingGrid {
            assert!(
                workload.scene(64, 5).frames != workload.scene(64, 6).frames,
                "{}",
                workload.name()
            );
        }
    }
}

#[test]
fn recorded_answers_in_the_plane() {
    let service = CollisionService::new(Engine::Cpu).expect("the CPU engine");
    for workload in PlaneWorkload::ALL {
        let scene = workload.scene(Known::PAIRS, Known::SEED);
        let verdicts = service.verdicts(&scene.frames, &scene.pairs).expect("valid frames");
        let count = |verdict| verdicts.iter().filter(|&&v| v == verdict).count();
        let found =
            Known { overlapping: count(Verdict::Overlapping), touching: count(Verdict::Touching) };
        assert_eq!(found, workload.known(), "{}", workload.name());
        // Spread over the whole scene, so that the record is more than the engine's own opinion.
        let sample: Vec<usize> = (0..100).map(|i| i * (Known::PAIRS / 100) + i).collect();
        sample.par_iter().for_each(|&i| {
            let Pair { a, b } = scene.pairs[i];
            let exact =
                plane::oracle::judge(&scene.frames[a as usize], &scene.frames[b as usize]).verdict;
            assert_eq!(verdicts[i], exact, "{}, pair {i}", workload.name());
        });
        for pairs in [0, 1, 2] {
            assert_eq!(workload.scene(pairs, 1).pairs.len(), pairs);
        }
    }
}
