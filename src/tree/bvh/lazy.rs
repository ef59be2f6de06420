//! An object as a descent sees it: bounds of all nodes, and the frames of those that are reached.

use super::posed::Posed;
use super::tree::Bvh;
use crate::geom::{Frame3, Pose};
use crate::kernel::{Kdops, SimdLevel};
use std::ops::Range;
use std::sync::Arc;

/// Bounds of the nodes of an object in its pose, each with all nodes below it.
#[derive(Clone, Debug)]
pub(super) enum Bounds<'a> {
    /// Lent by the world.
    Kept(&'a Kdops),
    /// Computed for the call.
    Own(Arc<Kdops>),
    /// Those of an object that is posed whole, as numbers may lie beyond the range of `f32`.
    Whole(Posed<'a>),
}

/// An object in a pose, whose frames are posed one by one.
#[derive(Clone, Debug)]
pub(super) struct Lazy<'a> {
    pub tree: &'a Bvh,
    pub pose: &'a Pose,
    pub bounds: Bounds<'a>,
}

impl Lazy<'_> {
    /// Returns a posed frame: the same as [`PosedBvh::frames`](super::PosedBvh::frames) holds.
    pub fn frame(&self, node: u32) -> Frame3 {
        let node = node as usize;
        match &self.bounds {
            Bounds::Whole(posed) => posed.frames[node],
            Bounds::Kept(_) | Bounds::Own(_) => {
                self.tree.nodes()[node].frame().posed_unchecked(self.pose)
            }
        }
    }

    /// Returns the bounds of all nodes.
    pub fn bounds(&self) -> &Kdops {
        match &self.bounds {
            Bounds::Kept(bounds) => bounds,
            Bounds::Own(bounds) => bounds,
            Bounds::Whole(posed) => &posed.bounds,
        }
    }
}

/// Computes bounds of all nodes of a tree in a pose, each with all nodes below it. `None` where
/// numbers may lie beyond the range of `f32`.
pub(super) fn bounds_of(tree: &Bvh, pose: &Pose, level: SimdLevel) -> Option<Kdops> {
    let mut bounds = tree.outlines().posed(level, pose)?;
    // Children come behind their parents.
    for (i, node) in tree.nodes().iter().enumerate().rev().filter(|(_, node)| !node.is_leaf()) {
        let Range { start, end } = node.children();
        bounds.widen(level, i, start as usize..end as usize);
    }
    Some(bounds)
}
