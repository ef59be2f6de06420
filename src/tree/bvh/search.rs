//! The search of a world.

use super::candidates::candidates;
use super::collision::{Collisions, SearchStats};
use super::descent::unlimited;
use super::error::SearchFault;
use super::hit::{collisions, listed};
use super::limited;
use super::options::SearchOptions;
use super::pair_test::PairTest;
use super::tally::Tally;
use super::world::BvhWorld;
use crate::geom::Pair;

/// Searches a world on the threads of the current rayon pool.
///
/// `test` tests pairs of frames in batches. The boxes that
/// [`SearchOptions::boxes`] asks for are left to the caller. In addition to the answer, the search
/// holds at most some hundred thousand pairs for each thread, and for the two objects that a thread
/// compares 64 bytes for each posed frame that it has reached.
///
/// # Errors
///
/// Returns an error if the scope names no object, if the boxes of too many pairs of objects meet,
/// if there are too many collisions, or if `test` fails.
pub fn search(
    world: &BvhWorld,
    options: &SearchOptions,
    test: &impl PairTest,
) -> Result<Collisions, SearchFault> {
    search_among(world, options, candidates(world, options.scope, test.level())?, test)
}

/// Searches the given pairs of objects, whose root boxes meet.
pub(crate) fn search_among(
    world: &BvhWorld,
    options: &SearchOptions,
    candidates: Vec<Pair>,
    test: &impl PairTest,
) -> Result<Collisions, SearchFault> {
    let mut stats = SearchStats { candidates: candidates.len(), tests: 0 };
    if options.is_limited() {
        let hits = limited::search(world, options, candidates, test, &mut stats)?;
        return Ok(collisions(world, options.find, hits, stats));
    }
    let tally = Tally::of(options);
    let found = unlimited(world, options.find, candidates, test, &tally, &mut stats)?;
    Ok(listed(world, found, stats))
}
