//! A scene that stays, all of its frames changed before each test: what a frame of a simulation
//! costs.

use super::clock::{Spread, timed};
use super::contestant::Contestant;
use crate::error::CliError;
use motzkin::service::StageTimes;
use motzkin_lab::workload::{Known, Workload};
use serde::Serialize;
use std::time::Duration;

/// Pairs; a tenth as many frames.
const PAIRS: usize = 1_000_000;

/// One engine's scene. All times are the host's clock, medians a frame.
#[derive(Debug, Serialize)]
pub struct SceneRun {
    pub engine: &'static str,
    pub workload: &'static str,
    pub frames: usize,
    pub pairs: usize,
    pub overlapping: usize,
    /// Giving every handle another frame.
    pub change_median_ns: f64,
    /// Sending what changed and the test on its way; on the CPU the test itself.
    pub submit_median_ns: f64,
    /// Waiting for the codes.
    pub wait_median_ns: f64,
    /// Deciding the undecided pairs.
    pub settle_median_ns: f64,
    /// All of these.
    pub frame_median_ns: f64,
    /// The stages within submitting, waiting and settling; null where an engine or a device has
    /// none.
    pub upload_median_ns: Option<f64>,
    /// The device's clock on a GPU.
    pub kernel_median_ns: Option<f64>,
    pub listing_median_ns: Option<f64>,
    pub readback_median_ns: Option<f64>,
    pub uploaded_bytes_per_frame: u64,
    pub read_back_bytes_per_frame: u64,
}

/// The times of a frame, in the order of the fields above.
type Times = [Duration; 4];

/// Runs the GPU, and the CPU on all threads.
pub fn run(contestants: &[Contestant], repeat: usize) -> Result<Vec<SceneRun>, CliError> {
    let cpu = contestants.iter().rfind(|contestant| !contestant.is_gpu());
    let gpu = contestants.iter().find(|contestant| contestant.is_gpu());
    cpu.into_iter().chain(gpu).map(|contestant| measure(contestant, repeat)).collect()
}

fn measure(contestant: &Contestant, repeat: usize) -> Result<SceneRun, CliError> {
    let workload = Workload::Boxes;
    let shapes = workload.scene(PAIRS, Known::SEED);
    let mut scene = contestant.service.scene();
    let handles = scene.insert_all(&shapes.frames).map_err(CliError::scene)?;
    let named = |slot: u32| handles[slot as usize];
    let pairs: Vec<_> = shapes.pairs.iter().map(|pair| (named(pair.a), named(pair.b))).collect();
    let list = scene.pair_list(&pairs).map_err(CliError::scene)?;
    let (mut times, mut stages) = (Vec::<Times>::new(), Vec::<StageTimes>::new());
    let (mut moved, mut verdicts) = (Default::default(), None);
    // The first frame uploads all and warms up.
    for frame in 0..=repeat {
        let (changed, change) = timed(|| scene.set_frames(&handles, &shapes.frames));
        changed.map_err(CliError::scene)?;
        let (ticket, submit) = timed(|| scene.submit(&list));
        let (answer, wait) = timed(|| ticket.and_then(motzkin::service::Ticket::wait));
        let answer = answer.map_err(CliError::scene)?;
        moved = answer.stats();
        let (settled, settle) = timed(|| answer.settle());
        let settled = settled?;
        if frame > 0 {
            times.push([change, submit, wait, settle]);
            stages.extend(settled.times());
        }
        verdicts = Some(settled);
    }
    let expected = contestant.service.verdicts(&shapes.frames, &shapes.pairs)?;
    if verdicts.as_deref() != Some(&*expected) {
        let engine = contestant.about.name;
        return Err(CliError::Wrong(format!(
            "the scene on {engine} answers otherwise than a call does"
        )));
    }
    let median = |time: fn(&Times) -> Duration| {
        Spread::of(times.iter().map(time)).map_or(0.0, |spread| spread.median_ns)
    };
    let stage = |time: fn(&StageTimes) -> Option<Duration>| {
        Spread::of(stages.iter().filter_map(time)).map(|spread| spread.median_ns)
    };
    Ok(SceneRun {
        engine: contestant.about.name,
        workload: workload.name(),
        frames: shapes.frames.len(),
        pairs: shapes.pairs.len(),
        overlapping: expected.overlapping(),
        change_median_ns: median(|times| times[0]),
        submit_median_ns: median(|times| times[1]),
        wait_median_ns: median(|times| times[2]),
        settle_median_ns: median(|times| times[3]),
        frame_median_ns: median(|times| times.iter().sum()),
        upload_median_ns: stage(|times| times.upload),
        kernel_median_ns: stage(|times| times.kernel),
        listing_median_ns: stage(|times| times.listing),
        readback_median_ns: stage(|times| times.readback),
        uploaded_bytes_per_frame: moved.uploaded,
        read_back_bytes_per_frame: moved.read_back,
    })
}
