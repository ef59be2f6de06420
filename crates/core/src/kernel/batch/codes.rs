//! The raw codes of all pairs of a source.

use super::block::run;
use super::pairs::{Indexed, Pairs, Zipped};
use crate::kernel::lanes::Lanes;
use crate::kernel::simd::{SimdLevel, Work, at_level};
use crate::kernel::source::Source;
use crate::kernel::table::Table;
use crate::motion::Motion;
use crate::verdict::RawCode;
use rayon::prelude::*;
use std::marker::PhantomData;

/// Pairs a thread takes at a time: some 50 microseconds of work.
pub const GRAIN: usize = 4096;

/// Scattered pairs that are copied at a time: both copies together fit the second-level cache.
const COPIED: usize = 512;

/// Returns the raw code of each pair.
///
/// The result does not depend on the number of threads. Which pairs are undecided may differ
/// between levels with and without fused multiply-add.
pub fn codes<F: Table, M: Motion>(source: Source<'_, F>, level: SimdLevel) -> Vec<RawCode> {
    match source {
        Source::Indexed { frames, pairs } => chunked(source.count(), |start, codes| {
            fill::<_, M>(Indexed { frames, pairs }, level, start, codes);
        }),
        Source::Zipped { a, b } => chunked(source.count(), |start, codes| {
            fill::<_, M>(Zipped { a, b }, level, start, codes);
        }),
        // Copied, so that no kernel is compiled for this source alone.
        Source::Scattered(pairs) => chunked(source.count(), |start, codes| {
            let pairs = &pairs[start..start + codes.len()];
            let (mut a, mut b) = (Vec::new(), Vec::new());
            for (codes, pairs) in codes.chunks_mut(COPIED).zip(pairs.chunks(COPIED)) {
                a.clear();
                b.clear();
                a.extend(pairs.iter().map(|pair| *pair.0));
                b.extend(pairs.iter().map(|pair| *pair.1));
                fill::<_, M>(Zipped { a: &a, b: &b }, level, 0, codes);
            }
        }),
    }
}

/// Gives chunks of codes to `fill`, each with the number of its first pair.
fn chunked(count: usize, fill: impl Fn(usize, &mut [RawCode]) + Sync) -> Vec<RawCode> {
    let mut codes = vec![RawCode::UNDECIDED; count];
    if count > GRAIN && rayon::current_num_threads() > 1 {
        codes.par_chunks_mut(GRAIN).enumerate().for_each(|(i, chunk)| fill(i * GRAIN, chunk));
    } else {
        fill(0, &mut codes);
    }
    codes
}

/// Writes the codes of the pairs from `start` on.
fn fill<P: Pairs, M: Motion>(pairs: P, level: SimdLevel, start: usize, codes: &mut [RawCode]) {
    at_level(level, Chunk { pairs, start, codes, motion: PhantomData::<M> });
}

struct Chunk<'a, P, M> {
    pairs: P,
    start: usize,
    codes: &'a mut [RawCode],
    motion: PhantomData<M>,
}

impl<P: Pairs, M: Motion> Work for Chunk<'_, P, M> {
    #[inline(always)]
    fn run<V: Lanes>(self, token: V::Token) {
        run::<V, M>(token, &self.pairs, self.start, self.codes);
    }
}
