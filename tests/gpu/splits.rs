//! Batches of any size, cut by any limits, answer the same.

use crate::{mixed, raw, runner, runner_with, with_code};
use motzkin::gpu::{RawBatch, RunnerOptions};
use motzkin_core::verdict::RawCode;
use motzkin_lab::workload::Scene;

const SIZES: [usize; 12] = [0, 1, 15, 16, 17, 63, 64, 65, 1023, 1025, 4097, 70_001];

#[test]
fn sizes_round_the_workgroup() {
    let scene = mixed(70_001);
    let whole = raw(runner(), &scene);
    for size in SIZES {
        let part = Scene { frames: scene.frames.clone(), pairs: scene.pairs[..size].to_vec() };
        let batch = raw(runner(), &part);
        assert_eq!(batch.codes, whole.codes[..size], "{size} pairs");
        assert_eq!(batch.undecided, with_code(&batch.codes, RawCode::UNDECIDED), "{size} pairs");
    }
}

#[test]
fn no_frames_and_no_pairs_answer_nothing() {
    assert_eq!(raw(runner(), &Scene::default()), RawBatch::default());
}

#[test]
fn limits_do_not_change_the_answer() {
    let scene = mixed(4097);
    let whole = raw(runner(), &scene);
    let plain = RunnerOptions::default();
    for options in [
        RunnerOptions { max_pairs: 1000, ..plain },
        RunnerOptions { max_pairs: 64, ..plain },
        RunnerOptions { max_frames: 100, ..plain },
        RunnerOptions { max_frames: 37, max_pairs: 999, ..plain },
        RunnerOptions { max_groups_per_row: 3, ..plain },
        RunnerOptions { max_groups_per_row: 1, max_pairs: 640, ..plain },
        RunnerOptions { memory: Some(60_000), ..plain },
        RunnerOptions { memory: Some(200_000), max_groups_per_row: 3, ..plain },
        RunnerOptions { memory: Some(1 << 30), max_frames: 100, ..plain },
        RunnerOptions { memory: Some(u64::MAX), list_capacity: Some(u32::MAX), ..plain },
    ] {
        let batch = raw(&runner_with(options), &scene);
        assert_eq!(batch, whole, "{options:?}");
    }
}

#[test]
fn the_smallest_limits_work() {
    let scene = mixed(40);
    let whole = raw(runner(), &scene);
    for options in [
        RunnerOptions { max_pairs: 0, ..RunnerOptions::default() },
        RunnerOptions { max_frames: 0, ..RunnerOptions::default() },
        RunnerOptions {
            max_pairs: 1,
            max_frames: 1,
            max_groups_per_row: 0,
            ..RunnerOptions::default()
        },
    ] {
        assert_eq!(raw(&runner_with(options), &scene), whole, "{options:?}");
    }
}

#[test]
fn a_full_list_loses_nothing() {
    let scene = mixed(4097);
    let whole = raw(runner(), &scene);
    assert!(!whole.overflowed);
    let open = whole.undecided.len() as u32;
    assert!(open > 100, "{open}");
    for (capacity, overflowed) in
        [(0, true), (1, true), (open - 1, true), (open, false), (open + 1, false)]
    {
        let options = RunnerOptions { list_capacity: Some(capacity), ..RunnerOptions::default() };
        let batch = raw(&runner_with(options), &scene);
        assert_eq!(batch, RawBatch { overflowed, ..whole.clone() }, "{capacity} of {open}");
    }
}

/// Enough groups for several blocks of the scan, and for its second level to have work.
#[test]
fn lists_span_blocks() {
    let small = mixed(4097);
    let mut scene = Scene { frames: small.frames, pairs: Vec::new() };
    while scene.pairs.len() < 200_000 {
        scene.pairs.extend(&small.pairs);
    }
    let options = RunnerOptions { list_capacity: Some(200_000), ..RunnerOptions::default() };
    let batch = raw(&runner_with(options), &scene);
    assert!(!batch.overflowed);
    assert_eq!(batch.undecided, with_code(&batch.codes, RawCode::UNDECIDED));
    assert!(batch.undecided.last().is_some_and(|&last| last > 3 * 65_536));
}

#[test]
fn threads_share_a_runner() {
    let scene = mixed(5000);
    let whole = raw(runner(), &scene);
    std::thread::scope(|scope| {
        let run = || (0..5).map(|_| raw(runner(), &scene)).collect::<Vec<_>>();
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(run)).collect();
        for thread in threads {
            for batch in thread.join().unwrap() {
                assert_eq!(batch, whole);
            }
        }
    });
}
