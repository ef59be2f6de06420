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
    /// True where all is to be done on the calling thread.
    fn is_alone(&self) -> bool {
        false
    }
    /// For each pair whether the closed frames share a point: exactly. Replaces what `meet` holds.
    fn meet(&self, pairs: &[(&Frame3, &Frame3)], meet: &mut Vec<bool>) -> Result<(), SearchFault>;
}

/// Pairs of volumes that are gathered before they are judged: at first few, which stay in the
/// cache, then twice as many each time.
const CHUNK: usize = 1 << 12;
const MOST_CHUNK: usize = 1 << 16;
/// The same where the first collision ends the search. The most are what one thread judges on its
/// own.
const EARLY_CHUNK: usize = 16;
const MOST_EARLY_CHUNK: usize = 1 << 12;
/// Pairs of objects that are searched at a time where the first that collides ends the search: at
/// first few, then twice as many each time.
const BLOCK: usize = 8;
const MOST_BLOCK: usize = 1 << 10;

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
/// Pairs of volumes go to `judge` in batches. Memory beside the answer is bounded: some hundred
/// thousand pairs for each thread.
pub fn search(
    world: &World,
    options: &SearchOptions,
    broad: &impl BroadPhase,
    judge: &impl Judge,
) -> Result<Collisions, SearchFault> {
    search_among(world, options, candidates(world, options.scope, broad)?, judge)
}

/// The same, where the pairs of objects whose boxes meet are known.
pub(crate) fn search_among(
    world: &World,
    options: &SearchOptions,
    candidates: Vec<Pair>,
    judge: &impl Judge,
) -> Result<Collisions, SearchFault> {
    let mut stats = SearchStats { candidates: candidates.len(), tests: 0 };
    let hits = match options.is_limited() {
        true => limited::search(world, options, candidates, judge, &mut stats)?,
        false => unlimited(world, options.find, &candidates, judge, &mut stats)?,
    };
    Ok(collisions(world, options.find, hits, stats))
}

/// The pairs of objects that are compared and whose roots' boxes meet, ascending; in the scope of
/// one object that one comes first in each pair.
pub fn candidates(
    world: &World,
    scope: Scope,
    broad: &impl BroadPhase,
) -> Result<Vec<Pair>, SearchFault> {
    let Scope::One(object) = scope else {
        let numbers = world.numbers();
        let compares = |a: u32, b: u32| world.compares(numbers[a as usize], numbers[b as usize]);
        let mut pairs = broad.pairs(world.root_boxes(), &compares)?;
        // Places are numbers until an object has been removed.
        if numbers.iter().enumerate().any(|(place, &number)| place != number as usize) {
            for pair in &mut pairs {
                let [a, b] = [pair.a, pair.b].map(|place| numbers[place as usize]);
                *pair = Pair::new(a.min(b), a.max(b));
            }
            pairs.par_sort_unstable();
        }
        return Ok(pairs);
    };
    let own = world.root(object).map(Frame3::aabb);
    let own = own.ok_or(SearchFault::NoSuchObject { object, objects: world.len() })?;
    let near = world.near(&own).into_iter().filter(|&other| world.compares(object, other));
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
pub(crate) fn collisions(
    world: &World,
    find: Find,
    mut hits: Vec<Hit>,
    stats: SearchStats,
) -> Collisions {
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
    let list = match hits.len() <= GRAIN {
        true => hits.into_iter().map(told).collect(),
        false => hits.into_par_iter().with_min_len(GRAIN).map(told).collect(),
    };
    let mut found = Collisions::new(list, stats);
    if find == Find::First {
        found.list.truncate(1);
    }
    found
}

/// The roots of pairs of objects.
pub(super) fn roots_of<'a>(
    world: &'a World,
    pairs: &[Pair],
) -> Result<Vec<(&'a Frame3, &'a Frame3)>, SearchFault> {
    let root = |object: u32| {
        world.root(object).ok_or(SearchFault::NoSuchObject { object, objects: world.len() })
    };
    pairs.iter().map(|pair| Ok((root(pair.a)?, root(pair.b)?))).collect()
}

/// The collisions of these pairs of objects, all the way down; their number of tests is added.
pub(crate) fn unlimited(
    world: &World,
    find: Find,
    candidates: &[Pair],
    judge: &impl Judge,
    stats: &mut SearchStats,
) -> Result<Vec<Hit>, SearchFault> {
    match find {
        Find::Volumes => descents(world, candidates, Goal::All, judge, stats),
        Find::Objects => descents(world, candidates, Goal::Any, judge, stats),
        Find::First => {
            let (mut rest, mut block) = (candidates, BLOCK);
            while !rest.is_empty() {
                let (now, later) = rest.split_at(block.min(rest.len()));
                // The first collision is that of the first objects that collide.
                if let Some(hit) = descents(world, now, Goal::Any, judge, stats)?.first() {
                    return descents(world, &[hit.objects], Goal::Least, judge, stats);
                }
                (rest, block) = (later, (2 * block).min(MOST_BLOCK));
            }
            Ok(Vec::new())
        }
    }
}

/// What of each pair of objects is found, in the order of these.
fn descents(
    world: &World,
    candidates: &[Pair],
    goal: Goal,
    judge: &impl Judge,
    stats: &mut SearchStats,
) -> Result<Vec<Hit>, SearchFault> {
    let mut meet = Vec::new();
    judge.meet(&roots_of(world, candidates)?, &mut meet)?;
    stats.tests += candidates.len() as u64;
    let open: Vec<Pair> =
        candidates.iter().zip(meet).filter(|(_, meet)| *meet).map(|(pair, _)| *pair).collect();
    let start = || Descender::new(judge, goal);
    let one = |descender: &mut Descender<'_, _>, &objects: &Pair| {
        descender.descend(&sides(world, objects)?)
    };
    let found: Vec<Descent> = if judge.is_alone() {
        let mut descender = start();
        open.iter().map(|objects| one(&mut descender, objects)).collect::<Result<_, _>>()?
    } else {
        open.par_iter().map_init(start, one).collect::<Result<_, _>>()?
    };
    let mut hits = Vec::new();
    for (&objects, Descent { found, tests }) in open.iter().zip(found) {
        stats.tests += tests;
        hits.extend(found.into_iter().map(|nodes| Hit { objects, nodes, exact: true }));
    }
    Ok(hits)
}

/// What is looked for between two objects.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    /// All pairs of deepest volumes that collide.
    All,
    /// Some of them, if there is one.
    Any,
    /// The one of the least volumes, as trees were built from them.
    Least,
}

/// What became of a pair of objects.
struct Descent {
    found: Vec<Pair>,
    tests: u64,
}

/// Goes down from two roots that meet: what meets is refined, and what refines it is gathered and
/// judged. The latest goes first, so that no level is ever held whole. Its memory serves one pair
/// of objects after another.
struct Descender<'a, J> {
    judge: &'a J,
    goal: Goal,
    open: Vec<Open>,
    expansion: Expansion,
    pending: Vec<Pair>,
    meet: Vec<bool>,
}

impl<'a, J: Judge> Descender<'a, J> {
    fn new(judge: &'a J, goal: Goal) -> Self {
        let expansion = Expansion::new(judge.level());
        Self { judge, goal, open: Vec::new(), expansion, pending: Vec::new(), meet: Vec::new() }
    }

    fn descend(&mut self, sides: &Sides<'_>) -> Result<Descent, SearchFault> {
        let roots = Pair::new(0, 0);
        if sides.is_deepest(roots) {
            return Ok(Descent { found: vec![roots], tests: 0 });
        }
        let Self { judge, goal, open, expansion, pending, meet } = self;
        expansion.forget();
        open.clear();
        open.push(Open::from(roots));
        let (mut found, mut tests, mut frames) = (Vec::<Pair>::new(), 0, Vec::new());
        let (mut chunk, most) =
            if *goal == Goal::All { (CHUNK, MOST_CHUNK) } else { (EARLY_CHUNK, MOST_EARLY_CHUNK) };
        while !open.is_empty() && (*goal != Goal::Any || found.is_empty()) {
            while let Some(next) = open.pop_if(|_| pending.len() < chunk) {
                open.extend(expansion.expand(sides, next, chunk, pending));
            }
            if *goal == Goal::Least
                && let Some(&least) = found.first()
            {
                pending.retain(|&pair| {
                    !sides.is_deepest(pair) || sides.volumes(pair) < sides.volumes(least)
                });
            }
            frames.clear();
            frames.extend(pending.iter().map(|&pair| sides.frames(pair)));
            judge.meet(&frames, meet)?;
            tests += pending.len() as u64;
            for (pair, _) in pending.drain(..).zip(&*meet).filter(|(_, meet)| **meet) {
                if sides.is_deepest(pair) { found.push(pair) } else { open.push(Open::from(pair)) }
            }
            if *goal == Goal::Least {
                let least = found.iter().copied().min_by_key(|&pair| sides.volumes(pair));
                found.clear();
                found.extend(least);
            }
            chunk = (2 * chunk).min(most);
        }
        Ok(Descent { found, tests })
    }
}
