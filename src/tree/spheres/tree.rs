//! The tree of one mesh.

use super::node::SphereNode;
use crate::geom::{Aabb3, TriangleMesh};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// The sphere tree of a mesh, as far as it is built.
///
/// A tree has at most two nodes a triangle. A node takes 48 bytes, and up to twice as many while
/// the tree grows. The order of triangles takes 4 bytes a triangle.
#[derive(Debug)]
pub struct SphereTree {
    pub(super) mesh: Arc<TriangleMesh>,
    /// Triangles by their place in the tree; empty until the root is opened.
    pub(super) order: Vec<u32>,
    pub(super) nodes: Vec<SphereNode>,
    /// The last step in which each node was opened.
    pub(super) stamps: Vec<AtomicU32>,
    /// Places of dropped children, by the number of siblings.
    pub(super) free: [Vec<u32>; 9],
    pub(super) built: u64,
    pub(super) dropped: u64,
}

/// The nodes and the memory of a [`SphereTree`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SphereTreeStats {
    /// The number of nodes at present, root included.
    pub alive: usize,
    /// The number of nodes built so far, without the root.
    pub built: u64,
    /// The number of nodes dropped so far.
    pub dropped: u64,
    /// The bytes of nodes, of their stamps and of the order of triangles. The mesh is not counted.
    pub bytes: usize,
}

impl SphereTree {
    /// Makes the tree of a mesh: a root. An empty mesh has no root.
    pub(super) fn new(mesh: Arc<TriangleMesh>) -> Self {
        let bounds = mesh.bounds();
        let root = |Aabb3 { min, max }: Aabb3| {
            let half = (max.as_dvec3() - min.as_dvec3()) * 0.5;
            let radius = rounded_up(half.length());
            SphereNode::new(min.to_array(), max.to_array(), radius, 0, mesh.len() as u32, 0)
        };
        let nodes: Vec<SphereNode> = bounds.map(root).into_iter().collect();
        let stamps = nodes.iter().map(|_| AtomicU32::new(0)).collect();
        Self {
            mesh,
            order: Vec::new(),
            nodes,
            stamps,
            free: Default::default(),
            built: 0,
            dropped: 0,
        }
    }

    /// Returns the mesh.
    pub fn mesh(&self) -> &Arc<TriangleMesh> {
        &self.mesh
    }

    /// Returns the root, or `None` for a mesh without triangles.
    pub fn root(&self) -> Option<&SphereNode> {
        self.nodes.first()
    }

    /// Returns the children of a node. There are none while they are not built.
    pub fn children(&self, node: &SphereNode) -> &[SphereNode] {
        let kids = node.kids();
        self.nodes.get(kids.start as usize..kids.end as usize).unwrap_or_default()
    }

    /// Returns the triangles of a node.
    pub fn triangles(&self, node: &SphereNode) -> impl Iterator<Item = u32> {
        (node.first..node.first + node.count).map(|place| self.triangle(place))
    }

    /// Returns the nodes and the memory of the tree.
    pub fn stats(&self) -> SphereTreeStats {
        let free: usize = self.free.iter().enumerate().map(|(size, list)| size * list.len()).sum();
        let bytes = self.nodes.capacity() * (size_of::<SphereNode>() + size_of::<AtomicU32>())
            + self.order.capacity() * size_of::<u32>();
        SphereTreeStats {
            alive: self.nodes.len() - free,
            built: self.built,
            dropped: self.dropped,
            bytes,
        }
    }

    /// Returns the triangle at a place of the order.
    #[inline(always)]
    pub(super) fn triangle(&self, place: u32) -> u32 {
        self.order.get(place as usize).copied().unwrap_or(place)
    }

    /// Records that a node was opened in a step.
    #[inline(always)]
    pub(super) fn touch(&self, node: u32, step: u32) {
        self.stamps[node as usize].store(step, Ordering::Relaxed);
    }
}

/// Rounds up to `f32`, with an allowance for the error of the `f64` result.
pub(super) fn rounded_up(x: f64) -> f32 {
    let x = x * (1.0 + 1e-14);
    let near = x as f32;
    if f64::from(near) < x { near.next_up() } else { near }
}
