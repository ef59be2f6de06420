//! Boxes and common points of pairs that meet, by their numbers.
//!
//! The box wants more than `f32` has: where an edge meets a face at a small angle, an error of the
//! face's plane moves the corner by many times as much. So it is found in `f64`, half as many lanes
//! at a time; a point alone mostly in `f32`.

pub mod common;
pub mod rows;

use super::block::PairSource;
use super::by_shape::{ByShape, ordered};
use super::lanes::Lanes;
use super::operand::Operands;
use super::simd::{SimdLevel, Work, at_level};
use crate::geom::{Aabb3, Frame3};
use common::{Common, clipped};
use glam::{DVec3, Vec3};
use rayon::prelude::*;

/// What the kernel can tell of the common points of a pair.
///
/// `P` and `B` are points and boxes, in space or in the plane.
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
    /// Nothing is told.
    pub const OPEN: Self = Self { point: None, aabb: None };
}

/// Pairs a thread takes at a time.
const GRAIN: usize = 512;

/// Pairs sorted by shape at a time.
const BLOCK: usize = 128;

/// The widest vector.
const MAX_WIDTH: usize = 16;

/// Box and common point of each of `pairs`, which number pairs that are known to meet; `None` where
/// `f64` cannot tell. Runs on the threads of the current rayon pool.
pub fn common_bounds(
    source: &impl PairSource<Frame = Frame3>,
    pairs: &[u32],
    level: SimdLevel,
) -> Vec<CommonBounds> {
    bounds::<true>(source, pairs, level)
}

/// The same without boxes: in `f32`, and in `f64` where that cannot tell.
pub fn common_points(
    source: &impl PairSource<Frame = Frame3>,
    pairs: &[u32],
    level: SimdLevel,
) -> Vec<CommonBounds> {
    let mut found = bounds::<false>(source, pairs, level);
    let open: Vec<usize> = (0..pairs.len()).filter(|&i| found[i].point.is_none()).collect();
    let numbers: Vec<u32> = open.iter().map(|&i| pairs[i]).collect();
    for (i, again) in open.into_iter().zip(bounds::<true>(source, &numbers, level)) {
        found[i].point = again.point;
    }
    found
}

fn bounds<const BOXES: bool>(
    source: &impl PairSource<Frame = Frame3>,
    pairs: &[u32],
    level: SimdLevel,
) -> Vec<CommonBounds> {
    let mut found = vec![CommonBounds::OPEN; pairs.len()];
    let chunks = found.par_chunks_mut(GRAIN).zip(pairs.par_chunks(GRAIN));
    chunks.for_each(|(found, pairs)| at_level(level, Bounds::<_, BOXES> { source, pairs, found }));
    found
}

struct Bounds<'a, S, const BOXES: bool> {
    source: &'a S,
    pairs: &'a [u32],
    found: &'a mut [CommonBounds],
}

impl<S: PairSource<Frame = Frame3>, const BOXES: bool> Work for Bounds<'_, S, BOXES> {
    #[inline(always)]
    fn run<V: Lanes>(self, token: V::Token) {
        for (pairs, found) in self.pairs.chunks(BLOCK).zip(self.found.chunks_mut(BLOCK)) {
            if BOXES {
                block::<S, V::Wide, BOXES>(token, self.source, pairs, found);
            } else {
                block::<S, V, BOXES>(token, self.source, pairs, found);
            }
        }
    }
}

/// Sorts a block by shape, and runs each kernel on its own.
#[inline(always)]
fn block<S: PairSource<Frame = Frame3>, V: Lanes, const BOXES: bool>(
    token: V::Token,
    source: &S,
    pairs: &[u32],
    found: &mut [CommonBounds],
) {
    let places = ByShape::<BLOCK>::new(source, pairs);
    list::<S, V, false, false, BOXES>(token, source, pairs, places.with(0), found);
    list::<S, V, true, false, BOXES>(token, source, pairs, places.with(1), found);
    list::<S, V, true, true, BOXES>(token, source, pairs, places.with(2), found);
}

/// The pairs of one kind in a block.
#[inline(always)]
fn list<
    S: PairSource<Frame = Frame3>,
    V: Lanes,
    const A_TETRA: bool,
    const B_TETRA: bool,
    const BOXES: bool,
>(
    token: V::Token,
    source: &S,
    pairs: &[u32],
    places: &[u16],
    found: &mut [CommonBounds],
) {
    for places in places.chunks(V::WIDTH) {
        let operands = Operands::<V>::load::<A_TETRA, B_TETRA>(
            token,
            // A short last group is filled up with its last pair.
            #[inline(always)]
            |lane| ordered(source, pairs[usize::from(places[lane.min(places.len() - 1)])]),
        );
        let common = clipped::<V, A_TETRA, B_TETRA>(operands);
        let Common { point, low, high, told_point, told_box, .. } = common;
        let (told_point, told_box) = (V::bits(told_point), V::bits(told_box));
        let mut values = [[0.0; MAX_WIDTH]; 9];
        for (out, vector) in values.chunks_exact_mut(3).zip([point, low, high]) {
            for (out, value) in out.iter_mut().zip(vector) {
                value.store_wide(out);
            }
        }
        for (lane, &place) in places.iter().enumerate() {
            let found = &mut found[usize::from(place)];
            // Seen from the world's origin, by an addition in f64: the only error that depends on
            // the distance.
            let origin = ordered(source, pairs[usize::from(place)]).0.rows[0];
            let mut world = [0.0; 9];
            for (i, value) in world.iter_mut().enumerate() {
                *value = values[i][lane] + f64::from(origin[i % 3]);
            }
            let [x, y, z, low @ .., u, v, w] = world;
            if told_point >> lane & 1 == 1 {
                found.point = Some(DVec3::new(x, y, z));
            }
            if BOXES && told_box >> lane & 1 == 1 {
                found.aabb = Some(Aabb3 {
                    min: Vec3::new(below(low[0]), below(low[1]), below(low[2])),
                    max: Vec3::new(-below(-u), -below(-v), -below(-w)),
                });
            }
        }
    }
}

/// The greatest `f32` that is below a sum of which `x` is the rounded value, or nearly so.
#[inline(always)]
pub(super) fn below(sum: f64) -> f32 {
    let sum = sum.next_down();
    let near = sum as f32;
    if f64::from(near) > sum { near.next_down() } else { near }
}
