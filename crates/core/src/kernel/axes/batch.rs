//! Best axes of many pairs, by their numbers.

use super::best::{Best, NULLS, best};
use crate::geom::Frame3;
use crate::kernel::block::PairSource;
use crate::kernel::by_shape::{ByShape, exchanged, ordered};
use crate::kernel::lanes::Lanes;
use crate::kernel::operand::Operands;
use crate::kernel::simd::{SimdLevel, Work, at_level};
use glam::Vec3;
use rayon::prelude::*;

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
    /// The same of all candidates.
    pub highest: f32,
    /// True where some product of edges is nearly null.
    pub nulls: bool,
    /// The size that errors go by: of the order of the pair's extent.
    pub reach: f32,
}

impl<V> BestAxis<V> {
    /// How far the depth of a pair that meets may be below that along the axis, which is `depth` or
    /// less.
    pub fn slack_of_depth(&self, depth: f32) -> f32 {
        let nulls = if self.nulls { NULLS * self.reach } else { 0.0 };
        (depth + self.others).max(self.own) + nulls
    }

    /// How far the largest gap among all candidates that are not nearly null may be above this one
    /// along the axis.
    pub fn slack_of_gap(&self, gap: f32) -> f32 {
        (self.others - gap).max(self.own)
    }
}

/// Pairs a thread takes at a time.
const GRAIN: usize = 512;

/// The widest vector.
const MAX_WIDTH: usize = 16;

/// The best axis of each of `pairs`, which number pairs of valid frames; `None` where `f32` cannot
/// tell. Runs on the threads of the current rayon pool.
pub fn best_axes(
    source: &impl PairSource<Frame = Frame3>,
    pairs: &[u32],
    level: SimdLevel,
) -> Vec<Option<BestAxis>> {
    let mut out = vec![None; pairs.len()];
    let chunks = out.par_chunks_mut(GRAIN).zip(pairs.par_chunks(GRAIN));
    chunks.for_each(|(out, pairs)| {
        let places = ByShape::new(source, pairs);
        at_level(level, Axes { group: Group { source, pairs, out }, places });
    });
    out
}

struct Group<'a, S> {
    source: &'a S,
    pairs: &'a [u32],
    out: &'a mut [Option<BestAxis>],
}

struct Axes<'a, S> {
    group: Group<'a, S>,
    places: ByShape<GRAIN>,
}

impl<S: PairSource<Frame = Frame3>> Work for Axes<'_, S> {
    #[inline(always)]
    fn run<V: Lanes>(mut self, token: V::Token) {
        self.group.run::<V, false, false>(token, self.places.with(0));
        self.group.run::<V, true, false>(token, self.places.with(1));
        self.group.run::<V, true, true>(token, self.places.with(2));
    }
}

impl<S: PairSource<Frame = Frame3>> Group<'_, S> {
    #[inline(always)]
    fn run<V: Lanes, const A_TETRA: bool, const B_TETRA: bool>(
        &mut self,
        token: V::Token,
        places: &[u16],
    ) {
        let (source, numbers) = (self.source, self.pairs);
        for places in places.chunks(V::WIDTH) {
            let found = best::<V, A_TETRA, B_TETRA>(Operands::load::<A_TETRA, B_TETRA>(
                token,
                // A short last group is filled up with its last pair.
                #[inline(always)]
                |lane| ordered(source, numbers[usize::from(places[lane.min(places.len() - 1)])]),
            ));
            let Best { axis: [x, y, z], low, own, others, highest, nulls, reach, told } = found;
            let (nulls, told) = (V::bits(nulls), V::bits(told));
            let mut rows = [[0.0; MAX_WIDTH]; 8];
            let columns = [x, y, z, low, own, others, highest, reach];
            for i in 0..columns.len() {
                columns[i].store(&mut rows[i]);
            }
            for (lane, &place) in places.iter().enumerate() {
                let sign = if exchanged(source, numbers[usize::from(place)]) { -1.0 } else { 1.0 };
                let best = BestAxis {
                    axis: sign * Vec3::new(rows[0][lane], rows[1][lane], rows[2][lane]),
                    low: rows[3][lane],
                    own: rows[4][lane],
                    others: rows[5][lane],
                    highest: rows[6][lane],
                    nulls: nulls >> lane & 1 == 1,
                    reach: rows[7][lane],
                };
                self.out[usize::from(place)] = (told >> lane & 1 == 1).then_some(best);
            }
        }
    }
}
