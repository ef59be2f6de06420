//! The report as tables.

use super::contestant::About;
use super::crossover::Crossover;
use super::race::{Lap, Race};
#[cfg(feature = "gpu")]
use super::resident::Resident;
use super::scenes::SceneRun;
use crate::table::{columns, counted, grouped};

/// A number with as many places as its size deserves; a dash for none.
pub fn figure(value: Option<f64>) -> String {
    match value {
        None => "-".into(),
        Some(value) if value >= 100.0 => format!("{value:.0}"),
        Some(value) if value >= 10.0 => format!("{value:.1}"),
        Some(value) => format!("{value:.2}"),
    }
}

fn table<const N: usize>(heading: [&str; N], rows: impl Iterator<Item = [String; N]>) -> String {
    columns(&heading.map(str::to_owned), rows)
}

/// Every lap with its race.
fn laps_of(races: &[Race]) -> impl Iterator<Item = (&Race, &Lap)> {
    races.iter().flat_map(|race| race.engines.iter().map(move |lap| (race, lap)))
}

pub fn engines(engines: &[About]) -> String {
    let row = |about: &About| {
        let copy = figure(Some(about.copy_bytes_per_s / 1e9));
        [about.name.into(), about.description.clone(), about.threads.to_string(), copy]
    };
    let heading = ["engine", "is", "threads", "copies GB/s"];
    format!(
        "{}(a copied byte counts twice: read and written)\n",
        table(heading, engines.iter().map(row))
    )
}

pub fn workloads(races: &[Race]) -> String {
    let row = |race: &Race| {
        let hits = 100.0 * (race.overlapping + race.touching) as f64 / race.pairs as f64;
        [
            race.workload.into(),
            grouped(race.pairs),
            grouped(race.frames),
            figure(Some(hits)),
            figure(Some(race.flops_per_pair)),
            figure(Some(race.bytes_per_pair)),
            figure(Some(race.least_bytes_per_pair)),
            race.checked.into(),
        ]
    };
    let heading = [
        "workload",
        "pairs",
        "frames",
        "hits %",
        "flops/pair",
        "bytes/pair",
        "at least",
        "answers",
    ];
    format!("\n{}", table(heading, races.iter().map(row)))
}

pub fn laps(races: &[Race]) -> String {
    let row = |(race, lap): (&Race, &Lap)| {
        [
            race.workload.into(),
            lap.engine.into(),
            figure(Some(lap.median_ns_per_pair)),
            figure(Some(lap.min_ns_per_pair)),
            format!("{:.4}", 100.0 * lap.undecided_share),
            figure(lap.kernel_bytes_per_s.map(|rate| rate / 1e9)),
            figure(lap.share_of_copy.map(|share| 100.0 * share)),
            figure(lap.kernel_flops_per_s.map(|rate| rate / 1e9)),
        ]
    };
    let heading = [
        "workload",
        "engine",
        "median ns",
        "min ns",
        "undecided %",
        "GB/s",
        "% of copies",
        "GFLOP/s",
    ];
    let title = "nanoseconds a pair, exact verdicts in the caller's memory; rates of the kernel alone, both frames of \
                each pair counted: what caches keep can bring them above the rate of copies";
    format!("\n{title}\n{}", table(heading, laps_of(races).map(row)))
}

pub fn stages(races: &[Race]) -> String {
    let row = |(race, lap): (&Race, &Lap)| {
        let stages = &lap.stages;
        [
            race.workload.into(),
            lap.engine.into(),
            figure(stages.host_ns_per_pair),
            figure(stages.upload_ns_per_pair),
            figure(stages.kernel_ns_per_pair),
            figure(stages.listing_ns_per_pair),
            figure(stages.transfer_ns_per_pair),
            figure(stages.settling_ns_per_pair),
        ]
    };
    let heading =
        ["workload", "engine", "host", "upload", "kernel", "listing", "transfer", "settling"];
    let title = "stages, median nanoseconds a pair; - is none or unavailable";
    format!("\n{title}\n{}", table(heading, laps_of(races).map(row)))
}

pub fn crossover(crossover: Option<&Crossover>) -> String {
    let Some(crossover) = crossover else {
        return "\nno crossover: it takes a CPU and a GPU, --engine all takes a software one\n"
            .into();
    };
    let microseconds = |ns: f64| figure(Some(ns / 1e3));
    let rows = crossover.sizes.iter().map(|size| {
        [grouped(size.pairs), microseconds(size.cpu_median_ns), microseconds(size.gpu_median_ns)]
    });
    let verdict = match crossover.first_pairs {
        Some(pairs) => format!("the GPU wins from {} on", counted(pairs, "pair", "pairs")),
        None => "the GPU wins at none of these sizes for good".into(),
    };
    let cpu = format!("{} us", crossover.cpu);
    let title = format!("round trip of a batch of {}", crossover.workload);
    format!("\n{title}\n{}{verdict}\n", table(["pairs", &cpu, "gpu us"], rows))
}

pub fn scenes(runs: &[SceneRun]) -> String {
    let Some(first) = runs.first() else { return String::new() };
    let stage = |ns: Option<f64>| figure(ns.map(|ns| ns / 1e3));
    let microseconds = |ns: f64| stage(Some(ns));
    let row = |run: &SceneRun| {
        [
            run.engine.into(),
            microseconds(run.change_median_ns),
            microseconds(run.submit_median_ns),
            microseconds(run.wait_median_ns),
            microseconds(run.settle_median_ns),
            microseconds(run.frame_median_ns),
            stage(run.upload_median_ns),
            stage(run.kernel_median_ns),
            stage(run.listing_median_ns),
            stage(run.readback_median_ns),
            grouped(run.uploaded_bytes_per_frame as usize),
            grouped(run.read_back_bytes_per_frame as usize),
        ]
    };
    let heading = [
        "engine",
        "change us",
        "submit us",
        "wait us",
        "settle us",
        "frame us",
        "upload us",
        "kernel us",
        "listing us",
        "readback us",
        "bytes up",
        "bytes back",
    ];
    let (frames, pairs) = (grouped(first.frames), grouped(first.pairs));
    let title = format!(
        "a scene of {frames} {}, all changed in each frame, {pairs} pairs that stay",
        first.workload
    );
    format!("\n{title}\n{}", table(heading, runs.iter().map(row)))
}

#[cfg(feature = "gpu")]
pub fn resident(resident: Option<&Resident>) -> String {
    let Some(found) = resident else { return String::new() };
    let microseconds = |ns: Option<f64>| figure(ns.map(|ns| ns / 1e3));
    let rows = [
        ("hits, undecided ones included", grouped(found.hits as usize)),
        ("undecided", grouped(found.undecided as usize)),
        ("record us", microseconds(Some(found.record_median_ns))),
        ("upload us", microseconds(Some(found.upload_median_ns))),
        ("kernel us", microseconds(found.kernel_median_ns)),
        ("listing us", microseconds(found.listing_median_ns)),
        ("frame us", microseconds(Some(found.frame_median_ns))),
        ("kernel GB/s", figure(found.kernel_bytes_per_s.map(|rate| rate / 1e9))),
        ("% of copies", figure(found.share_of_copy.map(|share| 100.0 * share))),
        ("bytes moved a frame", grouped(found.moved_bytes_per_frame as usize)),
        ("device bytes of frames", grouped(found.frames_bytes as usize)),
        ("of pairs", grouped(found.pairs_bytes as usize)),
        ("of codes", grouped(found.codes_bytes as usize)),
        ("of hits", grouped(found.hits_bytes as usize)),
        ("of scratch", grouped(found.scratch_bytes as usize)),
    ];
    let (frames, pairs) = (grouped(found.frames), grouped(found.pairs));
    let title = format!(
        "{frames} {} in buffers of one's own, all uploaded in each frame, {pairs} pairs that stay, hits listed",
        found.workload
    );
    let rows = rows.into_iter().map(|(name, value)| [name.to_owned(), value]);
    format!("\n{title}\n{}", table(["each frame", "median"], rows))
}
