//! `motzkin bench device`: what pairs of frames take on a GPU where everything stays.

mod case;
mod measure;

use super::bandwidth;
use super::disturbance::{Disturbance, Watch};
use super::origin::Origin;
use crate::Outcome;
use crate::count::at_least_one;
use crate::error::CliError;
use crate::output::{document, note, print};
use crate::table::{columns, grouped};
use measure::{Bench, Row};
use motzkin::gpu::{AdapterChoice, headless};
use serde::Serialize;

#[derive(clap::Args)]
pub struct Args {
    /// The GPU whose name or PCI address contains this text, software renderers included; a real
    /// one by default
    #[arg(long, value_name = "NAME")]
    adapter: Option<String>,
    /// Pairs in each workload, of a tenth as many frames
    #[arg(long, default_value_t = 1_000_000, value_parser = at_least_one)]
    pairs: usize,
    /// Timed tests of each workload
    #[arg(long, default_value_t = 21, value_parser = clap::value_parser!(u32).range(1..=500))]
    repeat: u32,
    /// Prints one JSON document instead of a table
    #[arg(long)]
    json: bool,
}

/// Everything that a run found. Names end in their units; `null` is what could not be measured.
#[derive(Debug, Serialize)]
struct Report {
    #[serde(flatten)]
    origin: Origin,
    /// The adapter and its driver.
    device: String,
    /// `copy_buffer_to_buffer`; read and written bytes.
    copy_bytes_per_s: f64,
    repeat: u32,
    rows: Vec<Row>,
    /// Whether other programs ran meanwhile.
    disturbance: Disturbance,
}

pub fn run(args: &Args) -> Result<Outcome, CliError> {
    let choice = args.adapter.clone().map_or(AdapterChoice::Hardware, AdapterChoice::Named);
    let gpu = pollster::block_on(headless(&choice))?;
    let device = format!("{}, {}", gpu.adapter, gpu.adapter.driver);
    let copy_bytes_per_s = bandwidth::of_gpu(&gpu.adapter.to_string())?;
    let mut watch = Watch::start();
    let bench = Bench::new(gpu)?;
    let mut rows = Vec::new();
    case::each(args.pairs, |case| {
        note(&format!("testing {}", case.name));
        rows.push(bench.row(&case, args.repeat)?);
        watch.look();
        Ok(())
    })?;
    let (origin, repeat, disturbance) = (Origin::here(), args.repeat, watch.finish());
    let report = Report { origin, device, copy_bytes_per_s, repeat, rows, disturbance };
    print(&if args.json { document(&report)? } else { text(&report) })?;
    Ok(Outcome::Good)
}

fn text(report: &Report) -> String {
    let nanoseconds = |time: Option<f64>| time.map_or("-".into(), |ns| format!("{ns:.4}"));
    let rate = |time: Option<f64>| time.map_or("-".into(), |ns| format!("{:.2}", 1.0 / ns));
    let row = |row: &Row| {
        let share = |part: u32| format!("{:.4}", 100.0 * f64::from(part) / row.pairs as f64);
        [
            row.workload.clone(),
            grouped(row.pairs),
            share(row.hits),
            share(row.undecided),
            share(row.left),
            nanoseconds(row.kernel_ns_per_pair),
            rate(row.kernel_ns_per_pair),
            nanoseconds(row.exact_ns_per_pair),
            rate(row.exact_ns_per_pair),
            nanoseconds(row.listing_ns_per_pair),
        ]
    };
    let heading = [
        "workload",
        "pairs",
        "hits %",
        "undecided %",
        "left %",
        "kernel ns",
        "G pairs/s",
        "exact ns",
        "G pairs/s",
        "listing ns",
    ];
    format!(
        "On {}, which copies {:.0} GB/s (a copied byte counts twice: read and written). Frames and \
         pairs stay, and tests follow each other.\n\nNanoseconds a pair by the device's clock, \
         medians of {}: the kernel, the kernel and the settling of what it leaves undecided, and \
         the list of hits. Undecided after the kernel, and what settling leaves.\n{}{}",
        report.device,
        report.copy_bytes_per_s / 1e9,
        report.repeat,
        columns(&heading.map(str::to_owned), report.rows.iter().map(row)),
        report.disturbance.text(),
    )
}
