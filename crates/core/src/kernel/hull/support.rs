//! The vertex of a Minkowski difference that lies furthest along a direction.

use super::super::lanes::Scan;
use crate::geom::{Block, Pair, Placed, Polytope, PolytopeSet, SCAN_LANES};
use crate::motion::Motion;
#[cfg(feature = "motion")]
use crate::motion::{Moving, Resting};
use crate::num::band;
use std::marker::PhantomData;

pub(super) type Vector = [f64; 3];

#[inline(always)]
pub(super) fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline(always)]
pub(super) fn sub(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

#[inline(always)]
pub(super) fn add(a: Vector, b: Vector) -> Vector {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

#[inline(always)]
pub(super) fn negative(a: Vector) -> Vector {
    [-a[0], -a[1], -a[2]]
}

#[inline(always)]
pub(super) fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The larger of two numbers: one instruction, which that of the standard library is not for the
/// sake of NaN.
#[inline(always)]
pub(super) fn max(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// The max-norm.
#[inline(always)]
pub(super) fn norm(a: Vector) -> f64 {
    max(max(a[0].abs(), a[1].abs()), a[2].abs())
}

#[inline(always)]
pub(super) fn one_norm(a: Vector) -> f64 {
    a[0].abs() + a[1].abs() + a[2].abs()
}

/// The power of two that brings a number of ordinary size, not negative, into `[1, 2)`.
#[inline(always)]
fn unit_scale(size: f64) -> f64 {
    const EXPONENT: u64 = 0x7ff << 52;
    f64::from_bits((0x7fe << 52) - (size.to_bits() & EXPONENT))
}

/// The direction at a max-norm in `[1, 2)`, exactly; none for zero and what is not finite.
#[inline(always)]
pub(super) fn unit(a: Vector) -> Option<Vector> {
    let size = norm(a);
    // Beyond, the scale would leave the range.
    if !(size > 1e-300 && size < 1e300) {
        return None;
    }
    let by = unit_scale(size);
    Some([a[0] * by, a[1] * by, a[2] * by])
}

/// A vertex of the difference of two polytopes that is furthest along a direction, or nearly so.
pub(super) struct Extreme {
    pub point: Vector,
    /// The extent of the difference along the direction,
    pub height: f64,
    /// within this.
    pub error: f64,
}

/// How supports are found.
pub(super) trait Supports {
    /// Along a direction of a max-norm in `[1, 2)`.
    fn furthest(&self, n: Vector) -> Extreme;
    /// Bounds the error of a coordinate of any point of the difference that supports or
    /// [`Facing::inside`] give.
    fn point_error(&self) -> f64;
}

/// One polytope of a pair.
struct Side<'a> {
    polytope: &'a Polytope,
    vertices: &'a [[f32; 3]],
    placed: &'a Placed,
    scan: &'a [Block],
    count: usize,
}

impl<'a> Side<'a> {
    #[inline(always)]
    fn new(set: &'a PolytopeSet, index: u32) -> Self {
        let (placed, scan) = set.placed(index);
        let (polytope, vertices) = (&set.polytopes()[index as usize], set.vertices_of(index));
        Self { polytope, vertices, placed, scan, count: vertices.len() }
    }

    #[inline(always)]
    fn point(&self, vertex: usize) -> Vector {
        let [x, y, z] = self.vertices[vertex];
        if self.placed.stays {
            [f64::from(x), f64::from(y), f64::from(z)]
        } else {
            self.polytope.place([x, y, z])
        }
    }

    /// The direction as the polytope's own coordinates have it.
    #[inline(always)]
    fn turned(&self, n: Vector) -> Vector {
        let [x, y, z] = &self.polytope.rows;
        let mut out = [0.0; 3];
        let mut axis = 0;
        while axis < 3 {
            out[axis] =
                f64::from(x[axis]) * n[0] + f64::from(y[axis]) * n[1] + f64::from(z[axis]) * n[2];
            axis += 1;
        }
        out
    }

    /// The extent of its vertices along `n` as seen from its centre, the error of the scan, and
    /// the vertex that is furthest.
    #[inline(always)]
    fn along<V: Scan>(&self, token: V::Token, n: Vector) -> (f64, f64, usize) {
        let (m, size) = match self.placed.stays {
            true => (n, 1.0),
            false => {
                let turned = self.turned(n);
                let by = unit_scale(norm(turned).max(1e-300));
                ([turned[0] * by, turned[1] * by, turned[2] * by], 1.0 / by)
            }
        };
        let (value, vertex) = scan::<V>(token, self.scan, [m[0] as f32, m[1] as f32, m[2] as f32]);
        let error = size
            * (f64::from(band::HULL_SCAN) * one_norm(m) * self.placed.extent + band::HULL_FLUSH);
        (size * f64::from(value), error, vertex.min(self.count - 1))
    }

    /// The extent of its placed vertices along `n` in f64, not from the centre, and the vertex that
    /// is furthest.
    fn along_f64(&self, n: Vector) -> (f64, usize) {
        let heights = (0..self.count).map(|vertex| dot(n, self.point(vertex)));
        heights.enumerate().fold((f64::NEG_INFINITY, 0), |(most, at), (vertex, height)| {
            if height > most { (height, vertex) } else { (most, at) }
        })
    }

    /// A point of the hull.
    #[inline(always)]
    fn inside(&self, attempt: usize) -> Vector {
        let centre = self.placed.centre;
        if attempt == 0 {
            return centre;
        }
        let (p, q) = (self.point(0), self.point((self.count - 1) / attempt));
        let near = 0.5 / attempt as f64;
        let mut out = [0.0; 3];
        let mut axis = 0;
        while axis < 3 {
            out[axis] =
                0.5 * centre[axis] + 0.375 * near * p[axis] + (0.5 - 0.375 * near) * q[axis];
            axis += 1;
        }
        out
    }
}

/// The highest product of `m` with a vertex, and the vertex.
#[inline(always)]
fn scan<V: Scan>(token: V::Token, blocks: &[Block], m: [f32; 3]) -> (f32, usize) {
    let some = V::load(token, &[0.0; SCAN_LANES]);
    let (x, y, z) = (some.splat(m[0]), some.splat(m[1]), some.splat(m[2]));
    let (mut best, mut at) = (some.splat(f32::NEG_INFINITY), some);
    let mut number = 0.0_f32;
    for [xs, ys, zs] in blocks {
        let (xs, ys, zs) = (xs.as_flattened(), ys.as_flattened(), zs.as_flattened());
        let mut part = 0;
        while part < SCAN_LANES {
            let value = V::load(token, &xs[part..]) * x;
            let value = V::load(token, &ys[part..]).mul_add(y, value);
            let value = V::load(token, &zs[part..]).mul_add(z, value);
            let better = best.lt(value);
            best = V::select(better, value, best);
            at = V::select(better, some.splat(number), at);
            part += V::WIDTH;
            number += 1.0;
        }
    }
    let highest = best.highest();
    let lane = (V::bits(best.lt(best.splat(highest))).trailing_ones() as usize).min(V::WIDTH - 1);
    if blocks.len() * SCAN_LANES == V::WIDTH {
        return (highest, lane);
    }
    let mut numbers = [0.0; 16];
    at.store(&mut numbers);
    (highest, numbers[lane] as usize * V::WIDTH + lane)
}

/// Both polytopes of a pair, swept along their relative velocity where they move.
pub(super) struct Facing<'a, M: Motion> {
    a: Side<'a>,
    b: Side<'a>,
    /// The first one's centre seen from the second one's.
    apart: Vector,
    /// How far the first one moves as seen from the second; zero at rest.
    sweep: Vector,
    /// The sum of both sizes (see [`Placed::size`]) and of the sweep's.
    size: f64,
    motion: PhantomData<M>,
}

impl<'a, M: Motion> Facing<'a, M> {
    #[inline(always)]
    pub fn new(set: &'a PolytopeSet, pair: Pair) -> Self {
        let (a, b) = (Side::new(set, pair.a), Side::new(set, pair.b));
        let (apart, size) = (sub(a.placed.centre, b.placed.centre), a.placed.size + b.placed.size);
        if !M::MOVES {
            return Self { a, b, apart, sweep: [0.0; 3], size, motion: PhantomData };
        }
        let sweep = sub(velocity(set, pair.a), velocity(set, pair.b));
        let size = size + norm(sweep) * (1.0 + 2.0 * f64::EPSILON);
        Self { a, b, apart, sweep, size, motion: PhantomData }
    }

    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.a.count == 0 || self.b.count == 0
    }

    /// Both lie in the plane `z = 0`, and stay there.
    #[inline(always)]
    pub fn in_plane(&self) -> bool {
        self.a.placed.in_plane && self.b.placed.in_plane && self.sweep[2] == 0.0
    }

    /// A point of the difference: of the centroids, or another one for each further attempt;
    /// half-way if they move.
    #[inline(always)]
    pub fn inside(&self, attempt: usize) -> Vector {
        let at_first = if attempt == 0 {
            self.apart
        } else {
            sub(self.a.inside(attempt), self.b.inside(attempt))
        };
        match M::MOVES {
            true => add(at_first, [0.5 * self.sweep[0], 0.5 * self.sweep[1], 0.5 * self.sweep[2]]),
            false => at_first,
        }
    }

    /// A vertex of the first polytope, or of the second.
    pub fn point(&self, side: usize, vertex: usize) -> Vector {
        if side == 0 { self.a.point(vertex) } else { self.b.point(vertex) }
    }

    /// The extent of the difference along a direction at first, and the two vertices that are
    /// furthest, in f64.
    pub fn extreme_f64(&self, n: Vector) -> (f64, [usize; 2]) {
        let (of_a, p) = self.a.along_f64(n);
        let (of_b, q) = self.b.along_f64(negative(n));
        (of_a + of_b, [p, q])
    }

    #[inline(always)]
    pub fn size(&self) -> f64 {
        self.size
    }

    #[inline(always)]
    pub fn difference(&self, p: usize, q: usize) -> Vector {
        sub(self.a.point(p), self.b.point(q))
    }

    /// What moving adds to an extent along a direction, and whether it adds anything.
    pub fn forward(&self, n: Vector) -> (f64, bool) {
        let forward = if M::MOVES { dot(n, self.sweep) } else { 0.0 };
        if forward > 0.0 { (forward, true) } else { (0.0, false) }
    }

    /// A vertex of the difference, at the start of the sweep or at its end.
    pub fn swept_difference(&self, [p, q]: [usize; 2], swept: bool) -> Vector {
        let at_first = self.difference(p, q);
        if swept { add(at_first, self.sweep) } else { at_first }
    }

    /// What moving adds to a support: the sweep, where that goes forward.
    #[inline(always)]
    fn moved(&self, n: Vector, found: Extreme) -> Extreme {
        if !M::MOVES {
            return found;
        }
        let forward = dot(n, self.sweep);
        if forward > 0.0 {
            Extreme { point: add(found.point, self.sweep), height: found.height + forward, ..found }
        } else {
            found
        }
    }

    /// The mean of `n` vertices is off by `n` roundings; the transform, other sums, the difference
    /// and a sweep take no more than 12.
    #[inline(always)]
    fn point_error(&self) -> f64 {
        const ROUNDING: f64 = f64::EPSILON / 2.0;
        (self.a.count.max(self.b.count) as f64 + 12.0) * ROUNDING * self.size
    }
}

#[cfg(feature = "motion")]
impl<'a> Facing<'a, Resting> {
    /// A point inside the difference, another one for each attempt, that no symmetry of the pair
    /// shares: the centres', or that moved towards a vertex of the difference.
    pub fn aside(&self, attempt: usize) -> Vector {
        let centre = self.inside(0);
        let corner = match attempt {
            0 => return centre,
            1 => self.difference(0, self.b.count - 1),
            _ => self.difference(self.a.count / 2, 0),
        };
        let mut out = [0.0; 3];
        let mut axis = 0;
        while axis < 3 {
            out[axis] = 0.6875 * centre[axis] + 0.3125 * corner[axis];
            axis += 1;
        }
        out
    }

    /// Both polytopes at the start of their motion, and how far the first one moves as seen from
    /// the second. The size counts that way, so that bands hold of the difference at any `t`.
    #[inline(always)]
    pub fn at_start(set: &'a PolytopeSet, pair: Pair) -> (Self, Vector) {
        let Facing { a, b, apart, sweep, size, .. } = Facing::<Moving>::new(set, pair);
        (Self { a, b, apart, sweep: [0.0; 3], size, motion: PhantomData }, sweep)
    }
}

#[inline(always)]
fn velocity(set: &PolytopeSet, polytope: u32) -> Vector {
    let [x, y, z] = set.velocities()[polytope as usize];
    [f64::from(x), f64::from(y), f64::from(z)]
}

/// Supports by scans in `f32`.
pub(super) struct Scanned<'a, V: Scan, M: Motion> {
    pub facing: &'a Facing<'a, M>,
    pub token: V::Token,
}

impl<V: Scan, M: Motion> Supports for Scanned<'_, V, M> {
    #[inline(always)]
    fn furthest(&self, n: Vector) -> Extreme {
        let Facing { a, b, apart, size, .. } = self.facing;
        let (of_a, a_error, p) = a.along::<V>(self.token, n);
        let (of_b, b_error, q) = b.along::<V>(self.token, negative(n));
        let at_rest = Extreme {
            point: self.facing.difference(p, q),
            height: dot(n, *apart) + of_a + of_b,
            error: a_error + b_error + band::HULL_F64 * one_norm(n) * size,
        };
        self.facing.moved(n, at_rest)
    }
    #[inline(always)]
    fn point_error(&self) -> f64 {
        self.facing.point_error()
    }
}

/// Supports in `f64`.
pub(super) struct Doubles<'a, M: Motion>(pub &'a Facing<'a, M>);

impl<M: Motion> Supports for Doubles<'_, M> {
    fn furthest(&self, n: Vector) -> Extreme {
        let (height, [p, q]) = self.0.extreme_f64(n);
        let error = band::HULL_F64 * one_norm(n) * self.0.size;
        self.0.moved(n, Extreme { point: self.0.difference(p, q), height, error })
    }
    fn point_error(&self) -> f64 {
        self.0.point_error()
    }
}

/// Supports of a difference that is moved.
#[cfg(feature = "motion")]
pub(super) struct Moved<'a, S> {
    pub supports: &'a S,
    /// How far, by a part of the way of the pair.
    pub by: Vector,
    /// Polytopes in the plane `z = 0` that stay there become prisms from minus this to this, which
    /// changes nothing of when they meet; else 0.
    pub lift: f64,
}

#[cfg(feature = "motion")]
impl<S: Supports> Supports for Moved<'_, S> {
    #[inline(always)]
    fn furthest(&self, n: Vector) -> Extreme {
        let Extreme { point, height, error } = self.supports.furthest(n);
        let up = if n[2] < 0.0 { -self.lift } else { self.lift };
        Extreme {
            point: add(add(point, self.by), [0.0, 0.0, up]),
            height: height + dot(n, self.by) + n[2] * up,
            error: error + band::HULL_F64 * one_norm(n) * self.lift,
        }
    }
    /// The lift is exact, since what is lifted lies at zero.
    #[inline(always)]
    fn point_error(&self) -> f64 {
        self.supports.point_error()
    }
}
