//! The broad phases of others, and a sweep and prune.

use motzkin::Aabb3;
use obvhs::BvhBuildParams;
use obvhs::bvh2::Bvh2;
use obvhs::bvh2::builder::build_bvh2;
use parry3d::bounding_volume::Aabb;
use parry3d::math::Vector;
use parry3d::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::time::Duration;

pub type List = Vec<(u32, u32)>;

pub fn parry_boxes(boxes: &[Aabb3]) -> Vec<Aabb> {
    let vector = |v: glam::Vec3| Vector::new(v.x, v.y, v.z);
    boxes.iter().map(|own| Aabb::new(vector(own.min), vector(own.max))).collect()
}

/// parry's tree, kept from step to step.
pub struct Parry {
    tree: Bvh,
    workspace: BvhWorkspace,
    list: List,
}

impl Parry {
    pub fn new(boxes: &[Aabb]) -> Self {
        let tree = Bvh::from_leaves(BvhBuildStrategy::Binned, boxes);
        Self { tree, workspace: BvhWorkspace::default(), list: List::new() }
    }

    /// Bytes of the tree.
    pub fn bytes(&self) -> usize {
        self.tree.total_memory_size()
    }

    /// All pairs.
    pub fn pairs(&mut self) -> usize {
        self.list.clear();
        let list = &mut self.list;
        self.tree.traverse_bvtt_single_tree::<false>(&mut self.workspace, &mut |a, b| {
            list.push((a, b));
        });
        list.len()
    }

    /// Moves one box in `every`, and brings the tree up to date as rapier does.
    pub fn update(&mut self, boxes: &[Aabb], every: usize) {
        for number in (0..boxes.len()).step_by(every) {
            self.tree.insert_or_update_partially(boxes[number], number as u32, 0.0);
        }
        self.tree.optimize_incremental(&mut self.workspace);
        self.tree.refit(&mut self.workspace);
    }
}

/// The steps of rapier's broad phase (`BroadPhaseBvh::update` of rapier3d 0.33) on parry's tree: it
/// follows what changed, and keeps the pairs in a table. Colliders and their handles are left out.
pub struct Rapier {
    parry: Parry,
    pairs: HashMap<(u32, u32), u32>,
    step: u32,
}

/// How far a box must leave its old one to count as changed.
const SKIN: f32 = 1.0e-2;

impl Rapier {
    pub fn new(boxes: &[Aabb]) -> Self {
        Self { parry: Parry::new(boxes), pairs: HashMap::new(), step: 0 }
    }

    pub fn update(&mut self, boxes: &[Aabb], every: usize) -> usize {
        self.step += 1;
        let Parry { tree, workspace, list } = &mut self.parry;
        for number in (0..boxes.len()).step_by(every) {
            tree.insert_or_update_partially(boxes[number], number as u32, SKIN);
        }
        tree.optimize_incremental(workspace);
        tree.refit(workspace);
        list.clear();
        let (pairs, step) = (&mut self.pairs, self.step);
        tree.traverse_bvtt_single_tree::<true>(workspace, &mut |a, b| match pairs
            .entry((a.min(b), a.max(b)))
        {
            Entry::Occupied(known) => *known.into_mut() = step,
            Entry::Vacant(new) => {
                new.insert(step);
                list.push((a, b));
            }
        });
        pairs.retain(|(a, b), seen| {
            let leaves = tree.leaf_node(*a).zip(tree.leaf_node(*b));
            let stays = |(a, b): (&_, &_)| meets(a, b);
            *seen == step || leaves.is_some_and(stays)
        });
        pairs.len()
    }
}

fn meets(a: &parry3d::partitioning::BvhNode, b: &parry3d::partitioning::BvhNode) -> bool {
    !(a.is_changed() || b.is_changed()) || a.intersects(b)
}

pub fn obvhs_tree(boxes: &[Aabb3]) -> (Vec<obvhs::aabb::Aabb>, Bvh2) {
    let vector = |v: glam::Vec3| obvhs_glam::Vec3A::from_array(v.to_array());
    let boxes: Vec<_> = boxes
        .iter()
        .map(|own| obvhs::aabb::Aabb { min: vector(own.min), max: vector(own.max) })
        .collect();
    let tree = build_bvh2(&boxes, BvhBuildParams::very_fast_build(), &mut Duration::default());
    (boxes, tree)
}

/// A query a box: obvhs has no search of a tree against itself.
pub fn obvhs_pairs((boxes, tree): &(Vec<obvhs::aabb::Aabb>, Bvh2)) -> usize {
    let mut list = List::new();
    for (number, own) in boxes.iter().enumerate() {
        tree.aabb_traverse(*own, |tree, leaf| {
            let node = &tree.nodes[leaf as usize];
            let first = node.first_index as usize;
            for &other in &tree.primitive_indices[first..first + node.prim_count as usize] {
                let other_box = &boxes[other as usize];
                let meets =
                    own.min.cmple(other_box.max).all() && other_box.min.cmple(own.max).all();
                if other as usize > number && meets {
                    list.push((number as u32, other));
                }
            }
            true
        });
    }
    list.len()
}

/// A sweep along the longest axis.
pub fn sweep(boxes: &[Aabb3]) -> usize {
    let low = boxes.iter().fold(glam::Vec3::INFINITY, |low, own| low.min(own.min));
    let high = boxes.iter().fold(glam::Vec3::NEG_INFINITY, |high, own| high.max(own.max));
    let axis = (high - low).max_position();
    let mut order: Vec<u32> = (0..boxes.len() as u32).collect();
    order.sort_unstable_by(|&i, &j| {
        boxes[i as usize].min[axis].total_cmp(&boxes[j as usize].min[axis])
    });
    let sorted: Vec<Aabb3> = order.iter().map(|&number| boxes[number as usize]).collect();
    let mut list = List::new();
    for (place, own) in sorted.iter().enumerate() {
        let end = own.max[axis];
        for (other, number) in sorted[place + 1..].iter().zip(&order[place + 1..]) {
            if other.min[axis] > end {
                break;
            }
            if own.meets(other) {
                list.push((order[place].min(*number), order[place].max(*number)));
            }
        }
    }
    list.len()
}
