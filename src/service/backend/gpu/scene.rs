//! Scenes on the GPU.

use crate::gpu::{
    Asked, FrameArrays, ResidentFrames, ResidentPairs, ResidentScene, Runner, ShapeMix, TimedCodes,
};
use crate::gpu_error::{GpuError, OverBudget};
use crate::service::backend::scene::{
    Capacity, DeviceList, PendingCodes, SceneBackend, SceneCodes, SceneInput,
};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
#[cfg(not(target_family = "wasm"))]
use std::time::Duration;

/// A scene whose frames have a copy on the device.
pub struct GpuScene {
    runner: Arc<Runner>,
    resident: ResidentScene,
}

impl GpuScene {
    /// An empty scene.
    pub fn new(runner: Arc<Runner>) -> Self {
        Self { resident: ResidentScene::new(runner.clone()), runner }
    }

    /// Returns the buffers, whose ids are kept up to date from now on.
    pub fn show(&self) -> &ResidentFrames {
        self.resident.show()
    }
}

/// Returns a list's part on the device. Only this backend makes one.
fn resident(list: &mut Option<Box<dyn DeviceList>>) -> Option<&mut ResidentPairs> {
    let list = list.get_or_insert_with(|| Box::new(ResidentPairs::default()));
    let any: &mut dyn std::any::Any = &mut **list;
    any.downcast_mut()
}

/// A list that another backend has made.
fn foreign() -> GpuError {
    GpuError::Internal("the pair list lies on another device".into())
}

impl SceneBackend for GpuScene {
    fn most_frames(&self) -> (usize, Capacity) {
        match self.resident.most_frames() {
            (most, true) => (most, Capacity::Dispatch),
            (most, false) => (most, Capacity::Device),
        }
    }

    fn most_pairs(&self) -> (usize, Capacity) {
        match self.resident.most_pairs() {
            most if most == u32::MAX as usize => (most, Capacity::Index),
            most => (most, Capacity::Device),
        }
    }

    fn reserved(&self) -> usize {
        self.resident.capacity()
    }

    fn reserve(&mut self, frames: usize) -> Result<(), OverBudget> {
        self.resident.reserve(frames)
    }

    fn reserve_pairs(
        &self,
        list: &mut Option<Box<dyn DeviceList>>,
        pairs: usize,
    ) -> Result<(), OverBudget> {
        resident(list).map_or(Ok(()), |list| self.resident.reserve_pairs(list, pairs))
    }

    fn touch_frame(&mut self, slot: usize) {
        self.resident.frames.touch_frame(slot);
    }

    fn touch_filter(&mut self, slot: usize) {
        self.resident.frames.touch_filter(slot);
    }

    fn touch_id(&mut self, slot: usize) {
        self.resident.frames.touch_id(slot);
    }

    fn submit(
        &mut self,
        input: SceneInput<'_>,
        list: &Mutex<Option<Box<dyn DeviceList>>>,
    ) -> Result<Box<dyn PendingCodes>, GpuError> {
        let SceneInput { frames, filters, ids, form, pairs, moves, every, .. } = input;
        let shapes = form.map_or(ShapeMix::Any, |form| ShapeMix::of(form, form));
        let arrays = FrameArrays { frames, filters, ids };
        let mut list = list.lock().unwrap_or_else(PoisonError::into_inner);
        let list = resident(&mut list).ok_or_else(foreign)?;
        let asked = Asked { shapes, moving: moves, every };
        let pending = self.resident.submit(&arrays, asked, list, pairs)?;
        Ok(Box::new(pending))
    }

    fn bytes(&self) -> [u64; 4] {
        let (frames, sides, scratch) = self.resident.frames.bytes();
        let staging = self.resident.belt.bytes() + scratch;
        [frames, sides, staging, self.resident.readback_bytes()]
    }

    fn lost(&self) -> Option<GpuError> {
        self.runner.lost().cloned()
    }
}

impl DeviceList for ResidentPairs {
    fn touch(&mut self, from: usize) {
        ResidentPairs::touch(self, from);
    }

    fn bytes(&self) -> u64 {
        ResidentPairs::bytes(self)
    }
}

fn scene_codes(codes: TimedCodes) -> SceneCodes {
    let TimedCodes { codes, listed, settled, read_again, times } = codes;
    SceneCodes { codes, listed, settled, read_again, times }
}

impl PendingCodes for crate::gpu::PendingCodes {
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<Result<SceneCodes, GpuError>> {
        self.poll_codes(context).map_ok(scene_codes)
    }

    #[cfg(not(target_family = "wasm"))]
    fn wait(&mut self, timeout: Duration) -> Poll<Result<SceneCodes, GpuError>> {
        crate::gpu::PendingCodes::wait(self, timeout).map_ok(scene_codes)
    }

    fn moved(&self) -> [u64; 2] {
        [self.uploaded(), self.read_back()]
    }
}
