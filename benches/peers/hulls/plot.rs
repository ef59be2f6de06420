//! The table as lines, both axes logarithmic.

use super::Row;
use std::fmt::Write;

const SIZE: [f64; 2] = [960.0, 560.0];
/// Left, top, right and bottom of the field.
const FIELD: [f64; 4] = [80.0, 70.0, 760.0, 500.0];
/// Vertices and nanoseconds at the ends of the axes.
const RANGE: [[f64; 2]; 2] = [[3.0, 1300.0], [10.0, 1e5]];
const COLOURS: [&str; 6] = ["#5a6675", "#1b4da6", "#b4620a", "#a00f38", "#2e7d32", "#6a1b9a"];

/// An SVG document with a line for parry and for each instruction set.
pub fn svg(rows: &[Row]) -> String {
    let [width, height] = SIZE;
    let [left, top, right, bottom] = FIELD;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" \
         font-size=\"13\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n<text x=\"{left}\" y=\"34\" \
         font-size=\"19\" fill=\"#141c28\">Nanoseconds a pair of convex hulls, one thread, by vertices of a hull</text>\n"
    );
    for ns in [10.0, 100.0, 1000.0, 10_000.0, 100_000.0] {
        let y = place(1, ns);
        add(&mut out, format_args!("<path d=\"M{left} {y:.1}H{right}\" stroke=\"#dde3ec\"/>"));
        let x = left - 8.0;
        add(
            &mut out,
            format_args!("<text x=\"{x}\" y=\"{:.1}\" text-anchor=\"end\">{ns} ns</text>", y + 4.0),
        );
    }
    for row in rows {
        let x = place(0, row.vertices as f64);
        add(&mut out, format_args!("<path d=\"M{x:.1} {top}V{bottom}\" stroke=\"#eef1f6\"/>"));
        let (y, count) = (bottom + 20.0, row.vertices);
        add(
            &mut out,
            format_args!("<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{count}</text>"),
        );
    }
    let levels = rows.first().map_or(&[][..], |row| &row.ours);
    let parry: Vec<f64> = rows.iter().map(|row| row.parry).collect();
    let ours = levels.iter().enumerate().map(|(i, (level, _))| {
        let line: Vec<f64> = rows.iter().map(|row| row.ours[i].1).collect();
        (format!("ours, {}", level.name()), line)
    });
    for (i, (name, line)) in [("parry3d".to_owned(), parry)].into_iter().chain(ours).enumerate() {
        let colour = COLOURS[i % COLOURS.len()];
        let points =
            rows.iter().zip(&line).map(|(row, ns)| (place(0, row.vertices as f64), place(1, *ns)));
        let path: Vec<String> = points.clone().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let path = path.join(" ");
        add(
            &mut out,
            format_args!(
                "<polyline points=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>"
            ),
        );
        for (x, y) in points {
            add(
                &mut out,
                format_args!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\" fill=\"{colour}\"/>"),
            );
        }
        let (x, y) = (right + 24.0, top + 22.0 * i as f64);
        add(
            &mut out,
            format_args!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"14\" height=\"14\" fill=\"{colour}\"/>"
            ),
        );
        add(
            &mut out,
            format_args!(
                "<text x=\"{}\" y=\"{}\" fill=\"#35404f\">{name}</text>",
                x + 20.0,
                y + 12.0
            ),
        );
    }
    out += "</svg>\n";
    out
}

/// Where a number lies on an axis.
fn place(axis: usize, number: f64) -> f64 {
    let [low, high] = RANGE[axis].map(f64::log10);
    let part = (number.log10().clamp(low, high) - low) / (high - low);
    let [left, top, right, bottom] = FIELD;
    if axis == 0 { left + part * (right - left) } else { bottom - part * (bottom - top) }
}

fn add(out: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a String cannot fail.
    let _ = writeln!(out, "{line}");
}
