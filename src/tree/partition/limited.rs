//! The search with limits: all pairs of objects go down together, a level at a time.

use super::error::SearchFault;
use super::expand::{Expansion, Open, Sides};
use super::options::{Find, SearchOptions, SearchStats};
use super::search::{Hit, Judge, roots_of, sides};
use super::world::World;
use crate::geom::{Frame3, Pair};
use crate::kernel::SimdLevel;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering};

/// The most pairs of a level, whatever the limits: a gigabyte of them, and of their answers.
const MOST_PAIRS: u64 = 1 << 26;

/// Pairs to be refined that one thread takes at a time.
const GRAIN: usize = 64;

/// A pair of volumes, and which pair of objects it is of.
#[derive(Clone, Copy)]
struct Entry {
    of: u32,
    nodes: Pair,
}

/// The pairs that were found, those above a limit among them.
pub(super) fn search(
    world: &World,
    options: &SearchOptions,
    candidates: Vec<Pair>,
    judge: &impl Judge,
    stats: &mut SearchStats,
) -> Result<Vec<Hit>, SearchFault> {
    let most = options.max_tests.unwrap_or(u64::MAX);
    let roots = Pair::new(0, 0);
    let hit = |objects: Pair, nodes: Pair, exact: bool| Hit { objects, nodes, exact };
    if candidates.len() as u64 > most {
        return Ok(candidates.into_iter().map(|objects| hit(objects, roots, false)).collect());
    }
    let mut meet = Vec::new();
    judge.meet(&roots_of(world, &candidates)?, &mut meet)?;
    stats.tests = candidates.len() as u64;
    let objects: Vec<Pair> = candidates
        .into_iter()
        .zip(&meet)
        .filter(|(_, meet)| **meet)
        .map(|(pair, _)| pair)
        .collect();
    let sides: Vec<Sides<'_>> =
        objects.par_iter().map(|&pair| sides(world, pair)).collect::<Result<_, _>>()?;
    let mut met: Vec<Entry> =
        (0..objects.len() as u32).map(|of| Entry { of, nodes: roots }).collect();
    let mut hits = Vec::new();
    for level in 0.. {
        let deepest = |entry: &Entry| sides[entry.of as usize].is_deepest(entry.nodes);
        let (found, mut open): (Vec<Entry>, Vec<Entry>) = met.into_iter().partition(deepest);
        hits.extend(found.iter().map(|entry| hit(objects[entry.of as usize], entry.nodes, true)));
        if options.find == Find::Objects {
            let mut done = vec![false; objects.len()];
            found.iter().for_each(|entry| done[entry.of as usize] = true);
            open.retain(|entry| !done[entry.of as usize]);
        }
        if open.is_empty() {
            break;
        }
        let deeper = options.max_level.is_none_or(|last| level < last);
        let room = (most - stats.tests).min(MOST_PAIRS);
        let Some(entries) = deeper.then(|| refined(&sides, &open, judge.level(), room)).flatten()
        else {
            hits.extend(
                open.iter().map(|entry| hit(objects[entry.of as usize], entry.nodes, false)),
            );
            break;
        };
        let frames = |entry: &Entry| sides[entry.of as usize].frames(entry.nodes);
        let frames: Vec<(&Frame3, &Frame3)> = entries.par_iter().map(frames).collect();
        judge.meet(&frames, &mut meet)?;
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

/// The pairs of the next level, or none where they are too many.
fn refined(sides: &[Sides<'_>], open: &[Entry], level: SimdLevel, room: u64) -> Option<Vec<Entry>> {
    let total = AtomicU64::new(0);
    let parts = open.par_chunks(GRAIN).map(|part| {
        let (mut expansion, mut out, mut pairs) = (Expansion::new(level), Vec::new(), Vec::new());
        for entry in part {
            expansion.forget();
            let mut rest = Some(Open::from(entry.nodes));
            while let Some(open) = rest {
                rest = expansion.expand(&sides[entry.of as usize], open, GRAIN, &mut pairs);
                // The sum decides, not the order: whoever sees it too large stops, and then all is
                // dropped.
                let before = total.fetch_add(pairs.len() as u64, Ordering::Relaxed);
                if before + pairs.len() as u64 > room {
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
