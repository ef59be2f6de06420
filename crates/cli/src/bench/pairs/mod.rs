//! `motzkin bench pairs`: what it costs to find the pairs of boxes that meet.

mod measure;
mod plot;
mod table;

use super::at_least_one;
use super::disturbance::{Disturbance, Watch};
use super::origin::Origin;
use crate::Outcome;
use crate::error::CliError;
use crate::output::{document, note, print};
use crate::table::grouped;
use measure::Row;
use motzkin_lab::workload::boxes::SCENES;
use rayon::ThreadPoolBuilder;
use serde::Serialize;
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct Args {
    /// The greatest number of boxes; each scene is measured from a thousand on, by steps of ten
    #[arg(long, default_value_t = 1_000_000, value_parser = at_least_one)]
    boxes: usize,
    /// Timed rounds of each scene
    #[arg(long, default_value_t = 7, value_parser = at_least_one)]
    repeat: usize,
    /// The SVG file for a plot of the costs
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
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
    rows: Vec<Row>,
    /// Whether other programs ran meanwhile.
    disturbance: Disturbance,
}

pub fn run(args: &Args) -> Result<Outcome, CliError> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let pools = [1, threads].map(|threads| ThreadPoolBuilder::new().num_threads(threads).build());
    let [one, all] = pools;
    let pools = [one.map_err(CliError::scene)?, all.map_err(CliError::scene)?];
    let mut watch = Watch::start();
    let mut rows = Vec::new();
    let counts = std::iter::successors(Some(1000), |count| Some(10 * count));
    let mut counts: Vec<usize> = counts.take_while(|count| *count < args.boxes).collect();
    counts.push(args.boxes);
    for scene in SCENES {
        for &count in &counts {
            note(&format!("pairing {} boxes, {scene}", grouped(count)));
            rows.push(measure::row(scene, count, args.repeat, &pools)?);
            watch.look();
        }
    }
    let report = Report {
        origin: Origin::here(),
        simd: motzkin::SimdLevel::best().name(),
        threads,
        repeat: args.repeat,
        rows,
        disturbance: watch.finish(),
    };
    if let Some(path) = &args.plot {
        std::fs::write(path, plot::svg(&report.rows)).map_err(CliError::file(path))?;
    }
    print(&if args.json { document(&report)? } else { table::text(&report) })?;
    Ok(Outcome::Good)
}
