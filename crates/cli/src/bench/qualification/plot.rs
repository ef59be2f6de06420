//! The table as bars.

use super::Summary;
use super::measure::Row;
use crate::bench::text::figure;
use std::fmt::Write;

const WIDTH: f64 = 1280.0;
/// Of one dimension, its title and the names under the bars included.
const PANEL: f64 = 400.0;
const LEFT: f64 = 70.0;
const TOP: f64 = 96.0;
/// Height of the bars' field.
const FIELD: f64 = 250.0;
/// Between the panels' title and the field.
const TITLE: f64 = 60.0;

/// The decades of nanoseconds that are shown.
const DECADES: [i32; 2] = [0, 5];

/// A kind of bar: its name, its colour, its number.
type Bar = (&'static str, &'static str, fn(&Row) -> f64);

const BARS: [Bar; 6] = [
    ("FM, one pair repeated", "#1b4da6", |row| row.elimination_repeated_ns),
    ("FM, distinct pairs", "#7fb0ff", |row| row.elimination_streaming_ns),
    ("SAT, one pair repeated", "#b4620a", |row| row.axes_repeated_ns),
    ("SAT, distinct pairs", "#ffbf66", |row| row.axes_streaming_ns),
    ("ours, one pair repeated", "#a00f38", |row| row.ours_repeated_ns),
    ("ours, distinct pairs", "#f0608a", |row| row.ours_streaming_ns),
];

/// An SVG document with a panel for each dimension.
pub fn svg(rows: &[Row], summaries: &[Summary]) -> String {
    let height = TOP + PANEL * summaries.len() as f64;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" \
         font-size=\"13\">\n<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#ffffff\"/>\n<text x=\"{LEFT}\" y=\"34\" \
         font-size=\"20\" fill=\"#141c28\">Nanoseconds a pair, one thread: elimination, separating axes, and our kernels</text>\n"
    );
    for (i, (name, colour, _)) in BARS.iter().enumerate() {
        let x = LEFT + 195.0 * i as f64;
        add(
            &mut out,
            format_args!("<rect x=\"{x}\" y=\"54\" width=\"14\" height=\"14\" fill=\"{colour}\"/>"),
        );
        add(
            &mut out,
            format_args!("<text x=\"{}\" y=\"66\" fill=\"#35404f\">{name}</text>", x + 20.0),
        );
    }
    for (i, summary) in summaries.iter().enumerate() {
        let rows: Vec<&Row> = rows.iter().filter(|row| row.dim == summary.dim).collect();
        panel(&mut out, TOP + PANEL * i as f64, &rows, summary);
    }
    out += "</svg>\n";
    out
}

fn panel(out: &mut String, top: f64, rows: &[&Row], summary: &Summary) {
    let Summary { dim, paper_ratio, repeated_ratio, streaming_ratio, .. } = summary;
    add(
        out,
        format_args!(
            "<text x=\"{LEFT}\" y=\"{}\" font-size=\"15\" fill=\"#141c28\">{dim}D: FM takes {repeated_ratio:.2} times as long \
             as SAT on a repeated pair ({paper_ratio:.2} in the paper), {streaming_ratio:.2} times on distinct pairs</text>",
            top + 22.0
        ),
    );
    let bottom = top + TITLE + FIELD;
    for decade in DECADES[0]..=DECADES[1] {
        let y = bottom - rise(10.0_f64.powi(decade));
        add(out, format_args!("<path d=\"M{LEFT} {y:.1}H{}\" stroke=\"#dde3ec\"/>", WIDTH - 20.0));
        let label = format!("{} ns", 10_u32.pow(decade.unsigned_abs()));
        add(
            out,
            format_args!(
                "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#5a6675\">{label}</text>",
                LEFT - 6.0,
                y + 4.0
            ),
        );
    }
    let group = (WIDTH - LEFT - 20.0) / rows.len().max(1) as f64;
    let step = group * 0.9 / BARS.len() as f64;
    for (i, row) in rows.iter().enumerate() {
        let left = LEFT + group * (i as f64 + 0.05);
        for (j, (_, colour, value)) in BARS.iter().enumerate() {
            let (x, value) = (left + step * j as f64, value(row));
            let high = rise(value);
            let (y, width) = (bottom - high, step - 2.0);
            add(
                out,
                format_args!(
                    "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{high:.1}\" fill=\"{colour}\"/>"
                ),
            );
            // Upright, over its bar.
            let (x, y) = (x + step / 2.0 + 3.0, y - 4.0);
            let told = figure(Some(value));
            add(
                out,
                format_args!(
                    "<text transform=\"translate({x:.1} {y:.1}) rotate(-90)\" font-size=\"11\" fill=\"#35404f\">{told}</text>"
                ),
            );
        }
        let middle = left + group * 0.45;
        let meet = if row.intersecting { "intersecting" } else { "apart" };
        for (line, text) in [row.a, row.b, meet].into_iter().enumerate() {
            let y = bottom + 17.0 + 16.0 * line as f64;
            add(
                out,
                format_args!(
                    "<text x=\"{middle:.1}\" y=\"{y:.1}\" text-anchor=\"middle\" fill=\"#35404f\">{text}</text>"
                ),
            );
        }
    }
}

/// The height of a bar, on a logarithmic scale.
fn rise(ns: f64) -> f64 {
    let [low, high] = DECADES.map(f64::from);
    (ns.max(1e-9).log10().clamp(low, high) - low) / (high - low) * FIELD
}

fn add(out: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a String cannot fail.
    let _ = writeln!(out, "{line}");
}
