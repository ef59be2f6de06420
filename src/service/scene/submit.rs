//! The test of a pair list.

use super::answer::{Submission, SubmitStats};
use super::error::SceneError;
use super::pair_list::PairList;
use super::state::State;
use super::ticket::{Source, Ticket};
use super::{Scene, SceneEngine};
use crate::kernel::Indexed;
use crate::service::batch::Verdicts;
use crate::timing::timed;
use crate::verdict::RawCode;
use rayon::prelude::*;
use std::sync::PoisonError;

impl Scene {
    /// Tests the pairs of a list against the frames as they are now. A GPU engine returns as soon as the work is
    /// submitted; the others compute first, and their ticket is ready.
    ///
    /// # Errors
    ///
    /// As many submissions open as the scene allows ([`SceneError::TooManyOpen`]: nothing is waited for in
    /// secret), another scene's list, a GPU that fails. After a failure everything is uploaded anew by the
    /// next submission.
    pub fn submit(&mut self, list: &PairList) -> Result<Ticket, SceneError> {
        if list.scene != self.id {
            return Err(SceneError::ForeignList);
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.history.open() >= self.options.open {
            return Err(SceneError::TooManyOpen(self.options.open));
        }
        let mut times = self.service.times();
        let source = match &mut self.engine {
            SceneEngine::Cpu => {
                let cpu = self.service.cpu();
                let indexed = Indexed { frames: &state.frames, pairs: list.pairs() };
                let judge = || cpu.install(|| cpu.raw_codes(&indexed));
                let codes = timed(&mut times, |times| &mut times.kernel, judge);
                Source::Ready(filtered(&state, list, codes))
            }
            SceneEngine::Reference => {
                Source::Ready(filtered(&state, list, vec![RawCode::UNDECIDED; list.len()]))
            }
            #[cfg(feature = "gpu")]
            SceneEngine::Gpu(gpu) => {
                let State { frames, filters, ids, .. } = &*state;
                let arrays = crate::gpu::FrameArrays { frames, filters, ids };
                let shapes = state.shapes();
                let resident = &mut *list.resident.lock().unwrap_or_else(PoisonError::into_inner);
                let pending = gpu.submit(&arrays, shapes, resident, list.pairs())?;
                Source::Gpu(pending)
            }
        };
        let number = state.history.submit();
        drop(state);
        let submission = Submission {
            state: self.state.clone(),
            number,
            contents: list.contents.clone(),
            cpu: self.service.cpu().clone(),
            decide: self.service.decide(),
            stats: SubmitStats { pairs: list.len(), ..source.stats() },
            times,
        };
        Ok(Ticket::new(source, submission))
    }

    /// The exact verdicts of a list, for the frames as they are now. Blocks until they are there.
    pub fn verdicts(&mut self, list: &PairList) -> Result<Verdicts, SceneError> {
        Ok(self.submit(list)?.wait()?.settle()?)
    }

    /// [`verdicts`](Self::verdicts) as a future that leaves the scene free: submitted before this returns, settled
    /// where the future is polled.
    pub fn verdicts_async(
        &mut self,
        list: &PairList,
    ) -> impl Future<Output = Result<Verdicts, SceneError>> + Send + use<> {
        let ticket = self.submit(list);
        async move { Ok(ticket?.await?.settle()?) }
    }
}

/// Pairs that the filters exclude are separate, whatever the kernels say.
fn filtered(state: &State, list: &PairList, mut codes: Vec<RawCode>) -> Vec<RawCode> {
    if state.is_filtered() {
        let each = codes.par_iter_mut().zip(list.pairs()).with_min_len(1 << 14);
        each.for_each(|(code, pair)| {
            if !state.filters[pair.a as usize].meets(state.filters[pair.b as usize]) {
                *code = RawCode::SEPARATE;
            }
        });
    }
    codes
}
