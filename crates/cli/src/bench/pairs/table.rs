//! The report as text.

use super::Report;
use super::measure::{Costs, Row};
use crate::table::{columns, counted, grouped};

pub fn text(report: &Report) -> String {
    let heading = [
        "scene",
        "boxes",
        "pairs",
        "bytes a box",
        "threads",
        "build ms",
        "pairs ms",
        "all moving ms",
        "1 in 100 moving ms",
    ]
    .map(str::to_owned);
    let line = |row: &Row, threads: usize, costs: &Costs| {
        let time = |ms: f64| format!("{ms:.3}");
        [
            row.scene.to_owned(),
            grouped(row.boxes),
            grouped(row.pairs),
            format!("{:.1}", row.bytes_per_box),
            threads.to_string(),
            time(costs.build_median_ms),
            time(costs.pairs_median_ms),
            time(costs.all_moving_median_ms),
            time(costs.few_moving_median_ms),
        ]
    };
    let lines = report.rows.iter().flat_map(|row| {
        [line(row, 1, &row.one_thread), line(row, report.threads, &row.all_threads)]
    });
    format!(
        "Pairs of boxes that meet, in ascending order: a tree of boxes ({}, 1 thread and {}), medians of {}. Moving: a \
         refit and the pairs, or where few move a cache of them.\n\n{}{}",
        report.simd,
        counted(report.threads, "thread", "threads"),
        counted(report.repeat, "round", "rounds"),
        columns(&heading, lines),
        report.disturbance.text(),
    )
}
