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
///
/// ```
/// use motzkin::tree::bvh::{Bvh, Scope, SweepAndPrune, World, candidates};
/// use motzkin::{Frame3, Pair, glam::{Quat, Vec3}};
/// use std::sync::Arc;
///
/// let cube = Frame3::aligned_box(Vec3::ZERO, Vec3::ONE)?;
/// let (cube, mut world) = (Arc::new(Bvh::over(&[cube])?), World::new());
/// for x in [0.0, 0.5, 9.0] {
///     world.insert(&cube, Quat::IDENTITY, Vec3::X * x)?;
/// }
/// assert_eq!(candidates(&world, Scope::All, &SweepAndPrune)?, [Pair::new(0, 1)]);
/// assert_eq!(candidates(&world, Scope::One(1), &SweepAndPrune)?, [Pair::new(1, 0)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
