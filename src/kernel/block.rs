//! Batches: pairs are sorted by shape in blocks, gathered, transposed in registers and judged.

use super::lanes::Lanes;
use super::motion::{Kernels, Motion};
use crate::geom::{Frame3, Pair, ShapeKind};
use crate::verdict::RawCode;
use std::ops::Range;

/// Where a batch finds the two frames of its pair number `i`.
pub trait PairSource: Sync {
    /// Of which dimension they are.
    type Frame: Kernels;
    /// How many pairs there are.
    fn count(&self) -> usize;
    /// The frames of pair `i`, which is below [`count`](Self::count).
    fn pair(&self, i: usize) -> (&Self::Frame, &Self::Frame);
    /// The frames of some pairs in order.
    fn pairs(&self, range: Range<usize>) -> impl Iterator<Item = (&Self::Frame, &Self::Frame)>;
}

/// Pairs of indices into one slice of frames. An index out of range panics: check them first.
#[derive(Clone, Copy)]
pub struct Indexed<'a, F = Frame3> {
    /// The frames.
    pub frames: &'a [F],
    /// The pairs.
    pub pairs: &'a [Pair],
}

impl<F: Kernels> PairSource for Indexed<'_, F> {
    type Frame = F;
    #[inline(always)]
    fn count(&self) -> usize {
        self.pairs.len()
    }
    #[inline(always)]
    fn pair(&self, i: usize) -> (&F, &F) {
        let Pair { a, b } = self.pairs[i];
        (&self.frames[a as usize], &self.frames[b as usize])
    }
    #[inline(always)]
    fn pairs(&self, range: Range<usize>) -> impl Iterator<Item = (&F, &F)> {
        self.pairs[range].iter().map(
            #[inline(always)]
            |pair| (&self.frames[pair.a as usize], &self.frames[pair.b as usize]),
        )
    }
}

/// Two slices of the same length, tested element by element.
#[derive(Clone, Copy)]
pub struct Zipped<'a, F = Frame3> {
    /// First frames.
    pub a: &'a [F],
    /// Second frames.
    pub b: &'a [F],
}

impl<F: Kernels> PairSource for Zipped<'_, F> {
    type Frame = F;
    #[inline(always)]
    fn count(&self) -> usize {
        self.a.len().min(self.b.len())
    }
    #[inline(always)]
    fn pair(&self, i: usize) -> (&F, &F) {
        (&self.a[i], &self.b[i])
    }
    #[inline(always)]
    fn pairs(&self, range: Range<usize>) -> impl Iterator<Item = (&F, &F)> {
        self.a[range.clone()].iter().zip(&self.b[range])
    }
}

/// Pairs of frames that lie anywhere.
#[derive(Clone, Copy)]
pub struct Scattered<'a, F = Frame3>(pub &'a [(&'a F, &'a F)]);

impl<F: Kernels> PairSource for Scattered<'_, F> {
    type Frame = F;
    #[inline(always)]
    fn count(&self) -> usize {
        self.0.len()
    }
    #[inline(always)]
    fn pair(&self, i: usize) -> (&F, &F) {
        self.0[i]
    }
    #[inline(always)]
    fn pairs(&self, range: Range<usize>) -> impl Iterator<Item = (&F, &F)> {
        self.0[range].iter().copied()
    }
}

/// Pairs sorted by shape at a time: a byte numbers them.
const BLOCK: usize = 128;

/// Groups looked at before they are judged, which brings their frames into the first-level cache. Measured:
/// twice as many are slower.
const GROUPS_AHEAD: usize = 4;

/// The widest vector. [`BLOCK`] is a multiple of every width, so that a list can be filled up to groups.
const MAX_WIDTH: usize = 16;

/// Answers a code for each of the pairs `start..start + codes.len()`. What it cannot judge keeps the code
/// that it has.
#[inline(always)]
pub fn run<V: Lanes, M: Motion>(
    token: V::Token,
    source: &impl PairSource,
    start: usize,
    codes: &mut [RawCode],
) {
    if codes.is_empty() {
        return;
    }
    let mut lists = Lists { positions: [[0; BLOCK]; KINDS], len: [0; KINDS] };
    for (block, codes) in codes.chunks_mut(BLOCK).enumerate() {
        let start = start + block * BLOCK;
        lists.len = [0; KINDS];
        for first in (0..codes.len()).step_by(GROUPS_AHEAD * V::WIDTH) {
            let end = (first + GROUPS_AHEAD * V::WIDTH).min(codes.len());
            let (ahead, here) = (start + first..start + end, &mut codes[first..end]);
            // Most batches hold one kind of pair, which needs no sorting.
            let straight = if all(source, ahead.clone(), not_a_cuboid) {
                run_straight::<V, M, false, false>(token, source, ahead.start, here)
            } else if all(source, ahead.clone(), not_a_tetra) {
                run_straight::<V, M, true, true>(token, source, ahead.start, here)
            } else {
                0
            };
            lists.sort(source, start, first + straight..end);
        }
        lists.run::<V, M, false, false>(token, source, start, codes);
        lists.run::<V, M, true, false>(token, source, start, codes);
        lists.run::<V, M, true, true>(token, source, start, codes);
    }
}

/// Whether `other` is zero for both frames of all these pairs. Eight are asked before a branch, in a loop of constant length: a
/// branch a pair, and one for all, were measured to take longer.
#[inline(always)]
fn all<S: PairSource>(source: &S, range: Range<usize>, other: impl Fn(&S::Frame) -> u32) -> bool {
    const AT_ONCE: usize = 8;
    let mut at = range.start;
    while range.end - at >= AT_ONCE {
        let mut found = 0;
        for (a, b) in source.pairs(at..at + AT_ONCE) {
            found |= other(a) | other(b);
        }
        if found != 0 {
            return false;
        }
        at += AT_ONCE;
    }
    source.pairs(at..range.end).all(
        #[inline(always)]
        |(a, b)| other(a) | other(b) == 0,
    )
}

/// Judges pairs of one kind in order, as far as they fill groups, and answers how many.
#[inline(always)]
fn run_straight<V: Lanes, M: Motion, const A_TETRA: bool, const B_TETRA: bool>(
    token: V::Token,
    source: &impl PairSource,
    start: usize,
    codes: &mut [RawCode],
) -> usize {
    let mut first = start;
    for group in codes.chunks_exact_mut(V::WIDTH) {
        let certain = M::judge::<_, V, A_TETRA, B_TETRA>(
            token,
            #[inline(always)]
            |lane| source.pair(first + lane),
        );
        let found = spread(V::bits(certain.separate), V::bits(certain.overlapping));
        group.copy_from_slice(bytemuck::cast_slice(&found[..V::WIDTH]));
        first += V::WIDTH;
    }
    first - start
}

/// Zero for a cuboid: its tag is zero, of either sign.
#[inline(always)]
fn not_a_cuboid(frame: &impl Kernels) -> u32 {
    frame.tag().to_bits() << 1
}

/// Zero for both ways to store a tetrahedron: the bits of their tags differ in one place only.
#[inline(always)]
pub(super) fn not_a_tetra(frame: &impl Kernels) -> u32 {
    const TETRA: u32 = ShapeKind::Tetra.tag().to_bits();
    const STEP: u32 = ShapeKind::TetraByVertices.tag().to_bits() - TETRA;
    frame.tag().to_bits().wrapping_sub(TETRA) & !STEP
}

/// Lists of pairs: of cuboids, mixed ones, of tetrahedra, and those with a tag that no shape has.
const KINDS: usize = 4;

/// Set in the position of a pair whose frames change places.
const SWAPPED: u8 = BLOCK as u8;

/// The positions of a block's pairs, one list for each combination of shapes.
struct Lists {
    positions: [[u8; BLOCK]; KINDS],
    len: [usize; KINDS],
}

impl Lists {
    /// Pairs to lists. A pair with a tag that no shape has (a frame cast from foreign bytes) is judged by no kernel: the exact
    /// stage refuses it. No branch, because shapes come in any order.
    #[inline(always)]
    fn sort<S: PairSource>(&mut self, source: &S, start: usize, positions: Range<usize>) {
        let pairs = source.pairs(start + positions.start..start + positions.end);
        for (position, (a, b)) in positions.zip(pairs) {
            let (a_tetra, b_tetra) = (not_a_tetra(a) == 0, not_a_tetra(b) == 0);
            let known = (a_tetra | (not_a_cuboid(a) == 0)) & (b_tetra | (not_a_cuboid(b) == 0));
            let kind = usize::from(a_tetra) + usize::from(b_tetra);
            let kind = if known { kind } else { KINDS - 1 };
            // The verdict is symmetric, and the mixed kernel takes the tetrahedron first.
            let swapped = u8::from(!a_tetra & b_tetra) * SWAPPED;
            let len = self.len[kind];
            // Never more than a block holds; the remainder spares a test of it.
            self.positions[kind][len % BLOCK] = position as u8 | swapped;
            self.len[kind] = len + 1;
        }
    }

    /// Judges one list. A short last group is filled up with its last pair.
    #[inline(always)]
    fn run<V: Lanes, M: Motion, const A_TETRA: bool, const B_TETRA: bool>(
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

/// One code a byte from one answer a bit: 0 separate, 2 overlapping, 3 neither.
#[inline(always)]
fn spread(separate: u32, overlapping: u32) -> [u8; MAX_WIDTH] {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const LOW: u64 = 0x7f * ONES;
    let bytes = |bits: u32| {
        // Byte i keeps only bit i, then any bit of a byte becomes its lowest.
        let picked = u64::from(bits & 0xff).wrapping_mul(ONES) & 0x8040_2010_0804_0201;
        (((picked & LOW) + LOW) | picked) >> 7 & ONES
    };
    let codes = |separate: u64, overlapping: u64| 3 * (ONES - separate) - (overlapping & !separate);
    let mut out = [0; MAX_WIDTH];
    out[..8].copy_from_slice(&codes(bytes(separate), bytes(overlapping)).to_le_bytes());
    out[8..].copy_from_slice(&codes(bytes(separate >> 8), bytes(overlapping >> 8)).to_le_bytes());
    out
}
