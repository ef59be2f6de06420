//! The CPU engine as a backend.

use super::engine::CpuEngine;
use super::scene::HostScene;
use super::{refine, search};
use crate::kernel::GRAIN;
use crate::service::backend::known::{Known, Selected};
use crate::service::backend::reply::{Declined, RawCodes, Reply};
use crate::service::backend::scene::SceneBackend;
use crate::service::backend::traits::{Backend, Engines, Settler};
use crate::service::engine::{Engine, EngineState};
use crate::service::shape::FrameShape;
use crate::timing::timed;
use crate::tree::bvh::{BvhWorld, Collisions, SearchOptions};
use crate::verdict::RawCode;
use motzkin_core::{Motion, Source, by_motion};

/// Computes codes, and lists the undecided pairs.
pub(super) fn listed(engine: &CpuEngine, codes: impl FnOnce() -> Vec<RawCode>) -> RawCodes {
    let mut times = engine.times();
    let codes = timed(&mut times, |times| &mut times.kernel, codes);
    let list = || RawCode::list_undecided(&codes);
    let undecided = timed(&mut times, |times| &mut times.listing, list);
    RawCodes { codes, undecided, times, ..RawCodes::default() }
}

impl<F: FrameShape, M: Motion> Backend<F, M> for CpuEngine {
    fn codes<'a>(&'a self, pairs: Source<'a, F>, _settle: bool) -> Reply<'a, RawCodes> {
        let test = || F::codes::<M>(pairs, self.level);
        Reply::Ready(Ok(listed(self, || self.install_beyond(GRAIN, pairs.count(), test))))
    }

    fn refine<'a>(
        &'a self,
        pairs: Source<'a, F>,
        selected: &'a [Selected],
        mut known: Known<F>,
    ) -> Reply<'a, Known<F>> {
        self.install(|| {
            by_motion!(
                M::MOVES,
                refine::moving(self, pairs, selected, &mut known),
                refine::resting(self, pairs, selected, &mut known),
            )
        });
        Reply::Ready(Ok(known))
    }

    fn settler(&self) -> Settler<F> {
        Settler {
            decide: |(a, b)| F::decide::<M>(a, b),
            in_vectors: Some(F::settled::<M>),
            #[cfg(feature = "motion")]
            interval: |(a, b)| F::meeting_interval(a, b),
        }
    }
}

impl Engines for CpuEngine {
    fn state(&self) -> EngineState {
        EngineState::sound(Engine::Cpu)
    }

    fn first_round(&self) -> u32 {
        4
    }

    fn search<'a>(
        &'a self,
        world: &'a BvhWorld,
        options: &'a SearchOptions,
    ) -> Reply<'a, Collisions> {
        Reply::Ready(search::search(self, world, options).map_err(Declined::from))
    }

    fn scene(&self) -> Box<dyn SceneBackend> {
        Box::new(HostScene::new(self.clone(), true))
    }
}
