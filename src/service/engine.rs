//! Which engine answers, and why.

use crate::gpu_error::GpuError;
use crate::kernel::SimdLevel;
use crate::self_test::SelfTest;

/// Who computes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Engine {
    /// The GPU when there is a real one, else the CPU. A software adapter (device type `Cpu`) is
    /// slower than our own CPU engine. `Auto` takes one only where
    /// [`ServiceBuilder::adapter`](crate::service::ServiceBuilder::adapter) names it.
    #[default]
    Auto,
    /// The SIMD kernels on every core.
    Cpu,
    /// The shaders, on whatever adapter there is, a software one too.
    Gpu,
    /// Fourier-Motzkin elimination in exact rationals, as in the 2019 paper: some ten thousand
    /// times slower, and simple enough to be checked by reading. It is there to compare with.
    Reference,
}

impl Engine {
    /// Returns the lower-case name that the command line takes and prints.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Cpu => "cpu",
            Self::Gpu => "gpu",
            Self::Reference => "reference",
        }
    }
}

impl core::fmt::Display for Engine {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name())
    }
}

/// What a service runs on.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct EngineInfo {
    /// Never [`Engine::Auto`].
    pub engine: Engine,
    /// The instruction set of the CPU kernels, which also stand beside a GPU.
    pub simd: SimdLevel,
    /// The GPU adapter's name.
    pub adapter: Option<String>,
    /// The GPU adapter as [`AdapterSummary`](crate::gpu::AdapterSummary) displays it, such as
    /// `NVIDIA H100 (vulkan, 0000:01:00.0)`. [`ServiceBuilder::adapter`] finds this very adapter
    /// by it, where there are several of one name.
    ///
    /// [`ServiceBuilder::adapter`]: crate::service::ServiceBuilder::adapter
    pub adapter_description: Option<String>,
    /// The GPU driver and its version.
    pub driver: Option<String>,
    /// What the self-test of the GPU adapter found.
    pub self_test: Option<SelfTest>,
    /// Why this engine was chosen, in a sentence.
    pub reason: String,
    /// What the GPU's device has too little for, each a [`GpuError::LimitTooSmall`]: the candidates
    /// of [`collide`](crate::CollisionService::collide), or the search of worlds. The CPU does that
    /// in its place. Empty on a device with WebGPU's default limits.
    pub left_to_cpu: Vec<GpuError>,
}

/// What becomes of a batch when the GPU is lost, out of memory, too late or refuses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OnGpuFailure {
    /// The call returns the error.
    #[default]
    Error,
    /// The CPU engine answers the whole batch, with the same verdicts: exact ones do not depend on
    /// the engine. `Verdicts::gpu_failure` says so and why. Where details alone fail, or a search,
    /// `CollisionService::state` tells. A scene's submission is such a batch,
    /// whether it fails when it is submitted or later. Once the device is lost, no later batch goes
    /// to the GPU; after other failures each does. (A GPU that hangs is lost as soon as its driver
    /// resets it. Where wgpu tells of a loss by a panic, the crate catches it: a program built with
    /// `panic = "abort"` ends instead.)
    CpuTakesOver,
}

/// What a service runs on at present.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EngineState {
    /// Who computes the next batch.
    pub engine: Engine,
    /// The GPU's last failure, if it ever failed.
    pub gpu_failure: Option<GpuError>,
}

impl EngineState {
    /// An engine that never failed.
    pub(super) fn sound(engine: Engine) -> Self {
        Self { engine, gpu_failure: None }
    }
}

/// Why a service cannot be built.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServiceError {
    /// The GPU engine was asked for, by its name, by an adapter or by a device, and cannot be had.
    /// Or the memory budget is too small, with [`Engine::Auto`] too.
    #[error("the GPU engine cannot start: {0}")]
    Gpu(#[from] GpuError),
    /// The GPU engine was asked for, but the crate was built without it.
    #[error("the GPU engine was asked for, but this build lacks the feature `gpu`")]
    NoGpuFeature,
    /// The reference engine was asked for, but the crate was built without it.
    #[error("the reference engine was asked for, but this build lacks the feature `reference`")]
    NoReferenceFeature,
    /// An adapter was named for an engine that uses none.
    #[error("an adapter was named, but the {0} engine uses none")]
    AdapterWithoutGpu(Engine),
    /// A device was given for an engine that uses none.
    #[error("a device was given, but the {0} engine uses none")]
    DeviceWithoutGpu(Engine),
    /// An adapter was named beside a device, which has one.
    #[error("an adapter was named, but the device given has one")]
    AdapterAndDevice,
    /// It was said who polls the caller's device, but none was given.
    #[error("polling was set, but no device was given")]
    PollingWithoutDevice,
    /// This processor lacks the instruction set that was asked for.
    #[error("this processor has no {}", .0.name())]
    NoSimdLevel(SimdLevel),
    /// The thread pool could not be started.
    #[error("the thread pool cannot start: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}
