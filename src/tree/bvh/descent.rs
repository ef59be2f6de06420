//! The search without limits: from each pair of roots down to the leaves.

use super::collision::SearchStats;
use super::error::SearchFault;
use super::expand::{Expansion, Open};
use super::hit::Hit;
use super::options::Find;
use super::pair_test::PairTest;
use super::recent::Recent;
use super::sides::{Sides, roots_of};
use super::world::World;
use crate::geom::{Frame3, Pair};
use glam::Vec3;
use rayon::prelude::*;

/// Pairs of nodes that are gathered before they are tested: few at first, so that they stay in the
/// cache, then twice as many each time.
const CHUNK: usize = 1 << 12;
const MOST_CHUNK: usize = 1 << 16;
/// The same sizes where the first collision ends the search. One thread tests the greatest alone.
const EARLY_CHUNK: usize = 16;
const MOST_EARLY_CHUNK: usize = 1 << 12;
/// Pairs of objects that are searched at a time where the first pair that collides ends the search:
/// few at first, then twice as many each time.
const BLOCK: usize = 8;
const MOST_BLOCK: usize = 1 << 10;

/// Pairs of objects that are sorted by their places.
const MANY: usize = 1 << 10;

/// Searches pairs of objects down to the leaves. Adds the number of tests to `stats`.
pub(crate) fn unlimited(
    world: &World,
    find: Find,
    candidates: &[Pair],
    test: &impl PairTest,
    stats: &mut SearchStats,
) -> Result<Vec<Hit>, SearchFault> {
    match find {
        Find::Leaves => descents(world, candidates, Goal::All, test, stats),
        Find::Objects => descents(world, candidates, Goal::Any, test, stats),
        Find::First => {
            let (mut rest, mut block) = (candidates, BLOCK);
            while !rest.is_empty() {
                let (now, later) = rest.split_at(block.min(rest.len()));
                // The first collision is that of the first objects that collide.
                if let Some(hit) = descents(world, now, Goal::Any, test, stats)?.first() {
                    return descents(world, &[hit.objects], Goal::Least, test, stats);
                }
                (rest, block) = (later, (2 * block).min(MOST_BLOCK));
            }
            Ok(Vec::new())
        }
    }
}

/// Returns the hits of each pair of objects, in the order of the pairs.
fn descents(
    world: &World,
    candidates: &[Pair],
    goal: Goal,
    test: &impl PairTest,
    stats: &mut SearchStats,
) -> Result<Vec<Hit>, SearchFault> {
    let mut meet = Vec::new();
    test.meet(&roots_of(world, candidates)?, &mut meet)?;
    stats.tests += candidates.len() as u64;
    let open: Vec<Pair> =
        candidates.iter().zip(meet).filter(|(_, meet)| *meet).map(|(pair, _)| *pair).collect();
    let start = || (Descender::new(test, goal), Recent::new(world));
    let one = |(descender, recent): &mut (Descender<'_, _>, Recent<'_>), &number: &u32| {
        let sides = Sides::of(world, open[number as usize], |object| recent.posed(object))?;
        Ok((number, descender.descend(&sides)?))
    };
    let order = by_place(world, &open);
    let mut found: Vec<(u32, Descent)> = if test.is_single_threaded() {
        let mut state = start();
        order.iter().map(|number| one(&mut state, number)).collect::<Result<_, _>>()?
    } else {
        order.par_iter().map_init(start, one).collect::<Result<_, _>>()?
    };
    found.sort_unstable_by_key(|(number, _)| *number);
    let mut hits = Vec::new();
    for (&objects, (_, Descent { found, tests })) in open.iter().zip(found) {
        stats.tests += tests;
        hits.extend(found.into_iter().map(|nodes| Hit { objects, nodes, exact: true }));
    }
    Ok(hits)
}

/// Returns the numbers of pairs of objects, where there are many such that pairs near each other in
/// space follow one another: their nodes are in the cache then, or were posed lately.
fn by_place(world: &World, pairs: &[Pair]) -> Vec<u32> {
    let mut numbers: Vec<u32> = (0..pairs.len() as u32).collect();
    if pairs.len() < MANY {
        return numbers;
    }
    let centre = |pair: &Pair| {
        let root = world.root(pair.a).map(Frame3::aabb);
        root.map_or(Vec3::ZERO, |root| root.min * 0.5 + root.max * 0.5)
    };
    let ends = pairs
        .iter()
        .map(centre)
        .fold([Vec3::INFINITY, Vec3::NEG_INFINITY], |ends, at| [ends[0].min(at), ends[1].max(at)]);
    let cells = Vec3::splat(1023.0) / (ends[1] - ends[0]).max(Vec3::splat(f32::MIN_POSITIVE));
    // The bits of three cells by turns: along Morton's curve.
    let place = |&number: &u32| {
        let cell = ((centre(&pairs[number as usize]) - ends[0]) * cells).to_array();
        let bit = |axis: usize, bit: u32| (cell[axis] as u32 >> bit & 1) << (3 * bit + axis as u32);
        (0..30).fold(0, |code, at| code | bit(at % 3, at as u32 / 3))
    };
    numbers.par_sort_by_cached_key(place);
    numbers
}

/// What a descent looks for between two objects.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    /// All pairs of leaves that collide.
    All,
    /// At least one pair of leaves that collides, if there is one.
    Any,
    /// The pair of leaves that collides and whose frames have the least numbers.
    Least,
}

/// The result of the descent of a pair of objects.
struct Descent {
    found: Vec<Pair>,
    tests: u64,
}

/// Goes down from two roots that meet: what meets is refined, and what refines it is gathered and
/// testd. The latest goes first, so that no level is ever held whole. Its memory serves one pair
/// of objects after another.
struct Descender<'a, T> {
    test: &'a T,
    goal: Goal,
    open: Vec<Open>,
    expansion: Expansion,
    pending: Vec<Pair>,
    meet: Vec<bool>,
}

impl<'a, T: PairTest> Descender<'a, T> {
    fn new(test: &'a T, goal: Goal) -> Self {
        let expansion = Expansion::new(test.level());
        Self { test, goal, open: Vec::new(), expansion, pending: Vec::new(), meet: Vec::new() }
    }

    fn descend(&mut self, sides: &Sides<'_>) -> Result<Descent, SearchFault> {
        let roots = Pair::new(0, 0);
        if sides.are_leaves(roots) {
            return Ok(Descent { found: vec![roots], tests: 0 });
        }
        let Self { test, goal, open, expansion, pending, meet } = self;
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
                    !sides.are_leaves(pair) || sides.numbers(pair) < sides.numbers(least)
                });
            }
            frames.clear();
            frames.extend(pending.iter().map(|&pair| sides.frames(pair)));
            test.meet(&frames, meet)?;
            tests += pending.len() as u64;
            for (pair, _) in pending.drain(..).zip(&*meet).filter(|(_, meet)| **meet) {
                if sides.are_leaves(pair) { found.push(pair) } else { open.push(Open::from(pair)) }
            }
            if *goal == Goal::Least {
                let least = found.iter().copied().min_by_key(|&pair| sides.numbers(pair));
                found.clear();
                found.extend(least);
            }
            chunk = (2 * chunk).min(most);
        }
        Ok(Descent { found, tests })
    }
}
