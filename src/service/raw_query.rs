//! A query for what the kernels say.

use super::answerable::Answerable;
use super::backend::RawCodes;
use super::batch::{BatchError, Verdicts};
use super::collide::Pending;
use super::query::Query;
use super::run::Asked;
use crate::gpu_error::GpuError;
use crate::timing::StageTimes;
use crate::verdict::RawCode;
use motzkin_core::{Motion, Resting};

impl<'a, S: Answerable, M: Motion> Query<'a, S, M> {
    /// Asks for the codes of the kernels, not settled.
    pub fn raw(self) -> RawQuery<'a, S, M> {
        RawQuery(self)
    }
}

/// A [`Query`] that stops before undecided pairs are settled.
///
/// The reference engine has no stage before the exact one and leaves every pair undecided.
#[derive(Debug)]
#[must_use = "a query does nothing until `run` is called or it is awaited"]
pub struct RawQuery<'a, S: Answerable, M: Motion = Resting>(Query<'a, S, M>);

impl<'a, S: Answerable, M: Motion> RawQuery<'a, S, M> {
    /// Computes the codes, and blocks until they are there.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Query::run`]. Wanted values and a margin belong to settled pairs:
    /// for them [`Unanswerable`](BatchError::Unanswerable) and [`NoMargin`](BatchError::NoMargin)
    /// are returned.
    #[cfg(not(all(target_family = "wasm", feature = "gpu")))]
    pub fn run(self) -> Result<RawVerdicts<'a, S>, BatchError> {
        let asked = self.0.asked;
        S::run_raw(asked, M::MOVES).map(|raw| RawVerdicts { asked, moves: M::MOVES, raw })
    }
}

impl<'a, S: Answerable, M: Motion> IntoFuture for RawQuery<'a, S, M> {
    type Output = Result<RawVerdicts<'a, S>, BatchError>;
    type IntoFuture = Pending<'a, Self::Output>;

    /// Returns a future of the codes.
    fn into_future(self) -> Self::IntoFuture {
        let asked = self.0.asked;
        let raw = S::start_raw(asked, M::MOVES);
        Box::pin(async move { Ok(RawVerdicts { asked, moves: M::MOVES, raw: raw.await? }) })
    }
}

/// What the kernels say of a batch before it is settled.
#[derive(Clone, Debug)]
pub struct RawVerdicts<'a, S: Answerable> {
    asked: Asked<'a, S>,
    moves: bool,
    raw: RawCodes,
}

impl<S: Answerable> RawVerdicts<'_, S> {
    /// Returns one code for each pair, in the order of the pairs.
    pub fn codes(&self) -> &[RawCode] {
        &self.raw.codes
    }

    /// Returns the undecided pairs, ascending.
    pub fn undecided(&self) -> &[u32] {
        &self.raw.undecided
    }

    /// Returns true if the GPU's list of undecided pairs was too small for all of them. Nothing is
    /// lost: they were listed from the codes, which costs the CPU a pass over the codes.
    pub fn list_overflowed(&self) -> bool {
        self.raw.list_overflowed
    }

    /// Returns why the CPU answered the whole batch in place of the GPU, if it did.
    pub fn gpu_failure(&self) -> Option<&GpuError> {
        self.raw.gpu_failure.as_ref()
    }

    /// Returns how long the stages took so far; `None` unless
    /// [`ServiceBuilder::profile`](super::ServiceBuilder::profile) is set.
    pub fn times(&self) -> Option<StageTimes> {
        self.raw.times
    }

    /// Settles the undecided pairs exactly, on all threads of the service.
    ///
    /// # Errors
    ///
    /// Returns [`BatchError::InvalidFrames`], as [`verdicts`](crate::CollisionService::verdicts)
    /// does.
    pub fn settle(self) -> Result<Verdicts, BatchError> {
        S::settle(self.asked, self.moves, self.raw)
    }
}
