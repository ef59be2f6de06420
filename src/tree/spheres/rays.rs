//! Winding numbers by the tree: of a ray's crossings with a placed surface, only those in nodes
//! that the ray comes close to are looked for.

use super::descent::Side;
use super::node::SphereNode;
use super::relative::{slack, unplaced};
use crate::exact::triangles::{Crossing, Origin, RAYS, Ray};
use glam::DVec3;

/// A node of fewer triangles is not opened for a ray.
const FEW_TRIANGLES: u32 = 32;

/// Nodes that have to be opened before a ray can be followed.
pub type Wants = Vec<u32>;

/// The surface of a placed solid that rays cross.
#[derive(Clone, Copy)]
pub struct Crossed<'a> {
    pub side: Side<'a>,
    /// Bounds the magnitude of the placed coordinates.
    pub extent: f64,
    /// The step of the search, which stamps nodes.
    pub step: u32,
}

impl Crossed<'_> {
    /// Returns the winding number about a point, or `None` if the point lies on the surface. Exact,
    /// whatever is open.
    pub fn winding(&self, origin: &Origin) -> Result<Option<i64>, Wants> {
        let around = LocalRay::new(self.side, origin, DVec3::ZERO, self.extent);
        if self.side.tree.root().is_none_or(|root| around.begins_outside(root)) {
            return Ok(Some(0));
        }
        for number in 0..RAYS {
            match self.crossings(&Ray::new(origin, number), origin, None)? {
                Crossings::Sum(sum) => return Ok(Some(sum)),
                Crossings::Begins => return Ok(None),
                Crossings::Edge => {}
            }
        }
        // No mesh of up to 2^28 triangles comes here: one of the rays hits no edge.
        Ok(None)
    }

    /// Returns the winding numbers on both sides of a triangle, in no order, or `None` where other
    /// triangles lie on it or it has no area. Exact, whatever is open.
    pub fn beside(&self, triangle: u32) -> Result<Option<[i64; 2]>, Wants> {
        let corners = self.side.placed(triangle);
        let origin = Origin::within(&corners);
        for number in 0..RAYS {
            let ray = Ray::new(&origin, number);
            // A ray within the triangle's plane leaves it on neither side.
            if ray.crossing(&corners) != Crossing::Begins {
                continue;
            }
            let leaving = |ray| self.crossings(ray, &origin, Some(triangle));
            match [leaving(&ray)?, leaving(&ray.reversed())?] {
                [Crossings::Sum(one), Crossings::Sum(other)] => return Ok(Some([one, other])),
                [Crossings::Begins, _] | [_, Crossings::Begins] => return Ok(None),
                _ => {}
            }
        }
        // Nor does one here. Both rays of a direction lie in the same planes.
        Ok(None)
    }

    /// Counts the crossings of a ray with all triangles but one.
    fn crossings(
        &self,
        ray: &Ray,
        origin: &Origin,
        except: Option<u32>,
    ) -> Result<Crossings, Wants> {
        let tree = self.side.tree;
        let local = LocalRay::new(self.side, origin, ray.direction().into(), self.extent);
        let mut wants = Vec::new();
        let mut sum = 0;
        let mut stack: Vec<u32> = tree.root().iter().map(|_| 0).collect();
        while let Some(index) = stack.pop() {
            let node = &tree.nodes[index as usize];
            if local.misses(node) {
                continue;
            }
            let kids = tree.children(node);
            // An occupancy test may have left out triangles.
            if node.is_open() && kids.iter().map(|kid| kid.count).sum::<u32>() == node.count {
                tree.touch(index, self.step);
                stack.extend(node.kids());
                continue;
            }
            if !node.is_open() && node.count > FEW_TRIANGLES {
                wants.push(index);
                continue;
            }
            for triangle in tree.triangles(node).filter(|&triangle| Some(triangle) != except) {
                match ray.crossing(&self.side.placed(triangle)) {
                    Crossing::None => {}
                    Crossing::Through(sign) => sum += sign,
                    Crossing::Begins => return Ok(Crossings::Begins),
                    Crossing::Edge => return Ok(Crossings::Edge),
                }
            }
        }
        if wants.is_empty() { Ok(Crossings::Sum(sum)) } else { Err(wants) }
    }
}

/// What the crossings of a ray come to.
enum Crossings {
    /// Their sum, with their signs.
    Sum(i64),
    /// The ray begins on a triangle.
    Begins,
    /// It goes through an edge: another ray has to be tried.
    Edge,
}

/// A ray as the mesh sees it.
struct LocalRay {
    from: DVec3,
    along: DVec3,
    slack: f64,
}

impl LocalRay {
    fn new(side: Side, origin: &Origin, direction: DVec3, extent: f64) -> Self {
        let (point, error) = origin.near();
        let point = DVec3::from(point);
        let (from, along) = unplaced(side.pose, point, direction);
        // Turned back, an error of each coordinate is up to its root of three.
        let slack = slack(extent + point.abs().max_element()) + 2.0 * error;
        Self { from, along, slack: slack * side.pose.scale().recip() }
    }

    /// Returns true if the ray begins outside a node's box.
    fn begins_outside(&self, node: &SphereNode) -> bool {
        let (centre, half) = (node.centre() - self.from, node.half() + self.slack);
        centre.abs().cmpgt(half).any()
    }

    /// Returns true if no triangle of a node meets the ray.
    ///
    /// A ray in these coordinates is off by some roundings of the extent, and so is each test, in
    /// units of the magnitudes of the direction that multiply the slack: the slack has thousands to
    /// spare.
    fn misses(&self, node: &SphereNode) -> bool {
        let (centre, half) = (node.centre() - self.from, node.half() + self.slack);
        let behind = |i: usize| {
            let (at, along) = (centre[i], self.along[i]);
            (at > half[i] && along <= 0.0) || (at < -half[i] && along >= 0.0)
        };
        let (aside, d) = (self.along.cross(centre).abs(), self.along.abs());
        let beside = |i: usize, j: usize, k: usize| aside[i] > half[j] * d[k] + half[k] * d[j];
        (0..3).any(behind) || beside(0, 1, 2) || beside(1, 2, 0) || beside(2, 0, 1)
    }
}
