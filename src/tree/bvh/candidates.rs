//! The pairs of objects that a search goes down.

use super::error::SearchFault;
use super::options::Scope;
use super::world::BvhWorld;
use crate::geom::{Aabb, Aabb3, Frame3, Pair};
use crate::kernel::SimdLevel;
use motzkin_core::broad::{PairOptions, Pieces};
use rayon::prelude::*;

/// The greatest number of pairs that a search accepts: they take a gigabyte.
const MOST_PAIRS: usize = 1 << 27;

/// Pairs whose boxes meet that are held at a time, before those are dropped that are not compared.
const PIECE: usize = 1 << 22;

/// Returns the pairs of objects that are compared and whose root boxes meet, in ascending order.
///
/// In the scope of one object, that object comes first in each pair. That scope costs what
/// [`BvhWorld::near`] costs; the scope of all objects costs a tree over their boxes.
///
/// # Errors
///
/// Returns [`SearchFault::NoSuchObject`] for a scope of no object, and
/// [`SearchFault::TooManyPairs`] if the list would be too long.
pub fn candidates(
    world: &BvhWorld,
    scope: Scope,
    level: SimdLevel,
) -> Result<Vec<Pair>, SearchFault> {
    let Scope::One(object) = scope else { return among_all(world, level) };
    let own = world.root(object).map(Frame3::aabb);
    let own = own.ok_or(SearchFault::NoSuchObject { object, objects: world.len() })?;
    let near = world.near(&own).into_iter().filter(|&other| world.compares(object, other));
    Ok(near.map(|other| Pair::new(object, other)).collect())
}

fn among_all(world: &BvhWorld, level: SimdLevel) -> Result<Vec<Pair>, SearchFault> {
    let boxes: Vec<Aabb3> = world.root_boxes().iter().map(Aabb::clamped).collect();
    let filters = world.filters();
    let options =
        PairOptions { filters: filters.as_deref(), limit: PIECE, level, ..PairOptions::default() };
    let mut pieces = Pieces::within(boxes, &[0], options).map_err(SearchFault::Broad)?;
    let (numbers, compares_all) = (world.objects(), world.compares_all());
    let (mut found, mut piece) = (Vec::new(), Vec::new());
    while pieces.next(&mut piece).map_err(SearchFault::Broad)? {
        let named = piece.iter().map(|pair| [pair.a, pair.b].map(|place| numbers[place as usize]));
        let compared = named.filter(|&[a, b]| compares_all || world.compares(a, b));
        found.extend(compared.map(|[a, b]| Pair::new(a.min(b), a.max(b))));
        if found.len() > MOST_PAIRS {
            return Err(SearchFault::TooManyPairs { most: MOST_PAIRS });
        }
    }
    // Places are in the order of numbers until an object has been removed.
    if !numbers.is_sorted() {
        found.par_sort_unstable();
    }
    Ok(found)
}
