//! The search, without limits.

use super::broad::BroadPhase;
use super::error::SearchFault;
use super::expand::{Columns, Open, Side, Sides, expand};
use super::limited;
use super::options::{Collision, Collisions, Find, Scope, SearchOptions, SearchStats};
use super::world::World;
use crate::geom::{Frame3, Pair};
use rayon::prelude::*;

/// What the search needs of an engine.
pub trait Judge: Sync {
    /// For each pair whether the closed frames share a point: exactly.
    fn meet(&self, pairs: &[(&Frame3, &Frame3)]) -> Result<Vec<bool>, SearchFault>;
}

/// Pairs of volumes that are gathered before they are judged.
const CHUNK: usize = 1 << 16;
/// The same where the first collision ends the search.
const FIRST_CHUNK: usize = 64;
/// Pairs of objects that are searched at a time where the first that collides ends the search.
const BLOCK: usize = 64;

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
    let boxes = world.root_boxes();
    let own = boxes.get(object as usize).ok_or(SearchFault::NoSuchObject { object, objects: world.len() })?;
    let others = (0..).zip(boxes).filter(|(other, found)| found.meets(own) && world.compares(object, *other));
    Ok(others.map(|(other, _)| Pair::new(object, other)).collect())
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
    let mut found = Collisions::new(hits.into_iter().map(told).collect(), stats);
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
    let meet = judge.meet(&roots_of(world, &candidates))?;
    stats.tests += candidates.len() as u64;
    let open: Vec<Pair> =
        candidates.into_iter().zip(meet).filter(|(_, meet)| *meet).map(|(pair, _)| pair).collect();
    let mut hits = Vec::new();
    // The first collision is among the first objects that collide.
    let block = if find == Find::First { BLOCK } else { open.len().max(1) };
    for objects in open.chunks(block) {
        let one = |&objects: &Pair| descend(&sides(world, objects)?, find == Find::Objects, judge);
        let found: Vec<Descent> = objects.par_iter().map(one).collect::<Result<_, _>>()?;
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
/// first, so that no level is ever held whole.
fn descend(sides: &Sides<'_>, early: bool, judge: &impl Judge) -> Result<Descent, SearchFault> {
    let roots = Pair::new(0, 0);
    if sides.is_deepest(roots) {
        return Ok(Descent { found: vec![roots], tests: 0 });
    }
    let mut open = vec![Open::from(roots)];
    let (mut found, mut tests, mut pending, mut frames) = (Vec::new(), 0, Vec::new(), Vec::new());
    let mut columns = Columns::default();
    let mut chunk = if early { FIRST_CHUNK } else { CHUNK };
    while (!open.is_empty() || !pending.is_empty()) && (!early || found.is_empty()) {
        while let Some(next) = open.pop_if(|_| pending.len() < chunk) {
            open.extend(expand(sides, next, chunk, &mut columns, &mut pending));
        }
        frames.clear();
        frames.extend(pending.iter().map(|&pair| sides.frames(pair)));
        let meet = judge.meet(&frames)?;
        tests += pending.len() as u64;
        for (pair, _) in pending.drain(..).zip(meet).filter(|(_, meet)| *meet) {
            if sides.is_deepest(pair) { found.push(pair) } else { open.push(Open::from(pair)) }
        }
        chunk = (2 * chunk).min(CHUNK);
    }
    Ok(Descent { found, tests })
}
