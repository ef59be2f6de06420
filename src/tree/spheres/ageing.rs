//! Drops nodes that nothing comes close to any more. Age is counted in steps, not in time, so that
//! every run does the same.

use super::node::SphereNode;
use super::runs::Runs;
use super::tree::SphereTree;
use std::sync::atomic::{AtomicU32, Ordering};

impl SphereTree {
    /// Drops the children of nodes that no step since `oldest` has opened, the deepest first.
    pub(super) fn age(&mut self, oldest: u32) {
        for (_, node) in self.open_nodes() {
            if self.stamp(node) < oldest && self.is_outermost(node) {
                self.close(node);
            }
        }
        self.shrink();
    }

    /// Makes all nodes as old as a count of steps that begins.
    pub(super) fn rejuvenate(&mut self) {
        self.stamps.iter_mut().for_each(|stamp| *stamp.get_mut() = 0);
    }

    /// Drops the children of nodes until the tree holds at most `bytes` bytes. The nodes that were
    /// opened longest ago come first, and the deepest of them first.
    pub(super) fn fit(&mut self, bytes: usize) {
        let node_size = size_of::<SphereNode>() + size_of::<u32>();
        let runs = self.runs.as_ref().map_or(0, Runs::bytes);
        let orders = self.order.len() * size_of::<u32>() + runs;
        let capacity = bytes.saturating_sub(orders) / node_size;
        let mut open = self.open_nodes();
        // A parent is opened whenever a child is, so a parent is never older than its child. It
        // comes later because it is less deep.
        open.sort_by_key(|&(level, node)| (self.stamp(node), core::cmp::Reverse(level), node));
        for (_, node) in open {
            if self.stats().alive <= capacity.max(1) {
                break;
            }
            if self.is_outermost(node) {
                self.close(node);
            }
        }
        self.compact();
    }

    /// Returns the open nodes with their levels, the deepest first.
    fn open_nodes(&self) -> Vec<(u8, u32)> {
        let mut found = Vec::new();
        let mut stack: Vec<u32> = self.root().iter().map(|_| 0).collect();
        while let Some(index) = stack.pop() {
            let node = &self.nodes[index as usize];
            if node.is_open() {
                found.push((node.level, index));
                stack.extend(node.kids());
            }
        }
        found.sort_by_key(|&(level, node)| (core::cmp::Reverse(level), node));
        found
    }

    fn stamp(&self, node: u32) -> u32 {
        self.stamps[node as usize].load(Ordering::Relaxed)
    }

    /// Returns true if no child is open.
    fn is_outermost(&self, node: u32) -> bool {
        self.nodes[node as usize].kids().all(|kid| !self.nodes[kid as usize].is_open())
    }

    fn close(&mut self, node: u32) {
        let SphereNode { children, family, .. } = self.nodes[node as usize];
        self.free[usize::from(family)].push(children);
        self.dropped += u64::from(family);
        self.nodes[node as usize].children = 0;
        self.nodes[node as usize].family = 0;
    }

    /// Frees memory if most places are free.
    fn shrink(&mut self) {
        if 2 * self.stats().alive < self.nodes.len() {
            self.compact();
        }
    }

    /// Moves the nodes together. A tree without children needs no order of triangles either.
    fn compact(&mut self) {
        let alive = self.stats().alive;
        if alive <= 1 {
            (self.order, self.runs) = (Vec::new(), None);
            if let Some(root) = self.nodes.first_mut() {
                root.is_coarse = false;
            }
        }
        let mut nodes: Vec<SphereNode> = Vec::with_capacity(alive);
        let mut stamps = Vec::with_capacity(alive);
        // The tree of an empty mesh has no root.
        nodes.extend(self.root());
        stamps.extend(self.root().map(|_| AtomicU32::new(self.stamp(0))));
        let mut next = 0;
        while let Some(node) = nodes.get(next).copied() {
            if node.is_open() {
                nodes[next].children = nodes.len() as u32;
                nodes.extend(node.kids().map(|kid| self.nodes[kid as usize]));
                stamps.extend(node.kids().map(|kid| AtomicU32::new(self.stamp(kid))));
            }
            next += 1;
        }
        (self.nodes, self.stamps, self.free) = (nodes, stamps, Default::default());
    }
}
