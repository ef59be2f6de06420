//! Batches: pairs are sorted by shape in blocks, gathered, transposed in registers and judged.

use super::fetch::fetch;
use super::lanes::Lanes;
use super::lists::{BLOCK, Lists, SPAN, Span};
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
    /// The frames of the pairs from `first` on, `len` of them, by their place among these;
    /// `exchanged` puts the second frame first.
    fn group<'a>(
        &'a self,
        first: usize,
        len: usize,
        exchanged: bool,
    ) -> impl Fn(usize) -> (&'a Self::Frame, &'a Self::Frame) + Copy;
    /// Asks for the frames of these pairs, which are read soon, where that pays; for none where the
    /// pairs end before. Measured: to ask for frames that lie anywhere costs more than it saves
    /// until there are a million of them.
    #[inline(always)]
    fn fetch(&self, _first: usize, _len: usize) {}
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
    fn group<'b>(
        &'b self,
        first: usize,
        len: usize,
        exchanged: bool,
    ) -> impl Fn(usize) -> (&'b F, &'b F) + Copy {
        let pairs = &self.pairs[first..first + len];
        #[inline(always)]
        move |i| {
            let Pair { a, b } = pairs[i];
            let (a, b) = if exchanged { (b, a) } else { (a, b) };
            (&self.frames[a as usize], &self.frames[b as usize])
        }
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
    fn group<'b>(
        &'b self,
        first: usize,
        len: usize,
        exchanged: bool,
    ) -> impl Fn(usize) -> (&'b F, &'b F) + Copy {
        let (a, b) = if exchanged { (self.b, self.a) } else { (self.a, self.b) };
        let (a, b) = (&a[first..first + len], &b[first..first + len]);
        #[inline(always)]
        move |i| (&a[i], &b[i])
    }
    #[inline(always)]
    fn fetch(&self, first: usize, len: usize) {
        for frames in [self.a, self.b] {
            if let Some(frames) = frames.get(first..first + len) {
                fetch(frames);
            }
        }
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
    fn group<'b>(
        &'b self,
        first: usize,
        len: usize,
        exchanged: bool,
    ) -> impl Fn(usize) -> (&'b F, &'b F) + Copy {
        let pairs = &self.0[first..first + len];
        #[inline(always)]
        move |i| {
            let (a, b) = pairs[i];
            if exchanged { (b, a) } else { (a, b) }
        }
    }
}

/// Groups looked at before they are judged. Measured: half and twice as many take as long.
const GROUPS_AHEAD: usize = 4;

/// The widest vector.
pub(super) const MAX_WIDTH: usize = 16;

/// Answers a code for each of the pairs `start..start + codes.len()`. What it cannot judge keeps
/// the code that it has.
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
    let mut lists = Lists::new();
    let mut mixed = false;
    for (span, codes) in codes.chunks_mut(SPAN).enumerate() {
        let start = start + span * SPAN;
        let mut first = 0;
        while first < codes.len() {
            let end = (first + BLOCK).min(codes.len());
            // Most batches hold one kind of pair, which needs no sorting. Where the last block held
            // several, this one most likely does.
            if !mixed {
                first +=
                    run_straight::<V, M, _>(token, source, start + first, &mut codes[first..end]);
            }
            mixed = lists.sort::<V, _>(token, source, start, first..end);
            let (all, ahead) = (end == codes.len(), start + first + BLOCK);
            lists.run::<V, M, _>(token, &mut Span { source, start, codes, ahead }, all);
            first = end;
        }
    }
}

/// Judges pairs in order as long as they are of one kind and fill groups, and answers how many.
#[inline(always)]
fn run_straight<V: Lanes, M: Motion, S: PairSource>(
    token: V::Token,
    source: &S,
    start: usize,
    codes: &mut [RawCode],
) -> usize {
    let mut first = 0;
    for codes in codes.chunks_mut(GROUPS_AHEAD * V::WIDTH) {
        let here = start + first..start + first + codes.len();
        let judged = if all(source, here.clone(), not_a_cuboid) {
            run_kind::<V, M, S, false, false>(token, source, here.start, codes)
        } else if all(source, here.clone(), not_a_tetra) {
            run_kind::<V, M, S, true, true>(token, source, here.start, codes)
        } else {
            0
        };
        first += judged;
        if judged < codes.len() {
            break;
        }
    }
    first
}

/// Whether `other` is zero for both frames of all these pairs. Eight are asked before a branch, in
/// a loop of constant length: a branch a pair, and one for all, were measured to take longer.
#[inline(always)]
fn all<S: PairSource>(source: &S, range: Range<usize>, other: impl Fn(&S::Frame) -> u32) -> bool {
    const AT_ONCE: usize = 8;
    let mut at = range.start;
    while range.end - at >= AT_ONCE {
        if any(source.group(at, AT_ONCE, false), AT_ONCE, &other) {
            return false;
        }
        at += AT_ONCE;
    }
    !any(source.group(at, range.end - at, false), range.end - at, &other)
}

/// Whether `other` is anything but zero for a frame of the first `len` pairs.
#[inline(always)]
fn any<'a, F: 'a>(
    pair: impl Fn(usize) -> (&'a F, &'a F),
    len: usize,
    other: &impl Fn(&F) -> u32,
) -> bool {
    let mut found = 0;
    for i in 0..len {
        let (a, b) = pair(i);
        found |= other(a) | other(b);
    }
    found != 0
}

/// Judges pairs of one kind in order, as far as they fill groups, and answers how many.
#[inline(always)]
fn run_kind<V: Lanes, M: Motion, S: PairSource, const A_TETRA: bool, const B_TETRA: bool>(
    token: V::Token,
    source: &S,
    start: usize,
    codes: &mut [RawCode],
) -> usize {
    let mut first = start;
    for group in codes.chunks_exact_mut(V::WIDTH) {
        source.fetch(first + BLOCK, V::WIDTH);
        let certain =
            M::judge::<_, V, A_TETRA, B_TETRA>(token, source.group(first, V::WIDTH, false));
        let found = spread(V::bits(certain.separate), V::bits(certain.overlapping));
        group.copy_from_slice(bytemuck::cast_slice(&found[..V::WIDTH]));
        first += V::WIDTH;
    }
    first - start
}

/// Zero for a cuboid: its tag is zero, of either sign.
#[inline(always)]
pub(super) fn not_a_cuboid(frame: &impl Kernels) -> u32 {
    frame.tag().to_bits() << 1
}

/// Zero for both ways to store a tetrahedron: the bits of their tags, as numbers, are one power of
/// two apart.
#[inline(always)]
pub(super) fn not_a_tetra(frame: &impl Kernels) -> u32 {
    const TETRA: u32 = ShapeKind::Tetra.tag().to_bits();
    const STEP: u32 = ShapeKind::TetraByVertices.tag().to_bits() - TETRA;
    frame.tag().to_bits().wrapping_sub(TETRA) & !STEP
}

/// One code a byte from one answer a bit: 0 separate, 2 overlapping, 3 neither.
#[inline(always)]
pub(super) fn spread(separate: u32, overlapping: u32) -> [u8; MAX_WIDTH] {
    let bytes = |bits: u32| BYTES[(bits & 0xff) as usize];
    let codes =
        |separate: u64, overlapping: u64| 3 * (bytes(0xff) - separate) - (overlapping & !separate);
    let mut out = [0; MAX_WIDTH];
    out[..8].copy_from_slice(&codes(bytes(separate), bytes(overlapping)).to_le_bytes());
    out[8..].copy_from_slice(&codes(bytes(separate >> 8), bytes(overlapping >> 8)).to_le_bytes());
    out
}

/// Byte `i` is bit `i`.
const BYTES: [u64; 256] = {
    let mut bytes = [0; 256];
    let mut bits = 0;
    while bits < bytes.len() {
        let mut bit = 0;
        while bit < 8 {
            bytes[bits] |= ((bits >> bit & 1) as u64) << (8 * bit);
            bit += 1;
        }
        bits += 1;
    }
    bytes
};
