//! Batches: pairs are sorted by shape in blocks, gathered, transposed in registers and judged.

use super::lanes::Lanes;
use super::motion::{Kernels, Motion};
use crate::geom::{Frame3, Pair, ShapeKind};
use crate::verdict::RawCode;

/// Where a batch finds the two frames of its pair number `i`.
pub trait PairSource: Sync {
    /// Of which dimension they are.
    type Frame: Kernels;
    /// How many pairs there are.
    fn count(&self) -> usize;
    /// The frames of pair `i`, which is below [`count`](Self::count).
    fn pair(&self, i: usize) -> (&Self::Frame, &Self::Frame);
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
    let empty = List::new(source.pair(start));
    let (mut cuboids, mut mixed, mut tetras) = (empty, empty, empty);
    for (block, codes) in codes.chunks_mut(BLOCK).enumerate() {
        let start = start + block * BLOCK;
        (cuboids.len, mixed.len, tetras.len) = (0, 0, 0);
        for first in (0..codes.len()).step_by(GROUPS_AHEAD * V::WIDTH) {
            let end = (first + GROUPS_AHEAD * V::WIDTH).min(codes.len());
            let (mut not_cuboid, mut not_tetra) = (0, 0);
            for i in first..end {
                let (a, b) = source.pair(start + i);
                not_cuboid |= not_a_cuboid(a) | not_a_cuboid(b);
                not_tetra |= not_a_tetra(a) | not_a_tetra(b);
            }
            // Most batches hold one kind of pair, which needs no sorting.
            let straight = if not_cuboid == 0 {
                run_straight::<V, M, false, false>(token, source, start + first, &mut codes[first..end])
            } else if not_tetra == 0 {
                run_straight::<V, M, true, true>(token, source, start + first, &mut codes[first..end])
            } else {
                0
            };
            sort(source, start, first + straight..end, &mut cuboids, &mut mixed, &mut tetras);
        }
        cuboids.run::<V, M, false, false>(token, codes);
        mixed.run::<V, M, true, false>(token, codes);
        tetras.run::<V, M, true, true>(token, codes);
    }
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

/// One list for each combination of shapes. A pair with a tag that no shape has (a frame cast from foreign
/// bytes) stays on none, and undecided: the exact stage refuses it. That branch is foreseen; which list a
/// pair goes to takes none, because shapes come in any order.
#[inline(always)]
fn sort<'a, S: PairSource>(
    source: &'a S,
    start: usize,
    positions: std::ops::Range<usize>,
    cuboids: &mut List<'a, S::Frame>,
    mixed: &mut List<'a, S::Frame>,
    tetras: &mut List<'a, S::Frame>,
) {
    let lists = [cuboids, mixed, tetras];
    for position in positions {
        let (a, b) = source.pair(start + position);
        let (a_tetra, b_tetra) = (not_a_tetra(a) == 0, not_a_tetra(b) == 0);
        let a_known = a_tetra | (not_a_cuboid(a) == 0);
        let b_known = b_tetra | (not_a_cuboid(b) == 0);
        if a_known & b_known {
            // The verdict is symmetric, and the mixed kernel takes the tetrahedron first.
            let ordered = if a_tetra { (a, b) } else { (b, a) };
            lists[usize::from(a_tetra) + usize::from(b_tetra)].push(position as u8, ordered);
        }
    }
}

/// The pairs of a block that one kernel judges.
#[derive(Clone, Copy)]
struct List<'a, F> {
    pairs: [(&'a F, &'a F); BLOCK],
    positions: [u8; BLOCK],
    len: usize,
}

impl<'a, F: Kernels> List<'a, F> {
    #[inline(always)]
    fn new(any: (&'a F, &'a F)) -> Self {
        Self { pairs: [any; BLOCK], positions: [0; BLOCK], len: 0 }
    }

    #[inline(always)]
    fn push(&mut self, position: u8, pair: (&'a F, &'a F)) {
        self.pairs[self.len] = pair;
        self.positions[self.len] = position;
        self.len += 1;
    }

    /// A short last group is filled up with its last pair.
    #[inline(always)]
    fn run<V: Lanes, M: Motion, const A_TETRA: bool, const B_TETRA: bool>(
        &mut self,
        token: V::Token,
        codes: &mut [RawCode],
    ) {
        let Some(last) = self.len.checked_sub(1) else { return };
        for i in self.len..self.len.next_multiple_of(V::WIDTH).min(BLOCK) {
            self.pairs[i] = self.pairs[last];
            self.positions[i] = self.positions[last];
        }
        let groups = self.len.div_ceil(V::WIDTH);
        let positions = self.positions.chunks_exact(V::WIDTH);
        for (pairs, positions) in self.pairs.chunks_exact(V::WIDTH).zip(positions).take(groups) {
            let certain = M::judge::<_, V, A_TETRA, B_TETRA>(
                token,
                #[inline(always)]
                |lane| pairs[lane],
            );
            let found = spread(V::bits(certain.separate), V::bits(certain.overlapping));
            for (&position, code) in positions.iter().zip(found) {
                codes[usize::from(position)] = RawCode::from_low_bits(code.into());
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
