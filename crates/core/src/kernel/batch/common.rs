//! Boxes and common points of pairs that meet, by their numbers.
//!
//! The box wants more than `f32` has: where an edge meets a face at a small angle, an error of the
//! face's plane moves the corner by many times as much. So it is found in `f64`, half as many lanes
//! at a time; a point alone mostly in `f32`.

use super::numbered::{Find, Ordered, found};
use crate::geom::Aabb3;
use crate::kernel::bounds::Common;
use crate::kernel::lanes::{Lanes, MAX_WIDTH};
use crate::kernel::simd::SimdLevel;
use crate::kernel::source::Source;
use crate::kernel::table::{Row, Table};
use glam::DVec3;

/// What the kernels know of the common points of a pair. `P` is a point, `B` a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CommonBounds<P = DVec3, B = Aabb3> {
    /// A point of both frames, each coordinate rounded once.
    pub point: Option<P>,
    /// A box that holds all common points. No face lies further outside of the smallest box than a
    /// hundred thousandth of the pair's size, the largest difference between coordinates of its
    /// corners, and two ulps of its own.
    pub aabb: Option<B>,
}

impl<P, B> CommonBounds<P, B> {
    /// Nothing is known.
    pub const OPEN: Self = Self { point: None, aabb: None };
}

/// Returns a common point of each of `numbers`, and with `boxes` a box round all common points. The
/// pairs are known to meet.
///
/// Boxes are found in `f64`. Points alone are found in `f32`, and in `f64` where that cannot tell.
pub fn common<F: Table>(
    source: Source<'_, F>,
    numbers: &[u32],
    boxes: bool,
    level: SimdLevel,
) -> Vec<CommonBounds<F::Point, F::Aabb>> {
    if boxes {
        return found(source, numbers, level, Boxes);
    }
    let mut out = found(source, numbers, level, Points);
    let open: Vec<usize> = (0..numbers.len()).filter(|&i| out[i].point.is_none()).collect();
    let again: Vec<u32> = open.iter().map(|&i| numbers[i]).collect();
    for (i, found) in open.into_iter().zip(found(source, &again, level, Boxes)) {
        out[i].point = found.point;
    }
    out
}

/// Boxes and points, in `f64`.
#[derive(Clone, Copy)]
struct Boxes;

/// Points, in `f32`.
#[derive(Clone, Copy)]
struct Points;

impl<F: Table> Find<F> for Boxes {
    type Found = CommonBounds<F::Point, F::Aabb>;
    const WIDE: bool = true;
    const NONE: Self::Found = CommonBounds::OPEN;

    #[inline(always)]
    fn find<'a, V: Lanes, R: Row<F>>(
        self,
        token: V::Token,
        pair: impl Fn(usize) -> (&'a F, &'a F) + Copy,
        pairs: impl ExactSizeIterator<Item = Ordered<'a, F>>,
        give: impl FnMut(usize, Self::Found),
    ) {
        store::<F, V, true>(R::common::<V>(token, pair), pairs, give);
    }
}

impl<F: Table> Find<F> for Points {
    type Found = CommonBounds<F::Point, F::Aabb>;
    const WIDE: bool = false;
    const NONE: Self::Found = CommonBounds::OPEN;

    #[inline(always)]
    fn find<'a, V: Lanes, R: Row<F>>(
        self,
        token: V::Token,
        pair: impl Fn(usize) -> (&'a F, &'a F) + Copy,
        pairs: impl ExactSizeIterator<Item = Ordered<'a, F>>,
        give: impl FnMut(usize, Self::Found),
    ) {
        store::<F, V, false>(R::common::<V>(token, pair), pairs, give);
    }
}

/// Gives the results of a kernel, seen from the world's origin.
#[inline(always)]
fn store<'a, F: Table, V: Lanes, const BOXES: bool>(
    common: Common<V, F::Coordinates<V>>,
    pairs: impl ExactSizeIterator<Item = Ordered<'a, F>>,
    mut give: impl FnMut(usize, CommonBounds<F::Point, F::Aabb>),
) {
    let Common { point, low, high, known_point, known_box, .. } = common;
    let (known_point, known_box) = (V::bits(known_point), V::bits(known_box));
    let mut points = [[0.0; MAX_WIDTH]; 3];
    let mut lows = [[0.0; MAX_WIDTH]; 3];
    let mut highs = [[0.0; MAX_WIDTH]; 3];
    for axis in 0..point.as_ref().len() {
        point.as_ref()[axis].store_wide(&mut points[axis]);
        if BOXES {
            low.as_ref()[axis].store_wide(&mut lows[axis]);
            high.as_ref()[axis].store_wide(&mut highs[axis]);
        }
    }
    for (lane, pair) in pairs.enumerate() {
        // An addition in f64 is the only error that depends on the distance from there.
        let point = F::point(
            #[inline(always)]
            |axis| points[axis][lane] + f64::from(pair.first.origin(axis)),
        );
        let aabb = F::aabb(
            #[inline(always)]
            |axis| {
                let origin = f64::from(pair.first.origin(axis));
                [below(lows[axis][lane] + origin), -below(-(highs[axis][lane] + origin))]
            },
        );
        give(
            lane,
            CommonBounds {
                point: (known_point >> lane & 1 == 1).then_some(point),
                aabb: (BOXES && known_box >> lane & 1 == 1).then_some(aabb),
            },
        );
    }
}

/// The greatest `f32` that is below a sum of which `x` is the rounded value, or nearly so.
#[inline(always)]
fn below(sum: f64) -> f32 {
    let sum = sum.next_down();
    let near = sum as f32;
    if f64::from(near) > sum { near.next_down() } else { near }
}
