//! The tree of one mesh.

use super::node::SphereNode;
use crate::geom::{Aabb3, TriangleMesh};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// The sphere tree of a mesh, as far as it is built.
///
/// Never more than two nodes a triangle, 48 bytes each with what stands beside them and twice that
/// while they grow, and 4 bytes a triangle for their order.
#[derive(Debug)]
pub struct SphereTree {
    pub(super) mesh: Arc<TriangleMesh>,
    /// Triangles by their place in the tree; empty until the root is opened.
    pub(super) order: Vec<u32>,
    pub(super) nodes: Vec<SphereNode>,
    /// The last frame in which a node was opened.
    pub(super) stamps: Vec<AtomicU32>,
    /// Places of dropped families, by their size.
    pub(super) free: [Vec<u32>; 9],
    pub(super) built: u64,
    pub(super) dropped: u64,
}

/// What a tree holds, and what became of its nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TreeStats {
    /// Nodes that exist, the root among them.
    pub alive: usize,
    /// Nodes built so far beside the root.
    pub built: u64,
    /// Nodes dropped so far.
    pub dropped: u64,
    /// Bytes of nodes, stamps and the order of triangles; those of the mesh itself not counted.
    pub bytes: usize,
}

impl SphereTree {
    /// A root. Costs no look at the triangles.
    pub fn new(mesh: Arc<TriangleMesh>) -> Self {
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

    /// Its mesh.
    pub fn mesh(&self) -> &Arc<TriangleMesh> {
        &self.mesh
    }

    /// The root; `None` of a mesh without triangles.
    pub fn root(&self) -> Option<&SphereNode> {
        self.nodes.first()
    }

    /// The children of a node; none while they are not built.
    pub fn children(&self, node: &SphereNode) -> &[SphereNode] {
        let kids = node.kids();
        self.nodes.get(kids.start as usize..kids.end as usize).unwrap_or_default()
    }

    /// The triangles of a node.
    pub fn triangles(&self, node: &SphereNode) -> impl Iterator<Item = u32> {
        (node.first..node.first + node.count).map(|place| self.triangle(place))
    }

    /// What it holds.
    pub fn stats(&self) -> TreeStats {
        let free: usize = self.free.iter().enumerate().map(|(size, list)| size * list.len()).sum();
        let bytes = self.nodes.capacity() * (size_of::<SphereNode>() + size_of::<AtomicU32>())
            + self.order.capacity() * size_of::<u32>();
        TreeStats {
            alive: self.nodes.len() - free,
            built: self.built,
            dropped: self.dropped,
            bytes,
        }
    }

    /// The triangle at a place of the order.
    #[inline(always)]
    pub(super) fn triangle(&self, place: u32) -> u32 {
        self.order.get(place as usize).copied().unwrap_or(place)
    }

    /// Notes that a node was opened in this frame.
    #[inline(always)]
    pub(super) fn touch(&self, node: u32, frame: u32) {
        self.stamps[node as usize].store(frame, Ordering::Relaxed);
    }
}

/// The least `f32` that is not below, with an allowance for what went before.
pub(super) fn rounded_up(x: f64) -> f32 {
    let x = x * (1.0 + 1e-14);
    let near = x as f32;
    if f64::from(near) < x { near.next_up() } else { near }
}
