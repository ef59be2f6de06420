//! The pipelines of a device, from which batches are made.

#[cfg(target_family = "wasm")]
use crate::gpu::device::headless::Losses;
use crate::gpu::device::headless::loss;
use crate::gpu::device::limits::check_limits;
#[cfg(target_family = "wasm")]
use crate::gpu::device::scopes::checked;
use crate::gpu::device::scopes::checked_now;
use crate::gpu::record::batch::{Batch, BatchBuffers, BatchOptions};
use crate::gpu::record::broad::{BroadPhase, BroadPhaseBuffers, BroadPhaseOptions};
use crate::gpu::record::error::BufferError;
use crate::gpu::record::placer::{FramePlacer, PlacerBuffers};
use crate::gpu::self_test::passed::passed;
use crate::gpu::shader::stage::Compiler;
use crate::gpu::stages::compiled::Stages;
use crate::gpu_error::GpuError;
use crate::self_test::SelfTest;
use std::sync::Arc;
#[cfg(not(target_family = "wasm"))]
use tokio::sync::oneshot;

/// All compiled stages, made from any [`wgpu::Device`] and shared by all its batches. A clone is a
/// handle.
#[derive(Clone, Debug)]
pub struct Pipelines(Arc<Stages>);

impl Pipelines {
    /// Compiles the stages, ten pipelines: once a device. Blocks for a tenth of a second or
    /// several, most of which the driver's compiler takes. [`load`](Self::load) does not block, and
    /// [`with_cache`](Self::with_cache) takes a pipeline cache.
    ///
    /// # Errors
    ///
    /// Returns [`GpuError::LimitTooSmall`] before anything is made where the device offers less
    /// than the verdicts need, such as fewer than four storage buffers a stage. WebGPU's default
    /// limits are enough for all; no optional feature is needed. Returns [`GpuError::DeviceLost`]
    /// for a lost device: wgpu 30 loses one without memory for the 64 KiB that are staged here.
    /// What a driver refuses is an error too: the caller's error scopes and handlers see nothing of
    /// it.
    pub fn new(device: &wgpu::Device) -> Result<Self, GpuError> {
        Self::with_cache(device, None)
    }

    /// Compiles the stages as [`new`](Self::new) does, with the compiled code that a cache of this
    /// device holds. The stages that later batches need are compiled with the cache too. The caller
    /// makes the cache by `Device::create_pipeline_cache`, and saves what
    /// [`PipelineCache::get_data`](wgpu::PipelineCache::get_data) answers for the next start.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`new`](Self::new).
    pub fn with_cache(
        device: &wgpu::Device,
        cache: Option<&wgpu::PipelineCache>,
    ) -> Result<Self, GpuError> {
        check_limits(&device.adapter_info().name, &device.limits())?;
        let made = checked_now(device, || Self::unchecked(device, cache, u32::MAX));
        made.and_then(|made| made).map_err(|error| loss(device).unwrap_or(error))
    }

    /// Compiles the stages as [`with_cache`](Self::with_cache) does, on a thread that this call
    /// starts. The future only waits for the thread, on any executor. The thread ends by itself if
    /// the future is dropped. In a browser, which compiles beside the page, no thread is started,
    /// and this future tells of errors that [`new`](Self::new) cannot wait for.
    ///
    /// ```no_run
    /// # use motzkin::{gpu::{GpuError, Pipelines}, wgpu};
    /// # async fn start(device: &wgpu::Device) -> Result<(), GpuError> {
    /// let pipelines = Pipelines::load(device, None); // the compiler is at work
    /// // ... load meshes and textures ...
    /// let pipelines = pipelines.await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the errors of [`new`](Self::new), and [`GpuError::NoThread`].
    #[cfg(not(target_family = "wasm"))]
    pub fn load(
        device: &wgpu::Device,
        cache: Option<&wgpu::PipelineCache>,
    ) -> impl Future<Output = Result<Self, GpuError>> + Send + use<> {
        let (device, cache) = (device.clone(), cache.cloned());
        let (sender, receiver) = oneshot::channel();
        let work = move || {
            // A future that was dropped waits for nothing.
            let _ = sender.send(Self::with_cache(&device, cache.as_ref()));
        };
        let started = std::thread::Builder::new().name("motzkin-compile".into()).spawn(work);
        async move {
            started.map_err(|error| GpuError::NoThread(error.to_string()))?;
            let ended = || GpuError::Internal("the thread that compiles has ended".into());
            receiver.await.unwrap_or_else(|_| Err(ended()))
        }
    }

    /// Tests the device, as the engine of a service does when it is built: pairs with known
    /// verdicts go through the pipelines for frames at rest in space. Once for these pipelines:
    /// later calls answer what the first found. The first takes milliseconds, a tenth of a second
    /// or more where the driver compiles at the first dispatch.
    ///
    /// Submits to the queue. Outside of a browser it does not wait for an executor: it polls the
    /// device until the answer is there, which runs callbacks that are due.
    ///
    /// # Errors
    ///
    /// Returns [`GpuError::SelfTest`] for a device whose verdicts would be wrong, and the error
    /// that keeps the test from its end.
    pub async fn self_test(
        &self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
    ) -> Result<SelfTest, GpuError> {
        passed(device, queue, &self.0, false).await
    }

    #[cfg(target_family = "wasm")]
    #[expect(missing_docs, reason = "those of the function above")]
    pub fn load(
        device: &wgpu::Device,
        cache: Option<&wgpu::PipelineCache>,
    ) -> impl Future<Output = Result<Self, GpuError>> + Send + use<> {
        let losses = Losses::of_lent(device);
        let large = check_limits(&device.adapter_info().name, &device.limits());
        let made = large.map(|()| {
            let (own, cache) = (device.clone(), cache.cloned());
            checked(device, move || Self::unchecked(&own, cache.as_ref(), u32::MAX))
        });
        async move {
            let made = made?.await;
            losses.told().map_or(made?, Err)
        }
    }

    /// Compiles the stages without checks or error scopes, with dispatches in rows of at most
    /// `groups` workgroups.
    pub(in crate::gpu) fn unchecked(
        device: &wgpu::Device,
        cache: Option<&wgpu::PipelineCache>,
        groups: u32,
    ) -> Result<Self, GpuError> {
        Ok(Self(Arc::new(Stages::new(Compiler { device, cache }, groups)?)))
    }

    /// Binds the caller's buffers and allocates what a batch needs besides. Do it once: recording
    /// makes no object.
    ///
    /// # Errors
    ///
    /// Returns a [`BufferError`] for buffers that do not fit. Everything is checked here, before
    /// wgpu sees it: usages, sizes, alignments, capacities, and buffers that would be read and
    /// written at once. A buffer of the same instance's other devices is refused as well, and a
    /// lost device says so. A list takes six storage buffers a stage: a device with fewer refuses
    /// it by [`GpuError::LimitTooSmall`].
    ///
    /// Some words of settings are staged as wgpu 30 does it, which loses a device that has no
    /// memory left for them.
    pub fn batch(
        &self,
        device: &wgpu::Device,
        buffers: &BatchBuffers<'_>,
        options: &BatchOptions,
    ) -> Result<Batch, BufferError> {
        Batch::new(self.0.clone(), device, buffers, options)
    }

    /// [`batch`](Self::batch), with a list of [numbers and codes](Batch::record_list).
    pub(in crate::gpu) fn listing_batch(
        &self,
        device: &wgpu::Device,
        buffers: (&BatchBuffers<'_>, Option<wgpu::BufferSlice<'_>>),
        options: &BatchOptions,
    ) -> Result<Batch, BufferError> {
        Batch::listing(self.0.clone(), device, buffers, options)
    }

    /// Binds the caller's buffers for a broad phase and allocates what it needs besides, some 90
    /// bytes a shape. Do it once: recording makes no object. The first call compiles 16 pipelines.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`batch`](Self::batch), and an error for a margin that is no distance
    /// or for more shapes than a broad phase takes on this device. A broad phase takes eight
    /// storage buffers a stage.
    pub fn broad_phase(
        &self,
        device: &wgpu::Device,
        buffers: &BroadPhaseBuffers<'_>,
        options: &BroadPhaseOptions,
    ) -> Result<BroadPhase, BufferError> {
        BroadPhase::new(&self.0, device, buffers, options)
    }

    /// Binds the caller's buffers for placing shapes. Do it once: recording makes no object. The
    /// first call compiles a stage.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`batch`](Self::batch).
    pub fn placer(
        &self,
        device: &wgpu::Device,
        buffers: &PlacerBuffers<'_>,
    ) -> Result<FramePlacer, BufferError> {
        FramePlacer::new(&self.0, device, buffers)
    }

    pub(in crate::gpu) fn stages(&self) -> &Stages {
        &self.0
    }
}
