//! Batches of contact intervals: moving pairs that meet, by their numbers.

use super::block::PairSource;
use super::by_shape::{ByShape, ordered};
use super::lanes::Lanes;
use super::motion::Kernels;
use super::passing::Contact;
use super::simd::{SimdLevel, Work, at_level};
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
const GRAIN: usize = 512;

/// The widest vector.
const MAX_WIDTH: usize = 16;

/// Bounds for each of `pairs`, which number pairs of valid frames that are known to meet; `None`
/// where `f32` cannot tell. Runs on the threads of the current rayon pool.
pub fn contact_ends(
    source: &impl PairSource,
    pairs: &[u32],
    level: SimdLevel,
) -> Vec<Option<ContactEnds>> {
    let mut ends = vec![None; pairs.len()];
    let chunks = ends.par_chunks_mut(GRAIN).zip(pairs.par_chunks(GRAIN));
    chunks.for_each(|(ends, pairs)| {
        let places = ByShape::new(source, pairs);
        at_level(level, Ends { group: Group { source, pairs, ends }, places });
    });
    ends
}

struct Group<'a, S> {
    source: &'a S,
    pairs: &'a [u32],
    ends: &'a mut [Option<ContactEnds>],
}

struct Ends<'a, S> {
    group: Group<'a, S>,
    places: ByShape<GRAIN>,
}

impl<S: PairSource> Work for Ends<'_, S> {
    #[inline(always)]
    fn run<V: Lanes>(mut self, token: V::Token) {
        self.group.run::<V, false, false>(token, self.places.with(0));
        self.group.run::<V, true, false>(token, self.places.with(1));
        self.group.run::<V, true, true>(token, self.places.with(2));
    }
}

impl<S: PairSource> Group<'_, S> {
    #[inline(always)]
    fn run<V: Lanes, const A_TETRA: bool, const B_TETRA: bool>(
        &mut self,
        token: V::Token,
        places: &[u16],
    ) {
        let (source, numbers) = (self.source, self.pairs);
        for places in places.chunks(V::WIDTH) {
            let Contact { first, last, told } = S::Frame::contact::<V, A_TETRA, B_TETRA>(
                token,
                // A short last group is filled up with its last pair. The interval is the same in
                // either order.
                #[inline(always)]
                |lane| ordered(source, numbers[usize::from(places[lane.min(places.len() - 1)])]),
            );
            let told = V::bits(told);
            let mut bounds = [[0.0; MAX_WIDTH]; 4];
            for (out, vector) in bounds.iter_mut().zip([first[0], first[1], last[0], last[1]]) {
                vector.store(out);
            }
            for (lane, &place) in places.iter().enumerate() {
                let [a, b, c, d] =
                    [bounds[0][lane], bounds[1][lane], bounds[2][lane], bounds[3][lane]];
                let ends = ContactEnds { first: [a, b], last: [c, d] };
                self.ends[usize::from(place)] = (told >> lane & 1 == 1).then_some(ends);
            }
        }
    }
}
