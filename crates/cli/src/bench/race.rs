//! One workload on every engine: answers first, then times.

use super::clock::{Spread, timed};
use super::contestant::Contestant;
use super::flops;
use crate::error::CliError;
use motzkin::service::StageTimes;
use motzkin::{Frame3, Pair, Verdict, Verdicts};
use motzkin_core::exact;
use motzkin_lab::workload::{Known, Scene, Workload};
use serde::Serialize;
use std::time::Duration;

/// Pairs that the exact stage judges where no answer is recorded.
const SAMPLE: usize = 1000;

/// What a workload came to.
#[derive(Debug, Serialize)]
pub struct Race {
    pub workload: &'static str,
    pub pairs: usize,
    pub frames: usize,
    pub overlapping: usize,
    pub touching: usize,
    /// What the answers were checked against: `recorded` or `sample` (the first pairs, by the exact
    /// stage).
    pub checked: &'static str,
    /// Sums, differences, products and quotients of a pair's kernel.
    pub flops_per_pair: f64,
    /// What a kernel reads and writes for a pair: its two indices, two frames and a code.
    pub bytes_per_pair: f64,
    /// The same with every frame read once only, as from a perfect cache.
    pub least_bytes_per_pair: f64,
    pub engines: Vec<Lap>,
}

/// One engine's share.
#[derive(Debug, Serialize)]
pub struct Lap {
    pub engine: &'static str,
    /// From frames and pairs in the caller's memory to exact verdicts there.
    pub median_ns_per_pair: f64,
    pub min_ns_per_pair: f64,
    /// Medians; null is a stage that this engine lacks or cannot time.
    pub stages: Stages,
    pub undecided: usize,
    pub undecided_share: f64,
    /// Of the kernel's time alone; null where it is unknown.
    pub kernel_bytes_per_s: Option<f64>,
    pub share_of_copy: Option<f64>,
    pub kernel_flops_per_s: Option<f64>,
}

/// Medians of [`StageTimes`] over the repetitions, a pair.
#[derive(Debug, Serialize)]
pub struct Stages {
    pub host_ns_per_pair: Option<f64>,
    pub upload_ns_per_pair: Option<f64>,
    pub kernel_ns_per_pair: Option<f64>,
    pub listing_ns_per_pair: Option<f64>,
    /// The wait for the device beyond kernel and listing, and unpacking.
    pub transfer_ns_per_pair: Option<f64>,
    pub settling_ns_per_pair: Option<f64>,
}

impl Stages {
    fn of(times: &[StageTimes], pairs: usize) -> Self {
        let median = |stage: fn(&StageTimes) -> Option<Duration>| {
            Spread::of(times.iter().filter_map(stage)).map(|spread| spread.over(pairs).median_ns)
        };
        Self {
            host_ns_per_pair: median(|times| times.host),
            upload_ns_per_pair: median(|times| times.upload),
            kernel_ns_per_pair: median(|times| times.kernel),
            listing_ns_per_pair: median(|times| times.listing),
            transfer_ns_per_pair: median(StageTimes::transfer),
            settling_ns_per_pair: median(|times| times.settling),
        }
    }
}

/// Runs a workload.
pub fn run(
    workload: Workload,
    pairs: usize,
    repeat: usize,
    contestants: &[Contestant],
) -> Result<Race, CliError> {
    let scene = workload.scene(pairs, Known::SEED);
    let mut answer = None;
    let mut engines = Vec::new();
    let moved = Bytes::of(&scene);
    let flops_per_pair = flops::per_pair(&scene);
    for contestant in contestants {
        let first = contestant.service.verdicts(&scene.frames, &scene.pairs)?;
        check(workload, &scene, contestant, &first, answer.get_or_insert_with(|| first.to_vec()))?;
        let lap = lap(contestant, &scene, repeat)?;
        engines.push(lap.with_rates(moved.each, flops_per_pair, contestant.about.copy_bytes_per_s));
    }
    let count = |wanted| answer.iter().flatten().filter(|&&verdict| verdict == wanted).count();
    Ok(Race {
        workload: workload.name(),
        pairs: scene.pairs.len(),
        frames: scene.frames.len(),
        overlapping: count(Verdict::Overlapping),
        touching: count(Verdict::Touching),
        checked: if recorded(&scene) { "recorded" } else { "sample" },
        flops_per_pair,
        bytes_per_pair: moved.each,
        least_bytes_per_pair: moved.least,
        engines,
    })
}

/// Bytes of a pair.
struct Bytes {
    each: f64,
    least: f64,
}

impl Bytes {
    fn of(scene: &Scene) -> Self {
        // A code has two bits on the GPU and a byte on the CPU: next to nothing beside the frames.
        let own = size_of::<Pair>() as f64 + 1.0;
        let frame = size_of::<Frame3>() as f64;
        let share = scene.frames.len() as f64 / scene.pairs.len().max(1) as f64;
        Self { each: own + 2.0 * frame, least: own + share * frame }
    }
}

fn recorded(scene: &Scene) -> bool {
    scene.pairs.len() == Known::PAIRS
}

/// Nothing wrong is timed.
fn check(
    workload: Workload,
    scene: &Scene,
    contestant: &Contestant,
    got: &Verdicts,
    first: &[Verdict],
) -> Result<(), CliError> {
    let (name, engine) = (workload.name(), &contestant.about.description);
    let wrong = |what: String| Err(CliError::Wrong(format!("{name}: {engine} {what}")));
    if let Some(pair) = (0..first.len().max(got.len())).find(|&i| got.get(i) != first.get(i)) {
        return wrong(format!("differs from the engine before it at pair {pair}"));
    }
    let touching = got.iter().filter(|&&verdict| verdict == Verdict::Touching).count();
    let found = Known { overlapping: got.overlapping(), touching };
    if recorded(scene) && found != workload.known() {
        return wrong(format!("answers {found:?}, recorded is {:?}", workload.known()));
    }
    if recorded(scene) {
        return Ok(());
    }
    for (i, (pair, &verdict)) in scene.pairs.iter().zip(got.iter()).enumerate().take(SAMPLE) {
        let frame = |index: u32| &scene.frames[index as usize];
        let settled = exact::decide(frame(pair.a), frame(pair.b));
        let truth = settled.map_err(|fault| CliError::Frame(fault.error))?.verdict;
        if truth != verdict {
            return wrong(format!("answers {verdict:?} at pair {i}, exact is {truth:?}"));
        }
    }
    Ok(())
}

/// Times one engine, after a call that warms it up.
fn lap(contestant: &Contestant, scene: &Scene, repeat: usize) -> Result<Lap, CliError> {
    let call = || contestant.service.verdicts(&scene.frames, &scene.pairs);
    call()?;
    let (mut whole, mut stages, mut undecided) = (Vec::new(), Vec::new(), 0);
    for _ in 0..repeat {
        let (verdicts, time) = timed(call);
        let verdicts = verdicts?;
        undecided = verdicts.stats().undecided;
        stages.extend(verdicts.times());
        whole.push(time);
    }
    let pairs = scene.pairs.len();
    let whole = Spread::of(whole).map(|spread| spread.over(pairs));
    Ok(Lap {
        engine: contestant.about.name,
        median_ns_per_pair: whole.map_or(0.0, |whole| whole.median_ns),
        min_ns_per_pair: whole.map_or(0.0, |whole| whole.min_ns),
        stages: Stages::of(&stages, pairs),
        undecided,
        undecided_share: undecided as f64 / pairs.max(1) as f64,
        kernel_bytes_per_s: None,
        share_of_copy: None,
        kernel_flops_per_s: None,
    })
}

impl Lap {
    /// What follows from the kernel's time.
    fn with_rates(mut self, bytes: f64, flops: f64, copy: f64) -> Self {
        let per_second = |amount: f64| {
            let ns = self.stages.kernel_ns_per_pair.filter(|&ns| ns > 0.0)?;
            Some(1e9 * amount / ns)
        };
        self.kernel_bytes_per_s = per_second(bytes);
        self.share_of_copy = self.kernel_bytes_per_s.map(|rate| rate / copy);
        self.kernel_flops_per_s = per_second(flops);
        self
    }
}
