//! How a service is built: which engine, within which limits.

#[cfg(feature = "gpu")]
use super::backend::GpuEngine;
#[cfg(feature = "reference")]
use super::backend::ReferenceEngine;
use super::backend::{AnyEngine, CpuEngine};
use super::collision_service::CollisionService;
use super::engine::{Engine, EngineInfo, OnGpuFailure, ServiceError};
use crate::kernel::SimdLevel;
use std::sync::Arc;
use std::time::Duration;

/// An engine, and what it runs on.
type Chosen = (Arc<AnyEngine>, EngineInfo);

/// How to build a [`CollisionService`]; every setting has a default.
#[derive(Clone, Debug, Default)]
pub struct ServiceBuilder {
    engine: Engine,
    adapter: Option<String>,
    simd: Option<SimdLevel>,
    threads: Option<usize>,
    max_pairs: Option<usize>,
    max_frames: Option<usize>,
    gpu_memory: Option<u64>,
    timeout: Option<Duration>,
    on_gpu_failure: OnGpuFailure,
    profile: bool,
    #[cfg(feature = "gpu")]
    device: Option<(wgpu::Device, wgpu::Queue)>,
    #[cfg(feature = "gpu")]
    polling: Option<crate::gpu::Polling>,
}

impl ServiceBuilder {
    /// Sets the engine that computes; [`Engine::Auto`] by default.
    pub fn engine(mut self, engine: Engine) -> Self {
        self.engine = engine;
        self
    }

    /// Names the GPU adapter: the one whose description or name is this text, whatever its case,
    /// else the first whose description holds the text. The text may be a part of its name, its PCI
    /// address where several adapters have one name, or `software` for a software renderer. The
    /// description is that of [`EngineInfo::adapter_description`]. Software adapters are taken too
    /// when named. With [`Engine::Auto`] it asks for the GPU engine; the CPU and reference engines
    /// refuse it.
    pub fn adapter(mut self, name: impl Into<String>) -> Self {
        self.adapter = Some(name.into());
        self
    }

    /// Sets the instruction set of the CPU kernels; the best that the processor has by default.
    pub fn simd(mut self, level: SimdLevel) -> Self {
        self.simd = Some(level);
        self
    }

    /// Gives the service a thread pool of its own with this many threads. Zero stands for one
    /// thread a core, or for as many as the variable `RAYON_NUM_THREADS` says. By default the
    /// service uses rayon's global pool. Verdicts of small batches, which one thread takes whole,
    /// stay on the caller's.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = Some(threads);
        self
    }

    /// Sets the most pairs that go into one dispatch on a GPU: two million, or what the device's
    /// limits allow, by default. Zero counts as one. In a scene the number is rounded to a multiple
    /// of about 1,024, and is at least that.
    pub fn max_pairs_per_dispatch(mut self, pairs: usize) -> Self {
        self.max_pairs = Some(pairs);
        self
    }

    /// Sets the most frames that one dispatch on a GPU sees, at least 2; the device's limits by
    /// default. A scene takes no more.
    pub fn max_frames_per_dispatch(mut self, frames: usize) -> Self {
        self.max_frames = Some(frames);
        self
    }

    /// Sets the most bytes of GPU memory in use at a time: buffers, those kept for the next batch
    /// among them, and what is staged for uploads; not the pipelines, nor what a driver adds to a
    /// buffer. Batches are cut to it, which costs time where it is small, and calls from several
    /// threads wait for each other. Unbounded by default: 19 MiB for two million pairs, 64 bytes a
    /// frame, twice the size of the input while it is uploaded, and up to 128 MiB of staging that
    /// stays for the next calls. Too small a budget is an error of the build, which says what is
    /// needed, also with [`Engine::Auto`] where there is a real GPU.
    ///
    /// What scenes hold counts too, and batches are cut to the rest: frames and their sides,
    /// staging to upload them, pair lists, readback buffers. What goes beyond is refused before it
    /// is allocated ([`OverBudget`](crate::gpu::OverBudget)), by the call that would need it.
    pub fn gpu_memory(mut self, bytes: u64) -> Self {
        self.gpu_memory = Some(bytes);
        self
    }

    /// Sets how long a call waits for each dispatch on a GPU, a scene's ticket for the submission,
    /// and a call for others to leave the memory; a minute by default.
    ///
    /// It bounds the wait, not the GPU: an answer that is there when the time is looked at is an
    /// answer, however short the time is. A fast GPU may answer within no time at all.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Sets what becomes of a batch when the GPU fails; an error by default.
    pub fn on_gpu_failure(mut self, policy: OnGpuFailure) -> Self {
        self.on_gpu_failure = policy;
        self
    }

    /// Works on this device, by submissions of its own. The device stays the caller's: its handler
    /// of uncaptured errors, its callback for its loss and its error scopes are neither set nor
    /// reached. Asks for the GPU engine, of which the adapter is then given; software adapters are
    /// taken too.
    ///
    /// Unless [`polling`](Self::polling) says otherwise, futures wait until the caller polls the
    /// device; calls that block poll it meanwhile, and then run the callbacks that are due.
    #[cfg(feature = "gpu")]
    pub fn device(mut self, device: wgpu::Device, queue: wgpu::Queue) -> Self {
        self.device = Some((device, queue));
        self
    }

    /// Times the stages of each batch and of each submission of a scene, for
    /// [`Verdicts::times`](super::Verdicts::times); off by default, and costs nothing then.
    pub fn profile(mut self, on: bool) -> Self {
        self.profile = on;
        self
    }

    /// Sets who polls the caller's [`device`](Self::device): the caller by default. Without such a
    /// device this is an error, for a thread of the service polls a device of the service's own.
    #[cfg(feature = "gpu")]
    pub fn polling(mut self, polling: crate::gpu::Polling) -> Self {
        self.polling = Some(polling);
        self
    }

    /// Builds the service, waiting for the GPU where one is used. A GPU is tested first, once for
    /// an adapter and process, a caller's device each time: [`EngineInfo::self_test`] says what
    /// that found and cost. The test polls the device, a caller's too.
    ///
    /// # Errors
    ///
    /// Returns a [`ServiceError`] if the engine cannot start, also because the arithmetic of a
    /// driver is wrong. Where the GPU cannot start, [`Engine::Auto`] takes the CPU, and
    /// [`EngineInfo::reason`] says why, unless an adapter was named, a device was given, or the
    /// memory budget is too small for any GPU.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::{CollisionService, Engine};
    ///
    /// let service = CollisionService::builder().engine(Engine::Cpu).threads(2).build()?;
    /// assert_eq!(service.info().engine, Engine::Cpu);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(not(all(target_family = "wasm", feature = "gpu")))]
    pub fn build(self) -> Result<CollisionService, ServiceError> {
        pollster::block_on(self.build_async())
    }

    /// Builds the service.
    ///
    /// # Errors
    ///
    /// Returns the errors of `build`, which waits.
    pub async fn build_async(self) -> Result<CollisionService, ServiceError> {
        let simd = self.simd.unwrap_or_else(SimdLevel::best);
        if !simd.is_available() {
            return Err(ServiceError::NoSimdLevel(simd));
        }
        let cpu = CpuEngine::new(simd, self.threads, self.profile)?;
        let (engine, info) = self.choose(&cpu).await?;
        Ok(CollisionService { info: Arc::new(info), cpu, engine })
    }

    async fn choose(&self, cpu: &CpuEngine) -> Result<Chosen, ServiceError> {
        #[cfg(feature = "gpu")]
        if self.polling.is_some() && self.device.is_none() {
            return Err(ServiceError::PollingWithoutDevice);
        }
        if self.adapter.is_some() && matches!(self.engine, Engine::Cpu | Engine::Reference) {
            return Err(ServiceError::AdapterWithoutGpu(self.engine));
        }
        let plain = |engine, reason: &str| EngineInfo {
            engine,
            simd: cpu.level,
            adapter: None,
            adapter_description: None,
            driver: None,
            self_test: None,
            reason: reason.into(),
            left_to_cpu: Vec::new(),
        };
        let on_cpu = |reason: &str| -> Result<Chosen, ServiceError> {
            Ok((Arc::new(cpu.clone()), plain(Engine::Cpu, reason)))
        };
        #[cfg(feature = "gpu")]
        if let Some((device, queue)) = &self.device {
            return self.on_device(cpu, device.clone(), queue.clone()).await;
        }
        match self.engine {
            Engine::Cpu => on_cpu("the CPU engine was asked for"),
            #[cfg(feature = "reference")]
            Engine::Reference => {
                let info = plain(Engine::Reference, "the reference engine was asked for");
                Ok((Arc::new(ReferenceEngine::new(cpu.clone())), info))
            }
            #[cfg(not(feature = "reference"))]
            Engine::Reference => Err(ServiceError::NoReferenceFeature),
            #[cfg(feature = "gpu")]
            Engine::Gpu => self.gpu(cpu, "the GPU engine was asked for").await,
            #[cfg(feature = "gpu")]
            Engine::Auto if self.adapter.is_some() => {
                self.gpu(cpu, "the adapter was asked for by name").await
            }
            #[cfg(feature = "gpu")]
            Engine::Auto => match self.gpu(cpu, "there is a real GPU").await {
                Ok(found) => Ok(found),
                Err(error) if is_the_callers(&error) => Err(error),
                Err(error) => on_cpu(&why_not_gpu(&error)),
            },
            #[cfg(not(feature = "gpu"))]
            Engine::Gpu => Err(ServiceError::NoGpuFeature),
            #[cfg(not(feature = "gpu"))]
            Engine::Auto if self.adapter.is_some() => Err(ServiceError::NoGpuFeature),
            #[cfg(not(feature = "gpu"))]
            Engine::Auto => on_cpu("this build lacks the feature `gpu`"),
        }
    }

    /// The GPU engine: the adapter named, else the best; of its own accord only a real GPU.
    #[cfg(feature = "gpu")]
    async fn gpu(&self, cpu: &CpuEngine, reason: &str) -> Result<Chosen, ServiceError> {
        use crate::gpu::{AdapterChoice, Polling, Runner};
        let choice = match (&self.adapter, self.engine) {
            (Some(name), _) => AdapterChoice::Named(name.clone()),
            (None, Engine::Auto) => AdapterChoice::Hardware,
            (None, _) => AdapterChoice::Any,
        };
        // Nobody else has the device to poll it.
        let runner = Runner::start(&choice, self.options(Polling::Thread)).await?;
        Ok(self.on_runner(cpu, runner, reason))
    }

    /// The GPU engine on the caller's device.
    #[cfg(feature = "gpu")]
    async fn on_device(
        &self,
        cpu: &CpuEngine,
        device: wgpu::Device,
        queue: wgpu::Queue,
    ) -> Result<Chosen, ServiceError> {
        use crate::gpu::{Polling, Runner};
        if matches!(self.engine, Engine::Cpu | Engine::Reference) {
            return Err(ServiceError::DeviceWithoutGpu(self.engine));
        }
        if self.adapter.is_some() {
            return Err(ServiceError::AdapterAndDevice);
        }
        let options = self.options(self.polling.unwrap_or(Polling::Caller));
        let runner = Runner::on(device, queue, options).await?;
        Ok(self.on_runner(cpu, runner, "the caller gave a device"))
    }

    #[cfg(feature = "gpu")]
    fn options(&self, polling: crate::gpu::Polling) -> crate::gpu::RunnerOptions {
        let plain = crate::gpu::RunnerOptions::default();
        let limit = |value: usize| u32::try_from(value).unwrap_or(u32::MAX);
        crate::gpu::RunnerOptions {
            max_pairs: self.max_pairs.map_or(plain.max_pairs, limit),
            max_frames: self.max_frames.map_or(plain.max_frames, limit),
            memory: self.gpu_memory,
            timeout: self.timeout.unwrap_or(plain.timeout),
            polling,
            profile: self.profile,
            ..plain
        }
    }

    #[cfg(feature = "gpu")]
    fn on_runner(&self, cpu: &CpuEngine, runner: crate::gpu::Runner, reason: &str) -> Chosen {
        let info = EngineInfo {
            engine: Engine::Gpu,
            simd: cpu.level,
            adapter: Some(runner.adapter().name.clone()),
            adapter_description: Some(runner.adapter().to_string()),
            driver: Some(runner.adapter().driver.clone()),
            self_test: Some(runner.self_test()),
            reason: reason.into(),
            left_to_cpu: runner.lacking(),
        };
        (Arc::new(GpuEngine::new(runner, cpu.clone(), self.on_gpu_failure)), info)
    }
}

impl CollisionService {
    /// Builds a service with the defaults of [`builder`](Self::builder).
    ///
    /// # Errors
    ///
    /// Returns a [`ServiceError`] that says why the engine cannot start. [`Engine::Auto`] takes the
    /// CPU where there is no real GPU.
    #[cfg(not(all(target_family = "wasm", feature = "gpu")))]
    pub fn new(engine: Engine) -> Result<Self, ServiceError> {
        Self::builder().engine(engine).build()
    }

    /// Returns a builder that chooses adapter, instruction set, threads and limits.
    pub fn builder() -> ServiceBuilder {
        ServiceBuilder::default()
    }
}

/// A setting that no other engine makes good.
#[cfg(feature = "gpu")]
fn is_the_callers(error: &ServiceError) -> bool {
    matches!(error, ServiceError::Gpu(crate::gpu::GpuError::BudgetTooSmall { .. }))
}

/// Why [`Engine::Auto`] took the CPU.
#[cfg(feature = "gpu")]
fn why_not_gpu(error: &ServiceError) -> String {
    match error {
        ServiceError::Gpu(crate::gpu::GpuError::NoAdapter { found, .. }) if found.is_empty() => {
            "there is no GPU".into()
        }
        ServiceError::Gpu(crate::gpu::GpuError::NoAdapter { found, .. }) => {
            format!("no real GPU; who asks for the GPU engine gets {}", found.join(", "))
        }
        other => other.to_string(),
    }
}

#[cfg(all(test, feature = "gpu"))]
mod tests {
    use super::*;
    use crate::gpu::GpuError;

    /// On machines without a real GPU no service gets that far.
    #[test]
    fn a_budget_that_is_too_small_is_no_reason_for_the_cpu() {
        let error = |error: GpuError| is_the_callers(&error.into());
        assert!(error(GpuError::BudgetTooSmall { budget: 1, needed: 2 }));
        assert!(!error(GpuError::NoAdapter { wanted: String::new(), found: Vec::new() }));
        assert!(!error(GpuError::OutOfMemory(String::new())));
    }
}
