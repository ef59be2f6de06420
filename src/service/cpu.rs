//! The CPU engine: kernels on threads.

use super::batch::RawVerdicts;
use super::engine::ServiceError;
use crate::kernel::{self, PairSource, SimdLevel, raw_codes, raw_moving_codes};
use crate::timing::{StageTimes, timed};
use crate::verdict::RawCode;

/// An instruction set and the threads that run it.
pub(super) struct CpuEngine {
    pub level: SimdLevel,
    pool: Option<rayon::ThreadPool>,
}

impl CpuEngine {
    /// `threads` of `None` shares rayon's global pool.
    pub fn new(level: SimdLevel, threads: Option<usize>) -> Result<Self, ServiceError> {
        let start = |threads: usize| rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        Ok(Self { level, pool: threads.map(start).transpose()? })
    }

    /// Runs on the engine's threads.
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        match &self.pool {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }

    /// The same, unless there are no more items than one thread takes at a time: another thread
    /// would do no more than this one, and waiting for it takes as long as thousands of pairs. The
    /// work must not ask for threads then.
    pub fn install_beyond<R: Send>(
        &self,
        grain: usize,
        items: usize,
        work: impl FnOnce() -> R + Send,
    ) -> R {
        if items > grain { self.install(work) } else { work() }
    }

    /// True with one thread, to which work is handed over in vain.
    pub fn is_single(&self) -> bool {
        self.pool.as_ref().is_some_and(|pool| pool.current_num_threads() == 1)
    }

    /// Codes and the list of undecided pairs.
    pub fn raw(
        &self,
        source: &impl PairSource,
        moving: bool,
        mut times: Option<StageTimes>,
    ) -> RawVerdicts {
        let judge = || {
            self.install_beyond(kernel::GRAIN, source.count(), || self.raw_codes(source, moving))
        };
        let codes = timed(&mut times, |times| &mut times.kernel, judge);
        let list = || RawCode::undecided_in(&codes).collect();
        let undecided = timed(&mut times, |times| &mut times.listing, list);
        RawVerdicts { codes, undecided, moving, times, ..RawVerdicts::default() }
    }

    /// The codes alone.
    pub fn raw_codes(&self, source: &impl PairSource, moving: bool) -> Vec<RawCode> {
        if moving { raw_moving_codes(source, self.level) } else { raw_codes(source, self.level) }
    }
}
