//! A convex shape that distances are measured from: a box that turns with it.

use super::super::ends::three;
use super::super::node::SphereNode;
use super::super::tree::rounded_up;
use super::surface::SEEN;
use crate::geom::{Polytope, PolytopeSet, Pose};
use crate::kernel::hull::Prepared;
use glam::{DMat3, DVec3, Mat3, Quat, Vec3};
use motzkin_core::Resting;

/// Beyond this, a box that is turned could leave the range of `f32`.
const LARGEST: f64 = 1e30;

/// A polytope of a set that is not empty.
pub struct Convex<'a> {
    set: &'a PolytopeSet,
    number: u32,
    size: f64,
    /// The coordinates of the box.
    pub pose: Pose,
    /// The box, and a sphere about its centre.
    pub bounds: SphereNode,
    /// The largest magnitude of a coordinate of the box.
    pub local: f64,
    /// The ends of a box round the placed shape, along the axes of the world.
    pub around: [Vec3; 2],
}

impl<'a> Convex<'a> {
    /// Prepares a polytope. An empty one gives `None`.
    pub fn new(set: &'a PolytopeSet, number: u32) -> Option<Self> {
        let prepared = Prepared::new(set, number);
        if prepared.vertices().is_empty() {
            return None;
        }
        let polytope = &set.polytopes()[number as usize];
        let around = set.bounds::<Resting>(number);
        let (pose, bounds) = turned_box(polytope, &prepared).unwrap_or_else(|| {
            let half = (around.max.as_dvec3() - around.min.as_dvec3()) * 0.5;
            let [min, max] = [around.min, around.max].map(|end| end.to_array());
            (Pose::IDENTITY, SphereNode::new(min, max, rounded_up(half.length()), 0, 0, 0))
        });
        let around = [around.min, around.max];
        let largest = |end: &[f32; 3]| end.iter().fold(0.0, |most: f32, x| most.max(x.abs()));
        let local = f64::from(largest(&bounds.min).max(largest(&bounds.max)));
        Some(Self { set, number, size: prepared.size(), pose, bounds, local, around })
    }

    /// Returns a bound of the magnitude of placed coordinates.
    pub fn size(&self) -> f64 {
        self.size
    }

    /// Returns the placed vertices, each within four roundings.
    pub fn points(&self) -> impl Iterator<Item = DVec3> {
        self.set.points(self.number)
    }

    /// Returns the polytope, and its vertices before it is placed.
    pub fn polytope(&self) -> (&Polytope, &[[f32; 3]]) {
        (&self.set.polytopes()[self.number as usize], self.set.vertices_of(self.number))
    }
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
    let pose = Pose::new(turn(polytope), middle.as_vec3()).ok()?;
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
