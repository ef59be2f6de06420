//! Opens a node: sorts its triangles by octant. Each octant that has triangles becomes a child.

use super::node::{LEAF, SphereNode};
use super::runs::Runs;
use super::split::{Item, Part, Parts, split};
use super::tree::{SphereTree, rounded_up};
use crate::geom::Aabb3;
use glam::{Vec3, Vec3A};
use std::sync::atomic::AtomicU32;

/// A node of more triangles has the sphere of its box, which needs no look at the vertices.
const TIGHT_SPHERE: u32 = 1024;

/// The tree of a mesh of at least so many triangles sorts runs of them.
const LARGE: usize = 16_384;

/// Error of centroids and centres in `f32`: six roundings at most, in units of the largest
/// coordinate along the axis.
const CENTROID: f32 = 8.0 / 16_777_216.0;

impl SphereTree {
    /// Returns the octants of a node's box for the occupancy test. All triangles that are sorted
    /// into an octant pass through it.
    pub(super) fn octants(&self, node: u32) -> [Aabb3; 8] {
        let SphereNode { min, max, .. } = self.nodes[node as usize];
        let middle = middle(min, max).to_array();
        std::array::from_fn(|octant| {
            // Octants are larger by the error of a rounded centroid.
            let end = |axis: usize, upper: bool| {
                let more = min[axis].abs().max(max[axis].abs()) * CENTROID + f32::MIN_POSITIVE;
                match upper {
                    true => (middle[axis] - more, max[axis]),
                    false => (min[axis], middle[axis] + more),
                }
            };
            let ends: [(f32, f32); 3] =
                std::array::from_fn(|axis| end(axis, octant >> axis & 1 == 1));
            Aabb3 { min: Vec3::from(ends.map(|e| e.0)), max: Vec3::from(ends.map(|e| e.1)) }
        })
    }

    /// Makes the order of triangles when it is first needed. A large mesh has runs instead, unless
    /// octants of its nodes are tested for triangles: a run may lie in several.
    pub(super) fn ensure_order(&mut self, are_tested: bool) {
        if !self.order.is_empty() || self.runs.is_some() {
            return;
        }
        if self.mesh.len() >= LARGE && !are_tested {
            self.runs = Runs::new(self.mesh.vertices(), self.mesh.triangles());
            if let (Some(_), Some(root)) = (&self.runs, self.nodes.first_mut()) {
                root.is_coarse = true;
                return;
            }
        }
        self.order = (0..self.mesh.len() as u32).collect();
    }

    /// Builds the children of a node that has none: only those whose octant is in the mask. Nodes
    /// of a tree of runs have all children.
    pub(super) fn open(&mut self, node: u32, mask: u8) {
        self.ensure_order(false);
        let opened = self.nodes[node as usize];
        match self.runs.take() {
            Some(mut runs) => {
                if opened.is_coarse {
                    self.open_coarse(node, &mut runs);
                } else {
                    self.open_run(node);
                }
                self.runs = Some(runs);
            }
            None => self.open_octants(node, mask),
        }
    }

    /// Opens a node whose triangles are sorted one by one.
    fn open_octants(&mut self, node: u32, mask: u8) {
        let SphereNode { min, max, first, count, level, .. } = self.nodes[node as usize];
        let mut order = core::mem::take(&mut self.order);
        let item = |triangle: u32| {
            let [a, b, c] = self.corners(triangle);
            let centre = centroid([a, b, c]);
            Item { min: a.min(b).min(c), max: a.max(b).max(c), centre }
        };
        let range = first as usize..(first + count) as usize;
        let Parts { parts, are_octants } = split(&mut order[range], level, middle(min, max), item);
        self.order = order;
        // The mask is about the octants of the box.
        let kept = |octant: usize| !are_octants || mask >> octant & 1 == 1;
        let mut children = Vec::with_capacity(8);
        let mut start = first;
        for (octant, part) in parts.iter().enumerate() {
            if part.count > 0 && kept(octant) {
                children.push(self.child(part, start, level + 1));
            }
            start += part.count;
        }
        self.attach(node, &children);
    }

    /// Opens a node of several runs.
    fn open_coarse(&mut self, node: u32, runs: &mut Runs) {
        let SphereNode { min, max, first, count, level, .. } = self.nodes[node as usize];
        let range = runs.places(first, count);
        let mut order = core::mem::take(&mut runs.order);
        let item = |run: u32| {
            let [min, max] = runs.ends(run);
            let (min, max) = (Vec3A::from(min), Vec3A::from(max));
            Item { min, max, centre: min * 0.5 + max * 0.5 }
        };
        let Parts { parts, .. } = split(&mut order[range.clone()], level, middle(min, max), item);
        let mut children = Vec::with_capacity(8);
        let mut start = range.start;
        for part in parts.iter().filter(|part| part.count > 0) {
            let own = &order[start..start + part.count as usize];
            let (min, max) = (part.min.to_array(), part.max.to_array());
            let count = own.iter().map(|&run| runs.triangles(run).len() as u32).sum();
            let mut child = SphereNode::new(min, max, 0.0, start as u32, count, level + 1);
            child.is_coarse = own.len() > 1;
            if !child.is_coarse {
                child.first = runs.triangles(own[0]).start;
            }
            child.radius = match count > TIGHT_SPHERE {
                true => rounded_up(child.half().length()),
                false => {
                    let centre = child.centre();
                    let farthest = |run: &u32| {
                        let [low, high] = runs.ends(*run);
                        let (low, high) = (Vec3::from(low).as_dvec3(), Vec3::from(high).as_dvec3());
                        (centre - low).max(high - centre).length_squared()
                    };
                    rounded_up(own.iter().map(farthest).fold(0.0, f64::max).sqrt())
                }
            };
            children.push(child);
            start += own.len();
        }
        runs.order = order;
        self.attach(node, &children);
    }

    /// Opens a node of one run: its triangles in their order, some a leaf.
    fn open_run(&mut self, node: u32) {
        let SphereNode { first, count, level, .. } = self.nodes[node as usize];
        let mut children = Vec::with_capacity(8);
        for start in (first..first + count).step_by(LEAF as usize) {
            let count = LEAF.min(first + count - start);
            let (mut min, mut max) = (Vec3A::INFINITY, Vec3A::NEG_INFINITY);
            for [a, b, c] in (start..start + count).map(|triangle| self.corners(triangle)) {
                (min, max) = (min.min(a.min(b).min(c)), max.max(a.max(b).max(c)));
            }
            children.push(self.child(&Part { min, max, count }, start, level + 1));
        }
        self.attach(node, &children);
    }

    #[inline(always)]
    fn corners(&self, triangle: u32) -> [Vec3A; 3] {
        let [a, b, c] = self.raw(triangle);
        [Vec3A::from(a), Vec3A::from(b), Vec3A::from(c)]
    }

    fn child(&self, part: &Part, first: u32, level: u8) -> SphereNode {
        let (min, max) = (part.min.to_array(), part.max.to_array());
        let mut node = SphereNode::new(min, max, 0.0, first, part.count, level);
        let square = if part.count > TIGHT_SPHERE {
            node.half().length_squared()
        } else {
            let centre = node.centre();
            let mut most: f64 = 0.0;
            for triangle in (first..first + part.count).map(|place| self.triangle(place)) {
                for corner in self.raw(triangle) {
                    most = most.max(Vec3::from(corner).as_dvec3().distance_squared(centre));
                }
            }
            most
        };
        node.radius = rounded_up(square.sqrt());
        node
    }

    /// Stores the children of a node, in free places if there are any.
    fn attach(&mut self, node: u32, children: &[SphereNode]) {
        let size = children.len();
        let place = self.free[size].pop().unwrap_or_else(|| {
            let place = self.nodes.len() as u32;
            self.nodes.extend_from_slice(children);
            self.stamps.extend(children.iter().map(|_| AtomicU32::new(0)));
            place
        });
        self.nodes[place as usize..place as usize + size].copy_from_slice(children);
        for stamp in &mut self.stamps[place as usize..place as usize + size] {
            *stamp.get_mut() = 0;
        }
        self.nodes[node as usize].children = place;
        self.nodes[node as usize].family = size as u8;
        self.built += size as u64;
    }
}

fn middle(min: [f32; 3], max: [f32; 3]) -> Vec3A {
    Vec3A::from(min) * 0.5 + Vec3A::from(max) * 0.5
}

/// Returns the centroid. It is finite if the corners are.
#[inline(always)]
fn centroid([a, b, c]: [Vec3A; 3]) -> Vec3A {
    const THIRD: f32 = 1.0 / 3.0;
    a * THIRD + b * THIRD + c * THIRD
}
