//! The samples as dots, in the paper's three diagrams.

use super::measure::{Row, Sample};
use crate::plot::{Anchor, Axis, Mark, Style, Svg};
use crate::table::counted;

const WIDTH: f64 = 1280.0;
/// The height of one diagram with its title and its axis.
const PANEL: f64 = 360.0;
/// The left and the right end of the field of dots.
const SIDES: [f64; 2] = [90.0, WIDTH - 20.0];
const TOP: f64 = 60.0;
/// The height of the field of dots.
const FIELD: f64 = 240.0;
/// The height of a diagram's title.
const TITLE: f64 = 40.0;

/// The times at the ends of the vertical axis, in milliseconds.
const RANGE: [f64; 2] = [1e-3, 1e4];

/// The paper calls a search real-time if it leaves 25 pictures a second.
const REAL_TIME_MS: f64 = 40.0;

const COLOURS: [&str; 3] = ["#1b4da6", "#b4620a", "#a00f38"];

/// One diagram: its title, the name of its horizontal axis and its rows.
type Panel<'a> = (&'static str, &'static str, Vec<&'a Row>);

/// Returns an SVG document with the paper's three diagrams one below the other.
pub fn svg(rows: &[Row]) -> String {
    let panels: [Panel; 3] = [
        (
            "100 tori, all pairs of primitives",
            "pairs of primitives that collide",
            rows.iter().filter(|row| !row.early).collect(),
        ),
        (
            "100 tori, stopping early",
            "tori that collide",
            rows.iter().filter(|row| row.early && row.tori == 100).collect(),
        ),
        (
            "Tori of 201 primitives, stopping early",
            "tori that collide",
            rows.iter().filter(|row| row.early && row.primitives == 201).collect(),
        ),
    ];
    let mut svg = Svg::new([WIDTH, TOP + PANEL * panels.len() as f64]);
    let title =
        "One torus against all others: the paper's algorithm (rings) and ours (dots), one thread";
    svg.text([SIDES[0], 34.0], Anchor::Start, Style::TITLE, title);
    for (i, each) in panels.iter().enumerate() {
        panel(&mut svg, TOP + PANEL * i as f64, each);
    }
    svg.finish()
}

fn panel(svg: &mut Svg, top: f64, (title, counts, rows): &Panel) {
    let bottom = top + TITLE + FIELD;
    let samples = || rows.iter().flat_map(|row| &row.samples);
    let most = samples().map(|sample| sample.collided).max().unwrap_or(0);
    let across = Axis::counts(most, [SIDES[0] + 10.0, SIDES[1] - 10.0]);
    let up = Axis::logarithmic(RANGE, [bottom, top + TITLE]);
    svg.text([SIDES[0], top + 22.0], Anchor::Start, Style::HEADING, title);
    svg.rows(&up, SIDES, "ms");
    svg.limit(&up, SIDES, REAL_TIME_MS, "40 ms: 25 pictures a second");
    svg.columns(&across, bottom, counts);
    let mut x = SIDES[0] + Style::HEADING.width(title) + 60.0;
    for (row, colour) in rows.iter().zip(COLOURS.into_iter().cycle()) {
        let name = format!("{} of {}", counted(row.tori, "torus", "tori"), row.primitives);
        x = svg.legend([x, top + 22.0], Mark::Dot, colour, &name);
        for Sample { collided, paper_ms, ours_ms } in &row.samples {
            let x = across.place(*collided as f64);
            svg.mark([x, up.place(*paper_ms)], Mark::Ring, colour);
            svg.mark([x, up.place(*ours_ms)], Mark::Dot, colour);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::tests::assert_readable;

    fn row(tori: usize, primitives: usize, early: bool, samples: &[usize]) -> Row {
        let sample = |collided| Sample { collided, paper_ms: 20.0, ours_ms: 0.02 };
        let samples: Vec<Sample> = samples.iter().map(|&collided| sample(collided)).collect();
        Row { tori, primitives, early, mean: sample(3), samples }
    }

    #[test]
    fn each_sample_is_a_ring_and_a_dot_in_each_of_its_diagrams() {
        // The second stands in two diagrams.
        let rows = [(100, 401, false), (100, 201, true), (1000, 201, true)]
            .map(|(tori, primitives, early)| row(tori, primitives, early, &[3, 3]));
        let drawn = svg(&rows);
        assert_eq!(drawn.matches("fill=\"none\"").count(), 8);
        assert_eq!(drawn.matches("<circle").count(), 8 + 8 + 4);
        assert_eq!(drawn.matches("<text").count(), drawn.matches("</text>").count());
    }

    #[test]
    fn ticks_differ_and_every_line_and_text_can_be_read() {
        for most in [0, 1, 3, 7, 5000] {
            let mut rows = Vec::new();
            for primitives in [201, 401, 801] {
                rows.push(row(100, primitives, false, &[0, most]));
                rows.push(row(100, primitives, true, &[0, most]));
            }
            rows.extend([300, 1000].map(|tori| row(tori, 201, true, &[0, most])));
            let drawn = svg(&rows);
            assert_readable(&drawn);
            // The dashed line of each diagram says what it is.
            assert_eq!(drawn.matches("stroke-dasharray").count(), 3);
            assert_eq!(drawn.matches(">40 ms: 25 pictures a second<").count(), 3);
            // Each of three horizontal axes names a number once.
            assert_eq!(drawn.matches(">1<").count(), if most < 5000 { 3 } else { 0 }, "{most}");
        }
    }
}
