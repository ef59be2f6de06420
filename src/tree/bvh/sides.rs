//! The two objects that are compared.

use super::error::SearchFault;
use super::lazy::Lazy;
use super::node::BvhNode;
use super::posed::Posed;
use super::world::BvhWorld;
use crate::geom::{Frame3, Kdop, Pair};
use crate::kernel::Kdops;
use std::ops::Range;

/// What has bounds of all nodes of an object.
pub(super) trait Bounded {
    /// Returns them, in the order of the nodes.
    fn all_bounds(&self) -> &Kdops;
}

impl Bounded for Posed<'_> {
    fn all_bounds(&self) -> &Kdops {
        &self.bounds
    }
}

impl Bounded for Lazy<'_> {
    fn all_bounds(&self) -> &Kdops {
        self.bounds()
    }
}

/// One of two objects.
pub(super) struct Side<'a, P> {
    pub nodes: &'a [BvhNode],
    pub posed: P,
}

impl<P> Side<'_, P> {
    /// Returns the children of a node, or the node itself if it is a leaf.
    pub fn refined(&self, node: u32) -> Range<u32> {
        let found = &self.nodes[node as usize];
        if found.is_leaf() { node..node + 1 } else { found.children() }
    }

    pub fn is_leaf(&self, node: u32) -> bool {
        self.nodes[node as usize].is_leaf()
    }
}

impl<P: Bounded> Side<'_, P> {
    pub fn bounds(&self, node: u32) -> Kdop {
        self.posed.all_bounds().get(node as usize)
    }
}

/// Two objects that are compared.
pub(super) struct Sides<'a, P> {
    pub a: Side<'a, P>,
    pub b: Side<'a, P>,
}

impl<'a, P> Sides<'a, P> {
    /// Returns both sides of a pair of objects, whose nodes `posed` gives.
    pub fn of(
        world: &'a BvhWorld,
        objects: Pair,
        mut posed: impl FnMut(u32) -> Result<P, SearchFault>,
    ) -> Result<Self, SearchFault> {
        let mut side = |object: u32| {
            let none = || SearchFault::NoSuchObject { object, objects: world.len() };
            let nodes = world.tree(object).ok_or_else(none)?.nodes();
            Ok(Side { nodes, posed: posed(object)? })
        };
        Ok(Self { a: side(objects.a)?, b: side(objects.b)? })
    }

    /// Returns the numbers of the frames of a pair of nodes.
    pub fn numbers(&self, pair: Pair) -> [u32; 2] {
        [self.a.nodes[pair.a as usize].frame_index(), self.b.nodes[pair.b as usize].frame_index()]
    }

    /// Returns true for two leaves.
    pub fn are_leaves(&self, pair: Pair) -> bool {
        self.a.is_leaf(pair.a) && self.b.is_leaf(pair.b)
    }
}

impl Sides<'_, Posed<'_>> {
    /// Returns the posed frames of a pair of nodes.
    pub fn frames(&self, pair: Pair) -> (&Frame3, &Frame3) {
        (&self.a.posed.frames[pair.a as usize], &self.b.posed.frames[pair.b as usize])
    }
}
