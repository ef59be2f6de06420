//! The search, without limits.

use super::broad::BroadPhase;
use super::error::SearchFault;
use super::expand::{Expansion, Open, Side, Sides};
use super::limited;
use super::options::{Collision, Collisions, Find, Scope, SearchOptions, SearchStats};
use super::world::World;
use crate::geom::{Frame3, Pair};
use crate::kernel::SimdLevel;
use rayon::prelude::*;

/// What the search needs of an engine.
pub trait Judge: Sync {
    /// The instructions that bounds are compared with; the answer does not depend on them.
    fn level(&self) -> SimdLevel;
    /// For each pair whether the closed frames share a point: exactly. Replaces what `meet` holds.
    fn meet(&self, pairs: &[(&Frame3, &Frame3)], meet: &mut Vec<bool>) -> Result<(), SearchFault>;
}

/// Pairs of volumes that are gathered before they are judged: at first few, which stay in the cache, then twice as many each time.
const CHUNK: usize = 1 << 12;
const MOST_CHUNK: usize = 1 << 16;
/// The first of them where the first collision ends the search.
const FIRST_CHUNK: usize = 16;
/// Pairs of objects that are searched at a time where the first that collides ends the search.
const BLOCK: usize = 64;

/// Hits that one thread makes collisions of.
const GRAIN: usize = 1 << 12;

/// A pair of nodes that was found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hit {
    pub objects: Pair,
    pub nodes: Pair,
    /// False above a limit.
    pub exact: bool,
}

/// Searches a world as told, on the threads of the current rayon pool. The boxes that
/// [`SearchOptions::boxes`] asks for are left to the caller.
///
/// Pairs of volumes go to `judge` in batches. Memory beside the answer is bounded: some hundred thousand pairs for each thread.
pub fn search(
    world: &World,
    options: &SearchOptions,
    broad: &impl BroadPhase,
    judge: &impl Judge,
) -> Result<Collisions, SearchFault> {
    let candidates = candidates(world, options.scope, broad)?;
    let mut stats = SearchStats { candidates: candidates.len(), tests: 0 };
    let hits = match options.max_level.is_some() || options.max_tests.is_some() {
        true => limited::search(world, options, candidates, judge, &mut stats)?,
        false => unlimited(world, options.find, candidates, judge, &mut stats)?,
    };
    Ok(collisions(world, options.find, hits, stats))
}

/// The pairs of objects that are compared and whose roots' boxes meet, ascending; in the scope of one object that one comes
/// first in each pair.
pub fn candidates(world: &World, scope: Scope, broad: &impl BroadPhase) -> Result<Vec<Pair>, SearchFault> {
    let Scope::One(object) = scope else {
        return broad.pairs(world.root_boxes(), &|a, b| world.compares(a, b));
    };
    let own = world.root_boxes().get(object as usize);
    let own = own.ok_or(SearchFault::NoSuchObject { object, objects: world.len() })?;
    let near = world.near(own).into_iter().filter(|&other| world.compares(object, other));
    Ok(near.map(|other| Pair::new(object, other)).collect())
}

/// The two sides of a pair of objects; poses them where need be.
pub(super) fn sides(world: &World, objects: Pair) -> Result<Sides<'_>, SearchFault> {
    let side = |object: u32| {
        let none = SearchFault::NoSuchObject { object, objects: world.len() };
        Ok(Side { nodes: world.tree(object).ok_or(none)?.nodes(), posed: world.posed(object)? })
    };
    Ok(Sides { a: side(objects.a)?, b: side(objects.b)? })
}

/// What is told of all that was found, in order.
pub(crate) fn collisions(world: &World, find: Find, mut hits: Vec<Hit>, stats: SearchStats) -> Collisions {
    if find == Find::Objects {
        hits.iter_mut().for_each(|hit| hit.nodes = Pair::new(0, 0));
        hits.sort_unstable_by_key(|hit| (hit.objects, !hit.exact));
        hits.dedup_by_key(|hit| hit.objects);
    }
    let volume = |object: u32, node: u32| {
        // Hits come from trees that there are.
        world.tree(object).map_or(0, |tree| tree.nodes()[node as usize].volume())
    };
    let told = |Hit { objects, nodes, exact }| Collision {
        objects: [objects.a, objects.b],
        nodes: [nodes.a, nodes.b],
        volumes: [volume(objects.a, nodes.a), volume(objects.b, nodes.b)],
        exact,
        aabb: None,
    };
    let list = hits.into_par_iter().with_min_len(GRAIN).map(told).collect();
    let mut found = Collisions::new(list, stats);
    if find == Find::First {
        found.list.truncate(1);
    }
    found
}

/// The roots of pairs of objects.
pub(super) fn roots_of<'a>(world: &'a World, pairs: &[Pair]) -> Vec<(&'a Frame3, &'a Frame3)> {
    let root = |object: u32| &world.roots()[object as usize];
    pairs.iter().map(|pair| (root(pair.a), root(pair.b))).collect()
}

/// The collisions of these pairs of objects, all the way down; their number of tests is added.
pub(crate) fn unlimited(
    world: &World,
    find: Find,
    candidates: Vec<Pair>,
    judge: &impl Judge,
    stats: &mut SearchStats,
) -> Result<Vec<Hit>, SearchFault> {
    let mut meet = Vec::new();
    judge.meet(&roots_of(world, &candidates), &mut meet)?;
    stats.tests += candidates.len() as u64;
    let open: Vec<Pair> =
        candidates.into_iter().zip(meet).filter(|(_, meet)| *meet).map(|(pair, _)| pair).collect();
    let mut hits = Vec::new();
    // The first collision is among the first objects that collide.
    let block = if find == Find::First { BLOCK } else { open.len().max(1) };
    for objects in open.chunks(block) {
        let start = || Descender::new(judge, find == Find::Objects);
        let one =
            |descender: &mut Descender<'_, _>, &objects: &Pair| descender.descend(&sides(world, objects)?);
        let found: Vec<Descent> = objects.par_iter().map_init(start, one).collect::<Result<_, _>>()?;
        for (&objects, Descent { found, tests }) in objects.iter().zip(found) {
            stats.tests += tests;
            hits.extend(found.into_iter().map(|nodes| Hit { objects, nodes, exact: true }));
        }
        if find == Find::First && !hits.is_empty() {
            break;
        }
    }
    Ok(hits)
}

/// What became of a pair of objects.
struct Descent {
    found: Vec<Pair>,
    tests: u64,
}

/// Goes down from two roots that meet: what meets is refined, and what refines it is gathered and judged. The latest goes
/// first, so that no level is ever held whole. Its memory serves one pair of objects after another.
struct Descender<'a, J> {
    judge: &'a J,
    early: bool,
    open: Vec<Open>,
    expansion: Expansion,
    pending: Vec<Pair>,
    meet: Vec<bool>,
}

impl<'a, J: Judge> Descender<'a, J> {
    fn new(judge: &'a J, early: bool) -> Self {
        let expansion = Expansion::new(judge.level());
        Self { judge, early, open: Vec::new(), expansion, pending: Vec::new(), meet: Vec::new() }
    }

    fn descend(&mut self, sides: &Sides<'_>) -> Result<Descent, SearchFault> {
        let roots = Pair::new(0, 0);
        if sides.is_deepest(roots) {
            return Ok(Descent { found: vec![roots], tests: 0 });
        }
        let Self { judge, early, open, expansion, pending, meet } = self;
        expansion.forget();
        open.clear();
        open.push(Open::from(roots));
        let (mut found, mut tests, mut frames) = (Vec::new(), 0, Vec::new());
        let mut chunk = if *early { FIRST_CHUNK } else { CHUNK };
        while !open.is_empty() && (!*early || found.is_empty()) {
            while let Some(next) = open.pop_if(|_| pending.len() < chunk) {
                open.extend(expansion.expand(sides, next, chunk, pending));
            }
            frames.clear();
            frames.extend(pending.iter().map(|&pair| sides.frames(pair)));
            judge.meet(&frames, meet)?;
            tests += pending.len() as u64;
            for (pair, _) in pending.drain(..).zip(&*meet).filter(|(_, meet)| **meet) {
                if sides.is_deepest(pair) { found.push(pair) } else { open.push(Open::from(pair)) }
            }
            chunk = (2 * chunk).min(MOST_CHUNK);
        }
        Ok(Descent { found, tests })
    }
}
