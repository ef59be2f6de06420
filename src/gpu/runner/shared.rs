//! What a runner lends to the scenes on its device.

use super::Runner;
use crate::gpu::budget::Budget;
use crate::gpu::chunks::ChunkLimits;
use crate::gpu::device::Headless;
use crate::gpu::pipelines::Pipelines;
use crate::gpu::watch::{Answer, Source};
use crate::gpu_error::GpuError;
use crate::timing::StageTimes;
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Instant;

impl Runner {
    /// [`block_on`](Self::block_on), at most until a time.
    pub(in crate::gpu) fn block_until<F: Future>(
        &self,
        future: Pin<&mut F>,
        deadline: Option<Instant>,
    ) -> Poll<F::Output> {
        self.poller.block_until(future, deadline)
    }

    /// Keeps something until the GPU is done with what was submitted so far.
    pub(in crate::gpu) fn until_done<T: Send + 'static>(&self, kept: T) {
        let (done, _) = Answer::pending();
        self.watch(&done);
        self.gpu.queue.on_submitted_work_done(move || {
            drop(kept);
            done.give(Ok(()));
        });
    }

    pub(in crate::gpu) fn gpu(&self) -> &Headless {
        &self.gpu
    }

    pub(in crate::gpu) fn budget(&self) -> &Arc<Budget> {
        &self.budget
    }

    /// Those of the device and the options, but not of the budget.
    pub(in crate::gpu) fn limits(&self) -> ChunkLimits {
        self.limits
    }

    /// Times to be filled in, where they are asked for.
    pub(in crate::gpu) fn times(&self) -> Option<StageTimes> {
        self.profile.then(StageTimes::default)
    }

    /// Frees the buffers that wait for the next call.
    pub(in crate::gpu) fn free_idle(&self) {
        self.pool().clear();
    }

    pub(in crate::gpu) fn pipelines(&self) -> &Pipelines {
        &self.pipelines
    }

    /// Sees to it that an answer of the GPU is given.
    pub(in crate::gpu) fn watch(&self, answer: &Arc<Answer>) {
        self.poller.watch(Source::Gpu, answer);
    }

    /// An answer, unless something went wrong out of sight.
    pub(in crate::gpu) fn outcome(&self, answer: Result<(), GpuError>) -> Result<(), GpuError> {
        self.gpu.faults.take().map_or(answer, Err).map_err(|error| self.cause(error))
    }

    /// A lost device is the cause of whatever else fails.
    pub(in crate::gpu) fn cause(&self, error: GpuError) -> GpuError {
        let cause = self.gpu.fault().unwrap_or(error);
        match cause {
            GpuError::DeviceLost(_) => {
                let first = || {
                    self.turns.open();
                    cause
                };
                self.lost.get_or_init(first).clone()
            }
            other => other,
        }
    }
}
