//! Whether two triangles meet, and where.

use super::super::hull;
use super::banded;
use super::sides::{DOUBLE_EXTENT, MIDDLE_WIDTH, NARROW_WIDTH, Triangle, three};
use super::whole;
use crate::geom::{Pair, Polytope, PolytopeSet};
use crate::num::{Integers, Whole};
use dashu_int::IBig;
use ethnum::I256;
use glam::DVec3;

/// Returns true if two closed triangles share a point. Exact for every finite `f32`.
///
/// Costs some ten nanoseconds where boxes or `f64` can decide, some hundred on contacts, about
/// a microsecond for numbers of very different sizes, and up to some hundred microseconds for
/// degenerate triangles.
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

#[inline(always)]
fn boxes_meet(a: &Triangle, b: &Triangle) -> bool {
    let [x, y, z] = three(|axis| {
        let ([a_low, a_high], [b_low, b_high]) = (ends(a, axis), ends(b, axis));
        a_low <= b_high && b_low <= a_high
    });
    x && y && z
}

/// The least and the greatest coordinate along an axis.
#[inline(always)]
fn ends(t: &Triangle, axis: usize) -> [f32; 2] {
    let [x, y, z] = [t[0][axis], t[1][axis], t[2][axis]];
    [x.min(y).min(z), x.max(y).max(z)]
}

/// Decides what the error band of `f64` could not.
#[cold]
fn settle(a: &Triangle, b: &Triangle) -> bool {
    let scale = Integers::common(a.as_flattened().iter().chain(b.as_flattened()));
    let found = if is_short(a, b, &scale) {
        // No number is rounded, so that it does not matter that a unit is not 1.
        whole::meet(&a.map(|corner| corner.map(f64::from)), &b.map(|corner| corner.map(f64::from)))
    } else if scale.width <= NARROW_WIDTH {
        in_whole::<i128>(a, b, &scale)
    } else if scale.width <= MIDDLE_WIDTH {
        in_whole::<I256>(a, b, &scale)
    } else {
        in_whole::<IBig>(a, b, &scale)
    };
    // Of finite numbers a set can always be made.
    found.unwrap_or_else(|| {
        polytopes(a, b).is_some_and(|set| hull::decide(&set, Pair::new(0, 1)).verdict.meets())
    })
}

/// Returns true if `f64` rounds nothing.
fn is_short(a: &Triangle, b: &Triangle, scale: &Integers) -> bool {
    let most = DOUBLE_EXTENT * power_of_two(scale.exponent);
    (0..3).all(|axis| {
        let ([a_low, a_high], [b_low, b_high]) = (ends(a, axis), ends(b, axis));
        // Where this is rounded it is far above.
        f64::from(a_high.max(b_high)) - f64::from(a_low.min(b_low)) <= most
    })
}

/// `2^exponent`, of an exponent that a number of type `f32` may have.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

fn in_whole<N: Whole>(a: &Triangle, b: &Triangle, scale: &Integers) -> Option<bool> {
    let [a, b] = [a, b].map(|t| t.map(|corner| corner.map(|x| scale.whole::<N>(x))));
    whole::meet(&a, &b)
}

/// Returns the triangles as polytopes 0 and 1.
fn polytopes(a: &Triangle, b: &Triangle) -> Option<PolytopeSet> {
    let vertices = [*a, *b].concat();
    PolytopeSet::from_parts(vertices, vec![Polytope::of_range(0, 3), Polytope::of_range(3, 3)]).ok()
}
