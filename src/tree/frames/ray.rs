//! A point on its way past a frame at rest, in `f64`. Where the errors leave no doubt, nobody has
//! to compute in whole numbers.

#[cfg(feature = "plane")]
use crate::geom::{Frame2, ShapeKind2};
use crate::geom::{Frame3, ShapeKind};
use glam::swizzles::Vec3Swizzles;
use glam::{DVec3, Vec3};
use motzkin_core::Frame;

/// The relative error of the sums of products below: some thirteen roundings of `2^-53`, and as
/// many to spare.
const ERROR: f64 = 26.0 * (f64::EPSILON / 2.0);

/// The relative error of a quotient, and as much to spare.
const QUOTIENT: f64 = 4.0 * f64::EPSILON;

/// The points `from + t way`, for `t` in `[0, 1]`, and what tells the edges of frames.
pub struct Ray<F> {
    from: DVec3,
    way: DVec3,
    edges: fn(&F) -> Edges,
}

/// What is sure of a ray and a frame.
pub enum Sure {
    /// They have no point in common.
    Misses,
    /// The ray goes through the interior. The first and the last `t` are rounded outward to `f32`.
    #[cfg_attr(not(feature = "motion"), expect(dead_code, reason = "nobody asks when"))]
    Overlaps([f32; 2]),
}

/// A frame as an origin and edges.
pub struct Edges {
    origin: DVec3,
    /// Of a frame in the plane the third one is upright.
    edges: [DVec3; 3],
    /// The edges that count.
    count: usize,
    is_simplex: bool,
}

/// A number that is linear in `t`: `at + slope t`, off by at most `error`.
#[derive(Clone, Copy)]
struct Linear {
    at: f64,
    slope: f64,
    error: f64,
}

/// A frame whose edges can be told.
pub trait Edged: Frame {
    fn edges(&self) -> Edges;
}

impl Edged for Frame3 {
    fn edges(&self) -> Edges {
        let origin = self.origin().as_dvec3();
        let rows = [1, 2, 3].map(|row| self.row(row).as_dvec3());
        let kind = self.kind();
        let edges = match kind {
            Ok(ShapeKind::TetraByVertices) => rows.map(|vertex| vertex - origin),
            _ => rows,
        };
        Edges { origin, edges, count: 3, is_simplex: kind != Ok(ShapeKind::Cuboid) }
    }
}

#[cfg(feature = "plane")]
impl Edged for Frame2 {
    fn edges(&self) -> Edges {
        let origin = self.origin().as_dvec2();
        let rows = [1, 2].map(|row| self.row(row).as_dvec2());
        let kind = self.kind();
        let [a, b] = match kind {
            Ok(ShapeKind2::TriangleByVertices) => rows.map(|vertex| vertex - origin),
            _ => rows,
        };
        let edges = [a.extend(0.0), b.extend(0.0), DVec3::Z];
        let is_simplex = kind != Ok(ShapeKind2::Parallelogram);
        Edges { origin: origin.extend(0.0), edges, count: 2, is_simplex }
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
        F: Edged,
    {
        Self { from: from.as_dvec3(), way: way.as_dvec3(), edges: F::edges }
    }

    /// Returns what is sure of this ray and a frame, or `None` if nothing is.
    pub fn past(&self, frame: &F) -> Option<Sure> {
        let frame = (self.edges)(frame);
        let [a, b, c] = frame.edges;
        let normals = [product(b, c), product(c, a), product(a, b)];
        // A point is the origin and shares of the edges, all times the determinant.
        let [normal, size] = normals[0];
        let (whole, error) = (normal.dot(a), ERROR * size.dot(a.abs()));
        if whole.abs() <= error {
            return None;
        }
        let whole = Linear { at: whole.abs(), slope: 0.0, error };
        let sign = normal.dot(a).signum();
        let offset = self.from - frame.origin;
        let share = |[normal, size]: [DVec3; 2]| Linear {
            at: sign * normal.dot(offset),
            slope: sign * normal.dot(self.way),
            error: ERROR * size.dot(offset.abs() + self.way.abs()),
        };
        let shares = normals.map(share);
        let shares = &shares[..frame.count];
        let (mut outer, mut inner) = ([0.0, 1.0], [0.0, 1.0]);
        // Each of these is at least zero within the frame, and larger in its interior.
        let mut hold = |within: Linear| {
            within.cut(within.error, &mut outer);
            within.cut(-within.error, &mut inner);
        };
        shares.iter().for_each(|&share| hold(share));
        match frame.is_simplex {
            true => hold(shares.iter().fold(whole, |rest, &share| rest.without(share))),
            false => shares.iter().for_each(|&share| hold(whole.without(share))),
        }
        if outer[0] > outer[1] {
            return Some(Sure::Misses);
        }
        let rounded = |[first, last]: [f64; 2]| [below(first), -below(-last) + 0.0];
        let is_sure = inner[0] < inner[1] && rounded(inner) == rounded(outer);
        is_sure.then(|| Sure::Overlaps(rounded(outer)))
    }
}

impl Linear {
    fn without(self, other: Self) -> Self {
        let Self { at, slope, error } = self;
        Self { at: at - other.at, slope: slope - other.slope, error: error + other.error }
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

/// Returns the largest `f32` that is not above a number, which lies within the range of `f32`.
fn below(number: f64) -> f32 {
    let nearest = number as f32;
    if f64::from(nearest) > number { nearest.next_down() } else { nearest }
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
