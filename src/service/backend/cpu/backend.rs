//! The CPU engine as a backend.

use super::engine::CpuEngine;
use super::scene::HostScene;
use super::{refine, search};
use crate::exact;
use crate::geom::{ContactInterval, Polytope};
use crate::kernel::GRAIN;
use crate::service::backend::known::{Known, Selected};
use crate::service::backend::scene::SceneBackend;
use crate::service::backend::traits::{Backend, Declined, Engines, RawCodes, Reply, Settler};
use crate::service::engine::{Engine, EngineState};
use crate::service::shape::{FrameShape, HullPairs};
use crate::timing::timed;
use crate::tree::bvh::{Collisions, SearchOptions, World};
use crate::verdict::RawCode;
use motzkin_core::{Motion, Source};

/// Computes codes, and lists the undecided pairs.
fn listed(engine: &CpuEngine, codes: impl FnOnce() -> Vec<RawCode>) -> RawCodes {
    let mut times = engine.times();
    let codes = timed(&mut times, |times| &mut times.kernel, codes);
    let list = || RawCode::undecided_in(&codes).collect();
    let undecided = timed(&mut times, |times| &mut times.listing, list);
    RawCodes { codes, undecided, times, ..RawCodes::default() }
}

impl<F: FrameShape, M: Motion> Backend<F, M> for CpuEngine {
    fn codes<'a>(&'a self, pairs: Source<'a, F>) -> Reply<'a, RawCodes> {
        let test = || F::codes::<M>(pairs, self.level);
        Reply::Ready(Ok(listed(self, || self.install_beyond(GRAIN, pairs.count(), test))))
    }

    fn refine<'a>(
        &'a self,
        pairs: Source<'a, F>,
        selected: &'a [Selected],
        mut known: Vec<Known<F>>,
    ) -> Reply<'a, Vec<Known<F>>> {
        self.install(|| match M::MOVES {
            true => refine::moving(self, pairs, selected, &mut known),
            false => refine::resting(self, pairs, selected, &mut known),
        });
        Reply::Ready(Ok(known))
    }

    fn settler(&self) -> Settler<F> {
        Settler {
            decide: |(a, b)| F::decide::<M>(a, b),
            interval: |(a, b)| F::meeting_interval(a, b),
        }
    }
}

impl<M: Motion> Backend<Polytope, M> for CpuEngine {
    fn codes<'a>(&'a self, pairs: HullPairs<'a>) -> Reply<'a, RawCodes> {
        Reply::Ready(Ok(listed(self, || self.install(|| self.hull_codes::<M>(pairs)))))
    }

    fn settler(&self) -> Settler<Polytope> {
        Settler {
            decide: |(set, pair)| {
                Ok(match M::MOVES {
                    true => exact::hull::decide_moving(set, pair),
                    false => exact::hull::decide(set, pair),
                })
            },
            // Only pairs that meet are asked about, and those have an interval.
            interval: |(set, pair)| {
                let always = ContactInterval { first: 0.0, last: 1.0 };
                Ok(exact::hull::contact_interval(set, pair).unwrap_or(always))
            },
        }
    }
}

impl Engines for CpuEngine {
    fn state(&self) -> EngineState {
        EngineState::sound(Engine::Cpu)
    }

    fn search(&self, world: &World, options: &SearchOptions) -> Result<Collisions, Declined> {
        Ok(search::search(self, world, options)?)
    }

    fn scene(&self) -> Box<dyn SceneBackend> {
        Box::new(HostScene::new(self.clone(), true))
    }
}
