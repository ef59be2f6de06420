//! The buffers of a scene on the GPU.

use super::frame_scene::Scene;
use crate::gpu::ResidentFrames;
use crate::service::backend::GpuScene;
use std::any::Any;

impl Scene {
    /// Returns the buffers of a GPU engine, to draw from on the device of the service; `None` on
    /// other engines.
    ///
    /// Rows are slots, and rows of removed frames hold what was there last. The buffers follow the
    /// scene with each submission. Ids are uploaded from the first submission after this call.
    pub fn resident(&self) -> Option<&ResidentFrames> {
        let backend: &dyn Any = &*self.backend;
        backend.downcast_ref::<GpuScene>().map(GpuScene::show)
    }
}
