//! `motzkin bench`: workloads on engines, checked and then timed, stage by stage.

mod bandwidth;
#[cfg(feature = "gpu")]
mod buffer;
mod clock;
mod contestant;
mod crossover;
#[cfg(feature = "gpu")]
mod device;
mod disturbance;
mod flops;
mod origin;
mod pairs;
mod plot_file;
mod qualification;
mod race;
#[cfg(feature = "gpu")]
mod resident;
mod scenes;
mod search;
mod text;

use super::Outcome;
use super::count::at_least_one;
use super::error::CliError;
use super::output::{document, print};
use clap::ValueEnum;
use contestant::{About, Contestant};
use crossover::Crossover;
use disturbance::{Disturbance, Watch};
use motzkin_lab::workload::{Known, Workload};
use origin::Origin;
use race::Race;
use scenes::SceneRun;
use serde::Serialize;

/// Which engines to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Which {
    /// The CPU on one thread and on all, and the GPU if there is a real one
    Auto,
    /// The CPU on one thread and on all
    Cpu,
    /// The GPU alone, on any adapter
    Gpu,
    /// The CPU on one thread and on all, and the GPU on any adapter
    All,
}

#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Args {
    #[command(subcommand)]
    other: Option<Other>,
    /// Which engines to measure
    #[arg(long, value_enum, default_value = "auto")]
    engine: Which,
    /// The GPU whose name or PCI address contains this text, software renderers included
    #[arg(long, value_name = "NAME")]
    adapter: Option<String>,
    /// The workloads to run, all by default. Round trips and scenes that stay are measured on
    /// boxes, whatever is chosen
    #[arg(long, value_name = "NAME", num_args = 1.., value_parser = workload)]
    workload: Vec<Workload>,
    /// Pairs in each workload; only for the default number the answers are recorded
    #[arg(long, default_value_t = Known::PAIRS, value_parser = at_least_one)]
    pairs: usize,
    /// Timed calls of each workload on each engine
    #[arg(long, default_value_t = 7, value_parser = at_least_one)]
    repeat: usize,
    /// Prints one JSON document instead of tables
    #[arg(long)]
    json: bool,
}

/// The other measurements.
#[derive(clap::Subcommand)]
enum Other {
    /// Repeats the 2019 paper's comparison of Fourier-Motzkin elimination with separating axes
    Qualification(qualification::Args),
    /// Repeats the 2013 paper's searches of worlds of tori, by its algorithm and by ours
    Search(search::Args),
    /// Measures the broad phase: trees over boxes, and the pairs of them that meet
    Pairs(pairs::Args),
    /// Measures the tests of pairs on a GPU where frames, pairs and hits stay
    #[cfg(feature = "gpu")]
    Device(device::Args),
}

fn workload(name: &str) -> Result<Workload, String> {
    let known = || Workload::ALL.map(Workload::name).join(", ");
    Workload::ALL
        .into_iter()
        .find(|workload| workload.name() == name)
        .ok_or_else(|| format!("there are {}", known()))
}

/// Everything that a run found. Names end in their units; `null` is what could not be measured.
#[derive(Debug, Serialize)]
struct Report {
    #[serde(flatten)]
    origin: Origin,
    seed: u64,
    repeat: usize,
    engines: Vec<About>,
    workloads: Vec<Race>,
    /// Null without a CPU and a GPU engine.
    crossover: Option<Crossover>,
    /// Frames and pairs that the service keeps: the CPU on all threads, and the GPU.
    scenes: Vec<SceneRun>,
    /// Frames and pairs in the caller's buffers, recorded into the caller's encoder. Null without
    /// a GPU engine.
    #[cfg(feature = "gpu")]
    resident: Option<resident::Resident>,
    /// Whether other programs ran meanwhile.
    disturbance: Option<Disturbance>,
}

pub fn run(args: &Args) -> Result<Outcome, CliError> {
    match &args.other {
        Some(Other::Qualification(args)) => return qualification::run(args),
        Some(Other::Search(args)) => return search::run(args),
        Some(Other::Pairs(args)) => return pairs::run(args),
        #[cfg(feature = "gpu")]
        Some(Other::Device(args)) => return device::run(args),
        None => {}
    }
    // Text comes as it is found, so that a reader need not wait for the last table to see the
    // first.
    let show = |text: String| if args.json { Ok(()) } else { print(&text) };
    let contestants: Vec<Contestant> = contestant::all(args)?;
    let mut watch = Watch::start();
    let mut report = Report {
        origin: Origin::here(),
        seed: Known::SEED,
        repeat: args.repeat,
        engines: contestants.iter().map(|contestant| contestant.about.clone()).collect(),
        workloads: Vec::new(),
        crossover: None,
        scenes: Vec::new(),
        #[cfg(feature = "gpu")]
        resident: None,
        disturbance: None,
    };
    show(text::engines(&report.engines))?;
    let chosen = if args.workload.is_empty() { &Workload::ALL[..] } else { &args.workload };
    for &workload in chosen {
        report.workloads.push(race::run(workload, args.pairs, args.repeat, &contestants)?);
        watch.look();
    }
    show(text::workloads(&report.workloads))?;
    show(text::laps(&report.workloads))?;
    show(text::stages(&report.workloads))?;
    report.crossover = crossover::run(&contestants)?;
    show(text::crossover(report.crossover.as_ref()))?;
    report.scenes = scenes::run(&contestants, args.repeat)?;
    show(text::scenes(&report.scenes))?;
    #[cfg(feature = "gpu")]
    {
        report.resident = resident::run(&contestants, args.repeat)?;
        show(text::resident(report.resident.as_ref()))?;
    }
    let disturbance = watch.finish();
    show(disturbance.text())?;
    report.disturbance = Some(disturbance);
    if args.json {
        print(&document(&report)?)?;
    }
    Ok(Outcome::Good)
}
