//! Best axes, boxes and common points of many pairs in the plane, by their numbers.

use super::super::axes::BestAxis;
use super::super::block::PairSource;
use super::super::by_shape::{ByShape, exchanged, ordered};
use super::super::clip::{CommonBounds, below};
use super::super::lanes::Lanes;
use super::super::simd::{SimdLevel, Work, at_level};
use super::axes::{Best, best};
use super::clip::{Common, clipped};
use super::operand::Operands;
use crate::geom::{Aabb2, Frame2};
use glam::{DVec2, Vec2};
use rayon::prelude::*;
use std::marker::PhantomData;

/// Pairs a thread takes at a time.
const GRAIN: usize = 512;

/// The widest vector.
const MAX_WIDTH: usize = 16;

/// The best axis of each of `pairs`, which number pairs of valid frames; `None` where `f32` cannot
/// tell. Runs on the threads of the current rayon pool.
pub fn best_axes(
    source: &impl PairSource<Frame = Frame2>,
    pairs: &[u32],
    level: SimdLevel,
) -> Vec<Option<BestAxis<Vec2>>> {
    found::<_, Axes>(source, pairs, level, None)
}

/// Box and common point of each of `pairs`, which number pairs that are known to meet; `None` where
/// `f64` cannot tell. Runs on the threads of the current rayon pool.
pub fn common_bounds(
    source: &impl PairSource<Frame = Frame2>,
    pairs: &[u32],
    level: SimdLevel,
) -> Vec<CommonBounds<DVec2, Aabb2>> {
    found::<_, Boxes>(source, pairs, level, CommonBounds::OPEN)
}

/// The same without boxes: in `f32`, and in `f64` where that cannot tell.
pub fn common_points(
    source: &impl PairSource<Frame = Frame2>,
    pairs: &[u32],
    level: SimdLevel,
) -> Vec<CommonBounds<DVec2, Aabb2>> {
    let mut out = found::<_, Points>(source, pairs, level, CommonBounds::OPEN);
    let open: Vec<usize> = (0..pairs.len()).filter(|&i| out[i].point.is_none()).collect();
    let numbers: Vec<u32> = open.iter().map(|&i| pairs[i]).collect();
    for (i, again) in open.into_iter().zip(common_bounds(source, &numbers, level)) {
        out[i].point = again.point;
    }
    out
}

/// How a kernel takes a pair.
#[derive(Clone, Copy)]
struct Taken<'a> {
    first: &'a Frame2,
    /// That is the second frame of the pair.
    exchanged: bool,
}

/// What is found of pairs of the same shapes, one a lane.
trait Find {
    type Found: Copy + Send + Sync;
    /// Finds it in `f64`.
    const WIDE: bool;
    /// Gives what is found of each of these pairs, which are those of the lanes; must be inlined.
    fn find<V: Lanes, const A_TRIANGLE: bool, const B_TRIANGLE: bool>(
        operands: Operands<V>,
        pairs: &[Taken<'_>],
        give: impl FnMut(usize, Self::Found),
    );
}

fn found<S: PairSource<Frame = Frame2>, F: Find>(
    source: &S,
    pairs: &[u32],
    level: SimdLevel,
    open: F::Found,
) -> Vec<F::Found> {
    let mut out = vec![open; pairs.len()];
    let chunks = out.par_chunks_mut(GRAIN).zip(pairs.par_chunks(GRAIN));
    chunks.for_each(|(out, pairs)| {
        let places = ByShape::new(source, pairs);
        at_level(level, Group::<_, F> { source, pairs, out, places, find: PhantomData });
    });
    out
}

struct Group<'a, S, F: Find> {
    source: &'a S,
    pairs: &'a [u32],
    out: &'a mut [F::Found],
    places: ByShape<GRAIN>,
    find: PhantomData<F>,
}

impl<S: PairSource<Frame = Frame2>, F: Find> Work for Group<'_, S, F> {
    #[inline(always)]
    fn run<V: Lanes>(mut self, token: V::Token) {
        if F::WIDE { self.all::<V::Wide>(token) } else { self.all::<V>(token) }
    }
}

impl<S: PairSource<Frame = Frame2>, F: Find> Group<'_, S, F> {
    #[inline(always)]
    fn all<V: Lanes>(&mut self, token: V::Token) {
        self.list::<V, false, false>(token);
        self.list::<V, true, false>(token);
        self.list::<V, true, true>(token);
    }

    #[inline(always)]
    fn list<V: Lanes, const A_TRIANGLE: bool, const B_TRIANGLE: bool>(&mut self, token: V::Token) {
        let (source, numbers) = (self.source, self.pairs);
        for places in
            self.places.with(usize::from(A_TRIANGLE) + usize::from(B_TRIANGLE)).chunks(V::WIDTH)
        {
            // A short last group is filled up with its last pair.
            let number = |lane: usize| numbers[usize::from(places[lane.min(places.len() - 1)])];
            let operands = Operands::<V>::load::<A_TRIANGLE, B_TRIANGLE>(
                token,
                #[inline(always)]
                |lane| ordered(source, number(lane)),
            );
            let taken = |lane| Taken {
                first: ordered(source, number(lane)).0,
                exchanged: exchanged(source, number(lane)),
            };
            let mut pairs = [taken(0); MAX_WIDTH];
            for (lane, pair) in pairs.iter_mut().enumerate().take(places.len()) {
                *pair = taken(lane);
            }
            let out = &mut *self.out;
            F::find::<V, A_TRIANGLE, B_TRIANGLE>(
                operands,
                &pairs[..places.len()],
                #[inline(always)]
                |lane, found| out[usize::from(places[lane])] = found,
            );
        }
    }
}

struct Axes;

impl Find for Axes {
    type Found = Option<BestAxis<Vec2>>;
    const WIDE: bool = false;

    #[inline(always)]
    fn find<V: Lanes, const A_TRIANGLE: bool, const B_TRIANGLE: bool>(
        operands: Operands<V>,
        pairs: &[Taken<'_>],
        mut give: impl FnMut(usize, Self::Found),
    ) {
        let Best { axis: [x, y], low, own, others, highest, reach, told } =
            best::<V, A_TRIANGLE, B_TRIANGLE>(operands);
        let told = V::bits(told);
        let mut rows = [[0.0; MAX_WIDTH]; 7];
        let columns = [x, y, low, own, others, highest, reach];
        for i in 0..columns.len() {
            columns[i].store(&mut rows[i]);
        }
        for (lane, pair) in pairs.iter().enumerate() {
            let sign = if pair.exchanged { -1.0 } else { 1.0 };
            let [x, y, low, own, others, highest, reach] =
                [0, 1, 2, 3, 4, 5, 6].map(|i| rows[i][lane]);
            let axis = sign * Vec2::new(x, y);
            let best = BestAxis { axis, low, own, others, highest, nulls: false, reach };
            give(lane, (told >> lane & 1 == 1).then_some(best));
        }
    }
}

/// Boxes and points, in `f64`.
struct Boxes;

/// Points, in `f32`.
struct Points;

impl Find for Boxes {
    type Found = CommonBounds<DVec2, Aabb2>;
    const WIDE: bool = true;

    #[inline(always)]
    fn find<V: Lanes, const A_TRIANGLE: bool, const B_TRIANGLE: bool>(
        operands: Operands<V>,
        pairs: &[Taken<'_>],
        give: impl FnMut(usize, Self::Found),
    ) {
        common::<V, A_TRIANGLE, B_TRIANGLE, true>(operands, pairs, give);
    }
}

impl Find for Points {
    type Found = CommonBounds<DVec2, Aabb2>;
    const WIDE: bool = false;

    #[inline(always)]
    fn find<V: Lanes, const A_TRIANGLE: bool, const B_TRIANGLE: bool>(
        operands: Operands<V>,
        pairs: &[Taken<'_>],
        give: impl FnMut(usize, Self::Found),
    ) {
        common::<V, A_TRIANGLE, B_TRIANGLE, false>(operands, pairs, give);
    }
}

#[inline(always)]
fn common<V: Lanes, const A_TRIANGLE: bool, const B_TRIANGLE: bool, const BOXES: bool>(
    operands: Operands<V>,
    pairs: &[Taken<'_>],
    mut give: impl FnMut(usize, CommonBounds<DVec2, Aabb2>),
) {
    let Common { point, low, high, told_point, told_box, .. } =
        clipped::<V, A_TRIANGLE, B_TRIANGLE>(operands);
    let (told_point, told_box) = (V::bits(told_point), V::bits(told_box));
    let mut rows = [[0.0; MAX_WIDTH]; 6];
    let columns = [point[0], point[1], low[0], low[1], high[0], high[1]];
    for i in 0..if BOXES { 6 } else { 2 } {
        columns[i].store_wide(&mut rows[i]);
    }
    for (lane, pair) in pairs.iter().enumerate() {
        // Seen from the world's origin, by an addition in f64: the only error that depends on the
        // distance.
        let origin = pair.first.rows[0];
        let [x, y, left, lower, right, upper] =
            [0, 1, 2, 3, 4, 5].map(|i| rows[i][lane] + f64::from(origin[i % 2]));
        let point = (told_point >> lane & 1 == 1).then(|| DVec2::new(x, y));
        let aabb = (BOXES && told_box >> lane & 1 == 1).then(|| Aabb2 {
            min: Vec2::new(below(left), below(lower)),
            max: Vec2::new(-below(-right), -below(-upper)),
        });
        give(lane, CommonBounds { point, aabb });
    }
}
