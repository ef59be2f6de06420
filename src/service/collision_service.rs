//! The service: a handle to the engines.

use super::backend::{AnyEngine, CpuEngine};
use super::engine::{EngineInfo, EngineState};
#[cfg(not(all(target_family = "wasm", feature = "gpu")))]
use std::pin::pin;
use std::sync::Arc;

/// Tests batches of pairs of shapes.
///
/// Build one service and keep it: a GPU engine holds a device, pipelines and buffers that grow to
/// the largest batch and stay. A clone is another handle to the same engine.
///
/// [`verdicts`](Self::verdicts) tests pairs, and [`query`](Self::query) answers everything else
/// about pairs. [`collide`](Self::collide) finds the pairs that meet. [`scene`](Self::scene) makes
/// a scene of shapes that stay, and [`search`](Self::search) searches a world of object trees.
///
/// ```
/// use motzkin::{CollisionService, Engine, Frame3, Pair, Verdict, glam::Vec3};
///
/// let service = CollisionService::new(Engine::Cpu)?;
/// let cube = |x: f32| Frame3::cuboid(Vec3::new(x, 0.0, 0.0), [Vec3::X, Vec3::Y, Vec3::Z]);
/// let frames = [cube(0.0)?, cube(0.5)?, cube(1.0)?, cube(3.0)?];
/// let pairs = [Pair::new(0, 1), Pair::new(0, 2), Pair::new(0, 3)];
/// let verdicts = service.verdicts(&frames, &pairs)?;
/// assert_eq!(*verdicts, [Verdict::Overlapping, Verdict::Touching, Verdict::Separate]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct CollisionService {
    pub(super) info: Arc<EngineInfo>,
    pub(super) cpu: CpuEngine,
    pub(super) engine: Arc<AnyEngine>,
}

impl std::fmt::Debug for CollisionService {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CollisionService").field("info", &self.info).finish_non_exhaustive()
    }
}

impl CollisionService {
    /// Returns what the service runs on, and why.
    pub fn info(&self) -> &EngineInfo {
        &self.info
    }

    /// Returns what the service runs on now. That is another engine than [`info`](Self::info) names
    /// once the GPU is lost and [the CPU takes over](super::OnGpuFailure::CpuTakesOver).
    pub fn state(&self) -> EngineState {
        self.engine.state()
    }

    /// Runs a future of this service to its end on this thread.
    #[cfg(not(all(target_family = "wasm", feature = "gpu")))]
    pub(crate) fn block_on<T: Send>(&self, future: impl Future<Output = T>) -> T {
        let mut output = None;
        self.engine.block_on(pin!(async { output = Some(future.await) }));
        output.unwrap_or_else(|| unreachable!("a future that has ended has an output"))
    }
}
