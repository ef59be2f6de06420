//! The costs against the number of boxes, a diagram for each way that boxes move.

use super::measure::{Costs, Row};
use super::on_gpu::OnGpu;
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

/// A diagram: its title, the cost that it shows, and whether a GPU's step is that too.
type Panel = (&'static str, fn(&Costs) -> f64, bool);

const PANELS: [Panel; 3] = [
    ("New boxes: tree and pairs", |costs| costs.build_median_ms + costs.pairs_median_ms, true),
    ("All boxes have moved", |costs| costs.all_moving_median_ms, true),
    ("One box of a hundred has moved", |costs| costs.few_moving_median_ms, false),
];

/// Returns an SVG document with a diagram below the other.
pub fn svg(rows: &[Row], gpu: Option<&OnGpu>) -> String {
    let mut svg = Svg::new([WIDTH, TOP + PANEL * PANELS.len() as f64]);
    let title = "Pairs of boxes that meet: one thread (rings), all (dots), a GPU (squares)";
    svg.text([SIDES[0], 34.0], Anchor::Start, Style::TITLE, title);
    for (i, each) in PANELS.iter().enumerate() {
        panel(&mut svg, TOP + PANEL * i as f64, each, rows, gpu);
    }
    svg.finish()
}

fn panel(
    svg: &mut Svg,
    top: f64,
    (title, cost, on_gpu): &Panel,
    rows: &[Row],
    gpu: Option<&OnGpu>,
) {
    let bottom = top + TITLE + FIELD;
    let on_device = gpu.into_iter().flat_map(|gpu| &gpu.rows);
    let counts = || {
        let all = rows.iter().map(|row| row.boxes);
        all.chain(on_device.clone().map(|row| row.boxes)).map(|boxes| boxes as f64)
    };
    let ends = [counts().fold(1e6, f64::min).min(1e3), counts().fold(1e3, f64::max).max(1e6)];
    let across = Axis::logarithmic(ends, [SIDES[0] + 10.0, SIDES[1] - 10.0]);
    let up = Axis::logarithmic(RANGE, [bottom, top + TITLE]);
    svg.text([SIDES[0], top + 22.0], Anchor::Start, Style::HEADING, title);
    svg.rows(&up, SIDES, "ms");
    svg.limit(&up, SIDES, STEP_MS, "60 steps a second");
    svg.columns(&across, bottom, "boxes");
    let mut x = SIDES[0] + Style::HEADING.width(title) + 60.0;
    let of_both = rows.iter().map(|row| row.scene).chain(on_device.clone().map(|row| row.scene));
    let mut scenes: Vec<&str> = Vec::new();
    for scene in of_both {
        if !scenes.contains(&scene) {
            scenes.push(scene);
        }
    }
    for (scene, colour) in scenes.into_iter().zip(COLOURS.into_iter().cycle()) {
        x = svg.legend([x, top + 22.0], Mark::Dot, colour, scene);
        for row in rows.iter().filter(|row| row.scene == scene) {
            let x = across.place(row.boxes as f64);
            svg.mark([x, up.place(cost(&row.one_thread))], Mark::Ring, colour);
            svg.mark([x, up.place(cost(&row.all_threads))], Mark::Dot, colour);
        }
        for row in on_device.clone().filter(|row| *on_gpu && row.scene == scene) {
            let place = [across.place(row.boxes as f64), up.place(row.step_median_ms)];
            svg.mark(place, Mark::Square, colour);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::pairs::on_gpu::GpuRow;
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
            let on_device = |scene| GpuRow {
                scene,
                boxes: most,
                pairs: 9,
                boxes_bytes: 24,
                scratch_bytes: 90,
                pairs_bytes: 72,
                moved_bytes_per_step: 56,
                upload_median_ms: 0.5,
                stages: None,
                step_median_ms: 5.0,
                tree_bytes_per_s: None,
                share_of_copy: None,
            };
            let gpu = OnGpu {
                description: "one".into(),
                copy_bytes_per_s: 1e9,
                rows: SCENES.map(on_device).to_vec(),
            };
            let [alone, both] = [svg(&SCENES.map(row), None), svg(&SCENES.map(row), Some(&gpu))];
            let squares = |drawn: &str| drawn.matches("<rect").count();
            assert_eq!(squares(&both) - squares(&alone), 2 * SCENES.len());
            assert_readable(&both);
            let drawn = alone;
            assert_eq!(drawn.matches("fill=\"none\"").count(), 3 * SCENES.len());
            // The legend has a dot for each scene.
            assert_eq!(drawn.matches("<circle").count(), 9 * SCENES.len());
            assert_readable(&drawn);
        }
    }
}
