//! The engine as the command line names it.

use super::output::note;
use clap::ValueEnum;
use motzkin::Engine;
use motzkin::service::EngineInfo;

/// The engine that computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EngineName {
    /// The GPU when there is a real one, else the CPU
    Auto,
    /// SIMD kernels on all cores
    Cpu,
    /// Compute shaders on any adapter, a software one too
    Gpu,
    /// Fourier-Motzkin elimination in exact rationals: slow
    Reference,
}

impl From<EngineName> for Engine {
    fn from(name: EngineName) -> Self {
        match name {
            EngineName::Auto => Self::Auto,
            EngineName::Cpu => Self::Cpu,
            EngineName::Gpu => Self::Gpu,
            EngineName::Reference => Self::Reference,
        }
    }
}

/// Writes to standard error which engine computes, and why.
pub fn announce(info: &EngineInfo) {
    note(&format!("engine {}: {}", describe(info), info.reason));
}

/// Describes the engine in a few words, such as `gpu (llvmpipe (vulkan, software), Mesa 22.3.6)` or
/// `cpu (avx2)`. Of a GPU that has a PCI address, that is told, too: several may have one name.
pub fn describe(info: &EngineInfo) -> String {
    let detail = match (&info.adapter_description, info.engine) {
        (Some(adapter), _) => {
            let driver = info.driver.as_deref().map(|driver| format!(", {driver}"));
            format!(" ({adapter}{})", driver.unwrap_or_default())
        }
        (None, Engine::Cpu) => format!(" ({})", info.simd.name()),
        _ => String::new(),
    };
    format!("{}{detail}", info.engine)
}
