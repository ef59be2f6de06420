//! Best axes of many pairs, by their numbers.

use super::numbered::{Find, Ordered, found};
use crate::kernel::axes::NULLS;
use crate::kernel::bounds::Best;
use crate::kernel::lanes::{Lanes, MAX_WIDTH};
use crate::kernel::simd::SimdLevel;
use crate::kernel::source::Source;
use crate::kernel::table::{Row, Table};
use glam::Vec3;

/// The best axis of a pair, and what it leaves open.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BestAxis<V = Vec3> {
    /// A unit vector within a few roundings, from the first frame towards the second.
    pub axis: V,
    /// A lower bound of the gap along it; negative where the projections may overlap.
    pub low: f32,
    /// How far the gap along the exact candidate may be above that along `axis`.
    pub own: f32,
    /// An upper bound of the gap along every other candidate, of those that are not nearly null.
    pub others: f32,
    /// An upper bound of the gap along every candidate, of those that are not nearly null.
    pub highest: f32,
    /// True where some product of edges is nearly null.
    pub nulls: bool,
    /// The size that errors go by: of the order of the pair's extent.
    pub extent: f32,
}

impl<V> BestAxis<V> {
    /// How far the depth of a pair that meets may be below that along the axis, which is `depth` or
    /// less.
    pub fn slack_of_depth(&self, depth: f32) -> f32 {
        let nulls = if self.nulls { NULLS * self.extent } else { 0.0 };
        (depth + self.others).max(self.own) + nulls
    }

    /// How far the largest gap among all candidates that are not nearly null may be above this one
    /// along the axis.
    pub fn slack_of_gap(&self, gap: f32) -> f32 {
        (self.others - gap).max(self.own)
    }
}

/// Returns the best axis of each of `numbers`, or `None` where `f32` cannot tell. The frames are
/// valid.
pub fn best_axes<F: Table>(
    source: Source<'_, F>,
    numbers: &[u32],
    level: SimdLevel,
) -> Vec<Option<BestAxis<F::Direction>>> {
    found(source, numbers, level, Axes)
}

#[derive(Clone, Copy)]
struct Axes;

impl<F: Table> Find<F> for Axes {
    type Found = Option<BestAxis<F::Direction>>;
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
        let Best { axis, low, own, others, highest, nulls, extent, known } =
            R::best::<V>(token, pair);
        let (nulls, known) = (V::bits(nulls), V::bits(known));
        let mut coordinates = [[0.0; MAX_WIDTH]; 3];
        for (out, column) in coordinates.iter_mut().zip(axis.as_ref()) {
            column.store(out);
        }
        let mut rows = [[0.0; MAX_WIDTH]; 5];
        let columns = [low, own, others, highest, extent];
        for i in 0..columns.len() {
            columns[i].store(&mut rows[i]);
        }
        for (lane, pair) in pairs.enumerate() {
            let sign = if pair.swapped { -1.0 } else { 1.0 };
            let best = BestAxis {
                axis: F::direction(
                    #[inline(always)]
                    |axis| sign * coordinates[axis][lane],
                ),
                low: rows[0][lane],
                own: rows[1][lane],
                others: rows[2][lane],
                highest: rows[3][lane],
                nulls: nulls >> lane & 1 == 1,
                extent: rows[4][lane],
            };
            give(lane, (known >> lane & 1 == 1).then_some(best));
        }
    }
}
