//! Points that rays begin at.

use super::super::hull::placed_vertex;
use super::crossing::{Crossing, whole};
use super::sides::{MIDDLE_WIDTH, NARROW_WIDTH, Triangle};
use crate::geom::PolytopeSet;
use crate::num::{Integers, Whole};
use dashu_int::IBig;
use ethnum::I256;

/// A point that a [`Ray`](super::Ray) begins at.
#[derive(Clone, Debug)]
pub struct Origin {
    near: [f64; 3],
    /// Bounds the error of the coordinates.
    error: f64,
    exact: Exact,
}

#[derive(Clone, Debug)]
enum Exact {
    Stored([f32; 3]),
    /// Whole numbers of a power of two, and its exponent.
    Placed([IBig; 3], i32),
}

impl Origin {
    /// Creates the origin at a point, which is finite.
    pub fn stored(point: [f32; 3]) -> Self {
        Self { near: point.map(f64::from), error: 0.0, exact: Exact::Stored(point) }
    }

    /// Creates the origin at a vertex of a polytope, as the polytope's transform places it: nothing
    /// is rounded.
    ///
    /// # Panics
    ///
    /// Panics if there is no such polytope, or no such vertex.
    pub fn vertex(set: &PolytopeSet, polytope: u32, vertex: usize) -> Self {
        let placed = &set.polytopes()[polytope as usize];
        let near = placed.place(set.vertices_of(polytope)[vertex]);
        // Products are exact, and three sums round by half of this each.
        let error = 4.0 * f64::EPSILON * set.placed(polytope).0.size;
        let (at, exponent) = placed_vertex(set, polytope, vertex);
        Self { near, error, exact: Exact::Placed(at, exponent) }
    }

    /// Creates the origin at a point within a triangle, on the line from its first corner to the
    /// middle of the opposite edge: nothing is rounded.
    pub fn within(triangle: &Triangle) -> Self {
        let scale = Integers::common(triangle.as_flattened().iter());
        let [a, b, c] = triangle.map(|corner| corner.map(|x| scale.whole::<IBig>(x)));
        // In quarters of the unit.
        let at = [0, 1, 2].map(|i| (&a[i] << 1) + &b[i] + &c[i]);
        let [a, b, c] = triangle.map(|corner| corner.map(f64::from));
        let near = [0, 1, 2].map(|i| 0.5 * a[i] + 0.25 * b[i] + 0.25 * c[i]);
        let size =
            triangle.as_flattened().iter().fold(0.0_f64, |size, x| size.max(f64::from(x.abs())));
        // Two sums round by half of this each.
        let error = 2.0 * f64::EPSILON * size;
        Self { near, error, exact: Exact::Placed(at, scale.exponent - 2) }
    }

    /// Returns the point in `f64`, and a bound of the error of its coordinates.
    pub fn near(&self) -> ([f64; 3], f64) {
        (self.near, self.error)
    }

    /// Decides in whole numbers how a ray from here meets a triangle.
    #[cold]
    pub(super) fn crossing(&self, ray: [i32; 3], triangle: &Triangle) -> Crossing {
        let corners = triangle.as_flattened();
        match &self.exact {
            Exact::Stored(point) => {
                let scale = Integers::common(point.iter().chain(corners));
                if scale.width <= NARROW_WIDTH {
                    stored::<i128>(*point, ray, triangle, &scale)
                } else if scale.width <= MIDDLE_WIDTH {
                    stored::<I256>(*point, ray, triangle, &scale)
                } else {
                    stored::<IBig>(*point, ray, triangle, &scale)
                }
            }
            Exact::Placed(point, exponent) => {
                let scale = Integers::common(corners.iter());
                let unit = scale.exponent.min(*exponent);
                let by = |own: i32| (own - unit).unsigned_abs() as usize;
                let point = point.each_ref().map(|x| x << by(*exponent));
                let corner = |x: f32| scale.whole::<IBig>(x) << by(scale.exponent);
                whole([point, ray.map(IBig::from)], triangle.map(|v| v.map(corner)))
            }
        }
    }
}

/// The direction needs no scale. Its volumes are below `2^(2w + 35)`, so that they fit wherever the
/// volume of three corners does: where `w` is less than 30, all of them are below `2^95`.
fn stored<N: Whole>(
    point: [f32; 3],
    ray: [i32; 3],
    triangle: &Triangle,
    scale: &Integers,
) -> Crossing {
    let whole_of = |v: [f32; 3]| v.map(|x| scale.whole::<N>(x));
    whole([whole_of(point), ray.map(N::from)], triangle.map(whole_of))
}
