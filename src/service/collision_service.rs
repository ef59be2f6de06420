//! The service: frames and pairs in, exact verdicts out.

use super::batch::{BatchError, RawVerdicts, Verdicts, check_indices, check_size};
use super::cpu::CpuEngine;
use super::engine::{Engine, EngineInfo, ServiceError};
use super::settle::{Decide, decide_by_reference, settle};
use crate::exact::{PairFault, decide};
use crate::geom::{Frame3, Pair};
use crate::kernel::{Indexed, SimdLevel, Zipped};
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
    info: Arc<EngineInfo>,
    pub(super) cpu: Arc<CpuEngine>,
    backend: Backend,
}

#[derive(Clone)]
enum Backend {
    Cpu,
    Reference,
    #[cfg(feature = "gpu")]
    Gpu(Arc<crate::gpu::Runner>),
}

/// How to build a [`CollisionService`]; every setting has a default.
#[derive(Clone, Debug, Default)]
pub struct ServiceBuilder {
    engine: Engine,
    adapter: Option<String>,
    simd: Option<SimdLevel>,
    threads: Option<usize>,
    max_pairs: Option<usize>,
    max_frames: Option<usize>,
}

impl ServiceBuilder {
    /// Who computes; [`Engine::Auto`] by default.
    pub fn engine(mut self, engine: Engine) -> Self {
        self.engine = engine;
        self
    }

    /// The GPU adapter whose name holds this text, whatever its case; software adapters are taken
    /// too when named. With [`Engine::Auto`] it asks for the GPU engine; the CPU and reference engines
    /// refuse it.
    pub fn adapter(mut self, name: impl Into<String>) -> Self {
        self.adapter = Some(name.into());
        self
    }

    /// The instruction set of the CPU kernels; the best that the processor has by default.
    pub fn simd(mut self, level: SimdLevel) -> Self {
        self.simd = Some(level);
        self
    }

    /// A thread pool of one's own with this many threads, 0 for one a core; rayon's global pool by
    /// default.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = Some(threads);
        self
    }

    /// The most pairs that go into one dispatch on a GPU, at least 1; two million, or what the device's
    /// limits allow, by default.
    pub fn max_pairs_per_dispatch(mut self, pairs: usize) -> Self {
        self.max_pairs = Some(pairs);
        self
    }

    /// The most frames that one dispatch on a GPU sees, at least 2; the device's limits by default.
    pub fn max_frames_per_dispatch(mut self, frames: usize) -> Self {
        self.max_frames = Some(frames);
        self
    }

    /// Builds the service, waiting for the GPU where one is used.
    pub fn build(self) -> Result<CollisionService, ServiceError> {
        pollster::block_on(self.build_async())
    }

    /// Builds the service.
    pub async fn build_async(self) -> Result<CollisionService, ServiceError> {
        let simd = self.simd.unwrap_or_else(SimdLevel::best);
        if !simd.is_available() {
            return Err(ServiceError::NoSimdLevel(simd));
        }
        let cpu = CpuEngine::new(simd, self.threads)?;
        let (backend, mut info) = self.choose().await?;
        info.simd = simd;
        Ok(CollisionService { info: Arc::new(info), cpu: Arc::new(cpu), backend })
    }

    async fn choose(&self) -> Result<(Backend, EngineInfo), ServiceError> {
        if self.adapter.is_some() && matches!(self.engine, Engine::Cpu | Engine::Reference) {
            return Err(ServiceError::AdapterWithoutGpu(self.engine));
        }
        let plain = |engine, reason: &str| EngineInfo {
            engine,
            simd: SimdLevel::Scalar,
            adapter: None,
            driver: None,
            reason: reason.into(),
        };
        match self.engine {
            Engine::Cpu => Ok((Backend::Cpu, plain(Engine::Cpu, "the CPU engine was asked for"))),
            Engine::Reference => {
                let reason = "the reference engine was asked for";
                Ok((Backend::Reference, plain(Engine::Reference, reason)))
            }
            #[cfg(feature = "gpu")]
            Engine::Gpu => self.gpu("the GPU engine was asked for").await,
            #[cfg(feature = "gpu")]
            Engine::Auto if self.adapter.is_some() => self.gpu("the adapter was asked for by name").await,
            #[cfg(feature = "gpu")]
            Engine::Auto => match self.gpu("there is a real GPU").await {
                Ok(found) => Ok(found),
                Err(error) => Ok((Backend::Cpu, plain(Engine::Cpu, &why_not_gpu(&error)))),
            },
            #[cfg(not(feature = "gpu"))]
            Engine::Gpu => Err(ServiceError::NoGpuFeature),
            #[cfg(not(feature = "gpu"))]
            Engine::Auto if self.adapter.is_some() => Err(ServiceError::NoGpuFeature),
            #[cfg(not(feature = "gpu"))]
            Engine::Auto => Ok((Backend::Cpu, plain(Engine::Cpu, "this build lacks the feature `gpu`"))),
        }
    }

    /// The GPU engine: the adapter named, else the best; of its own accord only a real GPU.
    #[cfg(feature = "gpu")]
    async fn gpu(&self, reason: &str) -> Result<(Backend, EngineInfo), ServiceError> {
        use crate::gpu::{AdapterChoice, Runner, RunnerOptions};
        let choice = match (&self.adapter, self.engine) {
            (Some(name), _) => AdapterChoice::Named(name.clone()),
            (None, Engine::Auto) => AdapterChoice::Hardware,
            (None, _) => AdapterChoice::Any,
        };
        let mut options = RunnerOptions::default();
        let limit = |value: usize| u32::try_from(value).unwrap_or(u32::MAX);
        if let Some(pairs) = self.max_pairs {
            options.max_pairs = limit(pairs);
        }
        if let Some(frames) = self.max_frames {
            options.max_frames = limit(frames);
        }
        let runner = Runner::start(&choice, options).await?;
        let info = EngineInfo {
            engine: Engine::Gpu,
            simd: SimdLevel::Scalar,
            adapter: Some(runner.adapter().name.clone()),
            driver: Some(runner.adapter().driver.clone()),
            reason: reason.into(),
        };
        Ok((Backend::Gpu(Arc::new(runner)), info))
    }
}

/// Why [`Engine::Auto`] took the CPU.
#[cfg(feature = "gpu")]
fn why_not_gpu(error: &ServiceError) -> String {
    match error {
        ServiceError::Gpu(crate::gpu::GpuError::NoAdapter { found, .. }) if found.is_empty() => {
            "there is no GPU".into()
        }
        ServiceError::Gpu(crate::gpu::GpuError::NoAdapter { found, .. }) => {
            format!("no real GPU, only {}, which the GPU engine takes when asked for", found.join(", "))
        }
        other => other.to_string(),
    }
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

    /// The exact verdict of every pair of resting frames, in order; velocities are not read. Blocks
    /// until it is there.
    ///
    /// Costs some 10 to 30 ns a pair and thread on the CPU where the kernels can tell, and half a
    /// microsecond to some ten microseconds for each pair that must be settled.
    ///
    /// # Errors
    ///
    /// A pair that names no frame, found before anything is computed; frames cast from bytes that hold
    /// no valid frame, with the verdicts of all other pairs; a GPU that fails on the way.
    pub fn verdicts(&self, frames: &[Frame3], pairs: &[Pair]) -> Result<Verdicts, BatchError> {
        pollster::block_on(self.verdicts_async(frames, pairs))
    }

    /// The exact verdict of one pair of resting frames, on the CPU whatever the engine: a batch of one is
    /// not worth a GPU's round trip.
    pub fn verdict(&self, a: &Frame3, b: &Frame3) -> Result<Verdict, PairFault> {
        Ok(self.decide()(a, b)?.verdict)
    }

    /// [`verdicts`](Self::verdicts) as a future. What runs on the CPU (all of it on the CPU engine,
    /// settling on the GPU engine) runs when the future is polled.
    pub async fn verdicts_async(&self, frames: &[Frame3], pairs: &[Pair]) -> Result<Verdicts, BatchError> {
        let raw = self.raw_verdicts(frames, pairs).await?;
        self.cpu.install(|| raw.settle_by(frames, pairs, self.decide()))
    }

    /// What the `f32` kernels say, not settled. The reference engine, which has no such stage,
    /// leaves every pair undecided.
    pub async fn raw_verdicts(&self, frames: &[Frame3], pairs: &[Pair]) -> Result<RawVerdicts, BatchError> {
        check_size(frames.len())?;
        check_size(pairs.len())?;
        check_indices(frames, pairs)?;
        match &self.backend {
            Backend::Cpu => Ok(self.cpu.install(|| self.cpu.raw(&Indexed { frames, pairs }))),
            Backend::Reference => Ok(RawVerdicts::undecided_all(pairs.len())),
            #[cfg(feature = "gpu")]
            Backend::Gpu(runner) => {
                let raw = runner.raw_codes(frames, pairs).await?;
                Ok(RawVerdicts {
                    codes: raw.codes,
                    undecided: raw.undecided,
                    list_overflowed: raw.overflowed,
                })
            }
        }
    }

    /// The exact verdict of `a[i]` against `b[i]` for every `i`. Blocks until it is there. Costs and errors
    /// are those of [`verdicts`](Self::verdicts), and slices of different lengths are one more.
    pub fn verdicts_between(&self, a: &[Frame3], b: &[Frame3]) -> Result<Verdicts, BatchError> {
        if a.len() != b.len() {
            return Err(BatchError::LengthMismatch { left: a.len(), right: b.len() });
        }
        check_size(a.len().saturating_mul(2))?;
        let zipped = Zipped { a, b };
        let raw = match &self.backend {
            Backend::Cpu => self.cpu.install(|| self.cpu.raw(&zipped)),
            Backend::Reference => RawVerdicts::undecided_all(a.len()),
            #[cfg(feature = "gpu")]
            Backend::Gpu(_) => {
                let frames = [a, b].concat();
                let second = a.len() as u32;
                let pairs: Vec<Pair> = (0..second).map(|i| Pair::new(i, second + i)).collect();
                pollster::block_on(self.raw_verdicts(&frames, &pairs))?
            }
        };
        self.cpu.install(|| settle(raw, &zipped, self.decide(), |pair, _| pair as u32))
    }

    /// How this engine settles what is undecided.
    fn decide(&self) -> Decide {
        match self.backend {
            Backend::Reference => decide_by_reference,
            _ => decide,
        }
    }
}
