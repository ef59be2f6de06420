//! Pairs in any order, sorted by their shapes: which kernel judges which pairs of a block.

use super::block::{PairSource, not_a_cuboid, not_a_tetra, spread};
use super::lanes::Lanes;
use super::motion::{Kernels, Motion};
use crate::verdict::RawCode;
use std::ops::Range;

/// Pairs sorted at a time: a byte numbers them. A multiple of every vector's width, so that a list can be filled up to groups.
pub const BLOCK: usize = 128;

/// Lists of pairs: of cuboids, mixed ones, of tetrahedra.
const KINDS: usize = 3;

/// Set in the position of a pair whose frames change places.
const SWAPPED: u8 = BLOCK as u8;

/// Pairs whose tags are looked at together: one bit each.
const TOGETHER: usize = 32;

/// The positions of a block's pairs, one list for each combination of shapes.
pub struct Lists {
    positions: [[u8; BLOCK]; KINDS],
    len: [usize; KINDS],
}

impl Lists {
    /// Empty ones.
    #[inline(always)]
    pub fn new() -> Self {
        Self { positions: [[0; BLOCK]; KINDS], len: [0; KINDS] }
    }

    /// Empties them for the next block.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.len = [0; KINDS];
    }

    /// Some pairs of the block to their lists. A pair with a tag that no shape has (a frame cast from foreign bytes) is judged
    /// by no kernel: the exact stage refuses it.
    #[inline(always)]
    pub fn sort<S: PairSource>(&mut self, source: &S, start: usize, positions: Range<usize>) {
        for first in positions.clone().step_by(TOGETHER) {
            let pairs = start + first..start + positions.end.min(first + TOGETHER);
            let Shapes { a_tetra, b_tetra, known } = Shapes::of(source, pairs);
            self.push::<0>(first, !a_tetra & !b_tetra & known, 0);
            // The verdict is symmetric, and the mixed kernel takes the tetrahedron first.
            self.push::<1>(first, (a_tetra ^ b_tetra) & known, b_tetra);
            self.push::<2>(first, a_tetra & b_tetra & known, 0);
        }
    }

    /// The pairs of these bits to a list.
    #[inline(always)]
    fn push<const KIND: usize>(&mut self, first: usize, mut pairs: u32, swapped: u32) {
        let mut len = self.len[KIND];
        while pairs != 0 {
            let bit = pairs.trailing_zeros();
            let swapped = (swapped >> bit & 1) as u8 * SWAPPED;
            // Never more than a block holds; the remainder spares a test of it.
            self.positions[KIND][len % BLOCK] = (first as u8 + bit as u8) | swapped;
            len += 1;
            pairs &= pairs - 1;
        }
        self.len[KIND] = len;
    }

    /// Judges one list. A short last group is filled up with its last pair.
    #[inline(always)]
    pub fn run<V: Lanes, M: Motion, const A_TETRA: bool, const B_TETRA: bool>(
        &mut self,
        token: V::Token,
        source: &impl PairSource,
        start: usize,
        codes: &mut [RawCode],
    ) {
        let kind = usize::from(A_TETRA) + usize::from(B_TETRA);
        let (list, len) = (&mut self.positions[kind], self.len[kind]);
        let Some(last) = len.checked_sub(1) else { return };
        for i in len..len.next_multiple_of(V::WIDTH).min(BLOCK) {
            list[i] = list[last];
        }
        for positions in list.chunks_exact(V::WIDTH).take(len.div_ceil(V::WIDTH)) {
            let certain = M::judge::<_, V, A_TETRA, B_TETRA>(
                token,
                #[inline(always)]
                |lane| {
                    let position = positions[lane];
                    let (a, b) = source.pair(start + usize::from(position & !SWAPPED));
                    if A_TETRA != B_TETRA && position & SWAPPED != 0 { (b, a) } else { (a, b) }
                },
            );
            let found = spread(V::bits(certain.separate), V::bits(certain.overlapping));
            for (&position, code) in positions.iter().zip(found) {
                codes[usize::from(position & !SWAPPED)] = RawCode::from_low_bits(code.into());
            }
        }
    }
}

/// The shapes of [`TOGETHER`] pairs, or of fewer: bit `i` belongs to pair `i`.
struct Shapes {
    a_tetra: u32,
    b_tetra: u32,
    /// Both tags are those of shapes.
    known: u32,
}

/// Both frames of a pair, side by side in one word.
const BOTH: u64 = 1 << 32 | 1;
/// Added to a tag: 0 becomes `0080_0000`, and 1 and 2, which are tetrahedra, `4000_0000` and `4080_0000`,
const STEP: u64 = BOTH * 0x0080_0000;
/// so that this bit tells the shape.
const TETRA: u64 = BOTH * 0x4000_0000;
/// Bits that no shape's tag has then.
const FOREIGN: u64 = BOTH * 0xbf7f_ffff;

impl Shapes {
    /// Those of some pairs, of one at least. No branch, because shapes come in any order, and no comparison: compilers make one of floats
    /// from it, with four times the instructions.
    #[inline(always)]
    fn of<S: PairSource>(source: &S, pairs: Range<usize>) -> Self {
        let len = pairs.len() as u32;
        let (mut flags, mut some, mut all) = (0, 0, u64::MAX);
        for (a, b) in source.pairs(pairs.clone()) {
            let tags = u64::from(a.tag().to_bits()) | u64::from(b.tag().to_bits()) << 32;
            let tags = tags.wrapping_add(STEP);
            // The first pair's flags end up below all others'.
            flags = flags >> 1 | (tags & TETRA) << 1;
            some |= tags;
            // A tag that has neither of the bits that shapes have is foreign too.
            all &= tags | tags << 7;
        }
        let unused = TOGETHER as u32 - len;
        let ordinary = (some & FOREIGN) | (!all & TETRA) == 0;
        Self {
            a_tetra: flags as u32 >> unused,
            b_tetra: (flags >> 32) as u32 >> unused,
            known: if ordinary { u32::MAX >> unused } else { known(source, pairs) },
        }
    }
}

/// Which pairs have tags that shapes have, asked one by one: a cuboid's may be a negative zero as well.
fn known<S: PairSource>(source: &S, pairs: Range<usize>) -> u32 {
    let is_known = |frame: &S::Frame| not_a_cuboid(frame) == 0 || not_a_tetra(frame) == 0;
    source
        .pairs(pairs)
        .enumerate()
        .fold(0, |known, (i, (a, b))| known | u32::from(is_known(a) && is_known(b)) << i)
}
