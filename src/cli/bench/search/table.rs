//! The report as text.

use super::Report;
use super::measure::Row;
use crate::cli::bench::text::figure;
use crate::cli::table::{columns, grouped};

pub fn text(report: &Report) -> String {
    let heading = ["tori", "primitives", "looked for", "collided", "paper ms", "ours ms", "times as fast"]
        .map(str::to_owned);
    let row = |row: &Row| {
        [
            grouped(row.tori),
            row.primitives.to_string(),
            if row.early { "tori" } else { "primitives" }.into(),
            grouped(row.mean.collided),
            figure(Some(row.mean.paper_ms)),
            format!("{:.3}", row.mean.ours_ms),
            figure(Some(row.times_as_fast())),
        ]
    };
    let table = columns(&heading, report.rows.iter().map(row));
    let two: Vec<String> = report.two_tori.iter().map(|(name, found)| format!("{name} {found}")).collect();
    let whole = &report.whole;
    format!(
        "One torus against all others: the 2013 paper's algorithm as written, in f64, and ours ({}, exact), one thread, means \
         of {} tori\n\n{table}\n{}\
         All of {} tori of {} primitives against all, {} threads: {} pairs of tori whose boxes meet, {} that collide, {} pairs \
         of primitives; {} ms, {} ms stopping early, {} ms when all have \
         moved, {} ms with boxes of at most eight children over the same primitives\n\
         A node takes {} bytes. Pairs of primitives of two tori that collide: {}\n",
        report.engine,
        report.samples,
        growth(&report.rows),
        grouped(whole.tori),
        whole.primitives,
        report.threads,
        grouped(whole.candidates),
        grouped(whole.collided),
        grouped(whole.primitives_collided),
        figure(Some(whole.all_ms)),
        figure(Some(whole.early_ms)),
        figure(Some(whole.moved_ms)),
        figure(Some(whole.over_ms)),
        whole.bytes_per_node,
        two.join(", "),
    )
}

/// What ten times the objects cost; the paper says about twice as much.
fn growth(rows: &[Row]) -> String {
    let find = |tori: usize| rows.iter().find(|row| row.early && row.primitives == 201 && row.tori == tori);
    let (Some(few), Some(many)) = (find(100), find(1000)) else { return String::new() };
    let grown = |value: fn(&Row) -> f64| figure(Some(value(many) / value(few).max(1e-9)));
    format!(
        "1,000 tori in place of 100, stopping early: {} times the time by the paper's algorithm (2 in the paper), {} by ours\n",
        grown(|row| row.mean.paper_ms),
        grown(|row| row.mean.ours_ms)
    )
}

#[cfg(test)]
mod tests {
    use super::super::measure::Sample;
    use super::*;

    #[test]
    fn growth_is_that_of_the_early_searches() {
        let row = |tori: usize, early: bool, ours_ms: f64| Row {
            tori,
            primitives: 201,
            early,
            mean: Sample { collided: 1, paper_ms: 3.0 * tori as f64, ours_ms },
            samples: Vec::new(),
        };
        let told = growth(&[row(100, false, 9.0), row(100, true, 2.0), row(1000, true, 3.0)]);
        assert!(told.contains("10.0 times") && told.contains(" 1.50 by ours"), "{told}");
        assert_eq!(growth(&[row(100, true, 2.0)]), "");
    }
}
