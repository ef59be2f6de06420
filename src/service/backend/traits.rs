//! What an engine implements.

use super::finder::Finder;
use super::known::{Known, Selected};
use super::reply::{Declined, RawCodes, RawGroups, Reply};
use super::scene::SceneBackend;
use crate::exact::{PairFault, Settled};
#[cfg(feature = "motion")]
use crate::geom::ContactInterval;
use crate::geom::Frame3;
use crate::gpu_error::GpuError;
use crate::kernel::SimdLevel;
use crate::service::engine::EngineState;
use crate::service::shape::{Operand, Shape};
use crate::tree::bvh::{BvhWorld, Collisions, SearchOptions};
use crate::verdict::RawCode;
use motzkin_core::{Motion, Resting};
#[cfg(not(all(target_family = "wasm", feature = "gpu")))]
use std::pin::Pin;

/// Tests pairs of one kind of shape, at rest or moving.
pub trait Backend<S: Shape, M: Motion>: Send + Sync {
    /// Returns the raw code of each pair. With `settle` an engine whose answers are far away
    /// settles what it can before it hands them over.
    fn codes<'a>(&'a self, pairs: S::Pairs<'a>, settle: bool) -> Reply<'a, RawCodes>;

    /// Returns which groups of pairs have one that meets, settled as far as the engine can, if the
    /// engine reduces codes where they are. Starts ascend from 0 and are not behind the end. An
    /// answer of `None` leaves the question to [`codes`](Self::codes).
    fn any_hits<'a>(
        &'a self,
        _pairs: S::Pairs<'a>,
        _starts: &'a [u32],
    ) -> Option<Reply<'a, Option<RawGroups>>> {
        None
    }

    /// Closes what it can of what is open of the selected pairs.
    fn refine<'a>(
        &'a self,
        _pairs: S::Pairs<'a>,
        _selected: &'a [Selected],
        known: Known<S>,
    ) -> Reply<'a, Known<S>> {
        Reply::Ready(Ok(known))
    }

    /// Returns what finds the pairs of a set without the CPU, if the engine has it. Elsewhere the
    /// CPU lists candidates.
    fn finder(&self) -> Option<&(dyn Finder<S, M> + Sync)> {
        None
    }

    /// Returns how undecided pairs are settled.
    fn settler(&self) -> Settler<S>;
}

/// Names a backend that an engine is where features have it, and anything elsewhere.
macro_rules! backend_where {
    ($(($on:meta) $name:ident: $backend:path;)*) => {$(
        #[cfg($on)]
        pub trait $name: $backend {}
        #[cfg($on)]
        impl<E: $backend> $name for E {}
        #[cfg(not($on))]
        pub trait $name {}
        #[cfg(not($on))]
        impl<E> $name for E {}
    )*};
}

backend_where! {
    (feature = "motion") InMotion: Backend<Frame3, motzkin_core::Moving>;
    (feature = "plane") InPlane: Backend<crate::geom::Frame2, Resting>;
    (all(feature = "plane", feature = "motion"))
    InPlaneMotion: Backend<crate::geom::Frame2, motzkin_core::Moving>;
    (feature = "polytopes") OfPolytopes: Backend<crate::geom::Polytope, Resting>;
    (all(feature = "polytopes", feature = "motion"))
    OfMovingPolytopes: Backend<crate::geom::Polytope, motzkin_core::Moving>;
}

/// An engine: a backend for every kind of shape and motion.
pub trait Engines:
    Backend<Frame3, Resting> + InMotion + InPlane + InPlaneMotion + OfPolytopes + OfMovingPolytopes
{
    /// Returns what the engine is doing.
    fn state(&self) -> EngineState;

    /// Returns true for an engine that eliminates in rationals, of which no kernel may take part.
    fn is_reference(&self) -> bool {
        false
    }

    /// Returns the engine whose kernels go beyond those of this one, if there is one.
    fn finer(&self) -> Option<&AnyEngine> {
        None
    }

    /// Returns how many pairs of a group are tested before it is looked at whether one of them
    /// meets. A GPU tests all at once: looking costs it more than testing.
    fn first_round(&self) -> u32 {
        u32::MAX
    }

    /// Takes note of a failure, and returns it as an error unless the CPU takes over.
    fn failed(&self, error: GpuError) -> Result<GpuError, GpuError> {
        Err(error)
    }

    /// Runs a future of this engine to its end on this thread.
    #[cfg(not(all(target_family = "wasm", feature = "gpu")))]
    fn block_on(&self, future: Pin<&mut (dyn Future<Output = ()> + '_)>) {
        pollster::block_on(future);
    }

    /// Searches a world of object trees.
    fn search<'a>(
        &'a self,
        world: &'a BvhWorld,
        options: &'a SearchOptions,
    ) -> Reply<'a, Collisions>;

    /// Returns what holds the frames of a scene.
    fn scene(&self) -> Box<dyn SceneBackend>;

    /// Returns an occupancy test on the device of the engine, if it has one.
    #[cfg(all(feature = "gpu", feature = "meshes", not(target_family = "wasm")))]
    fn occupancy_test(
        &self,
        _mode: crate::gpu::OccupancyMode,
    ) -> Option<Result<crate::gpu::GpuOccupancyTest, GpuError>> {
        None
    }
}

/// An engine behind a pointer.
pub type AnyEngine = dyn Engines + 'static;

/// Returns the codes of the pairs of some numbers.
pub type InVectors<S> = for<'a> fn(<S as Operand>::Pairs<'a>, &[u32], SimdLevel) -> Vec<RawCode>;

/// How a pair is settled exactly.
pub struct Settler<S: Shape> {
    /// Returns the verdict.
    pub decide: for<'a> fn(S::Both<'a>) -> Result<Settled, PairFault>,
    /// Returns the codes of the pairs of these numbers, undecided where it cannot tell: `None` for
    /// an engine that settles one pair at a time.
    pub in_vectors: Option<InVectors<S>>,
    /// Returns the contact interval of a moving pair that is known to meet.
    #[cfg(feature = "motion")]
    pub interval: for<'a> fn(S::Both<'a>) -> Result<ContactInterval, PairFault>,
}

impl<S: Shape> Clone for Settler<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Shape> Copy for Settler<S> {}

/// Asks an engine, and the CPU where the engine declines or where its GPU fails and the CPU takes
/// over. The failure comes with the answer.
pub async fn ask<'a, T>(
    engine: &'a AnyEngine,
    cpu: &'a AnyEngine,
    question: impl Fn(&'a AnyEngine) -> Reply<'a, T>,
) -> Result<(T, Option<GpuError>), GpuError> {
    let failure = match question(engine).get().await {
        Ok(answer) => return Ok((answer, None)),
        Err(Declined::Gpu(error)) => Some(engine.failed(error)?),
        Err(_) => None,
    };
    match question(cpu).get().await {
        Ok(answer) => Ok((answer, failure)),
        Err(_) => Err(GpuError::Internal("the CPU engine declines nothing".into())),
    }
}
