//! What is reported of a broad phase on a GPU.

use serde::Serialize;

/// The GPU, and what it took.
#[derive(Clone, Debug, Serialize)]
pub struct OnGpu {
    /// The adapter and its driver.
    pub description: String,
    /// `copy_buffer_to_buffer`; read and written bytes.
    pub copy_bytes_per_s: f64,
    pub rows: Vec<GpuRow>,
}

/// One scene of one size, of which all boxes are new in each step. Times are medians.
#[derive(Clone, Debug, Serialize)]
pub struct GpuRow {
    pub scene: &'static str,
    pub boxes: usize,
    /// Pairs of boxes that meet.
    pub pairs: usize,
    /// On the device: boxes, what the broad phase adds, and the list of pairs.
    pub boxes_bytes: u64,
    pub scratch_bytes: u64,
    pub pairs_bytes: u64,
    /// To the device and back in each step: boxes and the header of the list.
    pub moved_bytes_per_step: u64,
    /// Host's clock: writing the boxes for the device.
    pub upload_median_ms: f64,
    /// Device's clock; null without timestamps.
    pub stages: Option<Stages>,
    /// Host's clock: from the upload until the header is back.
    pub step_median_ms: f64,
    /// What boxes, order and tree read and write at the least, and the share of the measured copy
    /// rate.
    pub tree_bytes_per_s: Option<f64>,
    pub share_of_copy: Option<f64>,
}

/// Times of the stages on the device.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Stages {
    /// The boxes and their places along a curve.
    pub boxes_median_ms: f64,
    /// The sort along the curve.
    pub order_median_ms: f64,
    /// The tree over the sorted boxes.
    pub tree_median_ms: f64,
    /// The pairs, counted and listed.
    pub pairs_median_ms: f64,
}
