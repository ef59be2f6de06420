//! The occupancy test of a device.

use crate::geom::TriangleMesh;
use crate::gpu::device::headless::{AdapterSummary, Headless};
use crate::gpu::occupancy::batch::Batch;
use crate::gpu::occupancy::known;
use crate::gpu::occupancy::mode::{OccupancyMode, QUERIES};
use crate::gpu::occupancy::names::Names;
use crate::gpu::occupancy::passes::Passes;
use crate::gpu::occupancy::strips::Strip;
use crate::gpu::run::by_mesh::ByMesh;
use crate::gpu::run::device_meshes::{DeviceMesh, DeviceMeshes};
use crate::gpu::run::runner::Runner;
use crate::gpu_error::GpuError;
use crate::tree::spheres::{OccupancyDeviceUse, OccupancyFault, OccupancyParent, OccupancyTest};
use std::sync::Arc;

/// Triangles of one question; those of a larger node are asked about in turns, so that no
/// invocation runs for long.
const TRIANGLES: u32 = 1 << 20;

/// An occupancy test on a device. All nodes of a call go in one pass, up to 512 of them, with one
/// readback. Views take a pass for each axis: an octant of which a view shows a sample needs no
/// other view, and is not asked about again.
///
/// A call blocks its thread until the device has answered. On an executor whose threads must not
/// stand still, ask from a thread that may, such as `tokio::task::spawn_blocking` gives.
///
/// The vertices and the triangles of a mesh, or its strip, go up once. They stay on the device
/// until the mesh is [forgotten](OccupancyTest::forget), or is gone and something else is opened,
/// or the test is dropped, or a pass fails. A later opening sends 256 bytes a node, and 4 bytes a
/// triangle where the node's triangles do not follow one another. Within a [memory
/// budget](crate::service::ServiceBuilder::gpu_memory) the meshes of a test take at most half of
/// it, and make way for what else needs it; the triangles of a mesh for which there is no room go
/// up with each opening. A mesh's strip is put together once, and takes up to 24 bytes a triangle
/// on the CPU.
pub struct GpuOccupancyTest {
    meshes: Arc<DeviceMeshes>,
    strips: ByMesh<Arc<Strip>>,
    mode: OccupancyMode,
    is_tested: bool,
    queries: u64,
    /// Bytes of geometry that stays, and of openings.
    uploaded: [u64; 2],
    // Last: buffers go before the thread that waits for the GPU.
    passes: Passes,
}

impl core::fmt::Debug for GpuOccupancyTest {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self { mode, queries, .. } = self;
        f.debug_struct("GpuOccupancyTest")
            .field("mode", mode)
            .field("queries", queries)
            .finish_non_exhaustive()
    }
}

fn check(mode: OccupancyMode) -> Result<(), GpuError> {
    match mode {
        OccupancyMode::Views { size, .. } if !(1..=1024).contains(&size) => {
            Err(GpuError::Refused(format!("views of {size} by {size} samples")))
        }
        _ => Ok(()),
    }
}

impl GpuOccupancyTest {
    /// Compiles a test for a device, and runs it once: many drivers compile when they first draw. A
    /// mode that misses nothing is asked about 288 boxes, of which half touch a triangle.
    ///
    /// # Errors
    ///
    /// Returns [`GpuError::SelfTest`] for a device that misses one of these, or finds most of the
    /// others without reason, [`GpuError::Refused`] for a size of views that is not between 1 and
    /// 1024, and an error for what the driver refuses.
    pub fn new(gpu: &Headless, mode: OccupancyMode) -> Result<Self, GpuError> {
        check(mode)?;
        Self::by(Passes::new(gpu, mode)?, mode)
    }

    /// Compiles a test for the device of a runner, whose budget and timeout it obeys.
    pub(crate) fn of(runner: Arc<Runner>, mode: OccupancyMode) -> Result<Self, GpuError> {
        check(mode)?;
        Self::by(Passes::of(runner, mode)?, mode)
    }

    fn by(passes: Passes, mode: OccupancyMode) -> Result<Self, GpuError> {
        let meshes = DeviceMeshes::new(&passes.jobs().budget);
        let strips = ByMesh::default();
        let (is_tested, queries, uploaded) = (false, 0, [0; 2]);
        let mut test = Self { meshes, strips, mode, is_tested, queries, uploaded, passes };
        match test.pass_self_test() {
            Err(error @ GpuError::SelfTest { .. }) => Err(error),
            // Another error comes again when the test is asked, or the self-test is passed then.
            Err(_) | Ok(()) => Ok(test),
        }
    }

    /// Asks about boxes whose answers are known, unless that was done. Views may miss a box: they
    /// are asked about a few, so that the driver compiles, and not judged.
    fn pass_self_test(&mut self) -> Result<(), GpuError> {
        if self.is_tested {
            return Ok(());
        }
        let is_judged = !matches!(self.mode, OccupancyMode::Views { .. });
        let mut cases = known::cases();
        if !is_judged {
            cases.truncate(1);
        }
        let triangles: Vec<_> = cases.iter().map(|case| case.triangle).collect();
        let mesh = TriangleMesh::from_soup(&triangles).map(Arc::new);
        let mesh = mesh.map_err(|error| GpuError::Refused(error.to_string()))?;
        let numbers: Vec<[u32; 1]> = (0..cases.len() as u32).map(|number| [number]).collect();
        let parents = numbers.iter().zip(&cases).map(|(triangles, case)| OccupancyParent {
            mesh: &mesh,
            triangles,
            octants: case.boxes,
        });
        let found = self.look(&parents.collect::<Vec<_>>(), false);
        self.strips.forget(&mesh);
        (self.queries, self.uploaded) = (0, [0; 2]);
        let masks = found?;
        if is_judged {
            let info = self.passes.jobs().gpu.device.adapter_info();
            let adapter = AdapterSummary::of(info).to_string();
            known::judge(&masks).map_err(|fault| GpuError::SelfTest { adapter, fault })?;
        }
        self.is_tested = true;
        Ok(())
    }

    fn is_strips(&self) -> bool {
        matches!(self.mode, OccupancyMode::Views { strips: true, .. })
    }

    fn views(&self) -> u32 {
        if matches!(self.mode, OccupancyMode::Views { .. }) { 3 } else { 1 }
    }

    /// Corners of what a question counts: of a triangle, or of a place along a strip.
    fn corners(&self) -> usize {
        if self.is_strips() { 1 } else { 3 }
    }

    fn strip(&mut self, mesh: &Arc<TriangleMesh>) -> Arc<Strip> {
        let make = || Arc::new(Strip::new(mesh.triangles()));
        self.strips.get_or_insert_with(mesh, make).clone()
    }

    /// Returns a mesh on the device, if there is room for it.
    fn kept(&mut self, mesh: &Arc<TriangleMesh>) -> Result<Option<Arc<DeviceMesh>>, GpuError> {
        if let Some(found) = self.meshes.find(mesh) {
            return Ok(Some(found));
        }
        let strip = self.is_strips().then(|| self.strip(mesh));
        let corners = match &strip {
            Some(strip) => &strip.vertices[..],
            None => mesh.triangles().as_flattened(),
        };
        let kept = self.meshes.keep(self.passes.jobs(), mesh, corners)?;
        self.uploaded[0] += kept.as_ref().map_or(0, |kept| kept.buffer.size());
        Ok(kept)
    }

    /// A pass for a batch, or for each view of it; adds what they find.
    fn ask(&mut self, batch: &Batch, masks: &mut [u8]) -> Result<(), GpuError> {
        let mut sent = None;
        // The octants that no view has shown a sample of.
        let mut open: Vec<usize> = (0..batch.questions.len()).collect();
        for view in 0..self.views() {
            if open.is_empty() {
                break;
            }
            self.queries += open.len() as u64;
            let occupied = self.passes.run(batch, &mut sent, &open, view)?;
            if view == 0 {
                self.uploaded[1] += batch.bytes();
                for mesh in batch.groups.iter().filter_map(|group| group.mesh.as_ref()) {
                    mesh.arrived()?;
                }
            }
            let mut found = occupied.into_iter();
            open.retain(|&number| {
                let is_occupied = found.next() == Some(true);
                if is_occupied {
                    masks[batch.parents[number / 8]] |= 1 << (number % 8);
                }
                !is_occupied
            });
        }
        Ok(())
    }

    /// Asks about parents, of which geometry stays on the device or goes up with the questions.
    fn look(&mut self, parents: &[OccupancyParent], keeps: bool) -> Result<Vec<u8>, GpuError> {
        if let Some(lost) = self.passes.jobs().lost() {
            return Err(lost.clone());
        }
        self.meshes.begin_opening();
        self.strips.sweep();
        let mut masks = vec![0; parents.len()];
        let (largest, corners) = (self.passes.largest(), self.corners());
        // A compute pass has a workgroup a question, in one row.
        let row = self.passes.jobs().gpu.device.limits().max_compute_workgroups_per_dimension;
        let most_parents = QUERIES.min(row as usize) / 8;
        let mut batch = Batch::default();
        for (number, parent) in parents.iter().enumerate() {
            if parent.triangles.is_empty() {
                continue;
            }
            let mesh = parent.mesh;
            let kept = if keeps { self.kept(mesh)? } else { None };
            let strip = self.is_strips().then(|| self.strip(mesh));
            let names = match &strip {
                Some(strip) => strip.part(parent.triangles),
                None => Names::of(parent.triangles, mesh.len()),
            };
            let each = if kept.is_some() { 4 } else { 12 * corners as u64 };
            let most = u32::try_from(largest / each).unwrap_or(u32::MAX).min(TRIANGLES);
            // Two vertices of a strip begin the next triangle.
            let shared = if self.is_strips() { 2 } else { 0 };
            for part in names.parts(most.saturating_sub(shared), shared) {
                let is_sent = kept.is_none() || matches!(part, Names::List(_));
                let bytes = if is_sent { u64::from(part.len()) * each } else { 0 };
                let is_full = batch.parents.len() == most_parents
                    || batch.bytes() + bytes > largest && !batch.parents.is_empty();
                if is_full {
                    self.ask(&batch, &mut masks)?;
                    batch = Batch::default();
                }
                match &kept {
                    Some(kept) => batch.add_kept(number, &parent.octants, kept, &part),
                    None => {
                        let vertices = vertices(mesh, strip.as_deref(), &part);
                        batch.add_loose(number, &parent.octants, vertices, corners);
                    }
                }
            }
        }
        if !batch.parents.is_empty() {
            self.ask(&batch, &mut masks)?;
        }
        Ok(masks)
    }

    /// Returns a mask for each parent, as [`OccupancyTest::occupied`] does.
    pub(crate) fn masks(&mut self, parents: &[OccupancyParent]) -> Result<Vec<u8>, GpuError> {
        let found = match self.pass_self_test().and_then(|()| self.look(parents, true)) {
            // What stays makes way for what is asked, and what only waits.
            Err(GpuError::OverBudget(_) | GpuError::OutOfMemory(_)) => {
                self.meshes.clear();
                self.passes.free_idle();
                self.pass_self_test().and_then(|()| self.look(parents, false))
            }
            found => found,
        };
        if found.is_err() {
            // Nobody knows what of it has arrived.
            self.meshes.clear();
        }
        found
    }
}

/// The corners that are named, one after the other.
fn vertices(
    mesh: &TriangleMesh,
    strip: Option<&Strip>,
    names: &Names,
) -> impl Iterator<Item = [f32; 3]> {
    let vertex = |number: u32| mesh.vertices()[number as usize];
    let of_triangle = |triangle: u32| mesh.triangles()[triangle as usize];
    let numbers: Vec<u32> = match (strip, names) {
        (None, Names::Range(range)) => range.clone().flat_map(of_triangle).collect(),
        (None, Names::List(list)) => list.iter().copied().flat_map(of_triangle).collect(),
        (Some(strip), Names::Range(range)) => {
            strip.vertices[range.start as usize..range.end as usize].to_vec()
        }
        (Some(_), Names::List(list)) => list.to_vec(),
    };
    numbers.into_iter().map(vertex)
}

impl OccupancyTest for GpuOccupancyTest {
    fn occupied(&mut self, parents: &[OccupancyParent]) -> Result<Vec<u8>, OccupancyFault> {
        self.masks(parents).map_err(|error| OccupancyFault(Box::new(error)))
    }

    fn queries(&self) -> u64 {
        self.queries
    }

    fn forget(&mut self, mesh: &Arc<TriangleMesh>) {
        self.meshes.forget(mesh);
        self.strips.forget(mesh);
    }

    fn device_use(&self) -> OccupancyDeviceUse {
        let [geometry_uploaded, openings_uploaded] = self.uploaded;
        let geometry = self.meshes.bytes();
        OccupancyDeviceUse { geometry, geometry_uploaded, openings_uploaded }
    }
}
