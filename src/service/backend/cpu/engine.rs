//! An instruction set, and the threads that run it.

use crate::geom::{Filter, Pair};
use crate::kernel::{GRAIN, SimdLevel};
use crate::service::engine::ServiceError;
use crate::timing::{StageTimes, timed};
use crate::verdict::RawCode;
#[cfg(feature = "motion")]
use motzkin_core::Moving;
use motzkin_core::{Frame, Resting, Source, by_motion};
use rayon::prelude::*;
use std::sync::Arc;

/// The CPU engine. A clone shares the threads.
#[derive(Clone)]
pub struct CpuEngine {
    /// The instruction set.
    pub level: SimdLevel,
    pool: Option<Arc<rayon::ThreadPool>>,
    profile: bool,
}

impl CpuEngine {
    /// Starts the threads; `None` shares rayon's global pool.
    pub fn new(
        level: SimdLevel,
        threads: Option<usize>,
        profile: bool,
    ) -> Result<Self, ServiceError> {
        let start = |threads: usize| rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        Ok(Self { level, pool: threads.map(start).transpose()?.map(Arc::new), profile })
    }

    /// The engine with new threads, as many as it has: none of them works for another call.
    pub fn apart(&self) -> Result<Self, ServiceError> {
        let own = self.pool.as_ref().map(|pool| pool.current_num_threads());
        let threads = own.unwrap_or_else(rayon::current_num_threads);
        Self::new(self.level, Some(threads), self.profile)
    }

    /// Runs `work` on the engine's threads.
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        let Some(pool) = &self.pool else { return work() };
        let mut work = Some(work);
        let mut result = None;
        hand_over(pool, &mut || result = work.take().map(|work| work()));
        match result {
            Some(result) => result,
            None => unreachable!("the pool has run the work, once"),
        }
    }

    /// Runs `work` on the engine's threads, or on the calling thread if there is at most one grain
    /// of work. Waking another thread takes as long as testing thousands of pairs, so `work` must
    /// not ask for threads then.
    pub fn install_beyond<R: Send>(
        &self,
        grain: usize,
        items: usize,
        work: impl FnOnce() -> R + Send,
    ) -> R {
        if items > grain { self.install(work) } else { work() }
    }

    /// Returns true with one thread, to which work is handed over in vain.
    pub fn is_single(&self) -> bool {
        self.pool.as_ref().is_some_and(|pool| pool.current_num_threads() == 1)
    }

    /// Returns times to be filled in, where times are asked for.
    pub fn times(&self) -> Option<StageTimes> {
        self.profile.then(StageTimes::default)
    }

    /// Returns the raw codes of a scene's pairs. A pair that the filters exclude is separate.
    pub fn scene_codes(
        &self,
        source: Source<'_>,
        filters: Option<&[Filter]>,
        moves: bool,
        times: &mut Option<StageTimes>,
    ) -> Vec<RawCode> {
        let test = || {
            let mut codes = by_motion!(
                moves,
                Frame::codes::<Moving>(source, self.level),
                Frame::codes::<Resting>(source, self.level)
            );
            if let Source::Indexed { pairs, .. } = source {
                exclude(&mut codes, pairs, filters);
            }
            codes
        };
        let work = || self.install_beyond(GRAIN, source.count(), test);
        timed(times, |times| &mut times.kernel, work)
    }
}

/// Runs `work` in a pool. Not generic, so that what rayon needs for it is compiled once.
fn hand_over(pool: &rayon::ThreadPool, work: &mut (dyn FnMut() + Send)) {
    pool.install(work);
}

/// Makes pairs separate that the filters exclude, whatever the kernels say.
pub fn exclude(codes: &mut [RawCode], pairs: &[Pair], filters: Option<&[Filter]>) {
    let Some(filters) = filters else { return };
    let one = |(code, pair): (&mut RawCode, &Pair)| {
        if !filters[pair.a as usize].meets(filters[pair.b as usize]) {
            *code = RawCode::SEPARATE;
        }
    };
    match pairs.len() > GRAIN {
        true => codes.par_iter_mut().zip(pairs).with_min_len(1 << 14).for_each(one),
        false => codes.iter_mut().zip(pairs).for_each(one),
    }
}
