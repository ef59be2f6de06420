//! The search without limits: from each pair of roots down to the leaves.

use super::collision::SearchStats;
use super::error::SearchFault;
use super::expand::{Expansion, Open};
use super::hit::Found;
use super::lazy::Lazy;
use super::options::Find;
use super::pair_test::PairTest;
use super::recent::Recent;
use super::sides::Sides;
use super::slots::Slots;
use super::tally::Tally;
use super::world::BvhWorld;
use crate::geom::Pair;
use crate::kernel::Source;
use glam::Vec3;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

/// Pairs of nodes that are gathered before they are tested: few at first, so that they stay in the
/// cache, then twice as many each time.
const CHUNK: usize = 1 << 12;
const MOST_CHUNK: usize = 1 << 16;
/// The same sizes where the first collision ends the search. One thread tests the greatest alone.
const EARLY_CHUNK: usize = 16;
const MOST_EARLY_CHUNK: usize = 1 << 12;
/// Pairs that any vector holds.
const WIDEST: usize = 16;
/// Pairs of objects that are searched at a time where the first pair that collides ends the search:
/// few at first, then twice as many each time.
const BLOCK: usize = 8;
const MOST_BLOCK: usize = 1 << 10;

/// Pairs of objects that are sorted by their places.
const MANY: usize = 1 << 10;

/// Searches pairs of objects, in ascending order, down to the leaves. Adds the number of collisions
/// to `tally`, and that of tests to `stats`.
pub(crate) fn unlimited(
    world: &BvhWorld,
    find: Find,
    candidates: Vec<Pair>,
    test: &impl PairTest,
    tally: &Tally,
    stats: &mut SearchStats,
) -> Result<Vec<Found>, SearchFault> {
    match find {
        Find::Leaves => descents(world, candidates, Goal::All, test, tally, stats),
        Find::Objects => descents(world, candidates, Goal::Any, test, tally, stats),
        Find::First => {
            let (mut rest, mut block) = (&candidates[..], BLOCK);
            while !rest.is_empty() {
                let (now, later) = rest.split_at(block.min(rest.len()));
                // The first collision is that of the first objects that collide.
                let met = descents(world, now.to_vec(), Goal::Any, test, tally, stats)?;
                if let Some(first) = met.first() {
                    return descents(world, vec![first.objects], Goal::Least, test, tally, stats);
                }
                (rest, block) = (later, (2 * block).min(MOST_BLOCK));
            }
            Ok(Vec::new())
        }
    }
}

/// Whether both objects are single leaves.
fn are_leaves(world: &BvhWorld, objects: Pair) -> bool {
    let is_leaf = |object: u32| world.tree(object).is_some_and(|tree| tree.nodes().len() == 1);
    is_leaf(objects.a) && is_leaf(objects.b)
}

/// Returns what is found of each pair of objects that collides, in the order of the pairs.
fn descents<'w>(
    world: &'w BvhWorld,
    mut open: Vec<Pair>,
    goal: Goal,
    test: &impl PairTest,
    tally: &Tally,
    stats: &mut SearchStats,
) -> Result<Vec<Found>, SearchFault> {
    let mut meet = Vec::new();
    test.meet_roots(world, &open, &mut meet)?;
    stats.tests += open.len() as u64;
    let mut roots_meet = meet.into_iter();
    open.retain(|_| roots_meet.next() == Some(true));
    // Pairs of single leaves are found by that: many are counted at once.
    tally.add(open.iter().filter(|pair| are_leaves(world, **pair)).count());
    let tests = AtomicU64::new(0);
    let start = || (Descender::new(test, goal, tally), Recent::new());
    let one = |(descender, recent): &mut (Descender<'_, _>, Recent<Lazy<'w>>), number: u32| {
        // There will be an error, not an answer.
        if tally.is_over() {
            return None;
        }
        let objects = open[number as usize];
        let lazy = |object| recent.get(object, |object| world.lazy(object, test.level()));
        let found = descender.between(world, objects, lazy).map(|found| {
            // Of single leaves there are none, and threads would wait for each other.
            if found.tests > 0 {
                tests.fetch_add(found.tests, Ordering::Relaxed);
            }
            found.nodes
        });
        let is_nothing = found.as_ref().is_ok_and(Vec::is_empty);
        (!is_nothing).then_some((number, found))
    };
    let order = by_place(world, &open, test.is_single_threaded());
    let mut found: Vec<(u32, Result<Vec<Pair>, SearchFault>)> = if test.is_single_threaded() {
        let mut state = start();
        order.into_iter().filter_map(|number| one(&mut state, number)).collect()
    } else {
        order.into_par_iter().map_init(start, one).flatten_iter().collect()
    };
    tally.check()?;
    match test.is_single_threaded() {
        true => found.sort_unstable_by_key(|(number, _)| *number),
        false => found.par_sort_unstable_by_key(|(number, _)| *number),
    }
    stats.tests += tests.into_inner();
    // The first fault in the order of the pairs, whichever was found first.
    let of = |(number, nodes): (u32, Result<_, _>)| {
        Ok(Found { objects: open[number as usize], nodes: nodes? })
    };
    found.into_iter().map(of).collect()
}

/// Returns the numbers of pairs of objects, where there are many such that pairs near each other in
/// space follow one another: their bounds are in the cache then, or were computed lately.
fn by_place(world: &BvhWorld, pairs: &[Pair], is_single_threaded: bool) -> Vec<u32> {
    let mut numbers: Vec<u32> = (0..pairs.len() as u32).collect();
    if pairs.len() < MANY {
        return numbers;
    }
    let centre = |pair: &Pair| {
        world.root_box(pair.a).map_or(Vec3::ZERO, |root| root.min * 0.5 + root.max * 0.5)
    };
    let ends = pairs
        .iter()
        .map(centre)
        .fold([Vec3::INFINITY, Vec3::NEG_INFINITY], |ends, at| [ends[0].min(at), ends[1].max(at)]);
    let cells = Vec3::splat(1023.0) / (ends[1] - ends[0]).max(Vec3::splat(f32::MIN_POSITIVE));
    // The bits of three cells by turns: along Morton's curve.
    let place = |&number: &u32| {
        let cell = (centre(&pairs[number as usize]) - ends[0]) * cells;
        apart(cell.x as u32) | apart(cell.y as u32) << 1 | apart(cell.z as u32) << 2
    };
    if is_single_threaded {
        numbers.sort_by_cached_key(place);
    } else {
        numbers.par_sort_by_cached_key(place);
    }
    numbers
}

/// Puts two zeros between the lowest ten bits.
fn apart(cell: u32) -> u32 {
    let cell = (cell | cell << 16) & 0x0300_00ff;
    let cell = (cell | cell << 8) & 0x0300_f00f;
    let cell = (cell | cell << 4) & 0x030c_30c3;
    (cell | cell << 2) & 0x0924_9249
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
    /// Pairs of leaves, ordered by their frames. Of two objects that collide at all, the roots.
    nodes: Vec<Pair>,
    tests: u64,
}

/// Goes down from two roots that meet: what meets is refined, and what refines it is gathered and
/// tested. The latest goes first, so that no level is ever held whole. Its memory serves one pair
/// of objects after another.
struct Descender<'a, T> {
    test: &'a T,
    goal: Goal,
    tally: &'a Tally,
    open: Vec<Open>,
    expansion: Expansion,
    pending: Vec<Pair>,
    slots: Slots,
    /// The slots of the pending pairs.
    places: Vec<Pair>,
    meet: Vec<bool>,
    found: Vec<Pair>,
}

impl<'a, T: PairTest> Descender<'a, T> {
    fn new(test: &'a T, goal: Goal, tally: &'a Tally) -> Self {
        Self {
            test,
            goal,
            tally,
            open: Vec::new(),
            expansion: Expansion::new(test.level()),
            pending: Vec::new(),
            slots: Slots::default(),
            places: Vec::new(),
            meet: Vec::new(),
            found: Vec::new(),
        }
    }

    /// Searches a pair of objects, which `lazy` gives. Ends early once too much has been found.
    fn between<'w>(
        &mut self,
        world: &'w BvhWorld,
        objects: Pair,
        lazy: impl FnMut(u32) -> Result<Lazy<'w>, SearchFault>,
    ) -> Result<Descent, SearchFault> {
        let roots = Pair::new(0, 0);
        if are_leaves(world, objects) {
            return Ok(Descent { nodes: vec![roots], tests: 0 });
        }
        let sides = Sides::of(world, objects, lazy)?;
        let tests = self.descend(&sides, roots)?;
        if self.found.is_empty() || self.tally.is_over() {
            return Ok(Descent { nodes: Vec::new(), tests });
        }
        let nodes = match self.goal {
            // Which pair is found first depends on the engine.
            Goal::Any => vec![roots],
            Goal::All | Goal::Least => {
                // Most often they are in order.
                self.found.sort_unstable_by_key(|&pair| sides.numbers(pair));
                self.found.to_vec()
            }
        };
        if self.goal != Goal::All {
            self.tally.add(nodes.len());
        }
        Ok(Descent { nodes, tests })
    }

    /// Finds pairs of leaves below a pair of nodes that meet. Returns the number of tests.
    fn descend(&mut self, sides: &Sides<'_, Lazy<'_>>, from: Pair) -> Result<u64, SearchFault> {
        let Self { test, goal, tally, open, expansion, pending, slots, places, meet, found } = self;
        expansion.forget();
        slots.begin(sides);
        found.clear();
        open.clear();
        open.push(Open::from(from));
        let mut tests = 0;
        let (mut chunk, most) =
            if *goal == Goal::All { (CHUNK, MOST_CHUNK) } else { (EARLY_CHUNK, MOST_EARLY_CHUNK) };
        pending.clear();
        while !(open.is_empty() && pending.is_empty()) && (*goal != Goal::Any || found.is_empty()) {
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
            // Where the first collision ends the search, vectors are full.
            let now = match pending.len() {
                len if *goal == Goal::Any && len > WIDEST => len / WIDEST * WIDEST,
                len => len,
            };
            places.clear();
            places.extend(pending[..now].iter().map(|&pair| slots.pair(sides, pair)));
            test.meet(Source::Indexed { frames: &slots.frames, pairs: places }, meet)?;
            tests += now as u64;
            let before = found.len();
            for (pair, _) in pending.drain(..now).zip(&*meet).filter(|(_, meet)| **meet) {
                if sides.are_leaves(pair) { found.push(pair) } else { open.push(Open::from(pair)) }
            }
            if *goal == Goal::All {
                // Now and not at the end: a single pair of objects may have more than memory holds.
                tally.add(found.len() - before);
                if tally.is_over() {
                    break;
                }
            }
            if *goal == Goal::Least {
                let least = found.iter().copied().min_by_key(|&pair| sides.numbers(pair));
                found.clear();
                found.extend(least);
            }
            chunk = (2 * chunk).min(most);
        }
        Ok(tests)
    }
}
