//! The costs against the number of boxes, a diagram for each way that boxes move.

use super::measure::{Costs, Row};
use crate::plot::{Anchor, Axis, Mark, Style, Svg};

const WIDTH: f64 = 1280.0;
/// The height of one diagram with its title and its axis.
const PANEL: f64 = 360.0;
/// The left and the right end of the field of marks.
const SIDES: [f64; 2] = [90.0, WIDTH - 40.0];
const TOP: f64 = 60.0;
/// The height of the field of marks.
const FIELD: f64 = 240.0;
/// The height of a diagram's title.
const TITLE: f64 = 40.0;

/// The times at the ends of the vertical axis, in milliseconds.
const RANGE: [f64; 2] = [1e-2, 1e3];

/// What leaves 60 steps a second.
const STEP_MS: f64 = 1000.0 / 60.0;

const COLOURS: [&str; 5] = ["#1b4da6", "#b4620a", "#a00f38", "#2b7a3d", "#6a3fa0"];

/// A diagram: its title, and the cost that it shows.
type Panel = (&'static str, fn(&Costs) -> f64);

const PANELS: [Panel; 3] = [
    ("New boxes: tree and pairs", |costs| costs.build_median_ms + costs.pairs_median_ms),
    ("All boxes have moved", |costs| costs.all_moving_median_ms),
    ("One box of a hundred has moved", |costs| costs.few_moving_median_ms),
];

/// Returns an SVG document with a diagram below the other.
pub fn svg(rows: &[Row]) -> String {
    let mut svg = Svg::new([WIDTH, TOP + PANEL * PANELS.len() as f64]);
    let title = "Pairs of boxes that meet: one thread (rings) and all (dots)";
    svg.text([SIDES[0], 34.0], Anchor::Start, Style::TITLE, title);
    for (i, each) in PANELS.iter().enumerate() {
        panel(&mut svg, TOP + PANEL * i as f64, each, rows);
    }
    svg.finish()
}

fn panel(svg: &mut Svg, top: f64, (title, cost): &Panel, rows: &[Row]) {
    let bottom = top + TITLE + FIELD;
    let counts = || rows.iter().map(|row| row.boxes as f64);
    let ends = [counts().fold(1e6, f64::min).min(1e3), counts().fold(1e3, f64::max).max(1e6)];
    let across = Axis::logarithmic(ends, [SIDES[0] + 10.0, SIDES[1] - 10.0]);
    let up = Axis::logarithmic(RANGE, [bottom, top + TITLE]);
    svg.text([SIDES[0], top + 22.0], Anchor::Start, Style::HEADING, title);
    svg.rows(&up, SIDES, "ms");
    svg.limit(&up, SIDES, STEP_MS, "60 steps a second");
    svg.columns(&across, bottom, "boxes");
    let mut x = SIDES[0] + Style::HEADING.width(title) + 60.0;
    let mut scenes: Vec<&str> = rows.iter().map(|row| row.scene).collect();
    scenes.dedup();
    for (scene, colour) in scenes.into_iter().zip(COLOURS.into_iter().cycle()) {
        x = svg.legend([x, top + 22.0], Mark::Dot, colour, scene);
        for row in rows.iter().filter(|row| row.scene == scene) {
            let x = across.place(row.boxes as f64);
            svg.mark([x, up.place(cost(&row.one_thread))], Mark::Ring, colour);
            svg.mark([x, up.place(cost(&row.all_threads))], Mark::Dot, colour);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::tests::assert_readable;
    use motzkin_lab::workload::boxes::SCENES;

    #[test]
    fn each_row_is_a_ring_and_a_dot_in_each_diagram() {
        let costs = Costs {
            build_median_ms: 1.0,
            pairs_median_ms: 2.0,
            all_moving_median_ms: 3.0,
            few_moving_median_ms: 4.0,
        };
        for most in [50, 1_000_000] {
            let row = |scene| Row {
                scene,
                boxes: most,
                pairs: 9,
                bytes_per_box: 32.0,
                one_thread: costs,
                all_threads: costs,
            };
            let drawn = svg(&SCENES.map(row));
            assert_eq!(drawn.matches("fill=\"none\"").count(), 3 * SCENES.len());
            // The legend has a dot for each scene.
            assert_eq!(drawn.matches("<circle").count(), 9 * SCENES.len());
            assert_readable(&drawn);
        }
    }
}
