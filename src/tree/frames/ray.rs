//! A point on its way past a frame at rest, in `f64`. Where the errors leave no doubt, nobody has
//! to compute in whole numbers.

use crate::geom::{Aabb, Frame3, Slab, figure_of};
#[cfg(feature = "plane")]
use crate::geom::{Frame2, figure2_of};
#[cfg(feature = "plane")]
use glam::DVec2;
use glam::swizzles::Vec3Swizzles;
use glam::{DVec3, Vec3};
use motzkin_core::num::f32_above_f64;
use motzkin_core::{Frame, Motion};

/// The relative error of the sums of products below: some thirteen roundings of `2^-53`, and as
/// many to spare.
const ERROR: f64 = 26.0 * (f64::EPSILON / 2.0);

/// The relative error of a quotient, and as much to spare.
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
        let [origin, rows @ ..] = [0, 1, 2, 3].map(|row| frame.row(row).as_dvec3().to_array());
        let edges = kind.stored().edges(&origin, rows).map(DVec3::from);
        ray.past_slabs(origin.into(), edges, figure_of(kind).slabs)
    }
}

#[cfg(feature = "plane")]
impl Target for Frame2 {
    fn test(ray: &Ray<Self>, frame: &Self) -> Option<Sure> {
        let kind = frame.kind().ok()?;
        let [origin, rows @ ..] = [0, 1, 2].map(|row| frame.row(row).as_dvec2().to_array());
        let [a, b] = kind.stored().edges(&origin, rows).map(|edge| DVec2::from(edge).extend(0.0));
        // Nothing is asked of the coordinate along the third.
        let origin = DVec2::from(origin).extend(0.0);
        ray.past_slabs(origin, [a, b, DVec3::Z], figure2_of(kind).slabs)
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
            [-f32_above_f64(-low), f32_above_f64(high)].map(|end| end.clamp(f32::MIN, f32::MAX))
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
        let coordinates = normals.map(|[normal, size]| Linear {
            at: sign * normal.dot(offset),
            slope: sign * normal.dot(self.way),
            error: ERROR * size.dot(offset.abs() + self.way.abs()),
        });
        let (mut outer, mut inner) = ([0.0, 1.0], [0.0, 1.0]);
        // Each of these is at least zero within the frame, and larger in its interior.
        let mut hold = |within: Linear| {
            within.cut(within.error, &mut outer);
            within.cut(-within.error, &mut inner);
        };
        for Slab { sum, ends: [from_zero, to_one], .. } in slabs {
            let terms = sum.iter().zip(coordinates);
            let sum = terms.fold(Linear::ZERO, |sum, (&count, term)| sum.plus(count, term));
            if *from_zero {
                hold(sum);
            }
            if *to_one {
                hold(whole.plus(-1, sum));
            }
        }
        if outer[0] > outer[1] {
            return Some(Sure::Misses);
        }
        let rounded = |[first, last]: [f64; 2]| [-f32_above_f64(-first), f32_above_f64(last)];
        let is_sure = inner[0] < inner[1] && rounded(inner) == rounded(outer);
        is_sure.then(|| Sure::Overlaps(rounded(outer).map(|time| time + 0.0)))
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
    /// zero between both ends.
    fn cut(self, more: f64, [first, last]: &mut [f64; 2]) {
        let at = self.at + more;
        let root = -at / self.slope;
        let slack = root.abs() * QUOTIENT * more.signum();
        if self.slope > 0.0 {
            *first = first.max(root - slack);
        } else if self.slope < 0.0 {
            *last = last.min(root + slack);
        } else if at < 0.0 || at == 0.0 && more.is_sign_negative() {
            [*first, *last] = [1.0, 0.0];
        }
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
