//! The reference engine: elimination and the simplex method in rationals.

use super::cpu::{CpuEngine, HostScene, settle};
use super::reply::{Declined, RawCodes, Reply};
use super::scene::SceneBackend;
use super::traits::{Backend, Engines, Settler};
use crate::error::FrameError;
use crate::exact::{PairFault, Settled, SettledBy};
use crate::geom::{ContactInterval, Frame2, Frame3, Pair, Polytope, PolytopeSet};
use crate::kernel::SimdLevel;
use crate::num::{f32_below, f32_to_rational};
use crate::reference::{self, simplex};
use crate::service::engine::{Engine, EngineState};
use crate::service::polytopes::HullPairs;
use crate::service::shape::FrameShape;
use crate::tree::bvh::{BvhWorld, Collisions, PairTest, SearchFault, SearchOptions, search};
use crate::verdict::{RawCode, Verdict};
use dashu_ratio::RBig;
use motzkin_core::{Motion, Source};
use std::array::from_fn;

/// The engine that everything else is compared with.
pub struct ReferenceEngine {
    cpu: CpuEngine,
}

impl ReferenceEngine {
    /// The engine on the threads of another one.
    pub fn new(cpu: CpuEngine) -> Self {
        Self { cpu }
    }

    /// Leaves every pair undecided: there is no stage before the exact one.
    fn undecided<'a>(&self, pairs: usize) -> Reply<'a, RawCodes> {
        let (codes, undecided) = (vec![RawCode::UNDECIDED; pairs], (0..pairs as u32).collect());
        let times = self.cpu.times();
        Reply::Ready(Ok(RawCodes { codes, undecided, times, ..RawCodes::default() }))
    }
}

/// The verdict over all `t`, and the contact interval of a pair that meets.
type Sweep = (Verdict, Option<[RBig; 2]>);

/// A frame that can be eliminated.
trait Eliminate: FrameShape {
    /// Returns the verdict at rest.
    fn eliminate(a: &Self, b: &Self) -> Result<Verdict, FrameError>;

    /// Returns verdict and contact interval of moving frames.
    fn eliminate_moving(a: &Self, b: &Self) -> Result<Sweep, FrameError>;
}

impl Eliminate for Frame3 {
    fn eliminate(a: &Self, b: &Self) -> Result<Verdict, FrameError> {
        reference::verdict(a, b)
    }
    fn eliminate_moving(a: &Self, b: &Self) -> Result<Sweep, FrameError> {
        reference::motion::sweep(a, b)
    }
}

impl Eliminate for Frame2 {
    fn eliminate(a: &Self, b: &Self) -> Result<Verdict, FrameError> {
        reference::plane::verdict(a, b)
    }
    fn eliminate_moving(a: &Self, b: &Self) -> Result<Sweep, FrameError> {
        reference::plane::sweep(a, b)
    }
}

fn decide<F: Eliminate, M: Motion>(a: &F, b: &F) -> Result<Settled, PairFault> {
    let verdict = match M::MOVES {
        true => sweep(a, b)?.0,
        false => {
            validate::<F, M>(a, b)?;
            F::eliminate(a, b).map_err(|error| PairFault { second: false, error })?
        }
    };
    Ok(Settled { verdict, by: SettledBy::Wide })
}

fn sweep<F: Eliminate>(a: &F, b: &F) -> Result<Sweep, PairFault> {
    validate::<F, motzkin_core::Moving>(a, b)?;
    F::eliminate_moving(a, b).map_err(|error| PairFault { second: false, error })
}

fn validate<F: Eliminate, M: Motion>(a: &F, b: &F) -> Result<(), PairFault> {
    for (second, frame) in [(false, a), (true, b)] {
        frame.validate_for::<M>().map_err(|error| PairFault { second, error })?;
    }
    Ok(())
}

/// Rounds an interval outward once. Pairs that never meet are not asked about.
fn rounded(interval: Option<[RBig; 2]>) -> ContactInterval {
    let [first, last] = interval.unwrap_or([RBig::ZERO, RBig::ONE]);
    // Adding zero makes a negative zero positive.
    ContactInterval { first: f32_below(&first), last: -f32_below(&-last) + 0.0 }
}

/// The verdict and the contact interval of polytopes, by the textbook method.
fn sweep_hulls(set: &PolytopeSet, pair: Pair) -> Sweep {
    let [a, b] = [pair.a, pair.b].map(|index| simplex::points::<RBig>(set, index));
    let velocity = |index: u32| set.velocities()[index as usize].map(f32_to_rational);
    let (of_a, of_b) = (velocity(pair.a), velocity(pair.b));
    simplex::sweep(&a, &from_fn(|axis| &of_a[axis] - &of_b[axis]), &b)
}

impl<F: Eliminate, M: Motion> Backend<F, M> for ReferenceEngine {
    fn codes<'a>(&'a self, pairs: Source<'a, F>, _settle: bool) -> Reply<'a, RawCodes> {
        self.undecided(pairs.count())
    }

    fn settler(&self) -> Settler<F> {
        Settler {
            decide: |(a, b)| decide::<F, M>(a, b),
            in_vectors: None,
            interval: |(a, b)| Ok(rounded(sweep(a, b)?.1)),
        }
    }
}

impl<M: Motion> Backend<Polytope, M> for ReferenceEngine {
    fn codes<'a>(&'a self, pairs: HullPairs<'a>, _settle: bool) -> Reply<'a, RawCodes> {
        self.undecided(pairs.pairs.len())
    }

    fn settler(&self) -> Settler<Polytope> {
        Settler {
            in_vectors: None,
            decide: |(set, pair)| {
                let verdict = match M::MOVES {
                    true => sweep_hulls(set, pair).0,
                    false => {
                        let [a, b] =
                            [pair.a, pair.b].map(|index| simplex::points::<RBig>(set, index));
                        simplex::verdict(&a, &b)
                    }
                };
                Ok(Settled { verdict, by: SettledBy::Wide })
            },
            interval: |(set, pair)| Ok(rounded(sweep_hulls(set, pair).1)),
        }
    }
}

impl Engines for ReferenceEngine {
    fn state(&self) -> EngineState {
        EngineState::sound(Engine::Reference)
    }

    fn is_reference(&self) -> bool {
        true
    }

    fn search<'a>(
        &'a self,
        world: &'a BvhWorld,
        options: &'a SearchOptions,
    ) -> Reply<'a, Collisions> {
        let found = self.cpu.install(|| search(world, options, &Rationals));
        Reply::Ready(found.map_err(Declined::from))
    }

    fn scene(&self) -> Box<dyn SceneBackend> {
        Box::new(HostScene::new(self.cpu.clone(), false))
    }
}

/// Tests the volumes of a search.
struct Rationals;

impl PairTest for Rationals {
    fn level(&self) -> SimdLevel {
        SimdLevel::Scalar
    }

    fn meet(&self, pairs: Source<'_>, meet: &mut Vec<bool>) -> Result<(), SearchFault> {
        meet.clear();
        meet.resize(pairs.count(), false);
        let all: Vec<u32> = (0..pairs.count() as u32).collect();
        settle(pairs, &all, false, decide::<Frame3, motzkin_core::Resting>, meet)
    }
}
