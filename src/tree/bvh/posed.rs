//! The nodes of an object in the world.

use super::node::BvhNode;
use super::tree::Bvh;
use crate::geom::{Aabb3, Frame3, Kdop, Pose};
use crate::kernel::Kdops;
use std::ops::Deref;
use std::sync::Arc;

/// The nodes of an object in the pose of the object: 120 bytes a node, of which 56 are taken for
/// 16 nodes at a time.
///
/// A [`BvhWorld`](super::BvhWorld) computes them when a search needs them. It keeps them until the
/// pose changes, where its [memory](super::BvhWorld::set_memory) allows that.
#[derive(Clone, Debug)]
pub struct PosedBvh {
    /// The posed frames, in the order of [`Bvh::nodes`].
    pub frames: Vec<Frame3>,
    /// For each node the bounds of the node and of all nodes below it.
    pub(super) bounds: Kdops,
}

impl PosedBvh {
    /// Poses each node as [`Frame3::posed`] does. All nodes are valid in the pose.
    pub(super) fn new(tree: &Bvh, pose: &Pose) -> Self {
        let posed = |node: &BvhNode| node.frame().posed_unchecked(pose);
        let frames: Vec<Frame3> = tree.nodes().iter().map(posed).collect();
        let mut bounds = Kdops::default();
        frames.iter().for_each(|frame| bounds.push(&frame.kdop()));
        // Children come behind their parents.
        for (i, node) in tree.nodes().iter().enumerate().rev().filter(|(_, node)| !node.is_leaf()) {
            let children = node.children().map(|child| bounds.get(child as usize));
            let whole = children.fold(bounds.get(i), |whole: Kdop, child| whole.union(&child));
            bounds.set(i, &whole);
        }
        Self { frames, bounds }
    }

    /// Returns a box round a node and all nodes below it. `node` is an index in
    /// [`frames`](Self::frames).
    ///
    /// # Panics
    ///
    /// Panics if there is no such node.
    pub fn aabb(&self, node: u32) -> Aabb3 {
        // The bounds have room for more.
        assert!((node as usize) < self.frames.len(), "there is no node {node}");
        self.bounds.get(node as usize).aabb()
    }

    /// Returns the bytes of the frames and of their bounds.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.frames[..]) + self.bounds.bytes()
    }
}

/// The posed nodes of an object: those that the world keeps, or some that go with the last clone.
#[derive(Clone, Debug)]
pub enum Posed<'a> {
    /// Lent by the world.
    Kept(&'a PosedBvh),
    /// Computed for the call, where the memory of the world is used up.
    Own(Arc<PosedBvh>),
}

impl Deref for Posed<'_> {
    type Target = PosedBvh;
    fn deref(&self) -> &PosedBvh {
        match self {
            Self::Kept(posed) => posed,
            Self::Own(posed) => posed,
        }
    }
}
