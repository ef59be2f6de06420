//! The nearest triangles that a search has seen.

use crate::exact::triangles::Triangle;
use crate::geom::{Nearest, Pair, Polytope, PolytopeSet};
use crate::kernel::hull::approach;
use glam::{DVec3, Vec3};
use motzkin_core::{Resting, distance};

/// What a relative error of a few roundings takes off a bound of a distance.
pub const ROUNDED: f64 = 1.0 - 1e-14;

/// The only pair of a set of two.
const BOTH: Pair = Pair::new(0, 1);

/// What says which of two pairs of triangles is told: the grade of a distance, then the numbers of
/// the triangles.
pub type Rank = (u64, [u32; 2]);

/// How far the least and the greatest distance of a grade lie apart, relative to them, or more.
const GRADE: f64 = 5e-10;

/// Returns a distance but for its last 21 bits: distances that differ by far less than `2^-32` of
/// themselves mostly have one grade. A bound that is off by a few roundings is then enough to say
/// of two parallel surfaces that no pair of triangles is nearer than one that is known.
pub fn grade(distance: f64) -> u64 {
    /// Distances are often round numbers: no grade is to begin at one of them.
    const OFF: f64 = 1.234_567_890_123;
    if distance > 0.0 { (distance * OFF).to_bits() >> 21 } else { 0 }
}

/// The nearest triangle of a mesh, with the triangle of the other mesh, or 0 for a convex shape.
#[derive(Clone, Copy, Debug)]
pub struct Closest {
    /// Its bounds are those of this pair alone.
    nearest: Nearest,
    pub triangles: [u32; 2],
}

impl Closest {
    /// Returns the nearest of two, if the second is known to be separate and may be nearer than a
    /// limit.
    ///
    /// Of two of a grade it is the one with the lesser numbers, so that the order of the search
    /// does not tell.
    pub fn nearer(known: Option<Self>, set: &PolytopeSet, triangles: [u32; 2]) -> Option<Self> {
        let Some(nearest) = distance::of_polytopes(set, BOTH, false) else { return known };
        let new = Self { nearest, triangles };
        known.filter(|known| known.rank() <= new.rank()).or(Some(new))
    }

    /// Returns the rank: no other pair has a lesser one.
    pub fn rank(&self) -> Rank {
        (grade(self.nearest.at_most), self.triangles)
    }

    /// Returns the unit vector from the nearest point of the first to that of the other.
    pub fn axis(&self) -> DVec3 {
        self.nearest.normal
    }

    /// Returns the nearest points of all that the search saw.
    ///
    /// Another pair may be nearer than this one's own lower bound: by less than a grade, and than
    /// the bounds of a pair may lie apart, since no upper bound is of a lesser grade.
    pub fn of_all(&self) -> Nearest {
        let spread = (1.0 + Nearest::<DVec3>::MOST_ERROR) * (1.0 + GRADE);
        let others = (self.nearest.at_most / spread).next_down().max(0.0);
        Nearest { at_least: self.nearest.at_least.min(others), ..self.nearest }
    }
}

/// Returns a lower bound of the distance of the boxes of some points and of others.
pub fn box_gap(a: &[Vec3; 2], b: &[Vec3; 2]) -> f64 {
    let [low_a, high_a] = a.map(|end| end.as_dvec3());
    let [low_b, high_b] = b.map(|end| end.as_dvec3());
    (low_b - high_a).max(low_a - high_b).max(DVec3::ZERO).length() * ROUNDED
}

/// Returns the ends of the box of a triangle.
pub fn box_of(triangle: &Triangle) -> [Vec3; 2] {
    let [p, q, r] = triangle.map(Vec3::from_array);
    [p.min(q).min(r), p.max(q).max(r)]
}

/// Returns a lower bound of the distance of the two shapes of a set. Above zero it proves that they
/// are separate.
pub fn at_least(set: &PolytopeSet) -> f64 {
    approach::<Resting>(set, BOTH).at_least
}

/// Returns a set of a triangle and a polytope, whose vertices these are.
pub fn both(triangle: &Triangle, vertices: &[[f32; 3]], shape: Polytope) -> PolytopeSet {
    let all = [&triangle[..], vertices].concat();
    let polytopes = vec![Polytope::of_range(0, 3), Polytope { start: 3, ..shape }];
    let set = PolytopeSet::from_parts(all, polytopes);
    set.unwrap_or_else(|error| unreachable!("finite numbers and a polytope of a set: {error}"))
}
