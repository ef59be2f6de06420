//! The stage that puts frames into rows that lie scattered: `shaders/scatter.wgsl`.

use crate::geom::Frame3;
use crate::gpu::device::scopes::checked_now;
use crate::gpu::resident::dirty::DirtySet;
use crate::gpu::resident::grown::{Grown, most_rows};
use crate::gpu::resident::reservation::Reservation;
use crate::gpu::run::belt::UploadBelt;
use crate::gpu::run::budget::{Budget, Held};
use crate::gpu::shader::bindings::grid;
use crate::gpu::shader::sources::SCATTER;
use crate::gpu::shader::stage::{Compiler, Stage};
use crate::gpu::shader::stage_layout::{FrameUpdate, UPDATES_PER_GROUP};
use crate::gpu_error::GpuError;
use bytemuck::Zeroable;
use std::sync::Arc;
use wgpu::BufferUsages;

/// The stage, compiled when it is first needed, and what it needs from one update to the next.
#[derive(Debug)]
pub(in crate::gpu) struct Scatter {
    device: wgpu::Device,
    stage: Option<Stage>,
    /// The first has the number of the others.
    updates: Grown,
    /// Holds on to the buffers, so it has to go before their memory counts as free.
    bound: Option<wgpu::BindGroup>,
    reservation: Reservation,
    /// The device had no memory for a larger buffer: none is planned until something is submitted.
    is_short: bool,
    rows: Vec<FrameUpdate>,
    groups_per_row: u32,
}

impl Scatter {
    pub fn new(device: &wgpu::Device, budget: &Arc<Budget>) -> Self {
        let updates =
            Grown::new("motzkin frame updates", size_of::<FrameUpdate>(), BufferUsages::STORAGE);
        let groups_per_row = device.limits().max_compute_workgroups_per_dimension;
        let (device, reservation) = (device.clone(), Reservation::new(budget, "scattered updates"));
        Self {
            device,
            stage: None,
            updates,
            reservation,
            is_short: false,
            bound: None,
            rows: Vec::new(),
            groups_per_row,
        }
    }

    /// Returns true if the device binds the updates of so many frames.
    pub fn takes(&self, frames: usize) -> bool {
        frames < most_rows(&self.device, size_of::<FrameUpdate>())
    }

    /// Takes the memory that scattering so many frames needs. Returns false where there is none.
    pub fn reserve(&mut self, frames: usize) -> bool {
        let rows = frames + 1;
        if rows <= self.reservation.capacity() {
            return true;
        }
        let grown = self.reservation.grown(rows, most_rows(&self.device, size_of::<FrameUpdate>()));
        let bytes = (grown * size_of::<FrameUpdate>()) as u64;
        !self.is_short && self.reservation.hold(grown, bytes).is_ok()
    }

    /// Plans no larger buffer. Returns false where none was planned.
    pub fn trim(&mut self) -> bool {
        let was_planned = self.reservation.forget_next();
        self.is_short |= was_planned;
        was_planned
    }

    /// The memory that a submission uses.
    pub fn held(&self) -> impl Iterator<Item = Arc<Held>> {
        self.reservation.held()
    }

    /// What was recorded is submitted.
    pub fn commit(&mut self) {
        self.reservation.commit();
        self.updates.commit();
        // A browser tells later whether there was memory: to try again may cost an answer.
        self.is_short &= cfg!(target_family = "wasm");
    }

    /// What was recorded is not submitted.
    pub fn revert(&mut self) {
        self.reservation.revert();
        self.updates.revert();
        self.forget();
    }

    /// A submission was refused: nothing that was made for it is known to be whole.
    pub fn start_over(&mut self) {
        self.reservation.renew();
        self.updates.discard();
        self.stage = None;
        self.forget();
    }

    /// The frames' buffer is another one.
    pub fn forget(&mut self) {
        self.bound = None;
    }

    pub fn bytes(&self) -> u64 {
        self.updates.bytes()
    }

    /// Records the upload of the touched frames, for which memory was reserved, and answers its
    /// bytes.
    pub fn record(
        &mut self,
        belt: &mut UploadBelt,
        encoder: &mut wgpu::CommandEncoder,
        target: &Grown,
        touched: &DirtySet,
        frames: &[Frame3],
    ) -> Result<u64, GpuError> {
        let Some(target) = target.buffer() else { return Ok(0) };
        let device = self.device.clone();
        let rows = touched.rows().take_while(|&row| row < frames.len());
        self.rows.clear();
        self.rows.push(FrameUpdate::zeroed());
        self.rows.extend(rows.map(|row| FrameUpdate {
            row: row as u32,
            pad: [0; 3],
            frame: frames[row],
        }));
        let count = self.rows.len() as u32 - 1;
        self.rows[0].row = count;
        if self.updates.grow(&device, encoder, self.reservation.realise(), 0)? {
            self.bound = None;
        }
        let Some(updates) = self.updates.buffer() else { return Ok(0) };
        let bytes: &[u8] = bytemuck::cast_slice(&self.rows);
        belt.write(encoder, updates, 0, bytes)?;
        let stage = match self.stage.take() {
            Some(stage) => stage,
            None => {
                let compiler = Compiler { device: &device, cache: None };
                checked_now(&device, || Stage::new(compiler, &SCATTER, "", &[]))?
            }
        };
        let stage = self.stage.insert(stage);
        let bound = match self.bound.take() {
            Some(bound) => bound,
            None => {
                let buffers =
                    [updates.as_entire_buffer_binding(), target.as_entire_buffer_binding()];
                checked_now(&device, || stage.bind(&device, &[&buffers[0], &buffers[1]]))?
            }
        };
        let label = Some(stage.label());
        let descriptor = wgpu::ComputePassDescriptor { label, timestamp_writes: None };
        let mut pass = encoder.begin_compute_pass(&descriptor);
        stage.set(&mut pass, 0, self.bound.insert(bound), &[]);
        let [x, y] = grid(count.div_ceil(UPDATES_PER_GROUP), self.groups_per_row);
        pass.dispatch_workgroups(x, y, 1);
        Ok(bytes.len() as u64)
    }
}
