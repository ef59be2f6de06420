//! The two objects that are compared.

use super::error::SearchFault;
use super::node::BvhNode;
use super::posed::Posed;
use super::world::World;
use crate::geom::{Frame3, Kdop, Pair};
use std::ops::Range;

/// One of two objects.
pub(super) struct Side<'a> {
    pub nodes: &'a [BvhNode],
    pub posed: Posed<'a>,
}

impl Side<'_> {
    /// Returns the children of a node, or the node itself if it is a leaf.
    pub fn refined(&self, node: u32) -> Range<u32> {
        let found = &self.nodes[node as usize];
        if found.is_leaf() { node..node + 1 } else { found.children() }
    }

    pub fn is_leaf(&self, node: u32) -> bool {
        self.nodes[node as usize].is_leaf()
    }

    pub fn bounds(&self, node: u32) -> Kdop {
        self.posed.bounds.get(node as usize)
    }
}

/// Two objects that are compared.
pub(super) struct Sides<'a> {
    pub a: Side<'a>,
    pub b: Side<'a>,
}

impl<'a> Sides<'a> {
    /// Returns both sides of a pair of objects, whose nodes `posed` gives.
    pub fn of(
        world: &'a World,
        objects: Pair,
        mut posed: impl FnMut(u32) -> Result<Posed<'a>, SearchFault>,
    ) -> Result<Self, SearchFault> {
        let mut side = |object: u32| {
            let none = SearchFault::NoSuchObject { object, objects: world.len() };
            Ok(Side { nodes: world.tree(object).ok_or(none)?.nodes(), posed: posed(object)? })
        };
        Ok(Self { a: side(objects.a)?, b: side(objects.b)? })
    }

    /// Returns the posed frames of a pair of nodes.
    pub fn frames(&self, pair: Pair) -> (&Frame3, &Frame3) {
        (&self.a.posed.frames[pair.a as usize], &self.b.posed.frames[pair.b as usize])
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

/// Returns the posed roots of pairs of objects.
pub(super) fn roots_of<'a>(
    world: &'a World,
    pairs: &[Pair],
) -> Result<Vec<(&'a Frame3, &'a Frame3)>, SearchFault> {
    let root = |object: u32| {
        world.root(object).ok_or(SearchFault::NoSuchObject { object, objects: world.len() })
    };
    pairs.iter().map(|pair| Ok((root(pair.a)?, root(pair.b)?))).collect()
}
