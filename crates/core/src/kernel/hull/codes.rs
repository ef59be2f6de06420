//! The raw codes of pairs of polytopes.

use super::{alone, batched};
use crate::geom::{Pair, PolytopeSet};
use crate::kernel::lanes::Scan;
use crate::kernel::simd::{SimdLevel, Work, at_level};
#[cfg(feature = "motion")]
use crate::motion::Moving;
use crate::motion::{Motion, Resting};
use crate::verdict::RawCode;
use rayon::prelude::*;
use std::marker::PhantomData;

/// Pairs that a thread takes at a time: some 50 microseconds of work.
pub const GRAIN: usize = 256;

/// Returns the raw code of each pair of polytopes of the set.
///
/// Runs on the threads of the current rayon pool. Which pairs are undecided may differ between
/// levels; what is certain does not.
pub fn hull_codes(set: &PolytopeSet, pairs: &[Pair], level: SimdLevel) -> Vec<RawCode> {
    codes::<Resting>(set, pairs, level)
}

/// Returns the raw code of each pair of polytopes that move by their velocities. A pair overlaps if
/// the relative interiors meet at some `t` in `[0, 1]`.
#[cfg(feature = "motion")]
pub fn moving_hull_codes(set: &PolytopeSet, pairs: &[Pair], level: SimdLevel) -> Vec<RawCode> {
    codes::<Moving>(set, pairs, level)
}

fn codes<M: Motion>(set: &PolytopeSet, pairs: &[Pair], level: SimdLevel) -> Vec<RawCode> {
    // Half of a vector of sixteen would lie idle on small hulls.
    let level = if level == SimdLevel::Avx512 { SimdLevel::Avx2 } else { level };
    let mut codes = vec![RawCode::UNDECIDED; pairs.len()];
    let work = |(pairs, codes): (&[Pair], &mut [RawCode])| {
        at_level(level, Chunk::<M> { set, pairs, codes, motion: PhantomData })
    };
    if pairs.len() > GRAIN && rayon::current_num_threads() > 1 {
        pairs.par_chunks(GRAIN).zip(codes.par_chunks_mut(GRAIN)).for_each(work);
    } else {
        work((pairs, &mut codes));
    }
    codes
}

struct Chunk<'a, M> {
    set: &'a PolytopeSet,
    pairs: &'a [Pair],
    codes: &'a mut [RawCode],
    motion: PhantomData<M>,
}

impl<M: Motion> Work for Chunk<'_, M> {
    #[inline(always)]
    fn run<V: Scan>(self, token: V::Token) {
        batched::test_small::<V, M>(token, self.set, self.pairs, self.codes);
        for (pair, code) in self.pairs.iter().zip(self.codes) {
            if *code != RawCode::UNDECIDED {
                continue;
            }
            *code = alone::test::<V, M>(token, self.set, *pair)
                .map_or(RawCode::UNDECIDED, RawCode::from);
        }
    }
}
