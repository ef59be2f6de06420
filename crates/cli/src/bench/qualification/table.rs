//! The report as text.

use super::measure::Row;
use super::{Report, Summary};
use crate::bench::text::figure;
use crate::table::{columns, grouped};

pub fn text(report: &Report) -> String {
    let heading = [
        "dim",
        "first",
        "second",
        "meet",
        "pairs",
        "FM",
        "SAT",
        "FM/SAT",
        "FM, distinct",
        "SAT, distinct",
        "FM/SAT",
        "ours",
        "ours, distinct",
    ];
    let row = |row: &Row| {
        let number = |value: f64| figure(Some(value));
        [
            format!("{}D", row.dim),
            row.a.into(),
            row.b.into(),
            if row.intersecting { "yes" } else { "no" }.into(),
            grouped(row.pairs),
            number(row.elimination_repeated_ns),
            number(row.axes_repeated_ns),
            format!("{:.2}", row.repeated_ratio),
            number(row.elimination_streaming_ns),
            number(row.axes_streaming_ns),
            format!("{:.2}", row.elimination_streaming_ns / row.axes_streaming_ns),
            number(row.ours_repeated_ns),
            number(row.ours_streaming_ns),
        ]
    };
    let table = columns(&heading.map(str::to_owned), report.rows.iter().map(row));
    let summaries: String = report.summaries.iter().map(summary).collect();
    format!(
        "Fourier-Motzkin elimination (FM) and separating axes (SAT) in f64 as textbooks have them, and the {} kernels with \
         exact verdicts (ours); one thread, nanoseconds a pair: one pair repeated, and distinct pairs one after another\n\
         \n{table}\n{summaries}{}",
        report.engine,
        report.disturbance.text()
    )
}

/// Whether the paper's figure is found again.
fn summary(summary: &Summary) -> String {
    let Summary { dim, paper_ratio, repeated_ratio, streaming_ratio, ours_times_as_fast } =
        *summary;
    let verb =
        if agrees(paper_ratio, repeated_ratio) { "reproduces" } else { "does not reproduce" };
    format!(
        "{dim}D: the paper has FM at {paper_ratio:.2} times SAT on a repeated pair; here it is {repeated_ratio:.2}, which \
         {verb} it, and {streaming_ratio:.2} on distinct pairs; ours is {ours_times_as_fast:.0} times as fast as SAT\n"
    )
}

/// On the same side of 1, and not farther from it than half or twice the paper's figure.
fn agrees(paper: f64, found: f64) -> bool {
    (paper > 1.0) == (found > 1.0) && (0.5..2.0).contains(&(found / paper))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_side_of_one_decides() {
        for (paper, found, want) in [
            (1.5, 1.3, true),
            (1.5, 0.9, false),
            (1.5, 4.0, false),
            (0.83, 0.7, true),
            (0.83, 1.01, false),
        ] {
            assert_eq!(agrees(paper, found), want, "{paper} {found}");
        }
    }
}
