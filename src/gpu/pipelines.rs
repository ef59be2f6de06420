//! Everything compiled, apart from any batch.

use super::batch::{Batch, BatchBuffers, BatchOptions, BufferError};
use super::bounds::BoundsStages;
use super::device::loss;
use super::digits;
use super::limits::check_limits;
use super::listing::{ListStage, ScanStage};
use super::scopes::checked_now;
use super::search::SearchStages;
use super::sources::{HULL_VERDICTS, LIST_HITS, LIST_PLANE_UNDECIDED, LIST_UNDECIDED, PREPARE};
use super::stage::Stage;
use super::verdicts::VerdictStage;
use crate::gpu_error::GpuError;
use std::sync::{Arc, OnceLock};

/// The compiled stages, made from any [`wgpu::Device`] and shared by all its batches. A clone is a
/// handle.
#[derive(Clone, Debug)]
pub struct Pipelines(Arc<Stages>);

/// One of each stage.
#[derive(Debug)]
pub(super) struct Stages {
    pub verdicts: VerdictStage,
    pub scan: ScanStage,
    pub list: ListStage,
    pub prepare: Stage,
    pub list_hits: Stage,
    pub list_undecided: Stage,
    list_plane_undecided: OnceLock<Stage>,
    hull_verdicts: OnceLock<Stage>,
    pub bounds: BoundsStages,
    search: OnceLock<SearchStages>,
    /// The numbers 0 to 255, each at an offset that a binding can choose.
    pub digits: wgpu::Buffer,
    /// The most workgroups in a row of a dispatch.
    pub row: u32,
}

impl Stages {
    /// Compiled for the first batch that needs it.
    pub fn list_plane_undecided(&self, device: &wgpu::Device) -> &Stage {
        self.list_plane_undecided.get_or_init(|| Stage::new(device, &LIST_PLANE_UNDECIDED, "", &[]))
    }

    /// Compiled for the first batch of polytopes.
    pub fn hull_verdicts(&self, device: &wgpu::Device) -> &Stage {
        self.hull_verdicts.get_or_init(|| Stage::new(device, &HULL_VERDICTS, "", &[]))
    }

    /// Compiled for the first search.
    pub fn search(&self, device: &wgpu::Device) -> &SearchStages {
        self.search.get_or_init(|| SearchStages::new(device, self.row))
    }
}

impl Pipelines {
    /// Compiles the stages, ten pipelines: once a device. The driver's compiler takes most of the
    /// time, a tenth of a second or several.
    ///
    /// Asks for nothing beyond WebGPU's default limits and no optional feature; a device with less
    /// answers [`GpuError::LimitTooSmall`] before anything is made. What a driver refuses comes
    /// back as an error too: the caller's error scopes and handlers see nothing of it. A lost
    /// device answers [`GpuError::DeviceLost`].
    pub fn new(device: &wgpu::Device) -> Result<Self, GpuError> {
        check_limits(&device.adapter_info().name, &device.limits())?;
        let made = checked_now(device, || Self::with_groups_per_row(device, u32::MAX));
        made.and_then(|made| made).map_err(|error| loss(device).unwrap_or(error))
    }

    /// The same without the checks, with dispatches in rows of at most `groups` workgroups, where
    /// the device would take longer ones.
    pub(super) fn with_groups_per_row(
        device: &wgpu::Device,
        groups: u32,
    ) -> Result<Self, GpuError> {
        let row = device.limits().max_compute_workgroups_per_dimension.min(groups).max(1);
        let scan = ScanStage::new(device, row);
        Ok(Self(Arc::new(Stages {
            verdicts: VerdictStage::new(device, row),
            list: ListStage::new(device, scan.clone(), row),
            scan,
            prepare: Stage::new(device, &PREPARE, "ROW", &[row]),
            list_hits: Stage::new(device, &LIST_HITS, "", &[]),
            list_undecided: Stage::new(device, &LIST_UNDECIDED, "", &[]),
            list_plane_undecided: OnceLock::new(),
            hull_verdicts: OnceLock::new(),
            bounds: BoundsStages::new(row),
            search: OnceLock::new(),
            digits: digits::table(device)?,
            row,
        })))
    }

    /// Binds the caller's buffers, and allocates what a batch needs besides, once: recording makes
    /// no object.
    ///
    /// Everything is checked here, before wgpu sees it: usages, sizes, alignments, room, and
    /// buffers that would be read and written at once. A buffer of the same instance's other
    /// devices is refused as well, and a lost device says so.
    pub fn batch(
        &self,
        device: &wgpu::Device,
        buffers: &BatchBuffers<'_>,
        options: &BatchOptions,
    ) -> Result<Batch, BufferError> {
        Batch::new(self.clone(), device, buffers, options)
    }

    pub(super) fn stages(&self) -> &Stages {
        &self.0
    }
}
