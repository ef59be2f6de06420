//! When moving polytopes meet: bounds of the first and of the last contact.
//!
//! With `D` the difference at the start and `s` how far the first polytope moves as seen from the
//! second, the pair meets at `t` where `D` holds `-t s`. So the contact is what `D` cuts out of a
//! line, and each of its ends is where the line leaves `D`, going one way or the other.
//!
//! The search for an end exchanges triangles that the line passes, as the simplex method does: the
//! vertex of `D` that lies furthest along the normal of a triangle takes the place of one of the
//! three, until there is none further out. The first triangle is no part of `D` and lies far
//! behind. The search is not proven; what is made of its last triangle is:
//!
//! - along the normal `D` ends within the band of its height, so the contact does not go on past
//!   that plane;
//! - just before the plane, a tetrahedron of points of `D` holds the point of the line inside,
//!   beyond the band of its volumes ([`portal`]), so the pair meets there.

use super::portal::{self, MOST_STEPS, across, is_inside};
use super::support::{
    Doubles, Extreme, Facing, Moved, Scanned, Supports, Vector, add, cross, dot, max, negative,
    norm, one_norm, sub, unit,
};
use crate::geom::{ContactInterval, Pair, PolytopeSet};
use crate::kernel::lanes::Scan;
use crate::kernel::simd::{SimdLevel, Work, at_level};
use crate::motion::Resting;
use crate::num::{band, f32_above_f64};
use crate::verdict::Verdict;

/// Bounds of both ends of a contact interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactBounds {
    /// The first contact lies between these.
    pub first: [f64; 2],
    /// The last contact lies between these.
    pub last: [f64; 2],
}

impl ContactBounds {
    /// Returns the interval that the bounds enclose from without, rounded outward, and how far
    /// either of its ends may be off.
    pub fn outer(self) -> (ContactInterval, f64) {
        let Self { first: [start, first], last: [last, end] } = self;
        // Adding zero makes a negative zero positive.
        let interval =
            ContactInterval { first: -f32_above_f64(-start) + 0.0, last: f32_above_f64(end) + 0.0 };
        let slack = (first - f64::from(interval.first)).max(f64::from(interval.last) - last);
        (interval, slack.next_up())
    }

    /// Returns the exact interval rounded outward once, if the bounds of each end round alike.
    pub fn rounded(self) -> Option<ContactInterval> {
        let Self { first, last } = self;
        let inner = Self { first: [first[1]; 2], last: [last[0]; 2] };
        let outer = self.outer().0;
        (outer == inner.outer().0).then_some(outer)
    }
}

/// Returns bounds of the contact of two moving polytopes that are known to meet, or `None` where
/// `f64` cannot tell: of polytopes that only touch, of flat ones that move out of their plane, and
/// where the line passes exactly through an edge or a corner of the difference.
///
/// The bounds of most pairs are within `1e-12` of each other. Costs one or two microseconds
/// for few vertices, which grows with their number.
///
/// # Panics
///
/// Panics if the pair refers to no polytope of the set.
pub fn contact_bounds(set: &PolytopeSet, pair: Pair, level: SimdLevel) -> Option<ContactBounds> {
    // Half of a vector of sixteen would lie idle on small hulls.
    let level = if level == SimdLevel::Avx512 { SimdLevel::Avx2 } else { level };
    let mut found = None;
    at_level(level, Search { set, pair, found: &mut found });
    found
}

struct Search<'a> {
    set: &'a PolytopeSet,
    pair: Pair,
    found: &'a mut Option<ContactBounds>,
}

impl Work for Search<'_> {
    #[inline(always)]
    fn run<V: Scan>(self, token: V::Token) {
        let (facing, way) = Facing::at_start(self.set, self.pair);
        if facing.is_empty() {
            return;
        }
        if way == [0.0; 3] {
            *self.found = Some(ContactBounds { first: [0.0; 2], last: [1.0; 2] });
            return;
        }
        let lift = if facing.in_plane() && way[2] == 0.0 { facing.size() } else { 0.0 };
        let doubles = Difference { facing: &facing, lift };
        let lines = [Line { along: way, limit: 0.0 }, Line { along: negative(way), limit: 1.0 }];
        let scanned = Scanned::<V, Resting> { facing: &facing, token };
        *self.found = bounds(&doubles.moved(&scanned, [0.0; 3]), &doubles, &lines);
    }
}

/// The difference at the start.
struct Difference<'a> {
    facing: &'a Facing<'a, Resting>,
    lift: f64,
}

impl Difference<'_> {
    #[inline(always)]
    fn moved<'b, S>(&self, supports: &'b S, by: Vector) -> Moved<'b, S> {
        Moved { supports, by, lift: self.lift }
    }

    /// Bounds every coordinate.
    #[inline(always)]
    fn size(&self) -> f64 {
        self.facing.size() + self.lift
    }
}

/// A way along the line. A place on it is the number that the direction is multiplied by.
struct Line {
    along: Vector,
    /// The last place that counts.
    limit: f64,
}

impl Line {
    /// A place, seen from the line's origin.
    #[inline(always)]
    fn at(&self, place: f64) -> Vector {
        let [x, y, z] = self.along;
        [x * place, y * place, z * place]
    }
}

/// A line that passes a triangle so far beyond its limit is not followed further.
const BEYOND: f64 = 1e-6;

/// What a vertex lies above a triangle is nothing at so little of the size.
const LEVEL: f64 = 1.0 / 281_474_976_710_656.0; // 2^-48

/// How steeply the first triangle lies below whatever `D` has.
const STEEP: f64 = 1_048_576.0;

/// A triangle that the line passes, counter-clockwise as seen from ahead.
#[derive(Clone, Copy)]
struct Portal {
    points: [Vector; 3],
    /// Which of them `D` has.
    own: [bool; 3],
}

impl Portal {
    /// One far behind, round the line.
    #[inline(always)]
    fn behind(line: &Line, size: f64) -> Option<Self> {
        let along = unit(line.along)?;
        let right = unit(across(along))?;
        let up = unit(cross(along, right))?;
        let point = |x: f64, y: f64| {
            let mut out = [0.0; 3];
            let mut axis = 0;
            while axis < 3 {
                out[axis] = size * (x * right[axis] + y * up[axis] - STEEP * along[axis]);
                axis += 1;
            }
            out
        };
        Some(Self {
            points: [point(4.0, 0.0), point(-2.0, 4.0), point(-2.0, -4.0)],
            own: [false; 3],
        })
    }

    #[inline(always)]
    fn is_own(&self) -> bool {
        let [p, q, r] = self.own;
        p & q & r
    }

    /// As seen from behind.
    fn turned_round(self) -> Self {
        let ([p, q, r], [i, j, k]) = (self.points, self.own);
        Self { points: [p, r, q], own: [i, k, j] }
    }

    /// Not of length one.
    #[inline(always)]
    fn normal(&self) -> Vector {
        let [p, q, r] = self.points;
        cross(sub(q, p), sub(r, p))
    }

    /// Puts a point in the place of the one that the line does not need. False if there is none,
    /// since the point lies on the line.
    #[inline(always)]
    fn exchange(&mut self, point: Vector, line: &Line) -> bool {
        let through = cross(point, line.along);
        let [p, q, r] = self.points;
        let (p, q, r) = (dot(p, through) > 0.0, dot(q, through) > 0.0, dot(r, through) > 0.0);
        let place = match (p, q, r) {
            (false, true, _) => 2,
            (_, false, true) => 0,
            (true, _, false) => 1,
            _ => return false,
        };
        self.points[place] = point;
        self.own[place] = true;
        true
    }
}

/// How a search ends.
enum End {
    /// `D` ends at a plane.
    Plane { n: Vector, height: f64, error: f64 },
    /// The line passes the triangle beyond its limit.
    Beyond,
}

/// Exchanges triangles until none is further out.
#[inline(always)]
fn climb<S: Supports>(supports: &S, size: f64, line: &Line, portal: &mut Portal) -> Option<End> {
    for _ in 0..MOST_STEPS {
        let n = unit(portal.normal())?;
        let (speed, [p, ..]) = (dot(n, line.along), portal.points);
        if speed.is_nan() || speed <= 0.0 {
            return None;
        }
        if portal.is_own() && dot(n, p) > (line.limit + BEYOND) * speed {
            return Some(End::Beyond);
        }
        let Extreme { point, height, error } = supports.furthest(n);
        if dot(n, sub(point, p)) <= LEVEL * one_norm(n) * size {
            return portal.is_own().then_some(End::Plane { n, height, error });
        }
        // A vertex on the line: that is where the line leaves.
        if !portal.exchange(point, line) {
            return Some(End::Plane { n, height, error });
        }
    }
    None
}

/// Searches for both ends, by scans in `f32` first.
#[inline(always)]
fn bounds<S: Supports>(
    scanned: &S,
    difference: &Difference<'_>,
    lines: &[Line; 2],
) -> Option<ContactBounds> {
    let size = difference.size();
    let doubles = Doubles(difference.facing);
    let mut portal = Portal::behind(&lines[0], size)?;
    let mut found = [None, None];
    let mut i = 0;
    while i < 2 {
        if !portal.is_own() {
            portal = Portal::behind(&lines[i], size)?;
        }
        let mut end = climb(scanned, size, &lines[i], &mut portal)?;
        if matches!(end, End::Plane { .. }) {
            end = climb_on(&difference.moved(&doubles, [0.0; 3]), size, &lines[i], &mut portal)?;
        }
        found[i] = Some((end, portal));
        portal = portal.turned_round();
        i += 1;
    }
    let [Some((start, first)), Some((stop, last))] = found else { return None };
    let [low, high] = ends(difference, &lines[0], &start, &first, &last)?;
    let [from, to] = ends(difference, &lines[1], &stop, &last, &first)?;
    Some(ContactBounds { first: [-high + 0.0, -low + 0.0], last: [from, to] })
}

/// Goes on with a search in `f64`. Not compiled for every level.
#[inline(never)]
fn climb_on<S: Supports>(supports: &S, size: f64, line: &Line, portal: &mut Portal) -> Option<End> {
    climb(supports, size, line, portal)
}

/// Returns bounds of the last place of the line that `D` has, or of the line's limit where `D` has
/// that.
#[inline(never)]
fn ends(
    difference: &Difference<'_>,
    line: &Line,
    end: &End,
    portal: &Portal,
    other: &Portal,
) -> Option<[f64; 2]> {
    let attempts = [0, 1, 2].map(|attempt| difference.facing.aside(attempt));
    let others = other.points.iter().zip(other.own).filter(|(_, own)| *own);
    let apexes = || attempts.iter().chain(others.clone().map(|(point, _)| point)).copied();
    let error = Doubles(difference.facing).point_error();
    let holds = |at: f64| {
        let by = line.at(-at);
        let [p, q, r] = portal.points.map(|point| add(point, by));
        portal.is_own() && apexes().any(|apex| is_inside(error, [add(apex, by), p, q, r]))
    };
    let found = |at: f64| {
        let doubles = Doubles(difference.facing);
        let moved = difference.moved(&doubles, line.at(-at));
        let begin = |inside: &Vector| portal::search(&moved, add(*inside, moved.by));
        attempts.iter().any(|inside| begin(inside) == Some(Verdict::Overlapping))
    };
    let End::Plane { n, height, error: height_error } = *end else {
        return (holds(line.limit) || found(line.limit)).then_some([line.limit; 2]);
    };
    let speed = dot(n, line.along);
    let speed_error = band::HULL_SPEED * one_norm(n) * norm(line.along);
    let high = above(height + height_error, speed, speed_error).min(line.limit);
    // In the triangle's plane, and before it by some bands of the volume below.
    let across = portal.normal();
    let pace = dot(across, line.along);
    let last = dot(across, portal.points[0]) / pace;
    let by = line.at(-last);
    let reach = |most: f64, point: Vector| max(most, norm(add(point, by)));
    let size = apexes().chain(portal.points).fold(0.0, reach);
    let band = size * size * (band::HULL_VOLUME_INPUT * error + band::HULL_VOLUME * size);
    let inner = (last - BANDS * band / pace).min(line.limit);
    let low = if holds(inner) {
        inner
    } else {
        let back = BACK.map(|back| (height / speed - back).min(line.limit));
        back.into_iter().find(|at| found(*at))?
    };
    (low <= high).then_some([low, high])
}

/// How many bands a volume is given.
const BANDS: f64 = 4.0;

/// How far before the plane a common point is searched for, if no tetrahedron over the triangle has
/// one: where the line passes near an edge or a corner.
const BACK: [f64; 2] = [1.0 / 68_719_476_736.0, 1.0 / 4_194_304.0];

/// A quotient rounded up, by a numerator that rounds and a denominator within its error.
fn above(numerator: f64, speed: f64, speed_error: f64) -> f64 {
    let most = numerator.next_up();
    let by = if most > 0.0 { speed - speed_error } else { speed + speed_error };
    // The sum has rounded too.
    let by = if most > 0.0 { by.next_down() } else { by.next_up() };
    if by > 0.0 { (most / by).next_up() } else { f64::INFINITY }
}
