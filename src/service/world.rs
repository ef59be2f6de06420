//! Searching worlds of object trees.

use super::collision_service::{Backend, CollisionService};
use super::dimension::decide_by_reference;
use crate::exact::{self, PairFault, Settled};
use crate::geom::Frame3;
use crate::kernel::{Scattered, SimdLevel, raw_codes};
use crate::tree::bvh::broad::SweepAndPrune;
use crate::tree::bvh::{
    Collision, Collisions, Find, PairTest, Scope, SearchFault, SearchOptions, World, candidates,
    search, search_among,
};
use crate::verdict::RawCode;
use rayon::prelude::*;

/// Pairs that one thread settles at a time.
const GRAIN: usize = 64;

/// Pairs of objects for which no thread is woken where the search stops early: it takes as long as
/// some ten of them. And the most for which none is where there is but one.
const FEW: usize = 8;
const SINGLE: usize = 1 << 12;

/// Boxes that one thread finds at a time.
const BOXES: usize = 4;

impl CollisionService {
    /// Finds what collides in a world of objects: which volumes, which objects, or the first of
    /// them. Blocks until it is there.
    ///
    /// The answer and its order are the same on every engine and number of threads;
    /// [`bvh`](crate::tree::bvh) says what is found. Objects whose pose has changed
    /// since the last search are posed where the search comes by them. A GPU goes down trees of at
    /// most 128 children a volume; limited searches, and what has no room there, are the CPU's.
    /// Costs some 10 to 30 ns and thread for each pair of volumes whose boxes meet, one for each
    /// pair of boxes.
    ///
    /// # Errors
    ///
    /// A scope that names no object; a pose under which a volume, once rounded, is flat or not
    /// finite; more pairs of objects than fit in memory; a GPU that fails on the way.
    pub fn search(
        &self,
        world: &World,
        options: &SearchOptions,
    ) -> Result<Collisions, SearchError> {
        let found = match self.backend() {
            Backend::Cpu => self.search_on_cpu(world, options)?,
            Backend::Reference => {
                self.cpu().install(|| search(world, options, &SweepAndPrune, &Rationals))?
            }
            #[cfg(feature = "gpu")]
            Backend::Gpu(gpu) => match self.search_on_gpu(gpu, world, options) {
                Err(SearchError::Gpu(error)) => {
                    gpu.failed(error)?;
                    self.search_on_cpu(world, options)?
                }
                answered => answered?,
            },
        };
        Ok(if options.boxes { self.cpu().install(|| boxed(world, found))? } else { found })
    }

    pub(super) fn search_on_cpu(
        &self,
        world: &World,
        options: &SearchOptions,
    ) -> Result<Collisions, SearchFault> {
        let cpu = self.cpu();
        let early = options.find != Find::Leaves && !options.is_limited();
        let Scope::One(_) = options.scope else {
            return cpu.install(|| search(world, options, &SweepAndPrune, &self.kernels()));
        };
        let candidates = candidates(world, options.scope, &SweepAndPrune)?;
        let few = if cpu.is_single() { SINGLE } else { FEW };
        if early && candidates.len() <= few {
            return search_among(
                world,
                options,
                candidates,
                &Kernels { alone: true, ..self.kernels() },
            );
        }
        cpu.install(|| search_among(world, options, candidates, &self.kernels()))
    }

    pub(super) fn kernels(&self) -> Kernels {
        Kernels { level: self.cpu().level, alone: false }
    }
}

/// Why a search has no answer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The world, or what was asked of it.
    #[error(transparent)]
    World(#[from] SearchFault),
    /// The GPU failed on the way.
    #[cfg(feature = "gpu")]
    #[error(transparent)]
    Gpu(#[from] crate::gpu::GpuError),
}

/// The kernels, settled.
pub(super) struct Kernels {
    level: SimdLevel,
    /// On the calling thread.
    alone: bool,
}

impl PairTest for Kernels {
    fn level(&self) -> SimdLevel {
        self.level
    }

    fn is_single_threaded(&self) -> bool {
        self.alone
    }

    fn meet(&self, pairs: &[(&Frame3, &Frame3)], meet: &mut Vec<bool>) -> Result<(), SearchFault> {
        let codes = raw_codes(&Scattered(pairs), self.level);
        meet.clear();
        meet.extend(codes.iter().map(|&code| code != RawCode::SEPARATE));
        let undecided: Vec<u32> = RawCode::undecided_in(&codes).collect();
        settle(pairs, &undecided, self.alone, exact::decide, meet)
    }
}

/// The reference engine.
struct Rationals;

impl PairTest for Rationals {
    fn level(&self) -> SimdLevel {
        SimdLevel::Scalar
    }

    fn meet(&self, pairs: &[(&Frame3, &Frame3)], meet: &mut Vec<bool>) -> Result<(), SearchFault> {
        meet.clear();
        meet.resize(pairs.len(), false);
        let all: Vec<u32> = (0..pairs.len() as u32).collect();
        settle(pairs, &all, false, decide_by_reference, meet)
    }
}

fn settle(
    pairs: &[(&Frame3, &Frame3)],
    numbers: &[u32],
    alone: bool,
    decide: impl Fn(&Frame3, &Frame3) -> Result<Settled, PairFault> + Sync,
    meet: &mut [bool],
) -> Result<(), SearchFault> {
    let one = |&number: &u32| {
        let (a, b) = pairs[number as usize];
        decide(a, b).map(|settled| settled.verdict.meets())
    };
    let settled: Result<Vec<bool>, PairFault> = match alone {
        true => numbers.iter().map(one).collect(),
        false => numbers.par_iter().with_min_len(GRAIN).map(one).collect(),
    };
    for (&number, settled) in numbers.iter().zip(settled.map_err(SearchFault::Pair)?) {
        meet[number as usize] = settled;
    }
    Ok(())
}

/// The same collisions with their boxes.
fn boxed(world: &World, found: Collisions) -> Result<Collisions, SearchFault> {
    let stats = found.stats();
    let one = |collision: Collision| {
        let [a, b] = [0, 1].map(|side| {
            let posed = world.posed(collision.objects[side])?;
            Ok(&posed.frames[collision.nodes[side] as usize])
        });
        let aabb = exact::intersection_box(a?, b?).map_err(SearchFault::Pair)?;
        Ok(Collision { aabb, ..collision })
    };
    let list: Result<Vec<_>, _> =
        found.into_vec().into_par_iter().with_min_len(BOXES).map(one).collect();
    Ok(Collisions::new(list?, stats))
}
