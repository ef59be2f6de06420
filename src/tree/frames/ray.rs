//! A point on its way past a frame at rest, in `f64`. Where the errors leave no doubt, nobody has
//! to compute in whole numbers.

use crate::geom::{Aabb, Frame3, Slab, Stored, figure_of};
#[cfg(feature = "plane")]
use crate::geom::{Frame2, figure2_of};
use glam::swizzles::Vec3Swizzles;
use glam::{DVec3, Vec3};
use motzkin_core::num::f32_above_f64;
use motzkin_core::{Frame, Motion};

/// The relative error of the sums of products below: some thirteen roundings of `2^-53`, and as
/// many to spare.
const ERROR: f64 = 26.0 * (f64::EPSILON / 2.0);

/// The relative error of where a number is zero, rounded four times, and as much to spare.
const QUOTIENT: f64 = 4.0 * f64::EPSILON;

/// The points `from + t way`, for `t` in `[0, 1]`, and what tests them with frames.
pub struct Ray<F> {
    from: DVec3,
    way: DVec3,
    test: fn(&Self, &F) -> Option<Sure>,
}

/// What is sure of a ray and a frame.
pub enum Sure {
    /// They have no point in common.
    Misses,
    /// The ray goes through the interior. The first and the last `t` are rounded outward to `f32`.
    #[cfg_attr(not(feature = "motion"), expect(dead_code, reason = "nobody asks when"))]
    Overlaps([f32; 2]),
}

/// A number that is linear in `t`: `at + slope t`, off by at most `error`.
#[derive(Clone, Copy)]
struct Linear {
    at: f64,
    slope: f64,
    error: f64,
}

/// A frame that a ray can be tested with.
pub trait Target: Frame {
    /// Returns what is sure of the frame and a ray.
    fn test(ray: &Ray<Self>, frame: &Self) -> Option<Sure>;
}

impl Target for Frame3 {
    fn test(ray: &Ray<Self>, frame: &Self) -> Option<Sure> {
        let kind = frame.kind().ok()?;
        let row = |row| frame.row(row).as_dvec3();
        let origin = row(0);
        let edges = edges(kind.stored(), origin, [row(1), row(2), row(3)]);
        ray.past_slabs(origin, edges, figure_of(kind).slabs)
    }
}

#[cfg(feature = "plane")]
impl Target for Frame2 {
    fn test(ray: &Ray<Self>, frame: &Self) -> Option<Sure> {
        let kind = frame.kind().ok()?;
        let row = |row| frame.row(row).as_dvec2().extend(0.0);
        let origin = row(0);
        let [a, b, _] = edges(kind.stored(), origin, [row(1), row(2), origin]);
        // Nothing is asked of the coordinate along the third.
        ray.past_slabs(origin, [a, b, DVec3::Z], figure2_of(kind).slabs)
    }
}

/// Returns the edges from the origin. A difference of two `f32` is rounded once. Written apart from
/// [`Stored::edges`], which maps arrays: here that would cost calls.
fn edges(stored: Stored, origin: DVec3, rows: [DVec3; 3]) -> [DVec3; 3] {
    let [a, b, c] = rows;
    match stored {
        Stored::Edges => rows,
        Stored::Vertices => [a - origin, b - origin, c - origin],
    }
}

/// Returns a vector product, and what the magnitudes of its terms add up to.
fn product(a: DVec3, b: DVec3) -> [DVec3; 2] {
    let terms = |a: DVec3, b: DVec3| [a.yzx() * b.zxy(), a.zxy() * b.yzx()];
    let ([p, q], [size, other]) = (terms(a, b), terms(a.abs(), b.abs()));
    [p - q, size + other]
}

impl<F> Ray<F> {
    pub fn new(from: Vec3, way: Vec3) -> Self
    where
        F: Target,
    {
        Self { from: from.as_dvec3(), way: way.as_dvec3(), test: F::test }
    }

    /// Returns where the point begins its way.
    pub fn from(&self) -> Vec3 {
        self.from.as_vec3()
    }

    /// Returns its velocity.
    pub fn way(&self) -> Vec3 {
        self.way.as_vec3()
    }

    /// Returns what is sure of this ray and a frame, or `None` if nothing is.
    pub fn past(&self, frame: &F) -> Option<Sure> {
        (self.test)(self, frame)
    }

    /// Returns a box round the point, over its way if it moves.
    pub fn bounds<M: Motion>(&self) -> F::Aabb
    where
        F: Frame,
    {
        let ends = |axis: usize| {
            let (from, way) = (self.from[axis], self.way[axis]);
            if !M::MOVES || way == 0.0 {
                return [from as f32; 2];
            }
            // A sum of two numbers rounds once.
            let (low, high) = (from.min(from + way).next_down(), from.max(from + way).next_up());
            [(-f32_above_f64(-low)).max(f32::MIN), f32_above_f64(high).min(f32::MAX)]
        };
        F::Aabb::from_ends(ends)
    }

    /// Returns what is sure of this ray and an intersection of slabs.
    fn past_slabs<const D: usize>(
        &self,
        origin: DVec3,
        edges: [DVec3; 3],
        slabs: &[Slab<D>],
    ) -> Option<Sure> {
        let [a, b, c] = edges;
        let normals = [product(b, c), product(c, a), product(a, b)];
        // A point is the origin and its coordinates along the edges, all times the determinant.
        let [normal, size] = normals[0];
        let (whole, error) = (normal.dot(a), ERROR * size.dot(a.abs()));
        if whole.abs() <= error {
            return None;
        }
        let sign = whole.signum();
        let whole = Linear { at: whole.abs(), slope: 0.0, error };
        let offset = self.from - origin;
        let reach = offset.abs() + self.way.abs();
        let coordinate = |[normal, size]: [DVec3; 2]| Linear {
            at: sign * normal.dot(offset),
            slope: sign * normal.dot(self.way),
            error: ERROR * size.dot(reach),
        };
        let [u, v, w] = normals;
        let coordinates = [coordinate(u), coordinate(v), coordinate(w)];
        let (mut outer, mut inner) = ([0.0, 1.0], [0.0, 1.0]);
        // Each of these is at least zero within the frame, and larger in its interior.
        let mut hold = |within: Linear, inverse: f64| {
            within.cut(within.error, inverse, &mut outer);
            within.cut(-within.error, inverse, &mut inner);
        };
        for Slab { sum, ends: [from_zero, to_one], .. } in slabs {
            let terms = sum.iter().zip(coordinates).filter(|(count, _)| **count != 0);
            let sum = terms.fold(Linear::ZERO, |sum, (&count, term)| sum.plus(count, term));
            // In range: a slope is a whole number of 2^-447, and below 2^400. None is asked for
            // the inverse of zero.
            let inverse = sum.slope.recip();
            if *from_zero {
                hold(sum, inverse);
            }
            if *to_one {
                hold(whole.plus(-1, sum), -inverse);
            }
        }
        if outer[0] > outer[1] {
            return Some(Sure::Misses);
        }
        // Taken from zero, nothing is a negative zero.
        let rounded = |[first, last]: [f64; 2]| [0.0 - f32_above_f64(-first), f32_above_f64(last)];
        let is_sure = inner[0] < inner[1] && rounded(inner) == rounded(outer);
        is_sure.then(|| Sure::Overlaps(rounded(outer)))
    }
}

impl Linear {
    const ZERO: Self = Self { at: 0.0, slope: 0.0, error: 0.0 };

    /// Adds another one, as often as it counts.
    fn plus(self, count: i8, other: Self) -> Self {
        let count = f64::from(count);
        Self {
            at: self.at + count * other.at,
            slope: self.slope + count * other.slope,
            error: self.error + count.abs() * other.error,
        }
    }

    /// Cuts an interval down to where this and `more` is at least zero. What is left is all of that
    /// if `more` is not negative. If it is, what is left is a part of that, with this number above
    /// zero between both ends. `inverse` is one over the slope.
    fn cut(self, more: f64, inverse: f64, [first, last]: &mut [f64; 2]) {
        let at = self.at + more;
        if self.slope == 0.0 {
            if at < 0.0 || at == 0.0 && more.is_sign_negative() {
                [*first, *last] = [1.0, 0.0];
            }
            return;
        }
        let root = -at * inverse;
        let slack = root.abs() * QUOTIENT * more.signum();
        // Selected: which way a ray goes through a face, no processor foretells.
        let rises = self.slope > 0.0;
        *first = first.max(if rises { root - slack } else { f64::NEG_INFINITY });
        *last = last.min(if rises { f64::INFINITY } else { root + slack });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A kind of cube with a corner at the origin, turned and sheared.
    fn frame() -> Frame3 {
        let edges = [[2.0, 0.3, 0.1], [-0.2, 1.7, 0.4], [0.3, -0.5, 2.2]].map(Vec3::from);
        Frame3::cuboid(Vec3::ZERO, edges).expect("a frame")
    }

    #[test]
    fn most_rays_leave_no_doubt() {
        let mut rng = fastrand::Rng::with_seed(5);
        let mut draw = || Vec3::ZERO.map(|_| rng.f32() * 8.0 - 3.0);
        let (mut misses, mut overlaps) = (0, 0);
        for _ in 0..1000 {
            match Ray::new(draw(), draw()).past(&frame()) {
                Some(Sure::Misses) => misses += 1,
                Some(Sure::Overlaps(_)) => overlaps += 1,
                None => {}
            }
        }
        assert!(misses > 500 && overlaps > 50 && misses + overlaps > 990, "{misses}, {overlaps}");
    }

    #[test]
    fn what_touches_is_in_doubt() {
        let edge = frame().row(1);
        for (from, way) in [(Vec3::ZERO, Vec3::ZERO), (-edge, edge), (-edge, 4.0 * edge)] {
            assert!(Ray::new(from, way).past(&frame()).is_none(), "{from} {way}");
        }
    }
}
