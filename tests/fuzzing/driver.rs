//! Draws cases until the time is up, those that once found something first.
//!
//! A case is all that a target does with one seed. `MOTZKIN_FUZZ_SECONDS` is the time of each
//! target, a second if it is not set, and `MOTZKIN_SEED` what the seeds are drawn from.
//! `MOTZKIN_FUZZ_CASE` holds a target and a seed, which are then all that is run.

use super::seed::rng;
use fastrand::Rng;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};

/// The cases that are kept.
const KEPT: &str = include_str!("kept.txt");

/// The seed of a line that names a case of this target.
fn seed_in(line: &str, target: &str) -> Option<u64> {
    let mut words = line.split_whitespace();
    let seed = words.next().filter(|name| *name == target).and(words.next())?;
    Some(seed.parse().unwrap_or_else(|error| panic!("{line}: {error}")))
}

/// How long each target runs.
fn time() -> Duration {
    let seconds = match std::env::var("MOTZKIN_FUZZ_SECONDS") {
        Ok(text) => text.parse().expect("MOTZKIN_FUZZ_SECONDS is a number"),
        Err(_) => 1.0,
    };
    Duration::from_secs_f64(seconds)
}

/// Runs a target. A case that panics names itself.
pub fn run(target: &str, case: impl FnMut(&mut Rng)) {
    run_asked(target, std::env::var("MOTZKIN_FUZZ_CASE").ok(), case);
}

/// Runs a target, or the one case that was asked for if it is of this target.
fn run_asked(target: &str, asked: Option<String>, mut case: impl FnMut(&mut Rng)) {
    let mut one = |seed: u64| {
        let outcome = catch_unwind(AssertUnwindSafe(|| case(&mut Rng::with_seed(seed))));
        if let Err(panic) = outcome {
            eprintln!(
                "found by target {target} with seed {seed}\n\
                 again: MOTZKIN_FUZZ_CASE='{target} {seed}' tests/fuzz\n\
                 when it is mended: a line `{target} {seed} WHY` in tests/fuzzing/kept.txt"
            );
            resume_unwind(panic);
        }
    };
    if let Some(asked) = asked {
        seed_in(&asked, target).into_iter().for_each(one);
        return;
    }
    KEPT.lines().filter_map(|line| seed_in(line, target)).for_each(&mut one);
    let (begun, time, mut seeds) = (Instant::now(), time(), rng(target));
    let mut cases = 0_u64;
    while cases == 0 || begun.elapsed() < time {
        one(seeds.u64(..));
        cases += 1;
    }
    println!("{target}: {cases} cases in {:.1} s", begun.elapsed().as_secs_f64());
}

/// A case that finds something ends its target.
#[test]
#[should_panic(expected = "the third case")]
fn a_finding_ends_the_target() {
    let mut cases = 0;
    run_asked("driver", None, |_| {
        cases += 1;
        assert!(cases < 3, "the third case");
    });
}
