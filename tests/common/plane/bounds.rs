//! What is wrong with bounds of how and where two frames in the plane meet, by corners in exact
//! arithmetic.

use super::oracle::{Point, Truth, exact, half_planes, vertices};
use crate::common::oracle::{denormals, fault_of_loose_faces};
use dashu_int::IBig;
use dashu_int::ops::BitTest;
use dashu_ratio::RBig;
use glam::DVec2;
use motzkin::service::Separation;
use motzkin_core::geom::{Aabb2, Frame2};
use motzkin_core::kernel::CommonBounds;
use motzkin_core::verdict::Verdict;

/// The corners of two frames, in units of denormals.
struct Corners([Vec<Point>; 2]);

fn unit() -> RBig {
    RBig::from(IBig::ONE << 149)
}

impl Corners {
    fn of(a: &Frame2, b: &Frame2) -> Self {
        Self([a, b].map(|frame| vertices(frame, denormals)))
    }

    /// The largest difference between coordinates.
    fn size(&self) -> RBig {
        let span = |axis: usize| {
            let all = || self.0.iter().flatten().map(|v| &v[axis]);
            all().max().expect("a vertex") - all().min().expect("a vertex")
        };
        RBig::from(span(0).max(span(1))) / unit()
    }

    /// The largest gaps squared, with their signs: on the outer sides of all edges, and on any
    /// side.
    fn best_squares(&self) -> [RBig; 2] {
        let [a, b] = &self.0;
        let (mut outer, mut any) = (None, None);
        for (own, other) in [(a, b), (b, a)] {
            for ([x, y], offset) in half_planes(own) {
                let along = |v: &Point| &x * &v[0] + &y * &v[1];
                let high = |v: &[Point]| v.iter().map(along).max().expect("a vertex");
                let low = |v: &[Point]| v.iter().map(along).min().expect("a vertex");
                let square = |gap: IBig| {
                    let signed = if gap < IBig::ZERO { -(&gap * &gap) } else { &gap * &gap };
                    RBig::from(signed) / RBig::from(&x * &x + &y * &y) / (unit() * unit())
                };
                let (out, back) = (square(offset - high(other)), square(low(other) - high(own)));
                outer = outer.max(Some(out.clone()));
                any = any.max(Some(out)).max(Some(back));
            }
        }
        [outer, any].map(|best| best.expect("an edge"))
    }

    /// The gap along an axis, times its length.
    fn gap_along(&self, axis: DVec2) -> RBig {
        let [x, y] = axis.to_array().map(exact);
        let along = |v: &Point| &x * RBig::from(v[0].clone()) + &y * RBig::from(v[1].clone());
        let [a, b] = &self.0;
        let low = b.iter().map(along).min().expect("a vertex");
        (low - a.iter().map(along).max().expect("a vertex")) / unit()
    }

    /// True where the frames still overlap once b has been moved by so much.
    fn overlap_after(&self, by: [RBig; 2]) -> bool {
        let places = by.iter().map(|x| x.denominator().bit_len()).max().unwrap_or(0);
        let shift = places.saturating_sub(149);
        let step = by.map(|x| (x * RBig::from(IBig::ONE << (149 + shift))).round());
        let finer = |v: &Point| [&v[0] << shift, &v[1] << shift];
        let [a, b] = &self.0;
        let a: Vec<Point> = a.iter().map(finer).collect();
        let moved = |v: &Point| {
            let [x, y] = finer(v);
            [x + &step[0], y + &step[1]]
        };
        let moved = Self([a, b.iter().map(moved).collect()]);
        let [outer, _] = moved.best_squares();
        outer < RBig::ZERO
    }
}

/// The largest coordinate difference within a pair.
pub fn size(a: &Frame2, b: &Frame2) -> RBig {
    Corners::of(a, b).size()
}

/// What is wrong with a bound of a depth or gap: it does not hold, or is further off than it says.
pub fn fault_of_bound(
    a: &Frame2,
    b: &Frame2,
    expected: Verdict,
    found: &Separation<DVec2>,
) -> Option<String> {
    let &Separation { verdict, axis, depth, slack, .. } = found;
    if verdict != expected {
        return Some(format!("{verdict} where {expected} is exact"));
    }
    if !(1.0 - 1e-6..1.0 + 1e-6).contains(&axis.length()) || !axis.is_finite() {
        return Some(format!("the axis {axis:?} has length {:?}", axis.length()));
    }
    if depth.is_nan() || slack.is_nan() || depth < 0.0 || slack < 0.0 {
        return Some(format!("{found:?}"));
    }
    let corners = Corners::of(a, b);
    let size = corners.size();
    if slack.is_infinite() || depth.is_infinite() {
        return Some(format!("{found:?}"));
    }
    // Besides, it is rounded up from what may be rounded itself.
    if exact(slack) > &size * exact(1.3e-4) + exact(3e-45) {
        return Some(format!("the slack {slack:e} is beyond {:e}", size.to_f64().value() * 1.3e-4));
    }
    if expected.meets() {
        return fault_of_step(a, b, axis.to_array(), depth, slack);
    }
    let gap = corners.gap_along(axis);
    let square = exact(axis.x) * exact(axis.x) + exact(axis.y) * exact(axis.y);
    if gap < RBig::ZERO && depth > 0.0 || &gap * &gap < exact(depth) * exact(depth) * square {
        return Some(format!("{found:?}: the corners are {:e} apart", gap.to_f64().value()));
    }
    let [_, best] = corners.best_squares();
    let most = exact(depth) + exact(slack);
    (best > &most * &most).then(|| {
        format!("{depth:e} within {slack:e}, while edges give {:e}", best.to_f64().value().sqrt())
    })
}

/// What is wrong with a step that is to part a pair that meets: it does not, or is longer than it
/// says.
pub fn fault_of_step(
    a: &Frame2,
    b: &Frame2,
    axis: [f64; 2],
    depth: f64,
    slack: f64,
) -> Option<String> {
    if !(depth - slack).is_finite() || axis.iter().any(|x| !x.is_finite()) {
        return Some(format!("{depth:e} within {slack:e} along {axis:?}"));
    }
    let corners = Corners::of(a, b);
    let [best, any] = corners.best_squares();
    assert_eq!(best, any, "zero is inside: an edge is nearest");
    let least = exact(depth - slack).max(RBig::ZERO);
    if exact(depth) * exact(depth) < -best.clone() || &least * &least > -best.clone() {
        let true_depth = (-best).to_f64().value().sqrt();
        return Some(format!("{depth:e} within {slack:e}, while the depth is {true_depth:e}"));
    }
    corners
        .overlap_after(axis.map(|x| exact(x) * exact(depth)))
        .then(|| format!("moved by {depth:e} along {axis:?} the pair overlaps"))
}

/// What is wrong with a box of a pair that meets, which may be too large by `slack` and two ulps.
pub fn fault_of_box(truth: &Truth, aabb: &Aabb2, slack: &RBig) -> Option<String> {
    let exactly = truth.range.as_ref()?;
    fault_of_loose_faces(exactly, [aabb.min.to_array(), aabb.max.to_array()], slack)
}

/// What is wrong with what is told of the common points of a pair that meets.
pub fn fault_of_common(
    truth: &Truth,
    a: &Frame2,
    b: &Frame2,
    found: &CommonBounds<DVec2, Aabb2>,
) -> Option<String> {
    let too_large = found.aabb.and_then(|aabb| {
        let slack = size(a, b) * RBig::from_parts(1.into(), 100_000_u32.into());
        fault_of_box(truth, &aabb, &slack)
    });
    too_large.or_else(|| found.point.and_then(|point| truth.fault_of_witness(a, b, Some(point))))
}
