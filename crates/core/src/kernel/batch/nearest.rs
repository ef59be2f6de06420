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
    const WIDE: bool = false;
    const NONE: Self::Found = None;

    #[inline(always)]
    fn find<'a, V: Lanes, R: Row<F>>(
        self,
        token: V::Token,
        pair: impl Fn(usize) -> (&'a F, &'a F) + Copy,
        pairs: impl ExactSizeIterator<Item = Ordered<'a, F>>,
        mut give: impl FnMut(usize, Self::Found),
    ) {
        let mut pairs = pairs.enumerate();
        R::nearest::<V>(
            token,
            pair,
            None,
            #[inline(always)]
            |_, walked| {
                let mut rows = [[0.0; MAX_WIDTH]; 12];
                let Walked { at_least, at_most, length, from, apart, normal } = walked;
                let [fx, fy, fz] = from;
                let [x, y, z] = apart;
                let [nx, ny, nz] = normal;
                let columns = [at_least, at_most, length, fx, fy, fz, x, y, z, nx, ny, nz];
                for i in 0..columns.len() {
                    columns[i].store_wide(&mut rows[i]);
                }
                for lane in 0..V::Wide::WIDTH {
                    // The last part may have more lanes than pairs.
                    let Some((place, pair)) = pairs.next() else { break };
                    let nearest = nearest_in::<F>(&rows, lane, pair);
                    give(place, nearest.is_proven().then_some(nearest));
                }
            },
        );
    }
}

/// The nearest points of the pair of a lane, seen from the world's origin. The rows hold the
/// numbers of [`Walked`].
#[inline(always)]
fn nearest_in<F: Table>(
    rows: &[[f64; MAX_WIDTH]; 12],
    lane: usize,
    Ordered { first, swapped, .. }: Ordered<'_, F>,
) -> Nearest<F::Point> {
    let sign = if swapped { -1.0 } else { 1.0 };
    let start = F::point(
        #[inline(always)]
        |axis| rows[3 + axis][lane] + f64::from(first.origin(axis)),
    );
    let end = F::point(
        #[inline(always)]
        |axis| {
            let start = rows[3 + axis][lane] + f64::from(first.origin(axis));
            start + rows[6 + axis][lane]
        },
    );
    Nearest {
        distance: rows[2][lane],
        at_least: rows[0][lane],
        at_most: rows[1][lane],
        points: if swapped { [end, start] } else { [start, end] },
        // Zeros without a sign.
        normal: F::point(
            #[inline(always)]
            |axis| sign * rows[9 + axis][lane] + 0.0,
        ),
    }
}

impl<F: Table> Find<F> for Closer {
    type Found = Option<bool>;
    const WIDE: bool = false;
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
        let count = pairs.len();
        R::nearest::<V>(
            token,
            pair,
            Some(margin),
            #[inline(always)]
            |first, Walked { at_least, at_most, .. }| {
                let margin = at_least.splat(margin);
                // Neither holds where a bound is no number.
                let closer = V::Wide::bits(at_most.lt(margin));
                let further = V::Wide::bits(margin.lt(at_least));
                for lane in 0..V::Wide::WIDTH.min(count.saturating_sub(first)) {
                    let is = |bits: u32| bits >> lane & 1 == 1;
                    let found = match () {
                        () if is(closer) => Some(true),
                        () if is(further) => Some(false),
                        () => None,
                    };
                    give(first + lane, found);
                }
            },
        );
    }
}
