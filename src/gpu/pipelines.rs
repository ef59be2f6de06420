//! Everything compiled, apart from any buffer.

use super::listing::ListStage;
use super::verdicts::VerdictStage;

/// The stages, made from any device: about 50 ms once, then shared by every batch.
#[derive(Clone, Debug)]
pub struct Pipelines {
    /// One raw code a pair.
    pub verdicts: VerdictStage,
    /// The pairs with given codes, in order.
    pub list: ListStage,
}

impl Pipelines {
    /// Compiles the stages. An error goes to the error scope that surrounds the call.
    pub fn new(device: &wgpu::Device) -> Self {
        Self::with_groups_per_row(device, u32::MAX)
    }

    /// [`new`](Self::new) with dispatches in rows of at most `groups` workgroups, where the device
    /// would take longer ones: to test with.
    pub fn with_groups_per_row(device: &wgpu::Device, groups: u32) -> Self {
        let row = device.limits().max_compute_workgroups_per_dimension.min(groups).max(1);
        Self { verdicts: VerdictStage::new(device, row), list: ListStage::new(device, row) }
    }
}
