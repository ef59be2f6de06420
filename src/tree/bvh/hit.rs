//! Pairs of nodes that a search found, and the collisions made of them.

use super::collision::{Collision, Collisions, SearchStats};
use super::node::BvhNode;
use super::options::Find;
use super::world::BvhWorld;
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

/// Pairs of leaves that a search found between two objects, ordered by their frames.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub objects: Pair,
    pub nodes: Vec<Pair>,
}

impl Found {
    /// Returns the pairs one by one.
    #[cfg(feature = "gpu")]
    pub fn hits(self) -> impl Iterator<Item = Hit> {
        let Self { objects, nodes } = self;
        nodes.into_iter().map(move |nodes| Hit { objects, nodes, exact: true })
    }
}

/// Turns what was found, ordered by objects, into the list of collisions.
pub(crate) fn listed(world: &BvhWorld, found: Vec<Found>, stats: SearchStats) -> Collisions {
    debug_assert!(found.is_sorted_by_key(|found| found.objects));
    let mut total = 0;
    let ends = found.iter().map(|found| {
        total += found.nodes.len();
        total
    });
    let ends: Vec<usize> = ends.collect();
    let collision = |objects: Pair, trees: [&[BvhNode]; 2], nodes: Pair| Collision {
        objects: [objects.a, objects.b],
        nodes: [nodes.a, nodes.b],
        frames: [
            trees[0][nodes.a as usize].frame_index(),
            trees[1][nodes.b as usize].frame_index(),
        ],
        exact: true,
        aabb: None,
    };
    // Every object is one of this world.
    let tree = |object: u32| world.tree(object).map_or(&[][..], |tree| tree.nodes());
    let trees = |objects: Pair| [tree(objects.a), tree(objects.b)];
    if total <= GRAIN || rayon::current_num_threads() == 1 {
        let mut list = Vec::with_capacity(total);
        for Found { objects, nodes } in found {
            let trees = trees(objects);
            list.extend(nodes.into_iter().map(|nodes| collision(objects, trees, nodes)));
        }
        return Collisions { list, stats };
    }
    // Each entry is written where it belongs: of a pair of objects the last one's place is known.
    let entry = |at: &mut usize, i: usize| {
        let start = |at: usize| if at == 0 { 0 } else { ends[at - 1] };
        if i < start(*at) || ends[*at] <= i {
            *at = ends.partition_point(|&end| end <= i);
        }
        let Found { objects, nodes } = &found[*at];
        collision(*objects, trees(*objects), nodes[i - start(*at)])
    };
    let list = (0..total).into_par_iter().with_min_len(GRAIN).map_init(|| 0, entry).collect();
    Collisions { list, stats }
}

/// Drops hits that are not in the answer. Of objects it leaves one hit for each pair; of the first
/// collision all hits of its objects.
pub(crate) fn shown(find: Find, hits: &mut Vec<Hit>) {
    match find {
        Find::Leaves => {}
        Find::Objects => {
            hits.iter_mut().for_each(|hit| hit.nodes = Pair::new(0, 0));
            hits.sort_unstable_by_key(|hit| (hit.objects, !hit.exact));
            hits.dedup_by_key(|hit| hit.objects);
        }
        Find::First => {
            let first = hits.iter().map(|hit| hit.objects).min();
            hits.retain(|hit| Some(hit.objects) == first);
        }
    }
}

/// Turns hits into the ordered list of collisions.
pub(crate) fn collisions(
    world: &BvhWorld,
    find: Find,
    mut hits: Vec<Hit>,
    stats: SearchStats,
) -> Collisions {
    shown(find, &mut hits);
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
