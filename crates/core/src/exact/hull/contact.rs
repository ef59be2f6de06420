//! Contacts of two hulls by a plane that proves them: a walk through triangles of the difference.
//!
//! The difference of two hulls holds the points `p - q` of either. The walk knows a point near its
//! middle and looks along the ray from there through the origin. It goes through triangles of
//! vertices that the ray passes, each further out than the one before, until a triangle lies in a
//! face. All of it is exact, so that where the ray passes an edge or a vertex, which it does on
//! contacts, it still passes one of the next triangles.
//!
//! With coordinates below `2^w`, points of the difference are below `2^(w + 1)` and differences of
//! these below `2^(w + 2)`. A coordinate of a normal, a difference of two products, is below
//! `2^(2w + 5)`. Its product with a point of the difference, a sum of three, is below `2^(3w + 8)`,
//! and nothing is longer: such products are compared, not subtracted. So `f64` rounds nothing up to
//! [`DOUBLE_BITS`], and 128 bits hold everything up to [`NARROW_BITS`].

use super::system::Point;
use crate::num::Ring;
use crate::verdict::Verdict;
use std::cmp::Ordering;

/// Bits of coordinates for which the longest numbers fit into `f64`.
pub const DOUBLE_BITS: i32 = 15;

/// Bits of coordinates for which the longest numbers fit into 128 bits.
pub const NARROW_BITS: i32 = 39;

/// Returns the bits of the longest number that [`verdict`] takes, by those of the coordinates.
pub const fn longest(bits: i32) -> i32 {
    3 * bits + 8
}

const _: () = assert!(longest(DOUBLE_BITS) <= f64::MANTISSA_DIGITS as i32);
const _: () = assert!(longest(NARROW_BITS) < i128::BITS as i32);

/// A walk gives up after so many triangles, and so does the search for its first one. Hulls of 1000
/// vertices take some 20.
const MOST_STEPS: usize = 96;

/// Returns the verdict of two hulls that touch, or that lie on one side of a plane each. Returns
/// `None` where they overlap, where their difference is flat, and where the walk fails: the verdict
/// is left to others then. `inside` is a point near the middle of their difference.
pub fn verdict<N: Ring>(a: &[Point<N>], b: &[Point<N>], inside: &Point<N>) -> Option<Verdict> {
    match walk(&Hulls { a, b }, inside) {
        Ok(face) => face.touches(a, b).then_some(Verdict::Touching),
        Err(Ended::Apart) => Some(Verdict::Separate),
        Err(Ended::Unknown) => None,
    }
}

/// Why a walk ends before it comes to a face that holds the origin.
enum Ended {
    /// All of the difference lies on one side of the origin.
    Apart,
    Unknown,
}

struct Hulls<'a, N> {
    a: &'a [Point<N>],
    b: &'a [Point<N>],
}

impl<N: Ring> Hulls<'_, N> {
    /// The vertex of the difference that lies furthest along a direction, and how far.
    fn furthest(&self, n: &Point<N>) -> Result<(Point<N>, N), Ended> {
        let (p, of_a) = highest(self.a, n).ok_or(Ended::Unknown)?;
        let (q, of_b) = highest(self.b, &negative(n)).ok_or(Ended::Unknown)?;
        let height = of_a + of_b;
        match height.sign_of() {
            Ordering::Less => Err(Ended::Apart),
            _ => Ok((minus(p, q), height)),
        }
    }
}

/// A triangle in a face of the difference. The plane of the face holds the origin.
struct Face<N> {
    /// Points away from the difference.
    normal: Point<N>,
    corners: [Point<N>; 3],
}

/// Greater if `y` lies to the left of `x` as seen along the ray from a point inside.
fn left<N: Ring>(v0: &Point<N>, x: &Point<N>, y: &Point<N>) -> Ordering {
    dot(&cross(y, x), v0).sign_of()
}

/// Walks from a point inside the difference to the face that the ray through the origin leaves by.
fn walk<N: Ring>(hulls: &Hulls<'_, N>, v0: &Point<N>) -> Result<Face<N>, Ended> {
    let [mut v1, mut v2, mut v3] = first_triangle(hulls, v0)?;
    for _ in 0..MOST_STEPS {
        // As the ray sees it, the triangle turns to the left, so that its normal points along the
        // ray, unless what was taken for the middle lies outside.
        let n = cross(&minus(&v2, &v1), &minus(&v3, &v1));
        if dot(&n, v0).sign_of() != Ordering::Less {
            break;
        }
        let own = dot(&n, &v1);
        // The origin lies before the triangle: mostly, the hulls overlap.
        if own.sign_of() == Ordering::Greater {
            break;
        }
        let (v, height) = hulls.furthest(&n)?;
        if height == own {
            return Ok(Face { normal: n, corners: [v1, v2, v3] });
        }
        // The ray passes two of the corners and the new point. Where it passes an edge or a corner,
        // it passes a triangle that it sees from the edge too, which leads nowhere.
        let [of_1, of_2, of_3] = [&v1, &v2, &v3].map(|corner| left(v0, &v, corner));
        let is_passed = |from: Ordering, to: Ordering, start: &Point<N>, end: &Point<N>| {
            let turns = [from, to.reverse()];
            !turns.contains(&Ordering::Less)
                && (turns.contains(&Ordering::Greater) || left(v0, start, end) == Ordering::Greater)
        };
        if is_passed(of_1, of_2, &v1, &v2) {
            v3 = v;
        } else if is_passed(of_2, of_3, &v2, &v3) {
            v1 = v;
        } else {
            v2 = v;
        }
    }
    Err(Ended::Unknown)
}

/// Returns a triangle of vertices that the ray passes.
fn first_triangle<N: Ring>(hulls: &Hulls<'_, N>, v0: &Point<N>) -> Result<[Point<N>; 3], Ended> {
    let is_none = |n: &Point<N>| n.iter().all(|x| x.sign_of() == Ordering::Equal);
    if is_none(v0) {
        return Err(Ended::Unknown);
    }
    let (mut v1, _) = hulls.furthest(&negative(v0))?;
    let mut n = cross(&v1, v0);
    if is_none(&n) {
        n = across(v0);
    }
    let (mut v2, _) = hulls.furthest(&n)?;
    n = cross(&minus(&v1, v0), &minus(&v2, v0));
    if dot(&n, v0).sign_of() == Ordering::Greater {
        (v1, v2, n) = (v2, v1, negative(&n));
    }
    for _ in 0..MOST_STEPS {
        let (v, _) = hulls.furthest(&n)?;
        if left(v0, &v1, &v) == Ordering::Greater {
            v2 = v;
        } else if left(v0, &v, &v2) == Ordering::Greater {
            v1 = v;
        } else {
            return Ok([v1, v2, v]);
        }
        n = cross(&minus(&v1, v0), &minus(&v2, v0));
    }
    Err(Ended::Unknown)
}

impl<N: Ring> Face<N> {
    /// Returns true if the face proves that the hulls touch: if the origin lies in the triangle,
    /// and not all of the difference lies in its plane.
    fn touches(&self, a: &[Point<N>], b: &[Point<N>]) -> bool {
        let Self { normal, corners } = self;
        let is_flat = |points: &[Point<N>]| {
            let own = points.first().map(|point| dot(normal, point));
            points.iter().all(|point| Some(dot(normal, point)) == own)
        };
        self.holds_origin(corners) && !(is_flat(a) && is_flat(b))
    }

    /// Along an axis along which the normal has a length, the triangle is seen as a triangle.
    fn holds_origin(&self, [p, q, r]: &[Point<N>; 3]) -> bool {
        let axis = self.normal.iter().position(|x| x.sign_of() != Ordering::Equal).unwrap_or(0);
        let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
        let turn = |x: &Point<N>, y: &Point<N>| {
            (x[i].clone() * y[j].clone() - x[j].clone() * y[i].clone()).sign_of()
        };
        let turns = [turn(p, q), turn(q, r), turn(r, p)];
        !(turns.contains(&Ordering::Less) && turns.contains(&Ordering::Greater))
    }
}

/// The point that lies furthest along a direction, and how far.
fn highest<'a, N: Ring>(points: &'a [Point<N>], n: &Point<N>) -> Option<(&'a Point<N>, N)> {
    let (first, others) = points.split_first()?;
    Some(others.iter().fold((first, dot(n, first)), |(most, height), point| {
        let own = dot(n, point);
        if own > height { (point, own) } else { (most, height) }
    }))
}

/// Some direction at right angles.
fn across<N: Ring>([x, y, z]: &Point<N>) -> Point<N> {
    match x.sign_of() {
        Ordering::Equal => [N::zero(), z.clone(), -y.clone()],
        _ => [-y.clone(), x.clone(), N::zero()],
    }
}

fn negative<N: Ring>(a: &Point<N>) -> Point<N> {
    let [x, y, z] = a;
    [-x.clone(), -y.clone(), -z.clone()]
}

fn minus<N: Ring>(a: &Point<N>, b: &Point<N>) -> Point<N> {
    let along = |axis: usize| a[axis].clone() - b[axis].clone();
    [along(0), along(1), along(2)]
}

fn cross<N: Ring>(a: &Point<N>, b: &Point<N>) -> Point<N> {
    let part = |i: usize, j: usize| a[i].clone() * b[j].clone() - a[j].clone() * b[i].clone();
    [part(1, 2), part(2, 0), part(0, 1)]
}

fn dot<N: Ring>(a: &Point<N>, b: &Point<N>) -> N {
    a[0].clone() * b[0].clone() + a[1].clone() * b[1].clone() + a[2].clone() * b[2].clone()
}
