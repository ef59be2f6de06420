//! The same pairs for the crate collision, which is GJK over cgmath.

use super::median;
use cgmath::{Decomposed, One, Point3, Quaternion, Vector3};
use collision::algorithm::minkowski::GJK3;
use collision::primitive::ConvexPolyhedron;
use parry3d::shape::ConvexPolyhedron as Hull;
use std::time::Duration;

type Pairs = Vec<[ConvexPolyhedron<f32>; 2]>;

/// Pairs of hulls in both forms that the crate has: it scans the vertices, or walks along edges where it is told the faces.
pub struct Gjk {
    forms: [Pairs; 2],
    algorithm: GJK3<f32>,
    rest: Decomposed<Vector3<f32>, Quaternion<f32>>,
}

impl Gjk {
    pub fn new(hulls: &[(Hull, Hull)]) -> Self {
        let forms =
            [false, true].map(|faces| hulls.iter().map(|(a, b)| [form(a, faces), form(b, faces)]).collect());
        let one = Quaternion::one();
        let rest = Decomposed { scale: 1.0, rot: one, disp: Vector3::new(0.0, 0.0, 0.0) };
        Self { forms, algorithm: GJK3::new(), rest }
    }

    fn meets(&self, [a, b]: &[ConvexPolyhedron<f32>; 2]) -> bool {
        self.algorithm.intersect(a, &self.rest, b, &self.rest).is_some()
    }

    /// Whether each pair meets.
    pub fn answers(&self) -> impl Iterator<Item = bool> {
        self.forms[0].iter().map(|pair| self.meets(pair))
    }

    /// The time for all pairs in the form that takes less.
    pub fn fastest(&self) -> Duration {
        let count = |pairs: &Pairs| pairs.iter().filter(|pair| self.meets(pair)).count();
        let [scanned, walked] = self.forms.each_ref().map(|pairs| median(|| count(pairs)));
        scanned.min(walked)
    }
}

fn form(hull: &Hull, faces: bool) -> ConvexPolyhedron<f32> {
    let (points, triangles) = hull.to_trimesh();
    let points = points.iter().map(|p| Point3::new(p.x, p.y, p.z)).collect();
    if !faces {
        return ConvexPolyhedron::new(points);
    }
    let indices = triangles.iter().map(|t| (t[0] as usize, t[1] as usize, t[2] as usize)).collect();
    ConvexPolyhedron::new_with_faces(points, indices)
}
