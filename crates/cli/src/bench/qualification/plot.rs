//! The table as bars.

use super::Summary;
use super::measure::Row;
use crate::bench::text::figure;
use crate::plot::{Anchor, Axis, Mark, Style, Svg};

const WIDTH: f64 = 1280.0;
/// The height of the diagram of one dimension with its title and the names under its bars.
const PANEL: f64 = 420.0;
/// The left and the right end of the field of bars.
const SIDES: [f64; 2] = [90.0, WIDTH - 20.0];
const TOP: f64 = 96.0;
/// The height of the field of bars.
const FIELD: f64 = 250.0;
/// The height of a diagram's title, with space for the number of the highest bar.
const TITLE: f64 = 80.0;

/// The times at the ends of the vertical axis, in nanoseconds.
const RANGE: [f64; 2] = [1.0, 1e5];

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

/// Returns an SVG document with a diagram for each dimension.
pub fn svg(rows: &[Row], summaries: &[Summary]) -> String {
    let mut svg = Svg::new([WIDTH, TOP + PANEL * summaries.len() as f64]);
    let title = "Nanoseconds a pair, one thread: elimination, separating axes, and our kernels";
    svg.text([SIDES[0], 34.0], Anchor::Start, Style::TITLE, title);
    let mut x = SIDES[0];
    for (name, colour, _) in BARS {
        x = svg.legend([x, 66.0], Mark::Square, colour, name);
    }
    for (i, summary) in summaries.iter().enumerate() {
        let rows: Vec<&Row> = rows.iter().filter(|row| row.dim == summary.dim).collect();
        panel(&mut svg, TOP + PANEL * i as f64, &rows, summary);
    }
    svg.finish()
}

fn panel(svg: &mut Svg, top: f64, rows: &[&Row], summary: &Summary) {
    let Summary { dim, paper_ratio, repeated_ratio, streaming_ratio, .. } = summary;
    let title = format!(
        "{dim}D: FM takes {repeated_ratio:.2} times as long as SAT on a repeated pair \
         ({paper_ratio:.2} in the paper), {streaming_ratio:.2} times on distinct pairs"
    );
    svg.text([SIDES[0], top + 22.0], Anchor::Start, Style::HEADING, &title);
    let bottom = top + TITLE + FIELD;
    let up = Axis::logarithmic(RANGE, [bottom, top + TITLE]);
    svg.rows(&up, SIDES, "ns");
    let group = (SIDES[1] - SIDES[0]) / rows.len().max(1) as f64;
    let step = group * 0.9 / BARS.len() as f64;
    for (i, row) in rows.iter().enumerate() {
        let left = SIDES[0] + group * (i as f64 + 0.05);
        for (j, (_, colour, value)) in BARS.iter().enumerate() {
            let (x, value) = (left + step * j as f64, value(row));
            let y = up.place(value);
            svg.bar([x, y], [step - 2.0, bottom - y], colour);
            // Above its bar.
            let at = [x + step / 2.0 + 3.0, y - 4.0];
            svg.upright(at, Style::SMALL, &figure(Some(value)));
        }
        let middle = left + group * 0.45;
        let meet = if row.intersecting { "intersecting" } else { "apart" };
        for (line, text) in [row.a, row.b, meet].into_iter().enumerate() {
            let y = bottom + 17.0 + 16.0 * line as f64;
            svg.text([middle, y], Anchor::Middle, Style::LABEL, text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::tests::assert_readable;

    #[test]
    fn every_text_can_be_read() {
        for ns in [0.0, 1.0, 99_999.0, 5e6] {
            let row = |dim, i: u32| Row {
                dim,
                a: if dim == 2 { "parallelogram" } else { "tetrahedron" },
                b: "parallelogram",
                intersecting: i.is_multiple_of(2),
                elimination_repeated_ns: ns,
                axes_streaming_ns: ns,
                ..Row::default()
            };
            let rows: Vec<Row> =
                [2, 3].into_iter().flat_map(|dim| (0..8).map(move |i| row(dim, i))).collect();
            let summary = |dim| Summary {
                dim,
                paper_ratio: 0.83,
                repeated_ratio: 123.456,
                streaming_ratio: 123.456,
                ours_times_as_fast: 10.0,
            };
            assert_readable(&svg(&rows, &[summary(2), summary(3)]));
        }
    }
}
