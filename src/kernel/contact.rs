//! Batches of contact intervals: pairs of moving cuboids that meet, by their numbers.

use super::block::PairSource;
use super::contact_cuboid_cuboid::contact;
use super::lanes::Lanes;
use super::moving_operand::MovingOperands;
use super::simd::{SimdLevel, Work, at_level};
use crate::geom::Frame3;
use rayon::prelude::*;

/// Bounds of the first and of the last contact, each from below and from above.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactEnds {
    /// The first contact lies between these.
    pub first: [f32; 2],
    /// The last one between these.
    pub last: [f32; 2],
}

/// Pairs a thread takes at a time.
const GRAIN: usize = 1024;

/// The widest vector.
const MAX_WIDTH: usize = 16;

/// Bounds for each of `pairs`, which number pairs of two cuboids that are known to meet; `None` where `f32` cannot
/// tell. Runs on the threads of the current rayon pool.
pub fn contact_ends(
    source: &impl PairSource<Frame = Frame3>,
    pairs: &[u32],
    level: SimdLevel,
) -> Vec<Option<ContactEnds>> {
    let mut ends = vec![None; pairs.len()];
    let chunks = ends.par_chunks_mut(GRAIN).zip(pairs.par_chunks(GRAIN));
    chunks.for_each(|(ends, pairs)| at_level(level, Ends { source, pairs, ends }));
    ends
}

struct Ends<'a, S> {
    source: &'a S,
    pairs: &'a [u32],
    ends: &'a mut [Option<ContactEnds>],
}

impl<S: PairSource<Frame = Frame3>> Work for Ends<'_, S> {
    #[inline(always)]
    fn run<V: Lanes>(self, token: V::Token) {
        let Self { source, pairs, ends } = self;
        for (ends, pairs) in ends.chunks_mut(V::WIDTH).zip(pairs.chunks(V::WIDTH)) {
            let found = contact(MovingOperands::<V>::load::<false, false>(
                token,
                // A short last group is filled up with its last pair.
                #[inline(always)]
                |lane| source.pair(pairs[lane.min(pairs.len() - 1)] as usize),
            ));
            let told = V::bits(found.told);
            let mut bounds = [[0.0; MAX_WIDTH]; 4];
            found.first[0].store(&mut bounds[0]);
            found.first[1].store(&mut bounds[1]);
            found.last[0].store(&mut bounds[2]);
            found.last[1].store(&mut bounds[3]);
            for (lane, ends) in ends.iter_mut().enumerate() {
                let [a, b, c, d] = [bounds[0][lane], bounds[1][lane], bounds[2][lane], bounds[3][lane]];
                *ends = (told >> lane & 1 == 1).then_some(ContactEnds { first: [a, b], last: [c, d] });
            }
        }
    }
}
