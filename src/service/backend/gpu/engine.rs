//! A runner that remembers how it failed.

use crate::gpu::Runner;
use crate::gpu_error::GpuError;
use crate::service::backend::cpu::CpuEngine;
use crate::service::engine::{Engine, EngineState, OnGpuFailure};
use std::sync::{Arc, Mutex, PoisonError};

/// The GPU engine.
pub struct GpuEngine {
    /// Runs the shaders.
    pub runner: Arc<Runner>,
    /// Settles what shaders leave undecided.
    pub cpu: CpuEngine,
    policy: OnGpuFailure,
    failure: Mutex<Option<GpuError>>,
}

impl GpuEngine {
    /// An engine that never failed.
    pub fn new(runner: Runner, cpu: CpuEngine, policy: OnGpuFailure) -> Self {
        Self { runner: Arc::new(runner), cpu, policy, failure: Mutex::default() }
    }

    /// Takes note of a failure, and returns it as an error unless the CPU takes over.
    pub fn note(&self, error: GpuError) -> Result<GpuError, GpuError> {
        *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error.clone());
        if self.policy == OnGpuFailure::CpuTakesOver { Ok(error) } else { Err(error) }
    }

    /// Returns which engine computes the next batch, and the last failure.
    pub fn state(&self) -> EngineState {
        let replaced = self.policy == OnGpuFailure::CpuTakesOver && self.runner.lost().is_some();
        let gpu_failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner).clone();
        EngineState { engine: if replaced { Engine::Cpu } else { Engine::Gpu }, gpu_failure }
    }
}
