//! The regions of contact of two surfaces.

use super::common::{Corners, common, upright};
use super::flat::flat_normal;
use super::together::together;
use crate::geom::TriangleMesh;
use glam::DVec3;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// A place where two surfaces meet: pairs of triangles that hang together on both surfaces.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ContactRegion {
    /// The pairs of triangles that meet, one of the first object and one of the second, in
    /// ascending order. Exact.
    pub triangles: Vec<[u32; 2]>,
    /// The middle of what the triangles have in common. An estimate.
    pub point: DVec3,
    /// A unit vector from the first object towards the second: the way along which they come apart.
    /// `None` if the triangles push in no direction. An estimate.
    ///
    /// It is upright on the plane of the curve in which the surfaces cross, if that curve is nearly
    /// flat, and otherwise the mean of the triangles' normals. Solids whose region has few
    /// triangles take the normal of one of them if the depth is less along it, and if neither solid
    /// is in the way there. Triangles are seen counterclockwise from outside.
    pub normal: Option<DVec3>,
    /// How far the solids reach into each other along the normal: from the deepest point of the
    /// first within the second to the deepest point of the second within the first. Points are the
    /// vertices within the other solid, and the ends of what triangles have in common. `None` if
    /// one of the objects is no solid, or if there is no normal. An estimate: next to zero for
    /// objects that touch.
    pub depth: Option<f64>,
}

/// The largest number of pairs of faces whose normals are tried for the least depth.
const FEW: usize = 64;

/// The cosine of the largest angle between the normal of a region and a face that takes its place.
const ALIKE: f64 = 0.7;

/// What leans by less than this, as the sine of an angle, counts as level.
const LEVEL: f64 = 1e-3;

/// A region without its depth.
pub struct Region {
    pub contact: ContactRegion,
    /// What the surfaces have in common.
    points: Vec<DVec3>,
    /// The outward normals of the triangles that meet, of the first surface and of the second, each
    /// pair once. Empty if there are many.
    faces: Vec<[DVec3; 2]>,
}

impl Region {
    /// Finds the depth of a region that has a normal. `within` has the vertices of the first solid
    /// within the second, and those of the second within the first, in parts.
    pub fn measure(&mut self, within: &[Vec<&[DVec3]>; 2]) {
        let Some(normal) = self.contact.normal else { return };
        let [first, second] = within;
        let depth = |normal: &DVec3| {
            let height = |p: &DVec3| normal.dot(*p);
            let common = || self.points.iter().map(height);
            let high = first.iter().copied().flatten().map(height).chain(common());
            let low = second.iter().copied().flatten().map(height).chain(common());
            high.fold(f64::NEG_INFINITY, f64::max) - low.fold(f64::INFINITY, f64::min)
        };
        // What touches keeps the normal that counts all of its faces.
        let noise = 1e-9 * self.points.iter().map(|p| p.abs().max_element()).fold(0.0, f64::max);
        let mut best = (depth(&normal), normal);
        let faces = self.faces.iter().flat_map(|&[first, second]| [first, -second]);
        for face in faces.filter(|face| face.dot(normal) > ALIKE) {
            let depth = depth(&face);
            if depth < best.0 - noise && self.is_free(face) {
                best = (depth, face);
            }
        }
        (self.contact.depth, self.contact.normal) = (Some(best.0), Some(best.1));
    }

    /// Returns whether nothing is in the way of the second solid along a direction. A rod that
    /// sticks slantwise in the ground is thin across, but the ground goes on behind it.
    fn is_free(&self, way: DVec3) -> bool {
        // A face looks where its solid goes, and beyond it the other surface goes on the same way.
        let blocks = |face: DVec3, other: DVec3, way: DVec3| {
            let onward = face - other * face.dot(other);
            face.dot(way) > LEVEL && onward.dot(way) > LEVEL
        };
        let blocked = |&[first, second]: &[DVec3; 2]| {
            blocks(second, first, way) || blocks(first, second, -way)
        };
        !self.faces.iter().any(blocked)
    }
}

/// Returns the regions of pairs of triangles that meet, in the order of their first pairs. The
/// pairs are in ascending order, and fewer than `2^32`.
///
/// Pairs hang together where their triangles share a vertex on both surfaces. Vertices with the
/// same coordinates count as one.
pub fn regions(
    meshes: [&TriangleMesh; 2],
    placed: impl Fn(usize, u32) -> Corners,
    pairs: &[[u32; 2]],
) -> Vec<Region> {
    let mut joined = together(meshes, pairs);
    let mut members: BTreeMap<u32, Vec<[u32; 2]>> = BTreeMap::new();
    for (number, &pair) in (0..pairs.len() as u32).zip(pairs) {
        members.entry(joined.root(number)).or_default().push(pair);
    }
    members.into_values().map(|triangles| region(triangles, &placed)).collect()
}

fn region(triangles: Vec<[u32; 2]>, placed: &impl Fn(usize, u32) -> Corners) -> Region {
    let (mut points, mut faces) = (Vec::new(), Vec::<[DVec3; 2]>::new());
    let (mut pushes, mut evenly) = (DVec3::ZERO, DVec3::ZERO);
    for &[p, q] in &triangles {
        let (a, b) = (placed(0, p), placed(1, q));
        let common = common(&a, &b).unwrap_or_else(|| vec![between(&a, &b)]);
        let span = |x: &DVec3| common.iter().map(|y| x.distance(*y)).fold(0.0, f64::max);
        let length = common.iter().map(span).fold(0.0, f64::max);
        let [of_a, of_b] = [upright(&a), upright(&b)];
        let face = of_a.zip(of_b).map(<[DVec3; 2]>::from);
        // One more than are tried tells that there are many.
        if let Some(face) = face.filter(|_| faces.len() <= FEW)
            && let Err(place) = faces.binary_search_by(|known| in_order(known, &face))
        {
            faces.insert(place, face);
        }
        let away = of_a.unwrap_or_default() - of_b.unwrap_or_default();
        pushes += away * length;
        evenly += away;
        let share = length / common.len() as f64;
        points.extend(common.into_iter().map(|point| (point, share)));
    }
    if points.iter().all(|(_, weight)| *weight == 0.0) {
        points.iter_mut().for_each(|(_, weight)| *weight = 1.0);
        pushes = evenly;
    }
    let total: f64 = points.iter().map(|(_, weight)| weight).sum();
    let point = points.iter().map(|(point, weight)| *point * *weight).sum::<DVec3>() / total;
    let mean = (pushes.length() > 1e-6 * total).then(|| pushes.normalize());
    let flat = flat_normal(&points).zip(mean).filter(|(flat, mean)| flat.dot(*mean).abs() > 0.1);
    let normal = flat.map(|(flat, mean)| flat * flat.dot(mean).signum()).or(mean);
    if faces.len() > FEW {
        faces.clear();
    }
    let points = points.into_iter().map(|(point, _)| point).collect();
    Region { contact: ContactRegion { triangles, point, normal, depth: None }, points, faces }
}

/// Orders pairs of normals.
fn in_order(x: &[DVec3; 2], y: &[DVec3; 2]) -> Ordering {
    let key = |[a, b]: &[DVec3; 2]| [a.to_array(), b.to_array()];
    key(x).partial_cmp(&key(y)).unwrap_or(Ordering::Equal)
}

/// Returns the middle of what the boxes of two triangles have in common.
fn between(a: &Corners, b: &Corners) -> DVec3 {
    let ends = |[p, q, r]: &Corners| (p.min(*q).min(*r), p.max(*q).max(*r));
    let ((low_a, high_a), (low_b, high_b)) = (ends(a), ends(b));
    (low_a.max(low_b) + high_a.min(high_b)) * 0.5
}
