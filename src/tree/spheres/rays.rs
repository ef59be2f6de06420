//! Winding numbers by the tree: of a ray's crossings with a placed surface, only those in nodes
//! that the ray comes close to are looked for.

use super::descent::Side;
use super::node::SphereNode;
use super::relative::{slack, unplaced};
use crate::exact::triangles::{Crossing, Origin, RAYS, Ray};
use glam::DVec3;

/// A node of fewer triangles is not opened for a ray.
const FEW_TRIANGLES: u32 = 32;

/// The result of counting.
pub enum Winding {
    /// The winding number, or `None` if the point lies on the surface.
    Number(Option<i64>),
    /// These nodes have to be opened first.
    Wants(Vec<u32>),
}

/// Returns the winding number of a placed surface about a point. Exact, whatever is open. `extent`
/// bounds the magnitude of the surface's placed coordinates.
pub fn winding(side: Side, extent: f64, origin: &Origin, step: u32) -> Winding {
    let around = LocalRay::new(side, origin, DVec3::ZERO, extent);
    if side.tree.root().is_none_or(|root| around.begins_outside(root)) {
        return Winding::Number(Some(0));
    }
    for number in 0..RAYS {
        match crossings(side, extent, &Ray::new(origin, number), origin, step) {
            Ok(Some(count)) => return Winding::Number(count),
            Ok(None) => {}
            Err(wants) => return Winding::Wants(wants),
        }
    }
    Winding::Number(None)
}

/// Counts the crossings of a ray. `None` if it hits an edge, `Some(None)` if it begins on a
/// triangle.
fn crossings(
    side: Side,
    extent: f64,
    ray: &Ray,
    origin: &Origin,
    step: u32,
) -> Result<Option<Option<i64>>, Vec<u32>> {
    let local = LocalRay::new(side, origin, ray.direction().into(), extent);
    let mut wants = Vec::new();
    let mut sum = 0;
    let mut stack: Vec<u32> = side.tree.root().iter().map(|_| 0).collect();
    while let Some(index) = stack.pop() {
        let node = &side.tree.nodes[index as usize];
        if local.misses(node) {
            continue;
        }
        let kids = side.tree.children(node);
        // An occupancy test may have left out triangles.
        if node.is_open() && kids.iter().map(|kid| kid.count).sum::<u32>() == node.count {
            side.tree.touch(index, step);
            stack.extend(node.kids());
            continue;
        }
        if !node.is_open() && node.count > FEW_TRIANGLES {
            wants.push(index);
            continue;
        }
        for triangle in side.tree.triangles(node) {
            match ray.crossing(&side.placed(triangle)) {
                Crossing::None => {}
                Crossing::Through(sign) => sum += sign,
                Crossing::Begins => return Ok(Some(None)),
                Crossing::Edge => return Ok(None),
            }
        }
    }
    if wants.is_empty() { Ok(Some(Some(sum))) } else { Err(wants) }
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
