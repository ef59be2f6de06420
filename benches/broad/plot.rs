//! The times of all contestants against the number of boxes, as an SVG document: a row of diagrams
//! for each scene, a column for each way that boxes move.

use std::fmt::Write;

/// One median.
pub struct Point {
    pub scene: String,
    pub way: &'static str,
    pub count: usize,
    pub name: &'static str,
    pub ms: f64,
}

const PANEL: [f64; 2] = [420.0, 260.0];
const FIELD: [f64; 2] = [330.0, 190.0];
const LEFT: f64 = 60.0;
const TOP: f64 = 90.0;

/// The ends of both axes, as powers of ten.
const COUNTS: [f64; 2] = [3.0, 6.0];
const TIMES: [f64; 2] = [-2.0, 4.0];

const COLOURS: [&str; 9] = [
    "#9db4d8", "#6d8fc7", "#1b4da6", "#0b1f4f", "#b4620a", "#a00f38", "#2b7a3d", "#6a3fa0",
    "#555555",
];

/// Returns the document.
pub fn svg(points: &[Point]) -> String {
    let (scenes, ways) = (names(points.iter().map(|point| point.scene.as_str())), ways(points));
    let contestants = names(points.iter().map(|point| point.name));
    let width = PANEL[0] * ways.len().max(2) as f64 + 20.0;
    let height = TOP + PANEL[1] * scenes.len() as f64;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" \
         fill=\"white\"/>\n<text x=\"{LEFT}\" y=\"30\" font-size=\"18\">Broad phases: \
         milliseconds against the number of boxes</text>\n"
    );
    for (place, name) in contestants.iter().enumerate() {
        let x = LEFT + 95.0 * place as f64;
        let colour = COLOURS[place % COLOURS.len()];
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"47\" width=\"10\" height=\"10\" fill=\"{colour}\"/>"
        );
        let _ = writeln!(out, "<text x=\"{}\" y=\"57\">{name}</text>", x + 14.0);
    }
    for (row, scene) in scenes.iter().enumerate() {
        for (column, way) in ways.iter().enumerate() {
            let corner = [LEFT + PANEL[0] * column as f64, TOP + PANEL[1] * row as f64];
            frame(&mut out, corner, &format!("{scene}, {way}"));
            for (place, name) in contestants.iter().enumerate() {
                let own = points.iter().filter(|point| {
                    point.scene == *scene && point.way == *way && point.name == *name
                });
                line(&mut out, corner, own, COLOURS[place % COLOURS.len()]);
            }
        }
    }
    out + "</svg>\n"
}

/// Each name once, in the order of its first use.
fn names<'a>(all: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut out = Vec::new();
    for name in all {
        if !out.contains(&name) {
            out.push(name);
        }
    }
    out
}

fn ways(points: &[Point]) -> Vec<&str> {
    names(points.iter().map(|point| point.way))
}

fn share(value: f64, [low, high]: [f64; 2]) -> f64 {
    (value.max(1e-9).log10() - low) / (high - low)
}

fn frame(out: &mut String, [x, y]: [f64; 2], title: &str) {
    let [width, height] = FIELD;
    let _ = writeln!(out, "<text x=\"{x}\" y=\"{}\">{title}</text>", y - 8.0);
    for power in COUNTS[0] as i32..=COUNTS[1] as i32 {
        let at = x + width * share(10.0_f64.powi(power), COUNTS);
        let _ = writeln!(
            out,
            "<path d=\"M{at} {y}v{height}\" stroke=\"#dde3ec\"/><text x=\"{at}\" y=\"{}\" \
             text-anchor=\"middle\">1e{power}</text>",
            y + height + 16.0
        );
    }
    for power in TIMES[0] as i32..=TIMES[1] as i32 {
        let at = y + height * (1.0 - share(10.0_f64.powi(power), TIMES));
        let _ = writeln!(
            out,
            "<path d=\"M{x} {at}h{width}\" stroke=\"#dde3ec\"/><text x=\"{}\" y=\"{}\" \
             text-anchor=\"end\">{}</text>",
            x - 6.0,
            at + 4.0,
            10.0_f64.powi(power)
        );
    }
}

fn line<'a>(
    out: &mut String,
    [x, y]: [f64; 2],
    points: impl Iterator<Item = &'a Point>,
    colour: &str,
) {
    let mut path = String::new();
    for Point { count, ms, .. } in points {
        let across = x + FIELD[0] * share(*count as f64, COUNTS);
        let up = y + FIELD[1] * (1.0 - share(*ms, TIMES));
        let _ = write!(path, "{}{across:.1} {up:.1}", if path.is_empty() { "M" } else { "L" });
        let _ =
            writeln!(out, "<circle cx=\"{across:.1}\" cy=\"{up:.1}\" r=\"3\" fill=\"{colour}\"/>");
    }
    let _ = writeln!(out, "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\"/>");
}
