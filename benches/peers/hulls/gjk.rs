//! The same pairs for the crate collision, which is GJK over cgmath.

use super::super::timing::median;
use cgmath::{Decomposed, One, Point3, Quaternion, Vector3};
use collision::algorithm::minkowski::GJK3;
use collision::primitive::ConvexPolyhedron;
use parry3d::shape::ConvexPolyhedron as Hull;
use std::time::Duration;

/// Pairs of hulls by their vertices, which the crate scans. Told the faces it would walk along
/// edges, but on some hulls it does not come to an end.
pub struct Gjk {
    pairs: Vec<[ConvexPolyhedron<f32>; 2]>,
    algorithm: GJK3<f32>,
    rest: Decomposed<Vector3<f32>, Quaternion<f32>>,
}

impl Gjk {
    pub fn new(hulls: &[(Hull, Hull)]) -> Self {
        let vertices = |hull: &Hull| {
            ConvexPolyhedron::new(
                hull.points().iter().map(|p| Point3::new(p.x, p.y, p.z)).collect(),
            )
        };
        let pairs = hulls.iter().map(|(a, b)| [vertices(a), vertices(b)]).collect();
        let rest =
            Decomposed { scale: 1.0, rot: Quaternion::one(), disp: Vector3::new(0.0, 0.0, 0.0) };
        Self { pairs, algorithm: GJK3::new(), rest }
    }

    /// Whether each pair meets.
    pub fn answers(&self) -> impl Iterator<Item = bool> {
        let meets = |[a, b]: &[ConvexPolyhedron<f32>; 2]| {
            self.algorithm.intersect(a, &self.rest, b, &self.rest).is_some()
        };
        self.pairs.iter().map(meets)
    }

    /// The time for all pairs.
    pub fn time(&self) -> Duration {
        median(|| self.answers().filter(|hit| *hit).count())
    }
}
