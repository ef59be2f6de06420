//! All stages of a device.

use crate::gpu::device::limits::check_group;
use crate::gpu::shader::byte_table;
use crate::gpu::shader::groups::{BROAD, Group, HITS, PLANE_UNDECIDED, SEARCH, UNDECIDED};
use crate::gpu::shader::sources::{GATHER_ITEMS, LIST_FOUND, PLACE_FRAMES, PREPARE};
#[cfg(feature = "polytopes")]
use crate::gpu::shader::sources::{HULL_MOVING_VERDICTS, HULL_VERDICTS};
use crate::gpu::shader::stage::{Compiler, Stage};
use crate::gpu::stages::any_hit::AnyHitStage;
use crate::gpu::stages::broad::BroadStages;
use crate::gpu::stages::hit_bounds::BoundsStages;
use crate::gpu::stages::listing::{ListStage, ScanStage};
use crate::gpu::stages::on_demand::OnDemand;
use crate::gpu::stages::search::SearchStages;
use crate::gpu::stages::verdicts::VerdictStage;
use crate::gpu_error::GpuError;
use crate::self_test::{SelfTest, SelfTestFault};
use std::sync::{Arc, OnceLock};

/// One of each stage.
#[derive(Debug)]
pub(in crate::gpu) struct Stages {
    pub verdicts: VerdictStage,
    pub scan: ScanStage,
    pub list: ListStage,
    pub prepare: Stage,
    list_hits: OnDemand<Stage>,
    list_undecided: OnDemand<Stage>,
    list_found: OnDemand<Stage>,
    list_plane_undecided: OnDemand<Stage>,
    #[cfg(feature = "polytopes")]
    hull_verdicts: [OnDemand<Stage>; 2],
    pub bounds: BoundsStages,
    any_hit: OnDemand<AnyHitStage>,
    search: OnDemand<SearchStages>,
    place_frames: OnDemand<Stage>,
    gather_items: OnDemand<Stage>,
    broad: OnDemand<Arc<BroadStages>>,
    cache: Option<wgpu::PipelineCache>,
    /// The numbers 0 to 255, each at an offset that a binding can choose.
    pub byte_table: wgpu::Buffer,
    /// The most workgroups in a row of a dispatch.
    pub row: u32,
    /// What the self-test found, once it was made.
    pub self_test: OnceLock<Result<SelfTest, SelfTestFault>>,
}

impl Stages {
    /// Compiles the stages that every batch needs, with dispatches in rows of at most `groups`
    /// workgroups, where the device would take longer ones. The lists are among them where the
    /// device has enough for those.
    pub fn new(compiler: Compiler<'_>, groups: u32) -> Result<Self, GpuError> {
        let Compiler { device, cache } = compiler;
        let row = device.limits().max_compute_workgroups_per_dimension.min(groups).max(1);
        let scan = ScanStage::new(compiler, row);
        let list = |group: &Group| match check_group(device, group) {
            Ok(()) => OnDemand::from(Stage::new(compiler, &group.sources[0], "", &[])),
            Err(_) => OnDemand::default(),
        };
        Ok(Self {
            verdicts: VerdictStage::new(compiler, row),
            list: ListStage::new(compiler, scan.clone(), row),
            scan,
            prepare: Stage::new(compiler, &PREPARE, "ROW", &[row]),
            list_hits: list(&HITS),
            list_undecided: list(&UNDECIDED),
            list_found: OnDemand::default(),
            list_plane_undecided: OnDemand::default(),
            #[cfg(feature = "polytopes")]
            hull_verdicts: Default::default(),
            bounds: BoundsStages::new(cache, row),
            any_hit: OnDemand::default(),
            search: OnDemand::default(),
            place_frames: OnDemand::default(),
            gather_items: OnDemand::default(),
            broad: OnDemand::default(),
            cache: cache.cloned(),
            byte_table: byte_table::table(device)?,
            row,
            self_test: OnceLock::new(),
        })
    }

    pub fn compiler<'a>(&'a self, device: &'a wgpu::Device) -> Compiler<'a> {
        Compiler { device, cache: self.cache.as_ref() }
    }

    /// The stage of a group of one.
    fn alone(
        &self,
        device: &wgpu::Device,
        stage: &OnDemand<Stage>,
        group: &Group,
    ) -> Result<Stage, GpuError> {
        check_group(device, group)?;
        stage.get(device, || Stage::new(self.compiler(device), &group.sources[0], "", &[]))
    }

    /// An error on a device that has too little for it.
    pub fn list_hits(&self, device: &wgpu::Device) -> Result<Stage, GpuError> {
        self.alone(device, &self.list_hits, &HITS)
    }

    /// Compiled for the first batch in the plane that needs it; an error on a device that has too
    /// little for it.
    pub fn list_undecided(&self, device: &wgpu::Device, in_plane: bool) -> Result<Stage, GpuError> {
        match in_plane {
            false => self.alone(device, &self.list_undecided, &UNDECIDED),
            true => self.alone(device, &self.list_plane_undecided, &PLANE_UNDECIDED),
        }
    }

    /// Compiled for the first search for pairs that meet; an error on a device that has too little
    /// for it.
    pub fn list_found(&self, device: &wgpu::Device) -> Result<Stage, GpuError> {
        check_group(device, &BROAD)?;
        let compile = || Stage::new(self.compiler(device), &LIST_FOUND, "", &[]);
        self.list_found.get(device, compile)
    }

    /// Compiled for the first batch of polytopes at rest, and for the first of moving ones.
    #[cfg(feature = "polytopes")]
    pub fn hull_verdicts(&self, device: &wgpu::Device, moving: bool) -> Result<Stage, GpuError> {
        let source = if moving { &HULL_MOVING_VERDICTS } else { &HULL_VERDICTS };
        let compile = || Stage::new(self.compiler(device), source, "", &[]);
        self.hull_verdicts[usize::from(moving)].get(device, compile)
    }

    /// Compiled for the first batch that asks for bits of groups.
    pub fn any_hit(&self, device: &wgpu::Device) -> Result<AnyHitStage, GpuError> {
        self.any_hit.get(device, || AnyHitStage::new(self.compiler(device), self.row))
    }

    /// Compiled for the first recording of shapes that are members of structs.
    pub fn gather_items(&self, device: &wgpu::Device) -> Result<Stage, GpuError> {
        self.gather_items.get(device, || Stage::new(self.compiler(device), &GATHER_ITEMS, "", &[]))
    }

    /// Compiled for the first placer.
    pub fn place_frames(&self, device: &wgpu::Device) -> Result<Stage, GpuError> {
        self.place_frames.get(device, || Stage::new(self.compiler(device), &PLACE_FRAMES, "", &[]))
    }

    /// Compiled for the first broad phase; an error on a device that has too little for it.
    pub fn broad(&self, device: &wgpu::Device) -> Result<Arc<BroadStages>, GpuError> {
        check_group(device, &BROAD)?;
        let compile = || Arc::new(BroadStages::new(self.compiler(device), self.row));
        self.broad.get(device, compile)
    }

    /// Compiled for the first search; an error on a device that has too little for it.
    pub fn search(&self, device: &wgpu::Device) -> Result<SearchStages, GpuError> {
        check_group(device, &SEARCH)?;
        self.search.get(device, || SearchStages::new(self.compiler(device), self.row))
    }
}
