//! Pairs of nodes that a search found, and the collisions made of them.

use super::collision::{Collision, Collisions, SearchStats};
use super::options::Find;
use super::world::World;
use crate::geom::Pair;
use rayon::prelude::*;

/// The least number of hits that one thread turns into collisions.
const GRAIN: usize = 1 << 12;

/// A pair of nodes that a search found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hit {
    pub objects: Pair,
    pub nodes: Pair,
    /// False above a limit.
    pub exact: bool,
}

/// Turns hits into the ordered list of collisions.
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
    let number = |object: u32, node: u32| {
        // Every hit comes from an object of this world.
        world.tree(object).map_or(0, |tree| tree.nodes()[node as usize].frame_index())
    };
    let collision = |Hit { objects, nodes, exact }| Collision {
        objects: [objects.a, objects.b],
        nodes: [nodes.a, nodes.b],
        frames: [number(objects.a, nodes.a), number(objects.b, nodes.b)],
        exact,
        aabb: None,
    };
    let list = match hits.len() <= GRAIN {
        true => hits.into_iter().map(collision).collect(),
        false => hits.into_par_iter().with_min_len(GRAIN).map(collision).collect(),
    };
    let mut found = Collisions::new(list, stats);
    if find == Find::First {
        found.list.truncate(1);
    }
    found
}
