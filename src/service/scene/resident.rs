//! The buffers of a scene on the GPU.

use super::space::Scene;
use crate::gpu::ResidentFrames;
use crate::service::backend::GpuScene;
use std::any::Any;

impl Scene {
    /// Returns the buffers of a GPU engine, to draw from on the device of the service; `None` on
    /// other engines, and once the CPU has taken over for a lost device.
    ///
    /// Rows are slots. Rows of removed frames hold what was there last, those of hulls, trees and
    /// meshes a unit box. The buffers follow the scene with each submission that tests a pair of
    /// frames: an empty list, or a `collide` that finds no two frames close to each other, uploads
    /// nothing. Ids are uploaded from the first such submission after this call.
    pub fn resident(&self) -> Option<&ResidentFrames> {
        let backend: &dyn Any = &*self.backend;
        backend.downcast_ref::<GpuScene>().map(GpuScene::show)
    }
}
