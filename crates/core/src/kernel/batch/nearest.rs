//! Distances of separate pairs, by their numbers.

use super::numbered::{Find, Ordered, found};
use crate::geom::Nearest;
use crate::kernel::lanes::{Lanes, MAX_WIDTH};
use crate::kernel::nearest::Walked;
use crate::kernel::simd::SimdLevel;
use crate::kernel::source::Source;
use crate::kernel::table::{Row, Table};

/// Returns the nearest points of each of `numbers`, or `None` where `f64` cannot
/// [prove](Nearest::is_proven) the distance. The pairs are known to be separate.
pub fn nearest<F: Table>(
    source: Source<'_, F>,
    numbers: &[u32],
    level: SimdLevel,
) -> Vec<Option<Nearest<F::Point>>> {
    found(source, numbers, level, Points)
}

/// Returns which of `numbers` are closer than a margin, or `None` where `f64` cannot tell. The
/// pairs are known to be separate.
pub fn closer<F: Table>(
    source: Source<'_, F>,
    numbers: &[u32],
    margin: f32,
    level: SimdLevel,
) -> Vec<Option<bool>> {
    found(source, numbers, level, Closer(margin))
}

#[derive(Clone, Copy)]
struct Points;

#[derive(Clone, Copy)]
struct Closer(f32);

impl<F: Table> Find<F> for Points {
    type Found = Option<Nearest<F::Point>>;
    const WIDE: bool = true;
    const NONE: Self::Found = None;

    #[inline(always)]
    fn find<'a, V: Lanes, R: Row<F>>(
        self,
        token: V::Token,
        pair: impl Fn(usize) -> (&'a F, &'a F) + Copy,
        pairs: impl ExactSizeIterator<Item = Ordered<'a, F>>,
        mut give: impl FnMut(usize, Self::Found),
    ) {
        let Walked { at_least, at_most, length, from, apart, normal } =
            R::nearest::<V>(token, pair, None);
        let mut rows = [[0.0; MAX_WIDTH]; 12];
        let [fx, fy, fz] = from;
        let [x, y, z] = apart;
        let [nx, ny, nz] = normal;
        let columns = [at_least, at_most, length, fx, fy, fz, x, y, z, nx, ny, nz];
        for i in 0..columns.len() {
            columns[i].store_wide(&mut rows[i]);
        }
        for (lane, pair) in pairs.enumerate() {
            let sign = if pair.swapped { -1.0 } else { 1.0 };
            let start = F::point(
                #[inline(always)]
                |axis| rows[3 + axis][lane] + f64::from(pair.first.origin(axis)),
            );
            let end = F::point(
                #[inline(always)]
                |axis| {
                    let start = rows[3 + axis][lane] + f64::from(pair.first.origin(axis));
                    start + rows[6 + axis][lane]
                },
            );
            let nearest = Nearest {
                distance: rows[2][lane],
                at_least: rows[0][lane],
                at_most: rows[1][lane],
                points: if pair.swapped { [end, start] } else { [start, end] },
                // Zeros without a sign.
                normal: F::point(
                    #[inline(always)]
                    |axis| sign * rows[9 + axis][lane] + 0.0,
                ),
            };
            give(lane, nearest.is_proven().then_some(nearest));
        }
    }
}

impl<F: Table> Find<F> for Closer {
    type Found = Option<bool>;
    const WIDE: bool = true;
    const NONE: Self::Found = None;

    #[inline(always)]
    fn find<'a, V: Lanes, R: Row<F>>(
        self,
        token: V::Token,
        pair: impl Fn(usize) -> (&'a F, &'a F) + Copy,
        pairs: impl ExactSizeIterator<Item = Ordered<'a, F>>,
        mut give: impl FnMut(usize, Self::Found),
    ) {
        let Self(margin) = self;
        let Walked { at_least, at_most, .. } = R::nearest::<V>(token, pair, Some(margin));
        let margin = at_least.splat(margin);
        // Neither holds where a bound is no number.
        let (closer, further) = (V::bits(at_most.lt(margin)), V::bits(margin.lt(at_least)));
        for lane in 0..pairs.len() {
            let is = |bits: u32| bits >> lane & 1 == 1;
            let found = match () {
                () if is(closer) => Some(true),
                () if is(further) => Some(false),
                () => None,
            };
            give(lane, found);
        }
    }
}
