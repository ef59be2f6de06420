//! Occupancy tests on the device of a service.

use super::collision_service::CollisionService;
use crate::geom::TriangleMesh;
use crate::gpu::{GpuOccupancyTest, OccupancyMode};
use crate::gpu_error::GpuError;
use crate::tree::spheres::{
    CpuOccupancyTest, OccupancyDeviceUse, OccupancyFault, OccupancyParent, OccupancyTest,
};
use std::sync::Arc;

impl CollisionService {
    /// Compiles an occupancy test for the sphere trees of meshes, for
    /// [`Scene::set_occupancy_test`](super::Scene::set_occupancy_test) or a
    /// [`MeshWorld`](crate::tree::spheres::MeshWorld).
    ///
    /// On a GPU engine the test runs on the device of the service, within its
    /// [memory](super::ServiceBuilder::gpu_memory) and its
    /// [timeout](super::ServiceBuilder::timeout). Where
    /// [the CPU takes over](super::OnGpuFailure::CpuTakesOver) a pass that fails is repeated there,
    /// triangle by triangle, which misses nothing. On another engine the CPU tests from the start.
    ///
    /// # Errors
    ///
    /// Returns what the driver refuses, [`GpuError::SelfTest`] for a device that misses what it
    /// must not, and [`GpuError::Refused`] for [views](OccupancyMode::Views) of no size and for
    /// views on an engine that draws none.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::gpu::OccupancyMode;
    /// use motzkin::{CollisionService, Engine, SceneShape, TriangleMesh};
    ///
    /// let service = CollisionService::new(Engine::Auto)?;
    /// let mut scene = service.scene();
    /// scene.set_occupancy_test(Some(service.occupancy_test(OccupancyMode::Compute)?));
    /// let corners = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    /// let floor = SceneShape::mesh(TriangleMesh::from_soup(&[corners])?);
    /// scene.insert(floor.clone())?;
    /// scene.insert(floor)?;
    /// assert_eq!(scene.collide().run()?.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn occupancy_test(&self, mode: OccupancyMode) -> Result<Box<dyn OccupancyTest>, GpuError> {
        match self.engine.occupancy_test(mode) {
            Some(test) => {
                let cpu = CpuOccupancyTest::default();
                Ok(Box::new(OnDevice { service: self.clone(), test: test?, cpu }))
            }
            None if matches!(mode, OccupancyMode::Views { .. }) => {
                Err(GpuError::Refused("views on an engine that draws none".into()))
            }
            None => Ok(Box::new(CpuOccupancyTest::default())),
        }
    }
}

/// A test on the device of a service, and the CPU's where that takes over.
struct OnDevice {
    service: CollisionService,
    test: GpuOccupancyTest,
    cpu: CpuOccupancyTest,
}

impl OccupancyTest for OnDevice {
    fn occupied(&mut self, parents: &[OccupancyParent]) -> Result<Vec<u8>, OccupancyFault> {
        let failed = match self.test.masks(parents) {
            Ok(masks) => return Ok(masks),
            Err(error) => self.service.engine.failed(error),
        };
        match failed {
            Ok(_) => self.cpu.occupied(parents),
            Err(error) => Err(OccupancyFault(Box::new(error))),
        }
    }

    fn queries(&self) -> u64 {
        self.test.queries() + self.cpu.queries()
    }

    fn forget(&mut self, mesh: &Arc<TriangleMesh>) {
        self.test.forget(mesh);
    }

    fn device_use(&self) -> OccupancyDeviceUse {
        self.test.device_use()
    }
}
