//! The tree of one mesh.

use super::node::SphereNode;
use super::runs::Runs;
use crate::geom::{Aabb3, TriangleMesh};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// The sphere tree of a mesh, as far as it is built.
///
/// A tree has at most two nodes a triangle. A node takes 48 bytes, and up to twice as many while
/// the tree grows. The order of triangles takes 4 bytes a triangle. The tree of a large mesh sorts
/// runs of up to 16 triangles that follow one another and lie close together: those take 2 bytes a
/// triangle, mostly.
#[derive(Debug)]
pub struct SphereTree {
    pub(super) mesh: Arc<TriangleMesh>,
    /// Triangles by their place in the tree; empty until the root is opened, and where there are
    /// runs.
    pub(super) order: Vec<u32>,
    /// What the upper nodes of a large mesh are ranges of, once the root is opened.
    pub(super) runs: Option<Runs>,
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
#[non_exhaustive]
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
            runs: None,
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

    /// Returns the triangles of a node of this tree as it is now.
    ///
    /// Of a node of another tree, or of a copy of a node from before the tree was changed, the
    /// answer means nothing.
    ///
    /// # Panics
    ///
    /// May panic for such a node.
    pub fn triangles(&self, node: &SphereNode) -> impl Iterator<Item = u32> {
        let runs = self.runs.as_ref().filter(|_| node.is_coarse);
        let own = runs.map(|runs| (runs, &runs.order[runs.places(node.first, node.count)]));
        let alone = self.places(node).unwrap_or_default();
        let of_runs =
            own.into_iter().flat_map(|(runs, own)| own.iter().flat_map(|&run| runs.triangles(run)));
        alone.map(|place| self.triangle(place)).chain(of_runs)
    }

    /// Returns the places of the triangles of a node in their order. `None` for a node of runs.
    #[inline(always)]
    pub(super) fn places(&self, node: &SphereNode) -> Option<core::ops::Range<u32>> {
        let is_alone = !node.is_coarse || self.runs.is_none();
        is_alone.then_some(node.first..node.first + node.count)
    }

    /// Returns the nodes and the memory of the tree.
    pub fn stats(&self) -> SphereTreeStats {
        let free: usize = self.free.iter().enumerate().map(|(size, list)| size * list.len()).sum();
        let bytes = self.nodes.capacity() * (size_of::<SphereNode>() + size_of::<AtomicU32>())
            + self.order.capacity() * size_of::<u32>()
            + self.runs.as_ref().map_or(0, Runs::bytes);
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

    /// Returns the corners of a triangle, without a map of an array: that costs calls where a crate
    /// is compiled in many units.
    #[inline(always)]
    pub(super) fn raw(&self, triangle: u32) -> [[f32; 3]; 3] {
        let ([a, b, c], all) = (self.mesh.triangles()[triangle as usize], self.mesh.vertices());
        [all[a as usize], all[b as usize], all[c as usize]]
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
