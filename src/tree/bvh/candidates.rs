//! The pairs of objects that a search goes down.

use super::broad::BroadPhase;
use super::error::SearchFault;
use super::options::Scope;
use super::world::World;
use crate::geom::{Frame3, Pair};
use rayon::prelude::*;

/// Returns the pairs of objects that are compared and whose root boxes meet, in ascending order.
///
/// In the scope of one object, that object comes first in each pair. That scope costs what the
/// index of the world costs ([`World::near`]); the scope of all objects costs one run of `broad`.
///
/// # Errors
///
/// Returns [`SearchFault::NoSuchObject`] for a scope of no object, and
/// [`SearchFault::TooManyPairs`] if the list would be too long.
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
