//! The doors of a query: for each kind of shape, at rest and moving, compiled in this crate.

use super::answer::Answer;
use super::any_hit;
use super::any_hits::AnyHits;
use super::backend::RawCodes;
use super::batch::{BatchError, Verdicts};
#[cfg(feature = "polytopes")]
use super::clearance::Clearances;
use super::collide::{Collidable, Pending};
use super::run::{self, Asked};
#[cfg(feature = "plane")]
use crate::geom::Frame2;
use crate::geom::Frame3;
#[cfg(feature = "polytopes")]
use crate::geom::Polytope;
#[cfg(feature = "motion")]
use motzkin_core::Moving;
use motzkin_core::{Resting, by_motion};

/// A kind of shape whose queries are compiled in this crate: a caller's crate compiles no kernel.
pub trait Answerable: Collidable {
    /// Answers a query, and blocks until the answer is there.
    #[cfg(not(all(target_family = "wasm", feature = "gpu")))]
    fn run(asked: Asked<'_, Self>, moves: bool) -> Result<Answer<Self>, BatchError>;

    /// Answers a query.
    fn start(asked: Asked<'_, Self>, moves: bool) -> Pending<'_, Result<Answer<Self>, BatchError>>;

    /// Computes raw codes, and blocks until they are there.
    #[cfg(not(all(target_family = "wasm", feature = "gpu")))]
    fn run_raw(asked: Asked<'_, Self>, moves: bool) -> Result<RawCodes, BatchError>;

    /// Computes raw codes.
    fn start_raw(asked: Asked<'_, Self>, moves: bool) -> Pending<'_, Result<RawCodes, BatchError>>;

    /// Tells which groups have a pair that meets, and blocks until the answer is there.
    #[cfg(not(all(target_family = "wasm", feature = "gpu")))]
    fn run_any(asked: Asked<'_, Self>, moves: bool, starts: &[u32]) -> Result<AnyHits, BatchError>;

    /// Tells which groups have a pair that meets.
    fn start_any<'a>(
        asked: Asked<'a, Self>,
        moves: bool,
        starts: &'a [u32],
    ) -> Pending<'a, Result<AnyHits, BatchError>>;

    /// Compares distances with one that is required, and blocks until the answer is there.
    #[cfg(all(feature = "polytopes", not(all(target_family = "wasm", feature = "gpu"))))]
    fn run_clearance(
        asked: Asked<'_, Self>,
        moves: bool,
        required: f32,
    ) -> Result<Clearances<Self>, BatchError>;

    /// Compares distances with one that is required.
    #[cfg(feature = "polytopes")]
    fn start_clearance(
        asked: Asked<'_, Self>,
        moves: bool,
        required: f32,
    ) -> Pending<'_, Result<Clearances<Self>, BatchError>>;

    /// Settles raw codes.
    fn settle(asked: Asked<'_, Self>, moves: bool, raw: RawCodes) -> Result<Verdicts, BatchError>;
}

macro_rules! answerable {
    ($shape:ty) => {
        impl Answerable for $shape {
            #[cfg(not(all(target_family = "wasm", feature = "gpu")))]
            fn run(asked: Asked<'_, Self>, moves: bool) -> Result<Answer<Self>, BatchError> {
                by_motion!(
                    moves,
                    asked.service.block_on(run::answer::<$shape, Moving>(asked)),
                    asked.service.block_on(run::answer::<$shape, Resting>(asked))
                )
            }

            fn start(
                asked: Asked<'_, Self>,
                moves: bool,
            ) -> Pending<'_, Result<Answer<Self>, BatchError>> {
                by_motion!(
                    moves,
                    Box::pin(run::answer::<$shape, Moving>(asked)),
                    Box::pin(run::answer::<$shape, Resting>(asked))
                )
            }

            #[cfg(not(all(target_family = "wasm", feature = "gpu")))]
            fn run_raw(asked: Asked<'_, Self>, moves: bool) -> Result<RawCodes, BatchError> {
                by_motion!(
                    moves,
                    asked.service.block_on(run::raw::<$shape, Moving>(asked)),
                    asked.service.block_on(run::raw::<$shape, Resting>(asked))
                )
            }

            fn start_raw(
                asked: Asked<'_, Self>,
                moves: bool,
            ) -> Pending<'_, Result<RawCodes, BatchError>> {
                by_motion!(
                    moves,
                    Box::pin(run::raw::<$shape, Moving>(asked)),
                    Box::pin(run::raw::<$shape, Resting>(asked))
                )
            }

            #[cfg(not(all(target_family = "wasm", feature = "gpu")))]
            fn run_any(
                asked: Asked<'_, Self>,
                moves: bool,
                starts: &[u32],
            ) -> Result<AnyHits, BatchError> {
                by_motion!(
                    moves,
                    asked.service.block_on(any_hit::answer::<$shape, Moving>(asked, starts)),
                    asked.service.block_on(any_hit::answer::<$shape, Resting>(asked, starts))
                )
            }

            fn start_any<'a>(
                asked: Asked<'a, Self>,
                moves: bool,
                starts: &'a [u32],
            ) -> Pending<'a, Result<AnyHits, BatchError>> {
                by_motion!(
                    moves,
                    Box::pin(any_hit::answer::<$shape, Moving>(asked, starts)),
                    Box::pin(any_hit::answer::<$shape, Resting>(asked, starts))
                )
            }

            #[cfg(all(feature = "polytopes", not(all(target_family = "wasm", feature = "gpu"))))]
            fn run_clearance(
                asked: Asked<'_, Self>,
                moves: bool,
                required: f32,
            ) -> Result<Clearances<Self>, BatchError> {
                by_motion!(
                    moves,
                    asked.service.block_on(run::clearance::<$shape, Moving>(asked, required)),
                    asked.service.block_on(run::clearance::<$shape, Resting>(asked, required))
                )
            }

            #[cfg(feature = "polytopes")]
            fn start_clearance(
                asked: Asked<'_, Self>,
                moves: bool,
                required: f32,
            ) -> Pending<'_, Result<Clearances<Self>, BatchError>> {
                by_motion!(
                    moves,
                    Box::pin(run::clearance::<$shape, Moving>(asked, required)),
                    Box::pin(run::clearance::<$shape, Resting>(asked, required))
                )
            }

            fn settle(
                asked: Asked<'_, Self>,
                moves: bool,
                raw: RawCodes,
            ) -> Result<Verdicts, BatchError> {
                by_motion!(
                    moves,
                    run::settle_raw::<$shape, Moving>(asked, raw),
                    run::settle_raw::<$shape, Resting>(asked, raw)
                )
            }
        }
    };
}

answerable!(Frame3);
#[cfg(feature = "plane")]
answerable!(Frame2);
#[cfg(feature = "polytopes")]
answerable!(Polytope);
