//! The report as text.

use super::Report;
use super::measure::{Costs, Row};
use super::on_gpu::{GpuRow, OnGpu, Stages};
use crate::table::{columns, counted, grouped};

pub fn text(report: &Report) -> String {
    let cpu = if report.rows.is_empty() { String::new() } else { on_cpu(report) };
    let gpu = report.gpu.as_ref().map_or_else(String::new, |gpu| on_gpu(gpu, report.repeat));
    let gap = if cpu.is_empty() || gpu.is_empty() { "" } else { "\n" };
    format!("{cpu}{gap}{gpu}{}", report.disturbance.text())
}

/// A line for each scene and size.
fn on_gpu(gpu: &OnGpu, repeat: usize) -> String {
    let heading = [
        "scene",
        "boxes",
        "pairs",
        "MiB",
        "moved MiB",
        "upload ms",
        "boxes ms",
        "order ms",
        "tree ms",
        "pairs ms",
        "step ms",
        "GB/s",
        "of copy",
    ]
    .map(str::to_owned);
    let line = |row: &GpuRow| {
        let mebibytes = |bytes: u64| format!("{:.2}", bytes as f64 / f64::from(1 << 20));
        let stage = |time: fn(&Stages) -> f64| {
            row.stages.as_ref().map_or_else(|| "-".into(), |stages| format!("{:.3}", time(stages)))
        };
        let or_none = |text: Option<String>| text.unwrap_or_else(|| "-".into());
        [
            row.scene.to_owned(),
            grouped(row.boxes),
            grouped(row.pairs),
            mebibytes(row.boxes_bytes + row.scratch_bytes + row.pairs_bytes),
            mebibytes(row.moved_bytes_per_step),
            format!("{:.3}", row.upload_median_ms),
            stage(|stages| stages.boxes_median_ms),
            stage(|stages| stages.order_median_ms),
            stage(|stages| stages.tree_median_ms),
            stage(|stages| stages.pairs_median_ms),
            format!("{:.3}", row.step_median_ms),
            or_none(row.tree_bytes_per_s.map(|rate| format!("{:.2}", rate * 1e-9))),
            or_none(row.share_of_copy.map(|share| format!("{:.0} %", 100.0 * share))),
        ]
    };
    format!(
        "On {}, which copies {:.1} GB/s: all boxes are new in each step, and only the header comes \
         back. Stages by the device's clock, the step by the host's, medians of {}. The rate is \
         that of boxes, order and tree.\n\n{}",
        gpu.description,
        gpu.copy_bytes_per_s * 1e-9,
        counted(repeat, "round", "rounds"),
        columns(&heading, gpu.rows.iter().map(line)),
    )
}

fn on_cpu(report: &Report) -> String {
    let heading = [
        "scene",
        "boxes",
        "pairs",
        "bytes a box",
        "threads",
        "build ms",
        "pairs ms",
        "all moving ms",
        "1 in 100 moving ms",
    ]
    .map(str::to_owned);
    let line = |row: &Row, threads: usize, costs: &Costs| {
        let time = |ms: f64| format!("{ms:.3}");
        [
            row.scene.to_owned(),
            grouped(row.boxes),
            grouped(row.pairs),
            format!("{:.1}", row.bytes_per_box),
            threads.to_string(),
            time(costs.build_median_ms),
            time(costs.pairs_median_ms),
            time(costs.all_moving_median_ms),
            time(costs.few_moving_median_ms),
        ]
    };
    let lines = report.rows.iter().flat_map(|row| {
        [line(row, 1, &row.one_thread), line(row, report.threads, &row.all_threads)]
    });
    format!(
        "Pairs of boxes that meet, in ascending order: a tree of boxes ({}, 1 thread and {}), medians of {}. Moving: a \
         refit and the pairs, or where few move a cache of them.\n\n{}",
        report.simd,
        counted(report.threads, "thread", "threads"),
        counted(report.repeat, "round", "rounds"),
        columns(&heading, lines),
    )
}
