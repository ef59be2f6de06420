//! The pairs that meet, while they are found.

use super::bounded::Bounded;
use super::error::{CollideError, ShapeFault};
use super::hits::{Hit, Hits};
use super::tested::Tested;
use crate::geom::Pair;
use crate::service::answer::Details;
use crate::service::batch::Verdicts;
use crate::timing::{CollideTimes, StageTimes};
use rayon::prelude::*;

/// The hits so far. Beyond the limit they are counted only.
pub struct Found<S: Bounded> {
    pub hits: Hits<S>,
    count: u64,
    limit: usize,
}

impl<S: Bounded> Found<S> {
    /// Nothing yet; `times` where stages are timed.
    pub fn new(limit: usize, times: Option<StageTimes>) -> Self {
        let mut hits = Hits::new();
        hits.stats.times = times.map(|_| CollideTimes::default());
        Self { hits, count: 0, limit }
    }

    /// Returns true if so many more hits stay within the limit.
    pub fn has_room(&self, more: usize) -> bool {
        self.count + more as u64 <= self.limit as u64
    }

    /// Adds what a batch says, whose pairs lie behind all others.
    pub fn add(&mut self, batch: &[Pair], shift: u32, tested: Tested<S>) {
        let Tested { verdicts, kept, details } = tested;
        let first = self.hits.hits.len();
        if !self.keep(batch, shift, &verdicts, &kept) {
            return;
        }
        // Both lists ascend.
        let mut place = 0;
        self.hits.details.append(details, |detailed| {
            place += kept[place..].iter().take_while(|&&pair| pair != detailed).count();
            (first + place) as u32
        });
    }

    /// Adds the kept pairs of a batch, without details. Returns false beyond the limit.
    pub fn keep(&mut self, batch: &[Pair], shift: u32, verdicts: &Verdicts, kept: &[u32]) -> bool {
        let Hits { hits, details, stats, gpu_failure } = &mut self.hits;
        stats.tested += verdicts.stats();
        if let Some((times, more)) = stats.times.as_mut().zip(verdicts.times()) {
            times.tests.add(more);
        }
        *gpu_failure = gpu_failure.take().or_else(|| verdicts.gpu_failure().cloned());
        self.count += kept.len() as u64;
        if self.count > self.limit as u64 {
            (*hits, *details) = (Vec::new(), Details::EMPTY);
            return false;
        }
        hits.extend(kept.iter().map(|&pair| {
            let Pair { a, b } = batch[pair as usize];
            Hit { a, b: b - shift, verdict: verdicts[pair as usize] }
        }));
        true
    }

    /// Puts pairs that were found in no order into theirs. There are no details yet.
    pub fn sort(&mut self) {
        self.hits.hits.par_sort_unstable_by_key(|hit| (hit.a, hit.b));
    }

    /// Returns the hits, if they are all that there are.
    pub fn end(self, faults: Vec<ShapeFault>) -> Result<Hits<S>, CollideError> {
        let Self { hits, count, limit } = self;
        if count > limit as u64 {
            return Err(CollideError::TooManyPairs { found: count, limit });
        }
        match faults.is_empty() {
            true => Ok(hits),
            false => Err(CollideError::InvalidFrames { faults, rest: hits.hits }),
        }
    }
}
