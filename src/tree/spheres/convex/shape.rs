//! A convex shape: a box that turns with it, and exact tests of triangles.

use super::super::node::SphereNode;
use super::super::relative::{slack, three, unplaced};
use super::super::tree::rounded_up;
use crate::exact::hull;
use crate::exact::triangles::{Origin, Triangle};
use crate::geom::{Pair, Placed, Polytope, PolytopeSet, Pose};
use crate::kernel::hull::Prepared;
use glam::{DMat3, DVec3, Mat3, Quat, Vec3};
use motzkin_core::Resting;

/// Error of a coordinate as seen from a pose, in units of the largest coordinate plus the largest
/// translation. The placed point has three roundings. The difference from the translation has one,
/// and the products and sums of a row of magnitudes that sum to `sqrt(3)` have three times as many:
/// below `20` roundings. The rest is to spare.
const SEEN: f64 = 64.0 / 9_007_199_254_740_992.0;

/// Beyond this, a box that is turned could leave the range of `f32`.
const LARGEST: f64 = 1e30;

/// A polytope of a set that is not empty.
pub struct Convex<'a> {
    set: &'a PolytopeSet,
    number: u32,
    prepared: Prepared,
    /// The coordinates of the box.
    pub pose: Pose,
    /// The box, and a sphere about its centre.
    pub bounds: SphereNode,
    /// The largest magnitude of a coordinate of the box.
    pub local: f64,
    /// The ends of the box.
    low: DVec3,
    high: DVec3,
    /// What the pose does, undone.
    back: DMat3,
    shift: DVec3,
}

impl<'a> Convex<'a> {
    /// Prepares a polytope. An empty one gives `None`.
    pub fn new(set: &'a PolytopeSet, number: u32) -> Option<Self> {
        let prepared = Prepared::new(set, number as usize);
        if prepared.vertices().is_empty() {
            return None;
        }
        let polytope = &set.polytopes()[number as usize];
        let (pose, bounds) = turned_box(polytope, &prepared).unwrap_or_else(|| {
            let around = set.bounds::<Resting>(number as usize);
            let half = (around.max.as_dvec3() - around.min.as_dvec3()) * 0.5;
            let [min, max] = [around.min, around.max].map(|end| end.to_array());
            (Pose::IDENTITY, SphereNode::new(min, max, rounded_up(half.length()), 0, 0, 0))
        });
        let largest = |end: &[f32; 3]| end.iter().fold(0.0, |most: f32, x| most.max(x.abs()));
        let local = f64::from(largest(&bounds.min).max(largest(&bounds.max)));
        let (back, shift) = undone(&pose);
        let (low, high) = (at(bounds.min), at(bounds.max));
        Some(Self { set, number, prepared, pose, bounds, local, low, high, back, shift })
    }

    /// Returns a bound of the magnitude of placed coordinates.
    pub fn size(&self) -> f64 {
        self.prepared.size()
    }

    /// Returns the polytope, and its vertices before it is placed.
    pub fn polytope(&self) -> (&Polytope, &[[f32; 3]]) {
        let number = self.number as usize;
        (&self.set.polytopes()[number], self.set.vertices_of(number))
    }

    /// Returns a vertex, exactly.
    pub fn vertex(&self) -> Origin {
        Origin::vertex(self.set, self.number, 0)
    }

    /// Returns true if a closed triangle and the shape share a point. Exact.
    ///
    /// Costs some ten nanoseconds where the box can tell, some hundred where `f64` can, and some
    /// microseconds on contacts.
    #[inline]
    pub fn meets(&self, triangle: &Triangle) -> bool {
        if self.box_misses(triangle) {
            return false;
        }
        self.prepared.meets(triangle).unwrap_or_else(|| self.settle(triangle))
    }

    /// Returns true if the triangle lies beyond a face of the box.
    #[inline(always)]
    fn box_misses(&self, triangle: &Triangle) -> bool {
        // Without arrays that are mapped: they cost calls where a crate is compiled in many units.
        let [p, q, r] = *triangle;
        let [p, q, r] = [at(p), at(q), at(r)];
        let slack = SEEN * (p.abs().max(q.abs()).max(r.abs()) + self.shift.abs()).max_element();
        let see = |corner: DVec3| self.back * (corner - self.shift);
        let (p, q, r) = (see(p), see(q), see(r));
        let beyond = p.min(q).min(r).cmpgt(self.high + slack);
        let before = p.max(q).max(r).cmplt(self.low - slack);
        (beyond | before).any()
    }

    /// Decides what `f64` could not.
    #[cold]
    fn settle(&self, triangle: &Triangle) -> bool {
        let (shape, vertices) = self.polytope();
        let vertices = [&triangle[..], vertices].concat();
        let shape = Polytope { start: 3, ..*shape };
        // A set can always be made of finite numbers and of a polytope that a set had.
        PolytopeSet::from_parts(vertices, vec![Polytope::of_range(0, 3), shape])
            .is_ok_and(|set| hull::decide(&set, Pair::new(0, 1)).verdict.meets())
    }
}

/// Returns false only if no point of a polytope is a point of a placed triangle of a node. `extent`
/// bounds placed coordinates of the mesh.
///
/// All of the polytope lies within a sphere: `spread` bounds the coordinates as seen from the
/// centre. That sphere is compared with the node's box, as the mesh lies there before its pose, in
/// lengths of the world. The centre is placed with four roundings of `size`, which [`SEEN`] has to
/// spare, as it has the roundings of the box and those of scaling.
pub fn may_reach(placed: &Placed, node: &SphereNode, pose: &Pose, extent: f64) -> bool {
    /// Above the square root of 3.
    const DIAGONAL: f64 = 1.732_050_9;
    let (centre, _) = unplaced(pose, DVec3::from_array(placed.centre), DVec3::ZERO);
    let apart = ((centre - node.centre()).abs() - node.half()) * pose.scale();
    let reach = placed.spread * DIAGONAL + slack(extent) + SEEN * (placed.size + extent);
    apart.max_element() <= reach
}

fn at(point: [f32; 3]) -> DVec3 {
    Vec3::from_array(point).as_dvec3()
}

/// Returns the rotation of a pose turned back, and its translation.
fn undone(pose: &Pose) -> (DMat3, DVec3) {
    let rows = pose.rows();
    let [x, y, z] = three(|i| DVec3::new(rows[i][0], rows[i][1], rows[i][2]));
    (DMat3::from_cols(x, y, z), DVec3::new(rows[0][3], rows[1][3], rows[2][3]))
}

/// Returns a box in a pose that turns as the edges of a frame do, or as a posed hull does. `None`
/// for numbers too large for it.
fn turned_box(polytope: &Polytope, prepared: &Prepared) -> Option<(Pose, SphereNode)> {
    let vertices = || prepared.vertices().iter().map(|&vertex| DVec3::from_array(vertex));
    let middle = vertices().sum::<DVec3>() / prepared.vertices().len() as f64;
    if prepared.size() > LARGEST {
        return None;
    }
    let pose = Pose::new(middle.as_vec3(), turn(polytope)).ok()?;
    let (back, shift) = undone(&pose);
    let seen = || vertices().map(|vertex| back * (vertex - shift));
    let slack = SEEN * (prepared.size() + shift.abs().max_element());
    let low = seen().fold(DVec3::INFINITY, DVec3::min) - slack;
    let high = seen().fold(DVec3::NEG_INFINITY, DVec3::max) + slack;
    let min = low.as_vec3().to_array().map(f32::next_down);
    let max = high.as_vec3().to_array().map(f32::next_up);
    let mut bounds = SphereNode::new(min, max, 0.0, 0, 0, 0);
    let far = seen().map(|vertex| vertex.distance(bounds.centre())).fold(0.0, f64::max);
    bounds.radius = rounded_up(far + 2.0 * slack);
    Some((pose, bounds))
}

/// Returns a rotation that takes the first axis to that of a transform, and the second into the
/// plane of its first two.
fn turn(polytope: &Polytope) -> Quat {
    if polytope.stays() {
        return Quat::IDENTITY;
    }
    let [x, y, z] = polytope.rows;
    let column = |i: usize| Vec3::new(x[i], y[i], z[i]).as_dvec3();
    let first = column(0).normalize_or_zero();
    let second = (column(1) - first * first.dot(column(1))).normalize_or_zero();
    let axes = [first, second, first.cross(second)].map(|axis| axis.as_vec3());
    Quat::from_mat3(&Mat3::from_cols(axes[0], axes[1], axes[2]))
}
