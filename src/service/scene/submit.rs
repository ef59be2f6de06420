//! The test of a pair list.

use super::answer::{Submission, SubmitStats};
use super::error::SceneError;
use super::pair_list::PairList;
#[cfg(feature = "gpu")]
use super::state::State;
use super::ticket::{Source, Ticket};
use super::{Scene, SceneEngine};
use crate::geom::{Filter, Pair};
use crate::kernel::{self, Indexed};
use crate::service::batch::Verdicts;
use crate::service::cpu::CpuEngine;
use crate::timing::{StageTimes, timed};
use crate::verdict::RawCode;
use rayon::prelude::*;
use std::sync::PoisonError;
#[cfg(feature = "gpu")]
use {crate::gpu::GpuError, crate::service::CollisionService};

impl Scene {
    /// Tests the pairs of a list against the frames as they are now. A GPU engine returns as soon
    /// as the work is submitted; the others compute first, and their ticket is ready.
    ///
    /// # Errors
    ///
    /// As many submissions open as the scene allows ([`SceneError::TooManyOpen`]: nothing is waited
    /// for in secret), another scene's list, a GPU that fails, and memory beyond the service's
    /// budget: staging and readback of submissions under way count too. After a failure the scene
    /// is as it was, and the next submission uploads everything anew.
    ///
    /// Where the [CPU takes over](crate::service::OnGpuFailure::CpuTakesOver), a GPU that fails is
    /// no error, here or of the ticket: the CPU answers for the same frames, and the answer says
    /// why. Once the device is lost, the scene goes on on the CPU.
    pub fn submit(&mut self, list: &PairList) -> Result<Ticket, SceneError> {
        self.submit_as(list, false)
    }

    /// [`submit`](Self::submit) of frames that move by their velocities while `t` runs over `[0,
    /// 1]`, as [`moving_verdicts`](crate::CollisionService::moving_verdicts) judges them. The first
    /// on a GPU compiles the pipelines of moving pairs.
    pub fn submit_moving(&mut self, list: &PairList) -> Result<Ticket, SceneError> {
        self.submit_as(list, true)
    }

    fn submit_as(&mut self, list: &PairList, moving: bool) -> Result<Ticket, SceneError> {
        if list.scene != self.id {
            return Err(SceneError::ForeignList);
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.history.open() >= self.open {
            return Err(SceneError::TooManyOpen(self.open));
        }
        #[cfg(feature = "gpu")]
        let mut gpu_failure = leave_lost_gpu(&self.service, &mut self.engine, &mut self.lost, list);
        let (cpu, mut times) = (self.service.cpu(), self.service.times());
        let filters = state.is_filtered().then_some(&state.filters[..]);
        let indexed = Indexed { frames: &state.frames, pairs: list.pairs() };
        let source = match &mut self.engine {
            SceneEngine::Cpu => Source::Ready(judged(cpu, &indexed, filters, moving, &mut times)),
            SceneEngine::Reference => {
                let mut codes = vec![RawCode::UNDECIDED; list.len()];
                cpu.install_beyond(kernel::GRAIN, list.len(), || {
                    filter(&mut codes, list.pairs(), filters)
                });
                Source::Ready(codes)
            }
            #[cfg(feature = "gpu")]
            SceneEngine::Gpu(gpu) => {
                let State { frames, filters: sides, ids, .. } = &*state;
                let arrays = crate::gpu::FrameArrays { frames, filters: sides, ids };
                let asked = crate::gpu::Asked { shapes: state.shapes(), moving };
                match gpu.submit(&arrays, asked, &mut list.resident(), list.pairs()) {
                    Ok(pending) => Source::Gpu(Box::new(pending)),
                    Err(error) => {
                        let engine = self.service.gpu_engine();
                        gpu_failure =
                            Some(engine.map_or(Err(error.clone()), |engine| engine.failed(error))?);
                        Source::Ready(judged(cpu, &indexed, filters, moving, &mut times))
                    }
                }
            }
        };
        let number = state.history.submit();
        drop(state);
        let submission = Submission {
            state: self.state.clone(),
            number,
            contents: list.contents.clone(),
            cpu: self.service.cpu().clone(),
            moving,
            decide: if moving { self.service.decide_moving() } else { self.service.decide() },
            stats: SubmitStats { pairs: list.len(), ..source.stats() },
            times,
            #[cfg(feature = "gpu")]
            gpu: self.service.gpu_engine().cloned(),
            #[cfg(feature = "gpu")]
            gpu_failure,
        };
        Ok(Ticket::new(source, submission))
    }

    /// The exact verdicts of a list, for the frames as they are now. Blocks until they are there.
    pub fn verdicts(&mut self, list: &PairList) -> Result<Verdicts, SceneError> {
        Ok(self.submit(list)?.wait()?.settle()?)
    }

    /// The exact verdicts of a list of frames that move, from where they are now. Blocks until they
    /// are there.
    pub fn moving_verdicts(&mut self, list: &PairList) -> Result<Verdicts, SceneError> {
        Ok(self.submit_moving(list)?.wait()?.settle()?)
    }

    /// [`verdicts`](Self::verdicts) as a future that leaves the scene free: submitted before this
    /// returns, settled where the future is polled.
    pub fn verdicts_async(
        &mut self,
        list: &PairList,
    ) -> impl Future<Output = Result<Verdicts, SceneError>> + Send + use<> {
        let ticket = self.submit(list);
        async move { Ok(ticket?.await?.settle()?) }
    }
}

/// What the CPU's kernels say, on the threads of the service.
pub(super) fn judged(
    cpu: &CpuEngine,
    source: &Indexed<'_>,
    filters: Option<&[Filter]>,
    moving: bool,
    times: &mut Option<StageTimes>,
) -> Vec<RawCode> {
    let judge = || {
        let mut codes = cpu.raw_codes(source, moving);
        filter(&mut codes, source.pairs, filters);
        codes
    };
    timed(
        times,
        |times| &mut times.kernel,
        || cpu.install_beyond(kernel::GRAIN, source.pairs.len(), judge),
    )
}

/// Pairs that the filters exclude are separate, whatever the kernels say.
fn filter(codes: &mut [RawCode], pairs: &[Pair], filters: Option<&[Filter]>) {
    let Some(filters) = filters else { return };
    let exclude = |(code, pair): (&mut RawCode, &Pair)| {
        if !filters[pair.a as usize].meets(filters[pair.b as usize]) {
            *code = RawCode::SEPARATE;
        }
    };
    match pairs.len() > kernel::GRAIN {
        true => codes.par_iter_mut().zip(pairs).with_min_len(1 << 14).for_each(exclude),
        false => codes.iter_mut().zip(pairs).for_each(exclude),
    }
}

/// Once the device is lost and the CPU takes over, the scene and its lists need no GPU any more.
/// Answers why.
#[cfg(feature = "gpu")]
fn leave_lost_gpu(
    service: &CollisionService,
    engine: &mut SceneEngine,
    lost: &mut Option<GpuError>,
    list: &PairList,
) -> Option<GpuError> {
    let gpu = service.gpu_engine().filter(|gpu| gpu.cpu_takes_over())?;
    if matches!(engine, SceneEngine::Gpu(_)) {
        *lost = Some(gpu.runner().lost()?.clone());
        *engine = SceneEngine::Cpu;
    }
    *list.resident() = crate::gpu::ResidentPairs::default();
    lost.clone()
}
