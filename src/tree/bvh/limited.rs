//! The search with limits: all pairs of objects go down together, one level at a time.

use super::collision::SearchStats;
use super::error::SearchFault;
use super::expand::{Expansion, Open};
use super::hit::Hit;
use super::options::{Find, SearchOptions};
use super::pair_test::PairTest;
use super::posed::Posed;
use super::sides::Sides;
use super::tally::Tally;
use super::world::BvhWorld;
use crate::geom::{Frame3, Pair};
use crate::kernel::{SimdLevel, Source};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

/// The greatest number of pairs on a level, whatever the limits: with their answers they take a
/// gigabyte.
const MOST_PAIRS: u64 = 1 << 26;

/// Pairs that one thread expands at a time.
const GRAIN: usize = 64;

/// A pair of nodes, and the index of its pair of objects.
#[derive(Clone, Copy)]
struct Entry {
    of: u32,
    nodes: Pair,
}

/// Returns the pairs of nodes that were found, including those above a limit.
pub(super) fn search(
    world: &BvhWorld,
    options: &SearchOptions,
    candidates: Vec<Pair>,
    test: &impl PairTest,
    stats: &mut SearchStats,
) -> Result<Vec<Hit>, SearchFault> {
    let most = options.max_tests.unwrap_or(u64::MAX);
    let (roots, tally) = (Pair::new(0, 0), Tally::of(options));
    let hit = |objects: Pair, nodes: Pair, exact: bool| Hit { objects, nodes, exact };
    if candidates.len() as u64 > most {
        tally.add(candidates.len());
        tally.check()?;
        return Ok(candidates.into_iter().map(|objects| hit(objects, roots, false)).collect());
    }
    let mut meet = Vec::new();
    test.meet_roots(world, &candidates, &mut meet)?;
    stats.tests = candidates.len() as u64;
    let objects: Vec<Pair> = candidates
        .into_iter()
        .zip(&meet)
        .filter(|(_, meet)| **meet)
        .map(|(pair, _)| pair)
        .collect();
    let sides = sides_of(world, &objects)?;
    let mut met: Vec<Entry> =
        (0..objects.len() as u32).map(|of| Entry { of, nodes: roots }).collect();
    let mut hits = Vec::new();
    let mut add = |mut entries: Vec<Entry>, exact: bool| {
        // Entries are in the order of their objects.
        match options.find {
            Find::Leaves => {}
            Find::Objects => entries.dedup_by_key(|entry| entry.of),
            Find::First => {
                let first = entries.first().map(|entry| entry.of);
                entries.retain(|entry| Some(entry.of) == first);
            }
        }
        tally.add(entries.len());
        tally.check()?;
        hits.extend(
            entries.into_iter().map(|entry| hit(objects[entry.of as usize], entry.nodes, exact)),
        );
        Ok(())
    };
    for level in 0.. {
        let leaves = |entry: &Entry| sides[entry.of as usize].are_leaves(entry.nodes);
        let (found, mut open): (Vec<Entry>, Vec<Entry>) = met.into_iter().partition(leaves);
        if options.find == Find::Objects {
            let mut done = vec![false; objects.len()];
            found.iter().for_each(|entry| done[entry.of as usize] = true);
            open.retain(|entry| !done[entry.of as usize]);
        }
        add(found, true)?;
        if open.is_empty() {
            break;
        }
        let deeper = options.max_level.is_none_or(|last| level < last);
        let capacity = (most - stats.tests).min(MOST_PAIRS);
        let Some(entries) =
            deeper.then(|| next_level(&sides, &open, test.level(), capacity)).flatten()
        else {
            add(open, false)?;
            break;
        };
        let frames = |entry: &Entry| sides[entry.of as usize].frames(entry.nodes);
        let frames: Vec<(&Frame3, &Frame3)> = entries.par_iter().map(frames).collect();
        test.meet(Source::Scattered(&frames), &mut meet)?;
        stats.tests += entries.len() as u64;
        met = entries
            .into_iter()
            .zip(&meet)
            .filter(|(_, meet)| **meet)
            .map(|(entry, _)| entry)
            .collect();
    }
    Ok(hits)
}

/// Returns the sides of all pairs of objects. Each object is posed once.
fn sides_of<'a>(
    world: &'a BvhWorld,
    objects: &[Pair],
) -> Result<Vec<Sides<'a, Posed<'a>>>, SearchFault> {
    let mut numbers: Vec<u32> = objects.iter().flat_map(|pair| [pair.a, pair.b]).collect();
    numbers.par_sort_unstable();
    numbers.dedup();
    let posed: Vec<Result<Posed<'a>, _>> =
        numbers.par_iter().map(|&object| world.posed(object)).collect();
    let posed: Vec<Posed<'a>> = posed.into_iter().collect::<Result<_, _>>()?;
    let known = |object| Ok(posed[numbers.partition_point(|&other| other < object)].clone());
    objects.par_iter().map(|&pair| Sides::of(world, pair, known)).collect()
}

/// Returns the pairs of the next level, or `None` if there are more than `capacity` of them.
fn next_level(
    sides: &[Sides<'_, Posed<'_>>],
    open: &[Entry],
    level: SimdLevel,
    capacity: u64,
) -> Option<Vec<Entry>> {
    let total = AtomicU64::new(0);
    let parts = open.par_chunks(GRAIN).map(|part| {
        let (mut expansion, mut out, mut pairs) = (Expansion::new(level), Vec::new(), Vec::new());
        for entry in part {
            expansion.forget();
            let mut rest = Some(Open::from(entry.nodes));
            while let Some(open) = rest {
                rest = expansion.expand(&sides[entry.of as usize], open, GRAIN, &mut pairs);
                // The sum decides, not the order: a thread that sees a sum that is too large stops,
                // and all results are dropped.
                let before = total.fetch_add(pairs.len() as u64, Ordering::Relaxed);
                if before + pairs.len() as u64 > capacity {
                    return None;
                }
                out.extend(pairs.drain(..).map(|nodes| Entry { of: entry.of, nodes }));
            }
        }
        Some(out)
    });
    let parts: Vec<Vec<Entry>> = parts.collect::<Option<_>>()?;
    Some(parts.concat())
}
