//! What is true of two frames in the plane, by corners: the common points `(x, y, t)` of two moving
//! frames are a polyhedron, which the naive oracle of three dimensions takes apart. Frames at rest
//! have the same points at every `t`.

use crate::common::apart::fault_of_measures;
use crate::common::oracle::{HalfSpace, Judged, denormals, fault_of_range};
use dashu_int::IBig;
use dashu_ratio::RBig;
use glam::DVec2;
use motzkin_core::exact::Separation;
use motzkin_core::geom::{Aabb2, ContactInterval, Frame2, ShapeKind2};
use motzkin_core::verdict::Verdict;
use std::cmp::Ordering;

pub type Point = [IBig; 2];

/// What is true of a pair.
#[derive(Clone, Debug)]
pub struct Truth {
    pub verdict: Verdict,
    /// First and last contact.
    pub interval: Option<[RBig; 2]>,
    /// Least and greatest coordinate for each axis over all contacts.
    pub range: Option<[(RBig, RBig); 2]>,
}

pub fn exact(x: f64) -> RBig {
    RBig::try_from(x).expect("a finite number")
}

/// The vertices in order round the frame.
pub fn vertices(frame: &Frame2, unit: impl Fn(f32) -> IBig) -> Vec<Point> {
    let [o, p, q] = [0, 1, 2].map(|row| frame.rows()[row].map(&unit));
    let add = |u: &Point, v: &Point| [&u[0] + &v[0], &u[1] + &v[1]];
    match frame.kind().expect("the oracle judges valid frames") {
        ShapeKind2::TriangleByVertices => vec![o, p, q],
        ShapeKind2::Triangle => vec![o.clone(), add(&o, &p), add(&o, &q)],
        ShapeKind2::Parallelogram => {
            vec![o.clone(), add(&o, &p), add(&add(&o, &p), &q), add(&o, &q)]
        }
    }
}

/// A normal of each edge that points inward, and what the inside has at least along it.
pub fn half_planes(vertices: &[Point]) -> Vec<(Point, IBig)> {
    let n = vertices.len();
    let along = |normal: &Point, v: &Point| &normal[0] * &v[0] + &normal[1] * &v[1];
    let edge = |i: usize| {
        let (from, to, other) = (&vertices[i], &vertices[(i + 1) % n], &vertices[(i + 2) % n]);
        let normal = [&from[1] - &to[1], &to[0] - &from[0]];
        let normal = match along(&normal, other) > along(&normal, from) {
            true => normal,
            false => normal.map(|x| -x),
        };
        let offset = along(&normal, from);
        (normal, offset)
    };
    (0..n).map(edge).collect()
}

fn space(normal: [IBig; 3], offset: IBig) -> HalfSpace {
    HalfSpace { normal, offset }
}

/// `low <= t <= high`.
fn times(low: &RBig, high: &RBig) -> [HalfSpace; 2] {
    let zero = || IBig::ZERO;
    let parts = |t: &RBig| (t.numerator().clone(), IBig::from(t.denominator().clone()));
    let ((p, q), (r, s)) = (parts(low), parts(high));
    [space([zero(), zero(), q], p), space([zero(), zero(), -s], -r)]
}

/// The half-spaces of the points `(x, y, t)` of both frames: `n . (x - v t) >= offset`.
fn spaces(a: &Frame2, b: &Frame2, unit: impl Fn(f32) -> IBig) -> Vec<HalfSpace> {
    let of = |frame: &Frame2| {
        let velocity = frame.velocity().to_array().map(&unit);
        half_planes(&vertices(frame, &unit)).into_iter().map(move |([x, y], offset)| {
            let drift = -(&x * &velocity[0] + &y * &velocity[1]);
            space([x, y, drift], offset)
        })
    };
    of(a).chain(of(b)).collect()
}

/// Judges two valid frames that move.
pub fn judge(a: &Frame2, b: &Frame2) -> Truth {
    let numbers = [a, b].into_iter().flat_map(|frame| &frame.rows()[..4]).flatten();
    let zeros = numbers.filter_map(|x| denormals(*x).trailing_zeros()).min().unwrap_or(0);
    let mut spaces = spaces(a, b, |x| denormals(x) >> zeros);
    spaces.extend(times(&RBig::ZERO, &RBig::ONE));
    let judged = Judged::of(spaces);
    // `Judged` takes every coordinate for a number of denormals; the time is none.
    let (unit, whole) = (RBig::from(IBig::ONE << zeros), RBig::from(IBig::ONE << 149));
    let ends = |(low, high): &(RBig, RBig), by: &RBig| (low * by, high * by);
    let range = judged.range();
    Truth {
        verdict: judged.verdict(),
        interval: range.as_ref().map(|[_, _, t]| ends(t, &whole).into()),
        range: range.as_ref().map(|[x, y, _]| [ends(x, &unit), ends(y, &unit)]),
    }
}

impl Truth {
    /// What is wrong with a contact interval: it must be the exact one rounded outward to `f32`.
    pub fn fault_of_interval(&self, found: Option<ContactInterval>) -> Option<String> {
        match (&self.interval, found) {
            (None, None) => None,
            (Some([first, last]), Some(found)) => {
                fault_of_range([found.first, found.last], [first, last])
            }
            (exact, found) => Some(format!("interval {found:?} where the exact one is {exact:?}")),
        }
    }

    /// What is wrong with a box: it must be the exact one rounded outward to `f32`.
    pub fn fault_of_box(&self, found: Option<Aabb2>) -> Option<String> {
        match (&self.range, found) {
            (None, None) => None,
            (Some(range), Some(found)) => (0..2).find_map(|axis| {
                let (low, high) = &range[axis];
                fault_of_range([found.min[axis], found.max[axis]], [low, high])
            }),
            (exact, found) => Some(format!("box {found:?} where the exact one is {exact:?}")),
        }
    }

    /// What is wrong with a common point at the first contact: no exact one lies within its
    /// rounding of it.
    pub fn fault_of_witness(&self, a: &Frame2, b: &Frame2, found: Option<DVec2>) -> Option<String> {
        let (Some(point), true) = (found, self.verdict.meets()) else {
            return (found.is_some() != self.verdict.meets()).then(|| format!("witness {found:?}"));
        };
        // Half the spacing of f64 at a coordinate.
        self.fault_of_point(a, b, point, &exact(point.abs().max_element() / 9e15))
    }

    /// What is wrong with a point of the first contact: no exact one lies within `slack` of it, and
    /// half the smallest `f32`.
    pub fn fault_of_point(
        &self,
        a: &Frame2,
        b: &Frame2,
        point: DVec2,
        slack: &RBig,
    ) -> Option<String> {
        let Some([first, _]) = &self.interval else {
            return Some(format!("{point:?} of a pair that never meets"));
        };
        let reach = slack + exact(2.0_f64.powi(-200));
        const FINER: usize = 140;
        let mut spaces = spaces(a, b, |x| denormals(x) << FINER);
        spaces.extend(times(first, first));
        let units = |x: &RBig| (x * RBig::from(IBig::ONE << (149 + FINER))).round();
        for axis in 0..2 {
            let unit = |sign: i32| [0, 1, 2].map(|i| IBig::from(if i == axis { sign } else { 0 }));
            let at = exact(point[axis]);
            spaces.push(space(unit(1), units(&(&at - &reach))));
            spaces.push(space(unit(-1), -units(&(at + &reach))));
        }
        (!Judged::of(spaces).verdict().meets()).then(|| format!("{point:?} is no common point"))
    }
}

/// The relative error that a depth may have, and a hair more.
const HAIR: f64 = 1.0 / 536_870_912.0; // 2^-29

/// The largest squares of gaps, with their signs, on the outer and on the inner sides of edges.
///
/// The outer sides are the edges of the Minkowski difference, which alone bound a depth. Of
/// separate frames an inner side is an axis like any other.
fn best_squares(a: &Frame2, b: &Frame2) -> [RBig; 2] {
    let [of_a, of_b] = [a, b].map(|frame| vertices(frame, denormals));
    let unit = RBig::from(IBig::ONE << 149);
    let area = &unit * &unit;
    let squares = [(&of_a, &of_b), (&of_b, &of_a)].into_iter().flat_map(|(own, other)| {
        let area = &area;
        half_planes(own).into_iter().map(move |([x, y], offset)| {
            let along = |v: &Point| &x * &v[0] + &y * &v[1];
            let ends = |v: &[Point]| {
                let values = || v.iter().map(along);
                (values().min().expect("a vertex"), values().max().expect("a vertex"))
            };
            let ((_, own_high), (low, high)) = (ends(own), ends(other));
            [offset - high, low - own_high].map(|gap| {
                let signed = if gap < IBig::ZERO { -(&gap * &gap) } else { &gap * &gap };
                RBig::from(signed) / RBig::from(&x * &x + &y * &y) / area
            })
        })
    });
    let (outer, inner): (Vec<RBig>, Vec<RBig>) =
        squares.map(|[outer, inner]| (outer, inner)).unzip();
    [outer, inner].map(|squares| squares.into_iter().max().expect("an edge"))
}

/// What is wrong with a verdict within a margin of a pair that is separate.
pub fn fault_within(a: &Frame2, b: &Frame2, margin: f32, found: Verdict) -> Option<String> {
    let [outer, inner] = best_squares(a, b);
    let margin = exact(margin.into());
    let right = match outer.max(inner).cmp(&(&margin * &margin)) {
        Ordering::Greater => Verdict::Separate,
        Ordering::Equal => Verdict::Touching,
        Ordering::Less => Verdict::Overlapping,
    };
    (found != right).then(|| format!("{found} where {right} is exact"))
}

/// What is wrong with an axis and the gap or depth along it, of frames at rest.
pub fn fault_of_separation(
    a: &Frame2,
    b: &Frame2,
    expected: Verdict,
    found: &Separation<DVec2>,
) -> Option<String> {
    let Separation { verdict, axis, depth } = *found;
    if let Some(fault) = fault_of_measures(verdict, expected, axis.length_squared(), depth) {
        return Some(fault);
    }
    let [of_edges, inner] = best_squares(a, b);
    let best = inner.max(of_edges.clone());
    assert!(verdict == Verdict::Separate || best == of_edges, "zero is inside: an edge is nearest");
    let signed = if verdict.meets() { -depth } else { depth };
    let square = exact(signed) * exact(depth);
    let slack = exact(depth) * exact(depth) * exact(2.0 * HAIR);
    if &square + &slack < best || &square - &slack > best {
        return Some(format!(
            "{signed:e} is not the best: its square is {:e}",
            best.to_f64().value()
        ));
    }
    // The axis gives what is said of it: its own rounding weighs by the size of the pair.
    let [of_a, of_b] = [a, b].map(|frame| vertices(frame, denormals));
    let unit = RBig::from(IBig::ONE << 149);
    let [x, y] = axis.to_array().map(exact);
    let along = |v: &Point| &x * RBig::from(v[0].clone()) + &y * RBig::from(v[1].clone());
    let low = of_b.iter().map(along).min().expect("a vertex");
    let high = of_a.iter().map(along).max().expect("a vertex");
    let span = |axis: usize| {
        let all = || of_a.iter().chain(&of_b).map(|v| &v[axis]);
        all().max().expect("a vertex") - all().min().expect("a vertex")
    };
    let size = RBig::from(span(0).max(span(1))) / &unit;
    let off = (low - high) / &unit - exact(signed);
    let slack = exact(depth) * exact(HAIR) + size * exact(1e-15);
    (off > slack || -off.clone() > slack)
        .then(|| format!("along {axis:?} the gap is {:e} off", off.to_f64().value()))
}
