//! Searching worlds of object trees on the CPU.

use super::engine::CpuEngine;
use crate::exact::{self, PairFault, Settled};
use crate::geom::Frame3;
use crate::kernel::SimdLevel;
use crate::parallel::each;
use crate::tree::bvh::{
    self, BvhWorld, Collisions, Find, PairTest, Scope, SearchFault, SearchOptions, candidates,
    search_among,
};
use crate::verdict::RawCode;
use motzkin_core::{Frame, Resting, Source};

/// Pairs that one thread settles at a time.
const GRAIN: usize = 64;

/// Pairs of objects for which no thread is woken where the search stops early: waking one takes as
/// long as some ten of them.
const FEW: usize = 8;

/// Pairs of objects for which no thread is woken where there is only one.
const SINGLE: usize = 1 << 12;

/// The most objects of which the calling thread builds the index itself, where there is none.
const INDEXED: usize = 1 << 12;

/// Searches a world with the kernels.
pub fn search(
    engine: &CpuEngine,
    world: &BvhWorld,
    options: &SearchOptions,
) -> Result<Collisions, SearchFault> {
    let early = options.find != Find::Leaves && !options.is_limited();
    let kernels = Kernels::new(engine);
    let Scope::One(_) = options.scope else {
        return engine.install(|| bvh::search(world, options, &kernels));
    };
    let boxed = || candidates(world, options.scope, engine.level);
    let built = if world.is_indexed() { 0 } else { world.len() };
    let candidates = engine.install_beyond(INDEXED, built, boxed)?;
    let few = if engine.is_single() { SINGLE } else { FEW };
    if early && candidates.len() <= few {
        let kernels = Kernels { alone: true, ..kernels };
        return search_among(world, options, candidates, &kernels);
    }
    engine.install(|| search_among(world, options, candidates, &kernels))
}

/// The kernels, settled.
pub struct Kernels {
    level: SimdLevel,
    /// On the calling thread.
    alone: bool,
}

impl Kernels {
    /// The kernels of an engine, on its threads.
    pub fn new(engine: &CpuEngine) -> Self {
        Self { level: engine.level, alone: false }
    }
}

impl PairTest for Kernels {
    fn level(&self) -> SimdLevel {
        self.level
    }

    fn is_single_threaded(&self) -> bool {
        self.alone
    }

    fn meet(&self, source: Source<'_>, meet: &mut Vec<bool>) -> Result<(), SearchFault> {
        let mut codes = Frame3::codes::<Resting>(source, self.level);
        let mut undecided = RawCode::list_undecided(&codes);
        if !undecided.is_empty() {
            let found = Frame3::settled::<Resting>(source, &undecided, self.level);
            for (&number, code) in undecided.iter().zip(found) {
                codes[number as usize] = code;
            }
            undecided.retain(|&number| codes[number as usize] == RawCode::UNDECIDED);
        }
        meet.clear();
        meet.extend(codes.iter().map(|&code| code != RawCode::SEPARATE));
        settle(source, &undecided, self.alone, exact::decide, meet)
    }
}

/// Settles the pairs of these numbers.
pub fn settle(
    pairs: Source<'_>,
    numbers: &[u32],
    alone: bool,
    decide: impl Fn(&Frame3, &Frame3) -> Result<Settled, PairFault> + Sync,
    meet: &mut [bool],
) -> Result<(), SearchFault> {
    let one = |place: usize| {
        let (a, b) = pairs.pair(numbers[place] as usize);
        decide(a, b).map(|settled| settled.verdict.meets())
    };
    let settled: Result<Vec<bool>, PairFault> = match alone {
        true => (0..numbers.len()).map(one).collect(),
        false => each(numbers.len(), GRAIN, &one).into_iter().collect(),
    };
    for (&number, settled) in numbers.iter().zip(settled.map_err(SearchFault::Pair)?) {
        meet[number as usize] = settled;
    }
    Ok(())
}
