//! The GPU engine as a backend.

use super::engine::GpuEngine;
use super::indices::Indexed;
use super::refine::{self, ShaderShape};
use super::scene::GpuScene;
use super::search;
use crate::gpu::{AnyHitBits, RawBatch, RunnerShapes};
use crate::gpu_error::GpuError;
use crate::service::backend::finder::Finder;
use crate::service::backend::known::{Known, Selected};
use crate::service::backend::reply::{Declined, RawCodes, RawGroups, Reply};
use crate::service::backend::scene::SceneBackend;
use crate::service::backend::traits::{AnyEngine, Backend, Engines, Settler};
use crate::service::engine::EngineState;
use crate::tree::bvh::{BvhWorld, Collisions, SearchOptions};
use motzkin_core::{Motion, Source, by_motion};
#[cfg(not(target_family = "wasm"))]
use std::pin::Pin;

impl From<GpuError> for Declined {
    fn from(error: GpuError) -> Self {
        Self::Gpu(error)
    }
}

pub(super) fn raw_codes(batch: RawBatch, coarse: bool) -> RawCodes {
    let RawBatch { codes, undecided, settled: settled_gpu, overflowed, times } = batch;
    let list_overflowed = overflowed;
    let raw = RawCodes::default();
    RawCodes { codes, undecided, settled_gpu, list_overflowed, coarse, times, ..raw }
}

impl<F: ShaderShape, M: Motion> Backend<F, M> for GpuEngine {
    fn codes<'a>(&'a self, source: Source<'a, F>, settle: bool) -> Reply<'a, RawCodes> {
        Reply::Later(Box::pin(async move {
            let indexed = Indexed::new(source);
            let shapes = by_motion!(
                M::MOVES,
                RunnerShapes::Moving(indexed.frames()),
                RunnerShapes::Resting(indexed.frames()),
            );
            let batch = match settle {
                true => self.runner.settled_codes(shapes, &indexed.pairs).await?,
                false => self.runner.codes(shapes, &indexed.pairs).await?,
            };
            Ok(raw_codes(batch, false))
        }))
    }

    fn any_hits<'a>(
        &'a self,
        source: Source<'a, F>,
        starts: &'a [u32],
    ) -> Option<Reply<'a, Option<RawGroups>>> {
        Some(Reply::Later(Box::pin(async move {
            let indexed = Indexed::new(source);
            let (frames, pairs) = (indexed.frames(), &indexed.pairs);
            let bits = self.runner.any_hits(frames, M::MOVES, pairs, starts).await?;
            Ok(bits.map(|AnyHitBits { words, undecided, open, settled, times }| RawGroups {
                words,
                undecided,
                open,
                settled,
                times,
            }))
        })))
    }

    fn refine<'a>(
        &'a self,
        pairs: Source<'a, F>,
        selected: &'a [Selected],
        known: Known<F>,
    ) -> Reply<'a, Known<F>> {
        Reply::Later(Box::pin(async move {
            by_motion!(
                M::MOVES,
                refine::moving(self, pairs, selected, known).await,
                refine::resting(self, pairs, selected, known).await,
            )
        }))
    }

    fn finder(&self) -> Option<&(dyn Finder<F, M> + Sync)> {
        Some(self)
    }

    fn settler(&self) -> Settler<F> {
        Backend::<F, M>::settler(&self.cpu)
    }
}

impl Engines for GpuEngine {
    fn state(&self) -> EngineState {
        GpuEngine::state(self)
    }

    fn finer(&self) -> Option<&AnyEngine> {
        Some(&self.cpu)
    }

    fn failed(&self, error: GpuError) -> Result<GpuError, GpuError> {
        self.note(error)
    }

    #[cfg(not(target_family = "wasm"))]
    fn block_on(&self, future: Pin<&mut (dyn Future<Output = ()> + '_)>) {
        self.runner.block_on(future);
    }

    fn search<'a>(
        &'a self,
        world: &'a BvhWorld,
        options: &'a SearchOptions,
    ) -> Reply<'a, Collisions> {
        Reply::Later(Box::pin(search::search(self, world, options)))
    }

    fn scene(&self) -> Box<dyn SceneBackend> {
        Box::new(GpuScene::new(self.runner.clone()))
    }

    #[cfg(all(feature = "meshes", not(target_family = "wasm")))]
    fn occupancy_test(
        &self,
        mode: crate::gpu::OccupancyMode,
    ) -> Option<Result<crate::gpu::GpuOccupancyTest, GpuError>> {
        Some(crate::gpu::GpuOccupancyTest::of(self.runner.clone(), mode))
    }
}
