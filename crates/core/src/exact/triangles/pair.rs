//! Whether two triangles meet, and where.

use super::super::hull;
use super::banded;
use super::sides::{NARROW_WIDTH, Triangle};
use super::whole;
use crate::geom::{Pair, Polytope, PolytopeSet};
use crate::num::Integers;
use dashu_int::IBig;
use glam::DVec3;

/// Returns true if two closed triangles share a point. Exact for every finite `f32`.
///
/// Costs some ten nanoseconds where boxes or `f64` can decide, about a microsecond on contacts, and
/// some hundred microseconds for degenerate triangles.
///
/// # Examples
///
/// ```
/// use motzkin_core::exact::triangles::meet;
///
/// let floor = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];
/// let upright = [[1.0, 1.0, 0.0], [1.0, 1.0, 1.0], [2.0, 1.0, 1.0]];
/// assert!(meet(&floor, &upright));
/// assert!(!meet(&floor, &upright.map(|[x, y, z]| [x, y, z + 0.1])));
/// ```
#[inline]
pub fn meet(a: &Triangle, b: &Triangle) -> bool {
    if !boxes_meet(a, b) {
        return false;
    }
    banded::meet(a, b).unwrap_or_else(|| settle(a, b))
}

/// Returns a point that two triangles share, or `None` for separate triangles. Each coordinate is
/// that of an exact common point, rounded once to `f64`. Costs some hundred microseconds.
pub fn meeting_point(a: &Triangle, b: &Triangle) -> Option<DVec3> {
    hull::witness(&polytopes(a, b)?, Pair::new(0, 1))
}

fn boxes_meet(a: &Triangle, b: &Triangle) -> bool {
    (0..3).all(|axis| {
        let ends = |t: &Triangle| {
            let [x, y, z] = [t[0][axis], t[1][axis], t[2][axis]];
            (x.min(y).min(z), x.max(y).max(z))
        };
        let ((a_low, a_high), (b_low, b_high)) = (ends(a), ends(b));
        a_low <= b_high && b_low <= a_high
    })
}

/// Decides what `f64` could not.
#[cold]
fn settle(a: &Triangle, b: &Triangle) -> bool {
    let scale = Integers::common(a.as_flattened().iter().chain(b.as_flattened()));
    let found = if scale.width <= NARROW_WIDTH {
        let [a, b] = [a, b].map(|t| t.map(|corner| corner.map(|x| scale.whole::<i128>(x))));
        whole::meet(&a, &b)
    } else {
        let [a, b] = [a, b].map(|t| t.map(|corner| corner.map(|x| scale.whole::<IBig>(x))));
        whole::meet(&a, &b)
    };
    // Of finite numbers a set can always be made.
    found.unwrap_or_else(|| {
        polytopes(a, b).is_some_and(|set| hull::decide(&set, Pair::new(0, 1)).verdict.meets())
    })
}

/// Returns the triangles as polytopes 0 and 1.
fn polytopes(a: &Triangle, b: &Triangle) -> Option<PolytopeSet> {
    let vertices = [*a, *b].concat();
    PolytopeSet::from_parts(vertices, vec![Polytope::of_range(0, 3), Polytope::of_range(3, 3)]).ok()
}
