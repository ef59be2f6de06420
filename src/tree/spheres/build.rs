//! Opens a node: sorts its triangles by octant. Each octant that has triangles becomes a child.

use super::node::SphereNode;
use super::tree::{SphereTree, rounded_up};
use crate::geom::Aabb3;
use glam::{Vec3, Vec3A};
use std::sync::atomic::AtomicU32;

/// From this level on, triangles are split by number: centroids that lie so close together would
/// take too many splits.
const DEEPEST_SPLIT: u8 = 48;

/// A node of more triangles has the sphere of its box, which needs no look at the vertices.
const TIGHT_SPHERE: u32 = 1024;

/// How triangles are split.
#[derive(Clone, Copy)]
enum Split {
    /// By the centroid, compared with a point.
    Octants(Vec3A),
    /// Into parts of so many triangles, in order.
    Parts(u32),
}

/// The box and the number of triangles of a future child.
#[derive(Clone, Copy)]
struct Part {
    min: Vec3A,
    max: Vec3A,
    count: u32,
}

const NOTHING: Part = Part { min: Vec3A::INFINITY, max: Vec3A::NEG_INFINITY, count: 0 };

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

    /// Makes the order of triangles when it is first needed.
    pub(super) fn ensure_order(&mut self) {
        if self.order.is_empty() {
            self.order = (0..self.mesh.len() as u32).collect();
        }
    }

    /// Builds the children of a node that has none: only those whose octant is in the mask.
    pub(super) fn open(&mut self, node: u32, mask: u8) {
        self.ensure_order();
        let SphereNode { min, max, first, count, level, .. } = self.nodes[node as usize];
        let range = first as usize..(first + count) as usize;
        let mut codes = Vec::new();
        let mut parts = [NOTHING; 8];
        let mut mask = mask;
        if level < DEEPEST_SPLIT {
            let split = Split::Octants(middle(min, max));
            parts = self.sort(&range, split, &mut codes);
            if is_whole(&parts, count) {
                // The mask is about the octants of the box.
                mask = u8::MAX;
                let split = Split::Octants(self.middle_of_centroids(&range));
                parts = self.sort(&range, split, &mut codes);
            }
        }
        if level >= DEEPEST_SPLIT || is_whole(&parts, count) {
            mask = u8::MAX;
            self.order[range.clone()].sort_unstable();
            parts = self.sort(&range, Split::Parts(count.div_ceil(8)), &mut codes);
        }
        self.arrange(&range, &codes, &parts);
        let kept = |octant: usize| parts[octant].count > 0 && mask >> octant & 1 == 1;
        let mut children = Vec::with_capacity(8);
        let mut start = first;
        for (octant, part) in parts.iter().enumerate() {
            if kept(octant) {
                children.push(self.child(part, start, level + 1));
            }
            start += part.count;
        }
        self.attach(node, &children);
    }

    /// Finds the octant of each triangle, and the box and count of each octant.
    fn sort(
        &self,
        range: &core::ops::Range<usize>,
        split: Split,
        codes: &mut Vec<u8>,
    ) -> [Part; 8] {
        let mut parts = [NOTHING; 8];
        codes.clear();
        codes.reserve(range.len());
        for (number, &triangle) in self.order[range.clone()].iter().enumerate() {
            let corners = self.corners(triangle);
            let octant = match split {
                Split::Octants(middle) => centroid(corners).cmpgt(middle).bitmask() as usize,
                Split::Parts(size) => number / size as usize,
            };
            let part = &mut parts[octant & 7];
            let [a, b, c] = corners;
            part.count += 1;
            part.min = part.min.min(a.min(b).min(c));
            part.max = part.max.max(a.max(b).max(c));
            codes.push(octant as u8);
        }
        parts
    }

    #[inline(always)]
    fn corners(&self, triangle: u32) -> [Vec3A; 3] {
        self.mesh.corners(triangle).map(Vec3A::from)
    }

    /// Returns the centre of the box of the centroids.
    fn middle_of_centroids(&self, range: &core::ops::Range<usize>) -> Vec3A {
        let (mut low, mut high) = (Vec3A::INFINITY, Vec3A::NEG_INFINITY);
        for &triangle in &self.order[range.clone()] {
            let centroid = centroid(self.corners(triangle));
            low = low.min(centroid);
            high = high.max(centroid);
        }
        low * 0.5 + high * 0.5
    }

    /// Sorts the triangles of a range by their octants. The triangles of a leaf are in order of
    /// their numbers, whatever happened before.
    fn arrange(&mut self, range: &core::ops::Range<usize>, codes: &[u8], parts: &[Part; 8]) {
        let old = self.order[range.clone()].to_vec();
        let mut next = [0; 8];
        for octant in 1..8 {
            next[octant] = next[octant - 1] + parts[octant - 1].count as usize;
        }
        let starts = next;
        let target = &mut self.order[range.clone()];
        for (triangle, &octant) in old.into_iter().zip(codes) {
            let place = &mut next[octant as usize];
            target[*place] = triangle;
            *place += 1;
        }
        for (start, part) in starts.into_iter().zip(parts) {
            if part.count <= super::node::LEAF {
                target[start..start + part.count as usize].sort_unstable();
            }
        }
    }

    fn child(&self, part: &Part, first: u32, level: u8) -> SphereNode {
        let (min, max) = (part.min.to_array(), part.max.to_array());
        let mut node = SphereNode::new(min, max, 0.0, first, part.count, level);
        let square = if part.count > TIGHT_SPHERE {
            node.half().length_squared()
        } else {
            let centre = node.centre();
            let mut most: f64 = 0.0;
            for &triangle in &self.order[first as usize..(first + part.count) as usize] {
                for corner in self.mesh.corners(triangle) {
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

/// Returns true if one part has all triangles.
fn is_whole(parts: &[Part; 8], count: u32) -> bool {
    parts.iter().any(|part| part.count == count)
}
