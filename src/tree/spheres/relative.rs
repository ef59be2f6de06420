//! One object as the other sees it.

use super::node::SphereNode;
use crate::geom::{Aabb3, Pose};
use glam::{DMat3, DVec3};

/// The error of a placed vertex: half an ulp in each of three coordinates, `sqrt(3) * 2^-24` of the largest at most. The rest, a
/// sixteenth, pays for distances in `f64`.
const PLACED: f64 = 1.1e-7;

/// What a vertex in the denormal range may be off by.
const DENORMAL: f64 = 1e-44;

/// From the second object's coordinates to the first's.
pub struct Relative {
    turn: DMat3,
    /// The magnitudes of the matrix, by rows.
    abs: DMat3,
    shift: DVec3,
    /// Placed triangles may be nearer than their boxes by this.
    slack: f64,
}

/// The rotation and the translation of a pose.
fn parts(pose: &Pose) -> (DMat3, DVec3) {
    let [x, y, z] = pose.rows().map(|[a, b, c, _]| DVec3::new(a, b, c));
    (DMat3::from_cols(x, y, z).transpose(), DVec3::from_array(pose.rows().map(|row| row[3])))
}

/// A bound of the magnitude of placed coordinates.
pub fn reach(pose: &Pose, bounds: &Aabb3) -> f64 {
    let largest = bounds.min.abs().max(bounds.max.abs()).as_dvec3();
    let row = |[a, b, c, shift]: [f64; 4]| {
        a.abs() * largest.x + b.abs() * largest.y + c.abs() * largest.z + shift.abs()
    };
    pose.rows().map(row).into_iter().fold(0.0, f64::max)
}

/// A bound of how far any point of a sphere moves from one pose to another.
pub fn motion(from: &Pose, to: &Pose, centre: DVec3, radius: f64) -> f64 {
    let ((old, at), (new, then)) = (parts(from), parts(to));
    let turned = new - old;
    let squares =
        turned.x_axis.length_squared() + turned.y_axis.length_squared() + turned.z_axis.length_squared();
    (turned * centre + (then - at)).length() + radius * squares.sqrt()
}

impl Relative {
    /// `reach` is the sum of both objects'.
    pub fn new(a: &Pose, b: &Pose, reach: f64) -> Self {
        let ((of_a, at_a), (of_b, at_b)) = (parts(a), parts(b));
        let back = of_a.transpose();
        let turn = back * of_b;
        let abs = DMat3::from_cols(turn.x_axis.abs(), turn.y_axis.abs(), turn.z_axis.abs());
        Self { turn, abs, shift: back * (at_b - at_a), slack: reach * PLACED + DENORMAL }
    }

    /// The error that placing and rounding brings with it.
    pub fn slack(&self) -> f64 {
        self.slack
    }

    /// A bound from below of the distance between the triangles of two nodes, not above zero where it cannot tell.
    #[inline]
    pub fn gap(&self, a: &SphereNode, b: &SphereNode) -> f64 {
        let apart = self.turn * b.centre() + self.shift - a.centre();
        let (half_a, half_b) = (a.half(), b.half());
        let spheres = apart.length() - f64::from(a.radius) - f64::from(b.radius);
        let along_a = apart.abs() - half_a - self.abs * half_b;
        let seen = self.turn.transpose() * apart;
        let along_b = seen.abs() - half_b - self.abs.transpose() * half_a;
        spheres.max(along_a.max_element()).max(along_b.max_element()) - self.slack
    }

    /// A bound from above of that distance.
    pub fn farthest(&self, a: &SphereNode, b: &SphereNode) -> f64 {
        let apart = self.turn * b.centre() + self.shift - a.centre();
        apart.length() + f64::from(a.radius) + f64::from(b.radius) + self.slack
    }
}
