//! Scenes in the CPU's memory.

use super::engine::{CpuEngine, exclude};
use crate::gpu_error::GpuError;
use crate::kernel::GRAIN;
use crate::service::backend::scene::{
    Capacity, DeviceList, PendingCodes, SceneBackend, SceneCodes, SceneInput,
};
use crate::verdict::RawCode;
use motzkin_core::Source;
use std::sync::Mutex;
use std::task::{Context, Poll};
#[cfg(not(all(target_family = "wasm", feature = "gpu")))]
use std::time::Duration;

/// Tests frames where they lie.
pub struct HostScene {
    engine: CpuEngine,
    /// The kernels take part; without them every pair is left undecided.
    kernels: bool,
}

impl HostScene {
    /// A scene that is tested by the engine's kernels, or by none.
    pub fn new(engine: CpuEngine, kernels: bool) -> Self {
        Self { engine, kernels }
    }
}

impl SceneBackend for HostScene {
    fn most_frames(&self) -> (usize, Capacity) {
        (u32::MAX as usize, Capacity::Index)
    }

    fn most_pairs(&self) -> (usize, Capacity) {
        (u32::MAX as usize, Capacity::Index)
    }

    fn submit(
        &mut self,
        input: SceneInput<'_>,
        _list: &Mutex<Option<Box<dyn DeviceList>>>,
    ) -> Result<Box<dyn PendingCodes>, GpuError> {
        let SceneInput { frames, filters, is_filtered, pairs, moves, .. } = input;
        let filters = is_filtered.then_some(filters);
        let mut times = self.engine.times();
        let codes = match self.kernels {
            true => {
                let source = Source::Indexed { frames, pairs };
                self.engine.scene_codes(source, filters, moves, &mut times)
            }
            false => {
                let mut codes = vec![RawCode::UNDECIDED; pairs.len()];
                let filter = || exclude(&mut codes, pairs, filters);
                self.engine.install_beyond(GRAIN, pairs.len(), filter);
                codes
            }
        };
        Ok(Box::new(Ready(SceneCodes { codes, times, ..SceneCodes::default() })))
    }
}

/// Codes that were computed before the submission returned.
struct Ready(SceneCodes);

impl PendingCodes for Ready {
    fn poll(&mut self, _context: &mut Context<'_>) -> Poll<Result<SceneCodes, GpuError>> {
        Poll::Ready(Ok(std::mem::take(&mut self.0)))
    }

    #[cfg(not(all(target_family = "wasm", feature = "gpu")))]
    fn wait(&mut self, _timeout: Duration) -> Poll<Result<SceneCodes, GpuError>> {
        Poll::Ready(Ok(std::mem::take(&mut self.0)))
    }
}
