//! The samples as dots, in the paper's three diagrams.

use super::measure::{Row, Sample};
use std::fmt::Write;

const WIDTH: f64 = 1280.0;
/// Of one diagram, its title and axis included.
const PANEL: f64 = 340.0;
const LEFT: f64 = 80.0;
const TOP: f64 = 60.0;
/// Height of the dots' field, and what lies above it.
const FIELD: f64 = 240.0;
const TITLE: f64 = 40.0;

/// The decades of milliseconds that are shown.
const DECADES: [i32; 2] = [-3, 4];

const COLOURS: [&str; 3] = ["#1b4da6", "#b4620a", "#a00f38"];

/// An SVG document with the paper's three diagrams one below the other.
pub fn svg(rows: &[Row]) -> String {
    let panels: [(&str, Vec<&Row>); 3] = [
        (
            "100 tori, all pairs of primitives; across: how many collide",
            rows.iter().filter(|row| !row.early).collect(),
        ),
        (
            "100 tori, stopping early; across: how many tori collide",
            rows.iter().filter(|row| row.early && row.tori == 100).collect(),
        ),
        (
            "tori of 201 primitives, stopping early; across: how many tori collide",
            rows.iter().filter(|row| row.early && row.primitives == 201).collect(),
        ),
    ];
    let height = TOP + PANEL * panels.len() as f64;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" \
         font-size=\"13\">\n<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#ffffff\"/>\n<text x=\"{LEFT}\" y=\"34\" \
         font-size=\"20\" fill=\"#141c28\">One torus against all others: the paper's algorithm (rings) and ours (dots), one thread\
         </text>\n"
    );
    for (i, (title, rows)) in panels.iter().enumerate() {
        panel(&mut out, TOP + PANEL * i as f64, title, rows);
    }
    out += "</svg>\n";
    out
}

fn panel(out: &mut String, top: f64, title: &str, rows: &[&Row]) {
    let bottom = top + TITLE + FIELD;
    let samples = || rows.iter().flat_map(|row| &row.samples);
    let most = samples().map(|sample| sample.collided).max().unwrap_or(0).max(1) as f64;
    let across = |collided: f64| LEFT + (WIDTH - LEFT - 40.0) * collided / most;
    add(
        out,
        format_args!(
            "<text x=\"{LEFT}\" y=\"{}\" font-size=\"15\" fill=\"#141c28\">{title}</text>",
            top + 22.0
        ),
    );
    for decade in DECADES[0]..=DECADES[1] {
        let (value, x) = (10.0_f64.powi(decade), LEFT - 6.0);
        let y = bottom - rise(value);
        add(out, format_args!("<path d=\"M{LEFT} {y:.1}H{}\" stroke=\"#dde3ec\"/>", WIDTH - 20.0));
        add(
            out,
            format_args!(
                "<text x=\"{x}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#5a6675\">{value} ms</text>",
                y + 4.0
            ),
        );
    }
    // The real-time limit of the paper, 25 pictures a second.
    let limit = bottom - rise(40.0);
    add(
        out,
        format_args!(
            "<path d=\"M{LEFT} {limit:.1}H{}\" stroke=\"#5a6675\" stroke-dasharray=\"6 4\"/>",
            WIDTH - 20.0
        ),
    );
    for quarter in 0..=4 {
        let collided = most * f64::from(quarter) / 4.0;
        let (x, y) = (across(collided), bottom + 18.0);
        add(
            out,
            format_args!(
                "<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\" fill=\"#5a6675\">{collided:.0}</text>"
            ),
        );
    }
    for (i, row) in rows.iter().enumerate() {
        let colour = COLOURS[i % COLOURS.len()];
        let (x, y) = (WIDTH - 640.0 + 210.0 * i as f64, top + 22.0);
        let name = format!("{} tori of {}", row.tori, row.primitives);
        add(out, format_args!("<circle cx=\"{x}\" cy=\"{}\" r=\"5\" fill=\"{colour}\"/>", y - 5.0));
        add(out, format_args!("<text x=\"{}\" y=\"{y}\" fill=\"#35404f\">{name}</text>", x + 10.0));
        for Sample { collided, paper_ms, ours_ms } in &row.samples {
            let x = across(*collided as f64);
            let [theirs, ours] = [paper_ms, ours_ms].map(|ms| bottom - rise(*ms));
            add(
                out,
                format_args!(
                    "<circle cx=\"{x:.1}\" cy=\"{theirs:.1}\" r=\"5\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>"
                ),
            );
            add(
                out,
                format_args!("<circle cx=\"{x:.1}\" cy=\"{ours:.1}\" r=\"5\" fill=\"{colour}\"/>"),
            );
        }
    }
}

/// The height of a time, on a logarithmic scale.
fn rise(ms: f64) -> f64 {
    let [low, high] = DECADES.map(f64::from);
    (ms.max(1e-9).log10().clamp(low, high) - low) / (high - low) * FIELD
}

fn add(out: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a String cannot fail.
    let _ = writeln!(out, "{line}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_sample_is_a_ring_and_a_dot_in_each_of_its_diagrams() {
        let sample = Sample { collided: 3, paper_ms: 20.0, ours_ms: 0.02 };
        let row = |tori: usize, primitives: usize, early: bool| Row {
            tori,
            primitives,
            early,
            mean: sample,
            samples: vec![sample; 2],
        };
        // The second stands in two diagrams.
        let drawn = svg(&[row(100, 401, false), row(100, 201, true), row(1000, 201, true)]);
        assert_eq!(drawn.matches("fill=\"none\"").count(), 8);
        assert_eq!(drawn.matches("<circle").count(), 8 + 8 + 4);
        assert_eq!(drawn.matches("<text").count(), drawn.matches("</text>").count());
        // A thousand times as fast is three decades lower.
        assert!((rise(20.0) - rise(0.02) - 3.0 * FIELD / 7.0).abs() < 1e-9);
        assert_eq!((rise(0.0), rise(1e9)), (0.0, FIELD));
    }
}
