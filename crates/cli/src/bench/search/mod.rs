//! `motzkin bench search`: the experiments of section 6 of the 2013 paper, made again.
//!
//! Tori at random places, each of some hundred tetrahedra below one box. One torus is compared with
//! all others, by the paper's algorithm as it is written
//! ([`motzkin::tree::bvh::search_collisions`] in `f64`) and by ours, on one thread each: for
//! all pairs of primitives that collide, and stopping at the first of each pair of tori. What ten
//! times the tori cost is measured over more of them by ours alone, for the second and for the
//! first collision of all.

mod growth;
mod measure;
mod picture;
mod plot;
mod table;

use super::disturbance::{Disturbance, Watch};
use super::origin::Origin;
use super::plot_file::PlotFile;
use crate::Outcome;
use crate::count::at_least_one;
use crate::error::CliError;
use crate::output::{document, note, print};
use growth::Growth;
use measure::{Case, Row, Whole, two_tori, whole_world};
use motzkin::{CollisionService, Engine};
use serde::Serialize;
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct Args {
    /// Tori of each world that are tested against all others
    #[arg(long, default_value_t = 8, value_parser = at_least_one)]
    samples: usize,
    /// Tori of each world that our search alone tests, to measure the cost of ten times the tori
    #[arg(long, default_value_t = 100, value_parser = at_least_one)]
    own_samples: usize,
    #[command(flatten)]
    plot: PlotFile,
    /// The folder for pictures of the paper's four cases of two tori, a PNG file each
    #[arg(long, value_name = "DIR")]
    pictures: Option<PathBuf>,
    /// Prints one JSON document instead of tables
    #[arg(long)]
    json: bool,
}

/// Everything that a run found. Names end in their units.
#[derive(Debug, Serialize)]
struct Report {
    #[serde(flatten)]
    origin: Origin,
    /// What ours ran on.
    engine: String,
    threads: usize,
    seed: u64,
    samples: usize,
    /// The paper's four cases of two tori: their names and how many pairs of primitives collide.
    two_tori: Vec<(&'static str, usize)>,
    rows: Vec<Row>,
    /// 1,000 tori in place of 100, by ours.
    growth: Vec<Growth>,
    /// All tori with all others.
    whole: Whole,
    /// Whether other programs ran meanwhile.
    disturbance: Disturbance,
}

/// The worlds: tori, patches round the axis and round the tube of each, whether the search stops
/// early. Each patch has two primitives.
const CASES: [Case; 8] = [
    Case { tori: 100, patches: [10, 10], early: false },
    Case { tori: 100, patches: [20, 10], early: false },
    Case { tori: 100, patches: [20, 20], early: false },
    Case { tori: 100, patches: [10, 10], early: true },
    Case { tori: 100, patches: [20, 10], early: true },
    Case { tori: 100, patches: [20, 20], early: true },
    Case { tori: 300, patches: [10, 10], early: true },
    Case { tori: 1000, patches: [10, 10], early: true },
];

/// The worlds' seed.
const SEED: u64 = 2013;

pub fn run(args: &Args) -> Result<Outcome, CliError> {
    args.plot.check()?;
    let one = CollisionService::builder().engine(Engine::Cpu).threads(1).build()?;
    let all = CollisionService::new(Engine::Cpu)?;
    note("searching two tori");
    let two_tori = two_tori(&all)?;
    if let Some(folder) = &args.pictures {
        std::fs::create_dir_all(folder).map_err(CliError::file(folder))?;
        picture::all(&all, folder)?;
    }
    let mut watch = Watch::start();
    let mut rows = Vec::new();
    for case in CASES {
        note(&format!("searching {} tori of {} primitives", case.tori, case.primitives()));
        rows.push(measure::row(&case, args.samples, &one)?);
        watch.look();
    }
    note("searching among ten times the tori");
    let growth = growth::both(args.own_samples, &one)?;
    watch.look();
    note("searching all against all");
    let whole = whole_world(&all)?;
    let report = Report {
        origin: Origin::here(),
        engine: all.info().simd.name().into(),
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        seed: SEED,
        samples: args.samples,
        two_tori,
        rows,
        growth,
        whole,
        disturbance: watch.finish(),
    };
    print(&if args.json { document(&report)? } else { table::text(&report) })?;
    args.plot.write(|| plot::svg(&report.rows))?;
    Ok(Outcome::Good)
}
