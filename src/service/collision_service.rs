//! The service: frames and pairs in, exact verdicts out.

use super::batch::{BatchError, RawVerdicts, Verdicts, check_indices, check_size};
use super::builder::ServiceBuilder;
use super::cpu::CpuEngine;
use super::dimension::{Frame, decide_by_reference};
use super::engine::{Engine, EngineInfo, EngineState, ServiceError};
#[cfg(feature = "gpu")]
use super::gpu_engine::GpuEngine;
use super::scene::{Scene, SceneOptions};
use super::settle::{self, Decide, settle};
use crate::exact::PairFault;
use crate::geom::Pair;
use crate::kernel::{Indexed, Zipped};
use crate::timing::StageTimes;
use crate::verdict::Verdict;
use std::sync::Arc;

/// Tests batches of pairs. Build one and keep it: a GPU engine holds a device, pipelines and
/// buffers that grow to the largest batch and stay. A clone is another handle to the same engine.
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
    pub(super) cpu: Arc<CpuEngine>,
    pub(super) backend: Backend,
    pub(super) profile: bool,
}

#[derive(Clone)]
pub(super) enum Backend {
    Cpu,
    Reference,
    #[cfg(feature = "gpu")]
    Gpu(Arc<GpuEngine>),
}

impl CollisionService {
    /// A service with the defaults of [`builder`](Self::builder).
    pub fn new(engine: Engine) -> Result<Self, ServiceError> {
        Self::builder().engine(engine).build()
    }

    /// Chooses adapter, instruction set, threads and limits.
    pub fn builder() -> ServiceBuilder {
        ServiceBuilder::default()
    }

    /// What the service runs on, and why.
    pub fn info(&self) -> &EngineInfo {
        &self.info
    }

    /// What the service runs on now: another engine than [`info`](Self::info) says once the GPU is
    /// lost and [the CPU takes over](super::OnGpuFailure::CpuTakesOver).
    pub fn state(&self) -> EngineState {
        match &self.backend {
            #[cfg(feature = "gpu")]
            Backend::Gpu(gpu) => gpu.state(),
            _ => EngineState::sound(self.info.engine),
        }
    }

    /// Runs a future of this service to its end on this thread.
    pub(super) fn block_on<F: Future>(&self, future: F) -> F::Output {
        match &self.backend {
            #[cfg(feature = "gpu")]
            Backend::Gpu(gpu) => gpu.runner().block_on(future),
            _ => pollster::block_on(future),
        }
    }

    /// The exact verdict of every pair of resting frames, in order; velocities are not read (see
    /// [`moving_verdicts`](Self::moving_verdicts)). Blocks until it is there.
    ///
    /// Costs some 10 to 30 ns a pair and thread on the CPU where the kernels can tell, 5 to 12 in
    /// the plane, and half a microsecond to some ten microseconds for each pair that must be
    /// settled.
    ///
    /// # Errors
    ///
    /// A pair that names no frame, found before anything is computed; frames cast from bytes that
    /// hold no valid frame, with the verdicts of all other pairs; a GPU that fails on the way.
    pub fn verdicts<F: Frame>(&self, frames: &[F], pairs: &[Pair]) -> Result<Verdicts, BatchError> {
        self.block_on(self.verdicts_async(frames, pairs))
    }

    /// The exact verdict of one pair of resting frames, on the CPU whatever the engine: a batch of
    /// one is not worth a GPU's round trip.
    pub fn verdict<F: Frame>(&self, a: &F, b: &F) -> Result<Verdict, PairFault> {
        Ok(self.decide()(a, b)?.verdict)
    }

    /// [`verdicts`](Self::verdicts) as a future. What runs on the CPU (all of it on the CPU engine,
    /// settling on the GPU engine) runs when the future is polled.
    pub async fn verdicts_async<F: Frame>(
        &self,
        frames: &[F],
        pairs: &[Pair],
    ) -> Result<Verdicts, BatchError> {
        let raw = self.raw_verdicts(frames, pairs).await?;
        self.settling(raw, |raw| raw.settle_by(frames, pairs, self.decide()))
    }

    /// What the `f32` kernels say, not settled. The reference engine, which has no such stage,
    /// leaves every pair undecided.
    pub async fn raw_verdicts<F: Frame>(
        &self,
        frames: &[F],
        pairs: &[Pair],
    ) -> Result<RawVerdicts, BatchError> {
        self.raw(frames, pairs, false).await
    }

    /// The raw codes of resting or of moving frames.
    pub(super) async fn raw<F: Frame>(
        &self,
        frames: &[F],
        pairs: &[Pair],
        moving: bool,
    ) -> Result<RawVerdicts, BatchError> {
        check_size(frames.len())?;
        check_size(pairs.len())?;
        check_indices(frames, pairs)?;
        let indexed = Indexed { frames, pairs };
        let on_cpu = || self.cpu.raw(&indexed, moving, self.times());
        match &self.backend {
            Backend::Cpu => Ok(on_cpu()),
            Backend::Reference => Ok(RawVerdicts::undecided_all(pairs.len(), moving, self.times())),
            #[cfg(feature = "gpu")]
            Backend::Gpu(gpu) => match gpu.raw(frames, pairs, moving).await {
                Err(error) if gpu.cpu_takes_over() => {
                    Ok(RawVerdicts { gpu_failure: Some(error), ..on_cpu() })
                }
                answered => Ok(answered?),
            },
        }
    }

    /// The exact verdict of `a[i]` against `b[i]` for every `i`. Blocks until it is there. Costs
    /// and errors are those of [`verdicts`](Self::verdicts), and slices of different lengths are
    /// one more.
    pub fn verdicts_between<F: Frame>(&self, a: &[F], b: &[F]) -> Result<Verdicts, BatchError> {
        self.block_on(self.verdicts_between_async(a, b))
    }

    /// [`verdicts_between`](Self::verdicts_between) as a future.
    pub async fn verdicts_between_async<F: Frame>(
        &self,
        a: &[F],
        b: &[F],
    ) -> Result<Verdicts, BatchError> {
        if a.len() != b.len() {
            return Err(BatchError::LengthMismatch { left: a.len(), right: b.len() });
        }
        check_size(a.len().saturating_mul(2))?;
        let zipped = Zipped { a, b };
        let raw = match &self.backend {
            Backend::Cpu => self.cpu.raw(&zipped, false, self.times()),
            Backend::Reference => RawVerdicts::undecided_all(a.len(), false, self.times()),
            #[cfg(feature = "gpu")]
            Backend::Gpu(_) => {
                let frames = [a, b].concat();
                let second = a.len() as u32;
                let pairs: Vec<Pair> = (0..second).map(|i| Pair::new(i, second + i)).collect();
                self.raw_verdicts(&frames, &pairs).await?
            }
        };
        self.settling(raw, |raw| settle(raw, &zipped, self.decide(), |pair, _| pair as u32))
    }

    /// Settles on the engine's threads where there is enough for more than one.
    pub(super) fn settling<R: Send>(
        &self,
        raw: RawVerdicts,
        settle: impl FnOnce(RawVerdicts) -> R + Send,
    ) -> R {
        self.cpu.install_beyond(settle::GRAIN, raw.undecided().len(), || settle(raw))
    }

    /// True on the engine that eliminates in rationals.
    pub(super) fn is_reference(&self) -> bool {
        matches!(self.backend, Backend::Reference)
    }

    /// Times to be filled in, where they are asked for.
    pub(super) fn times(&self) -> Option<StageTimes> {
        self.profile.then(StageTimes::default)
    }

    /// An empty scene of frames that stay between tests.
    pub fn scene(&self) -> Scene {
        self.scene_with(SceneOptions::default())
    }

    /// [`scene`](Self::scene) with limits of one's own.
    pub fn scene_with(&self, options: SceneOptions) -> Scene {
        Scene::new(self.clone(), options)
    }

    /// The GPU's engine, where that is what was built.
    #[cfg(feature = "gpu")]
    pub(super) fn gpu_engine(&self) -> Option<&Arc<GpuEngine>> {
        match &self.backend {
            Backend::Gpu(gpu) => Some(gpu),
            _ => None,
        }
    }

    pub(super) fn backend(&self) -> &Backend {
        &self.backend
    }

    pub(super) fn cpu(&self) -> &Arc<CpuEngine> {
        &self.cpu
    }

    /// How this engine settles what is undecided.
    pub(super) fn decide<F: Frame>(&self) -> Decide<F> {
        if self.is_reference() { decide_by_reference } else { F::decide }
    }
}
