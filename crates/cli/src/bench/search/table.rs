//! The report as text.

use super::Report;
use super::growth::Growth;
use super::measure::Row;
use crate::bench::text::figure;
use crate::table::{columns, counted, grouped};

pub fn text(report: &Report) -> String {
    let heading =
        ["tori", "primitives", "looked for", "collided", "paper ms", "ours ms", "times as fast"]
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
    let two: Vec<String> =
        report.two_tori.iter().map(|(name, found)| format!("{name} {found}")).collect();
    let whole = &report.whole;
    format!(
        "One torus against all others: the 2013 paper's algorithm as written, in f64, and ours ({}, exact), one thread, means \
         of {}\n\n{table}\n{}{}\
         All of {} tori of {} primitives against all, {}: {} pairs of tori whose boxes meet, {} that collide, {} pairs \
         of primitives; {} ms, {} ms stopping early, {} ms when all have \
         moved, {} ms with boxes of at most eight children over the same primitives\n\
         A node takes {} bytes. Pairs of primitives of two tori that collide: {}\n{}",
        report.engine,
        means_of(report.rows.iter().map(|row| row.samples.len())),
        paper_growth(&report.rows),
        own_growth(&report.growth),
        grouped(whole.tori),
        whole.primitives,
        counted(report.threads, "thread", "threads"),
        grouped(whole.candidates),
        grouped(whole.collided),
        grouped(whole.primitives_collided),
        figure(Some(whole.all_ms)),
        figure(Some(whole.early_ms)),
        figure(Some(whole.moved_ms)),
        figure(Some(whole.over_ms)),
        whole.bytes_per_node,
        two.join(", "),
        report.disturbance.text(),
    )
}

/// How many tori each mean is of: a world has no more than it has.
fn means_of(samples: impl Iterator<Item = usize> + Clone) -> String {
    let (least, most) = (samples.clone().min().unwrap_or(0), samples.max().unwrap_or(0));
    let from = if least < most { format!("{} to ", grouped(least)) } else { String::new() };
    from + &counted(most, "torus", "tori")
}

/// What ten times the objects cost the paper's algorithm; the paper says about twice as much.
fn paper_growth(rows: &[Row]) -> String {
    let find = |tori: usize| {
        rows.iter().find(|row| row.early && row.primitives == 201 && row.tori == tori)
    };
    let (Some(few), Some(many)) = (find(100), find(1000)) else { return String::new() };
    let grown = figure(Some(many.mean.paper_ms / few.mean.paper_ms.max(1e-9)));
    format!(
        "1,000 tori in place of 100, stopping early: {grown} times the time by the paper's algorithm (2 in the paper)\n"
    )
}

/// What they cost ours.
fn own_growth(forms: &[Growth]) -> String {
    let heading =
        ["looked for", "tori", "ms", "collided", "times the time", "per collided", "for as many"];
    let row = |form: &Growth| {
        let both = |value: [String; 2]| value.join(", ");
        [
            form.looked_for.to_owned(),
            both(form.tori.map(grouped)),
            both(form.ms.map(|ms| format!("{ms:.4}"))),
            both(form.collided.map(|collided| format!("{collided:.2}"))),
            format!("{:.2}", form.times),
            format!("{:.2}", form.times_per_collided),
            form.times_for_as_many.map_or("-".into(), |times| format!("{times:.2}")),
        ]
    };
    let samples = means_of(forms.iter().flat_map(|form| form.samples));
    let table = columns(&heading.map(str::to_owned), forms.iter().map(row));
    format!(
        "By ours, means of {samples}; per torus collided, and of tori that collide with as many others:\n\n{table}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::super::measure::Sample;
    use super::*;

    #[test]
    fn growth_is_told_of_both() {
        let row = |tori: usize, early: bool, ours_ms: f64| Row {
            tori,
            primitives: 201,
            early,
            mean: Sample { collided: 1, paper_ms: 3.0 * tori as f64, ours_ms },
            samples: Vec::new(),
        };
        let text = paper_growth(&[row(100, false, 9.0), row(100, true, 2.0), row(1000, true, 3.0)]);
        assert!(text.contains(" 10.0 times"), "{text}");
        assert_eq!(paper_growth(&[row(100, true, 2.0)]), "");
        let text = own_growth(&[Growth {
            looked_for: "the tori",
            tori: [100, 1000],
            samples: [50, 60],
            ms: [0.5, 0.75],
            collided: [4.0, 5.0],
            times: 1.5,
            times_per_collided: 1.2,
            times_for_as_many: None,
        }]);
        assert!(text.contains("of 50 to 60 tori") && text.contains("100, 1,000"), "{text}");
        let last: Vec<&str> =
            text.trim_end().lines().last().into_iter().flat_map(str::split_whitespace).collect();
        assert_eq!(last[last.len() - 3..], ["1.50", "1.20", "-"], "{text}");
    }
}
