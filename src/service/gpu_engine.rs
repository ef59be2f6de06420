//! The GPU engine: a runner, and what becomes of its failures.

use super::batch::RawVerdicts;
use super::engine::{Engine, EngineState, OnGpuFailure};
use crate::geom::{Frame3, Pair, PolytopeSet};
use crate::gpu::{GpuError, RawBatch, Runner, ShaderFrame, Shapes};
use std::sync::{Arc, Mutex, PoisonError};

/// A runner that remembers how it failed.
pub(super) struct GpuEngine {
    runner: Arc<Runner>,
    policy: OnGpuFailure,
    failure: Mutex<Option<GpuError>>,
}

impl GpuEngine {
    pub fn new(runner: Runner, policy: OnGpuFailure) -> Self {
        Self { runner: Arc::new(runner), policy, failure: Mutex::default() }
    }

    pub fn runner(&self) -> &Arc<Runner> {
        &self.runner
    }

    /// True where a failure is no error.
    pub fn cpu_takes_over(&self) -> bool {
        self.policy == OnGpuFailure::CpuTakesOver
    }

    /// Codes and the list of undecided pairs.
    pub async fn raw<F: ShaderFrame>(
        &self,
        frames: &[F],
        pairs: &[Pair],
        moving: bool,
    ) -> Result<RawVerdicts, GpuError> {
        let shapes = if moving { Shapes::Moving(frames) } else { Shapes::Resting(frames) };
        match self.runner.codes(shapes, pairs).await {
            Ok(raw) => Ok(RawVerdicts {
                codes: raw.codes,
                undecided: raw.undecided,
                moving,
                list_overflowed: raw.overflowed,
                times: raw.times,
                gpu_failure: None,
            }),
            Err(error) => {
                self.note(&error);
                Err(error)
            }
        }
    }

    /// The raw codes of convex polytopes.
    pub async fn polytope_codes(
        &self,
        set: &PolytopeSet,
        pairs: &[Pair],
    ) -> Result<RawBatch, GpuError> {
        let answer = self.runner.codes(Shapes::<Frame3>::Polytopes(set), pairs).await;
        answer.inspect_err(|error| self.note(error))
    }

    fn note(&self, error: &GpuError) {
        *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error.clone());
    }

    /// Remembers a failure, and gives it back as no error where the CPU takes over.
    pub fn failed(&self, error: GpuError) -> Result<GpuError, GpuError> {
        self.note(&error);
        if self.cpu_takes_over() { Ok(error) } else { Err(error) }
    }

    pub fn state(&self) -> EngineState {
        let replaced = self.cpu_takes_over() && self.runner.lost().is_some();
        let gpu_failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner).clone();
        EngineState { engine: if replaced { Engine::Cpu } else { Engine::Gpu }, gpu_failure }
    }
}
