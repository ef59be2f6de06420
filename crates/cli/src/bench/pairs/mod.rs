//! `motzkin bench pairs`: what it costs to find the pairs of boxes that meet.

#[cfg(feature = "gpu")]
mod device;
mod measure;
mod on_gpu;
mod plot;
mod table;

use super::Which;
use super::disturbance::{Disturbance, Watch};
use super::origin::Origin;
use super::plot_file::PlotFile;
use crate::Outcome;
use crate::count::at_least_one;
use crate::error::CliError;
use crate::output::{document, note, print};
use crate::table::grouped;
use measure::Row;
use motzkin_lab::workload::boxes::SCENES;
#[cfg(feature = "gpu")]
use motzkin_lab::workload::boxes::boxes;
use on_gpu::OnGpu;
use rayon::ThreadPoolBuilder;
use serde::Serialize;

#[derive(clap::Args)]
pub struct Args {
    /// Which engines to measure
    #[arg(long, value_enum, default_value = "auto")]
    engine: Which,
    /// The GPU whose name or PCI address contains this text, software renderers included
    #[arg(long, value_name = "NAME")]
    adapter: Option<String>,
    /// The greatest number of boxes; each scene is measured from a thousand on, by steps of ten
    #[arg(long, default_value_t = 1_000_000, value_parser = at_least_one)]
    boxes: usize,
    /// Timed rounds of each scene
    #[arg(long, default_value_t = 7, value_parser = at_least_one)]
    repeat: usize,
    #[command(flatten)]
    plot: PlotFile,
    /// Prints one JSON document instead of tables
    #[arg(long)]
    json: bool,
}

/// Everything that a run found. Names end in their units.
#[derive(Debug, Serialize)]
struct Report {
    #[serde(flatten)]
    origin: Origin,
    /// The instruction set.
    simd: &'static str,
    threads: usize,
    repeat: usize,
    /// The CPU's, none where the GPU alone is measured.
    rows: Vec<Row>,
    /// Null without a GPU.
    gpu: Option<OnGpu>,
    /// Whether other programs ran meanwhile.
    disturbance: Disturbance,
}

pub fn run(args: &Args) -> Result<Outcome, CliError> {
    args.plot.check()?;
    if args.adapter.is_some() && args.engine == Which::Cpu {
        return Err(CliError::Usage("--adapter goes with --engine auto, gpu or all".into()));
    }
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let pools = [1, threads].map(|threads| ThreadPoolBuilder::new().num_threads(threads).build());
    let [one, all] = pools;
    let pools = [one.map_err(CliError::scene)?, all.map_err(CliError::scene)?];
    #[cfg(feature = "gpu")]
    let mut device = device::Device::open(args.engine, args.adapter.as_deref())?;
    #[cfg(not(feature = "gpu"))]
    if args.engine == Which::Gpu {
        return Err(CliError::Service(motzkin::ServiceError::NoGpuFeature));
    }
    let mut watch = Watch::start();
    let mut rows = Vec::new();
    let counts = std::iter::successors(Some(1000), |count| Some(10 * count));
    let mut counts: Vec<usize> = counts.take_while(|count| *count < args.boxes).collect();
    counts.push(args.boxes);
    for scene in SCENES {
        for &count in &counts {
            note(&format!("pairing {} boxes, {scene}", grouped(count)));
            if args.engine != Which::Gpu {
                rows.push(measure::row(scene, count, args.repeat, &pools)?);
            }
            #[cfg(feature = "gpu")]
            if let Some(device) = &mut device {
                let boxes = boxes(scene, count);
                device.measure(scene, &boxes, measure::pairs(&boxes)?, args.repeat)?;
            }
            watch.look();
        }
    }
    let report = Report {
        origin: Origin::here(),
        simd: motzkin::SimdLevel::best().name(),
        threads,
        repeat: args.repeat,
        rows,
        #[cfg(feature = "gpu")]
        gpu: device.map(device::Device::finish),
        #[cfg(not(feature = "gpu"))]
        gpu: None,
        disturbance: watch.finish(),
    };
    print(&if args.json { document(&report)? } else { table::text(&report) })?;
    args.plot.write(|| plot::svg(&report.rows, report.gpu.as_ref()))?;
    Ok(Outcome::Good)
}
