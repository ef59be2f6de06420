//! `motzkin bench qualification`: the comparison of section 7 of the 2019 paper, made again.
//!
//! The paper draws frames at random, tests one pair some hundred times over by Fourier-Motzkin
//! elimination, as often by separating axes, and averages the ratio of the two times: elimination
//! takes half as long again in 2D, and is 17 % faster in 3D. Here the textbook versions of
//! [`motzkin_lab::reference`], in `f64`, are timed like that, then over distinct pairs, whose
//! branches no processor can learn; and so are the kernels, settling included.

mod measure;
mod plot;
mod table;

use super::disturbance::{Disturbance, Watch};
use super::origin::Origin;
use super::plot_file::PlotFile;
use crate::Outcome;
use crate::count::at_least_one;
use crate::error::CliError;
use crate::output::{document, note, print};
use measure::{Part, Row, rows};
use motzkin::{CollisionService, Engine, Frame2, Frame3, ShapeKind, ShapeKind2};
use motzkin_lab::reference::{fourier_motzkin, plane, plane_sat, sat};
use motzkin_lab::workload::{Known, PlaneWorkload, Workload};
use serde::Serialize;

#[derive(clap::Args)]
pub struct Args {
    /// Pairs of each kind that are timed one by one, in both orders
    #[arg(long, default_value_t = 60, value_parser = at_least_one)]
    samples: usize,
    #[command(flatten)]
    plot: PlotFile,
    /// Prints one JSON document instead of tables
    #[arg(long)]
    json: bool,
}

/// What the paper states: the time of elimination over that of separating axes, on average.
const PAPER: [(u8, f64); 2] = [(2, 1.5), (3, 0.83)];

/// Everything that a run found. Names end in their units.
#[derive(Debug, Serialize)]
struct Report {
    #[serde(flatten)]
    origin: Origin,
    /// What the kernels ran on, on one thread.
    engine: String,
    seed: u64,
    samples: usize,
    /// Each shape pair, intersecting and not.
    rows: Vec<Row>,
    /// By dimension, each kind weighed by how often it is drawn.
    summaries: Vec<Summary>,
    /// Whether other programs ran meanwhile.
    disturbance: Disturbance,
}

/// What a dimension came to.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Summary {
    dim: u8,
    paper_ratio: f64,
    /// Elimination over separating axes, one pair repeated.
    repeated_ratio: f64,
    /// Elimination over separating axes, distinct pairs.
    streaming_ratio: f64,
    /// Separating axes over the kernels, distinct pairs.
    ours_times_as_fast: f64,
}

pub fn run(args: &Args) -> Result<Outcome, CliError> {
    args.plot.check()?;
    let service = CollisionService::builder().engine(Engine::Cpu).threads(1).build()?;
    let scene = PlaneWorkload::Paper.scene(Known::PAIRS, Known::SEED);
    let in_plane = Part {
        dim: 2,
        shapes: ["parallelogram", "triangle"],
        recorded: PlaneWorkload::Paper.known(),
        eliminate: plane::verdict_in::<f64>,
        axes: plane_sat::verdict::<f64>,
        form: |frame: &Frame2| frame.kind().ok().map(ShapeKind2::form),
    };
    let mut watch = Watch::start();
    note("timing pairs in the plane");
    let mut found = rows(&in_plane, &service, scene.side_by_side(), args.samples)?;
    let scene = Workload::PaperMixed.scene(Known::PAIRS, Known::SEED);
    let in_space = Part {
        dim: 3,
        shapes: ["cuboid", "tetrahedron"],
        recorded: Workload::PaperMixed.known(),
        eliminate: fourier_motzkin::verdict::<f64>,
        axes: sat::verdict::<f64>,
        form: |frame: &Frame3| frame.kind().ok().map(ShapeKind::form),
    };
    watch.look();
    note("timing pairs in space");
    found.extend(rows(&in_space, &service, scene.side_by_side(), args.samples)?);
    let report = Report {
        origin: Origin::here(),
        engine: service.info().simd.name().into(),
        seed: Known::SEED,
        samples: args.samples,
        summaries: PAPER.map(|(dim, ratio)| summary(&found, dim, ratio)).to_vec(),
        rows: found,
        disturbance: watch.finish(),
    };
    print(&if args.json { document(&report)? } else { table::text(&report) })?;
    args.plot.write(|| plot::svg(&report.rows, &report.summaries))?;
    Ok(Outcome::Good)
}

/// Means over all pairs of a dimension, as the paper's are.
fn summary(rows: &[Row], dim: u8, paper_ratio: f64) -> Summary {
    let of_dim = || rows.iter().filter(|row| row.dim == dim);
    let mean = |value: fn(&Row) -> f64| {
        let (sum, count) = of_dim().fold((0.0, 0.0), |(sum, count), row| {
            (sum + value(row) * row.pairs as f64, count + row.pairs as f64)
        });
        sum / f64::max(count, 1.0)
    };
    Summary {
        dim,
        paper_ratio,
        repeated_ratio: mean(|row| row.repeated_ratio),
        streaming_ratio: mean(|row| row.elimination_streaming_ns)
            / mean(|row| row.axes_streaming_ns),
        ours_times_as_fast: mean(|row| row.axes_streaming_ns) / mean(|row| row.ours_streaming_ns),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_count_by_how_often_they_are_drawn() {
        let row = |pairs, repeated_ratio, elimination| Row {
            pairs,
            repeated_ratio,
            elimination_streaming_ns: elimination,
            axes_streaming_ns: 10.0,
            ours_streaming_ns: 2.0,
            ..Row::default()
        };
        let rows = [row(30, 1.0, 10.0), row(10, 2.0, 30.0), Row { dim: 3, ..row(100, 9.0, 9.0) }];
        let found = summary(&rows, 0, 1.5);
        assert_eq!(
            (found.repeated_ratio, found.streaming_ratio, found.ours_times_as_fast),
            (1.25, 1.5, 5.0)
        );
    }
}
