//! Who is measured.

use super::{Args, Which, bandwidth};
use crate::engine::describe;
use crate::error::CliError;
use crate::output::note;
use motzkin::{CollisionService, Engine};
use serde::Serialize;

/// An engine that runs the workloads, and the memory that it runs on.
pub struct Contestant {
    pub service: CollisionService,
    pub about: About,
}

/// What it is.
#[derive(Clone, Debug, Serialize)]
pub struct About {
    /// `cpu`, `cpu-1` (one thread) or `gpu`: what the other tables call it.
    pub name: &'static str,
    pub description: String,
    /// Threads of the kernels on the CPU; of the settling only on a GPU.
    pub threads: usize,
    /// `copy_buffer_to_buffer` on a GPU, copies by as many threads on the CPU; read and written
    /// bytes.
    pub copy_bytes_per_s: f64,
}

impl Contestant {
    fn new(
        name: &'static str,
        service: CollisionService,
        threads: usize,
    ) -> Result<Self, CliError> {
        let info = service.info();
        let copy_bytes_per_s = match &info.adapter_description {
            #[cfg(feature = "gpu")]
            Some(adapter) => bandwidth::of_gpu(adapter)?,
            _ => bandwidth::of_cpu(threads)?,
        };
        let about = About { name, description: describe(info), threads, copy_bytes_per_s };
        Ok(Self { service, about })
    }

    pub fn is_gpu(&self) -> bool {
        self.service.info().engine == Engine::Gpu
    }
}

/// The engines that the arguments ask for; never none.
pub fn all(args: &Args) -> Result<Vec<Contestant>, CliError> {
    if args.adapter.is_some() && args.engine == Which::Cpu {
        return Err(CliError::Usage("--adapter goes with --engine auto, gpu or all".into()));
    }
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut found = Vec::new();
    if args.engine != Which::Gpu {
        let cpu = |threads| {
            CollisionService::builder().engine(Engine::Cpu).threads(threads).profile(true).build()
        };
        found.push(Contestant::new("cpu-1", cpu(1)?, 1)?);
        if threads > 1 {
            found.push(Contestant::new("cpu", cpu(threads)?, threads)?);
        }
    }
    if args.engine != Which::Cpu {
        let engine = if args.engine == Which::Auto { Engine::Auto } else { Engine::Gpu };
        let mut builder = CollisionService::builder().engine(engine).profile(true);
        if let Some(name) = &args.adapter {
            builder = builder.adapter(name);
        }
        let service = builder.build()?;
        match service.info().engine {
            Engine::Gpu => found.push(Contestant::new("gpu", service, threads)?),
            _ => note(&format!("no GPU is measured: {}", service.info().reason)),
        }
    }
    Ok(found)
}
