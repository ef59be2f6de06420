//! Geometry of meshes that stays on the device.

use crate::geom::TriangleMesh;
use crate::gpu::device::limits::largest_bound;
use crate::gpu::device::scopes::checked_now;
use crate::gpu::run::budget::{Budget, Held, Spare};
use crate::gpu::run::by_mesh::ByMesh;
use crate::gpu::run::jobs::Jobs;
use crate::gpu_error::GpuError;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A mesh that no opening has used for so many makes way for others.
const RESTING: u64 = 64;

/// The buffer of a mesh: where its corners begin, the coordinates of its vertices, and the numbers
/// of the vertices at its corners. All are words.
pub(in crate::gpu) struct DeviceMesh {
    pub buffer: wgpu::Buffer,
    /// Its bytes, and as many for what is staged until the GPU has it.
    held: Arc<Held>,
}

impl DeviceMesh {
    /// Takes note that the GPU has it.
    pub fn arrived(&self) -> Result<(), GpuError> {
        Ok(self.held.resize(self.buffer.size())?)
    }
}

/// The meshes of which geometry stays on the device, within half of the memory budget.
pub(in crate::gpu) struct DeviceMeshes {
    budget: Arc<Budget>,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    meshes: ByMesh<(Arc<DeviceMesh>, u64)>,
    /// Openings so far.
    openings: u64,
}

impl DeviceMeshes {
    /// None yet. They are freed when something else needs their memory.
    pub fn new(budget: &Arc<Budget>) -> Arc<Self> {
        let meshes = Arc::new(Self { budget: budget.clone(), kept: Mutex::default() });
        let spare: Arc<dyn Spare> = meshes.clone();
        budget.add_spare(&spare);
        meshes
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins an opening. Geometry of meshes that are no more is freed.
    pub fn begin_opening(&self) {
        let mut kept = self.kept();
        kept.openings += 1;
        kept.meshes.sweep();
    }

    /// Returns the mesh if it is there.
    pub fn find(&self, mesh: &Arc<TriangleMesh>) -> Option<Arc<DeviceMesh>> {
        let mut kept = self.kept();
        let now = kept.openings;
        let (found, used) = kept.meshes.get_mut(mesh)?;
        *used = now;
        Some(found.clone())
    }

    /// Uploads a mesh, whose corners are these vertices, and keeps it. `None` where the device has
    /// no buffer so large, or the budget no room for it beside what was used lately.
    pub fn keep(
        &self,
        jobs: &Jobs,
        mesh: &Arc<TriangleMesh>,
        corners: &[u32],
    ) -> Result<Option<Arc<DeviceMesh>>, GpuError> {
        let vertices = mesh.vertices();
        let head = 1 + 3 * vertices.len();
        let bytes = ((head + corners.len()) * size_of::<u32>()) as u64;
        let largest = largest_bound(&jobs.gpu.device.limits());
        // Numbers of corners leave a bit to spare.
        if bytes > largest.min(1 << 32) {
            return Ok(None);
        }
        if let Some(most) = self.budget.most() {
            let fits = || self.bytes() + 2 * bytes <= most / 2;
            if !fits() {
                let mut kept = self.kept();
                let oldest = kept.openings.saturating_sub(RESTING);
                kept.meshes.retain(|(_, used)| *used > oldest);
            }
            if !fits() {
                return Ok(None);
            }
        }
        let Ok(held) = self.budget.take_free("the geometry of a mesh", 2 * bytes) else {
            return Ok(None);
        };
        let make = || -> Result<wgpu::Buffer, GpuError> {
            let buffer = jobs.gpu.device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("motzkin mesh"),
                size: bytes,
                usage: wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_DST,
                mapped_at_creation: false,
            });
            let (word, mut uploads) = (size_of::<u32>() as u64, jobs.uploads());
            uploads.write(&buffer, &[head as u32])?;
            uploads.write_at(&buffer, word, vertices)?;
            uploads.write_at(&buffer, head as u64 * word, corners)?;
            uploads.send();
            Ok(buffer)
        };
        let made = checked_now(&jobs.gpu.device, make).and_then(|made| made);
        let buffer = made.map_err(|error| jobs.cause(error))?;
        let made = Arc::new(DeviceMesh { buffer, held });
        let mut kept = self.kept();
        let now = kept.openings;
        kept.meshes.insert(mesh, (made.clone(), now));
        Ok(Some(made))
    }

    /// Frees the geometry of a mesh.
    pub fn forget(&self, mesh: &Arc<TriangleMesh>) {
        self.kept().meshes.forget(mesh);
    }

    /// Frees the geometry of all meshes.
    pub fn clear(&self) {
        let freed = std::mem::take(&mut self.kept().meshes);
        drop(freed);
    }

    /// Bytes that are held, of staging too.
    pub fn bytes(&self) -> u64 {
        self.kept().meshes.values().map(|(mesh, _)| mesh.held.bytes()).sum()
    }
}

impl Spare for DeviceMeshes {
    fn free(&self) {
        self.clear();
    }
}
