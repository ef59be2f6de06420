//! One polytope against many triangles, in `f64`.

use super::portal;
use super::support::{Extreme, Supports, Vector, cross, dot, negative, norm, one_norm, sub, unit};
use crate::geom::PolytopeSet;
use crate::num::band;
use crate::verdict::Verdict;

/// A polytope at rest, with its vertices in the world, to be tested with many triangles.
#[derive(Clone, Debug)]
pub struct Prepared {
    vertices: Vec<Vector>,
    centre: Vector,
    size: f64,
}

/// A point of a triangle for each attempt, by the weights of its corners.
const INSIDE: [Vector; 3] = [[1.0 / 3.0; 3], [0.5, 0.3, 0.2], [0.15, 0.25, 0.6]];

impl Prepared {
    /// Places the vertices of a polytope.
    ///
    /// # Panics
    ///
    /// Panics if there is no polytope with this index.
    pub fn new(set: &PolytopeSet, polytope: u32) -> Self {
        let (placed, _) = set.placed(polytope);
        let vertices = set.points(polytope).map(|point| point.to_array()).collect();
        Self { vertices, centre: placed.centre, size: placed.size }
    }

    /// Returns the vertices in the world. Each coordinate is within four roundings of
    /// [`size`](Self::size).
    pub fn vertices(&self) -> &[[f64; 3]] {
        &self.vertices
    }

    /// Returns a bound of the magnitude of placed coordinates, and of the terms that they sum.
    pub fn size(&self) -> f64 {
        self.size
    }

    /// Returns whether a closed triangle and the polytope share a point, where that is certain. An
    /// empty polytope shares none. Touching is never certain.
    ///
    /// Costs some ten nanoseconds where a plane of the triangle tells, and some hundred otherwise;
    /// more for more than some ten vertices.
    pub fn meets(&self, triangle: &[[f32; 3]; 3]) -> Option<bool> {
        if self.vertices.is_empty() {
            return Some(false);
        }
        let corners = triangle.map(|corner| corner.map(f64::from));
        let size = self.size + norm(corners.map(norm));
        let against = Against { hull: self, corners, size };
        if against.is_beyond_plane() {
            return Some(false);
        }
        (0..INSIDE.len()).find_map(|attempt| {
            let found = portal::search(&against, against.inside(attempt));
            found.map(|verdict| verdict != Verdict::Separate)
        })
    }
}

/// A triangle and a polytope. Their difference is that of the triangle less the polytope.
struct Against<'a> {
    hull: &'a Prepared,
    corners: [Vector; 3],
    /// The sum of both sizes.
    size: f64,
}

impl Against<'_> {
    /// True only when the polytope lies beyond the triangle's plane, on either side.
    #[inline(always)]
    fn is_beyond_plane(&self) -> bool {
        let [p, q, r] = self.corners;
        let Some(n) = unit(cross(sub(q, p), sub(r, p))) else { return false };
        let along = self.corners.map(|corner| dot(n, corner));
        let least = along[0].min(along[1]).min(along[2]);
        let most = along[0].max(along[1]).max(along[2]);
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for vertex in &self.hull.vertices {
            let height = dot(n, *vertex);
            low = low.min(height);
            high = high.max(height);
        }
        let error = self.height_error(n);
        high - least < -error || most - low < -error
    }

    fn height_error(&self, n: Vector) -> f64 {
        band::HULL_F64 * one_norm(n) * self.size
    }

    /// A point of the difference, another one for each attempt.
    fn inside(&self, attempt: usize) -> Vector {
        let [u, v, w] = INSIDE[attempt];
        let [p, q, r] = self.corners;
        let on = [0, 1, 2].map(|i| u * p[i] + v * q[i] + w * r[i]);
        let vertices = &self.hull.vertices;
        let (first, last) = (vertices[0], vertices[(vertices.len() - 1) / (attempt + 1)]);
        let (by, centre) = ([0.0, 0.375, 0.125][attempt], self.hull.centre);
        let within = |i: usize| 0.5 * centre[i] + by * first[i] + (0.5 - by) * last[i];
        sub(on, if attempt == 0 { centre } else { [0, 1, 2].map(within) })
    }
}

impl Supports for Against<'_> {
    #[inline(always)]
    fn furthest(&self, n: Vector) -> Extreme {
        let (of_a, p) = highest(&self.corners, n);
        let (of_b, q) = highest(&self.hull.vertices, negative(n));
        Extreme { point: sub(p, q), height: of_a + of_b, error: self.height_error(n) }
    }

    /// As for two polytopes: the mean of `n` vertices is off by `n` roundings, all else by no more
    /// than 12.
    fn point_error(&self) -> f64 {
        const ROUNDING: f64 = f64::EPSILON / 2.0;
        (self.hull.vertices.len().max(3) as f64 + 12.0) * ROUNDING * self.size
    }
}

/// The extent of points along a direction, and the point that is furthest.
#[inline(always)]
fn highest(points: &[Vector], n: Vector) -> (f64, Vector) {
    let heights = points.iter().map(|point| (dot(n, *point), *point));
    heights.fold(
        (f64::NEG_INFINITY, points[0]),
        |most, next| if next.0 > most.0 { next } else { most },
    )
}
