//! Batches: pairs are sorted by shape in blocks, gathered, transposed in registers and judged.

use super::lanes::Lanes;
use super::operand::{Certain, Operands};
use super::{cuboid_cuboid, cuboid_tetra, tetra_tetra};
use crate::geom::{Frame3, Pair, ShapeKind};
use crate::verdict::RawCode;

/// Where a batch finds the two frames of its pair number `i`.
pub trait PairSource: Sync {
    /// How many pairs there are.
    fn len(&self) -> usize;
    /// The frames of pair `i`, which is below [`len`](Self::len).
    fn pair(&self, i: usize) -> (&Frame3, &Frame3);
    /// True when there are no pairs.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Pairs of indices into one slice of frames. Indices must have been checked.
#[derive(Clone, Copy)]
pub struct Indexed<'a> {
    /// The frames.
    pub frames: &'a [Frame3],
    /// The pairs.
    pub pairs: &'a [Pair],
}

impl PairSource for Indexed<'_> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.pairs.len()
    }
    #[inline(always)]
    fn pair(&self, i: usize) -> (&Frame3, &Frame3) {
        let Pair { a, b } = self.pairs[i];
        (&self.frames[a as usize], &self.frames[b as usize])
    }
}

/// Two slices of the same length, tested element by element.
#[derive(Clone, Copy)]
pub struct Zipped<'a> {
    /// First frames.
    pub a: &'a [Frame3],
    /// Second frames.
    pub b: &'a [Frame3],
}

impl PairSource for Zipped<'_> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.a.len().min(self.b.len())
    }
    #[inline(always)]
    fn pair(&self, i: usize) -> (&Frame3, &Frame3) {
        (&self.a[i], &self.b[i])
    }
}

/// Pairs sorted by shape at a time: a byte numbers them, and their frames (128 bytes a pair) stay in
/// a first-level cache.
const BLOCK: usize = 256;

/// The widest vector; lists are filled up to a multiple of it.
const MAX_WIDTH: usize = 16;

/// Answers a code for each of the pairs `start..start + codes.len()`.
#[inline(always)]
pub fn run<V: Lanes>(token: V::Token, source: &impl PairSource, start: usize, codes: &mut [RawCode]) {
    if codes.is_empty() {
        return;
    }
    let some = source.pair(start);
    let mut lists = [List::new(some), List::new(some), List::new(some), List::new(some)];
    for (block, codes) in codes.chunks_mut(BLOCK).enumerate() {
        let start = start + block * BLOCK;
        for list in &mut lists {
            list.len = 0;
        }
        for i in 0..codes.len() {
            let (a, b) = source.pair(start + i);
            let (a_class, b_class) = (class(a), class(b));
            // The verdict is symmetric, and the mixed kernel takes the tetrahedron first.
            let ordered = if a_class < b_class { (b, a) } else { (a, b) };
            lists[LIST_OF[a_class][b_class]].push(i, ordered);
        }
        let mut found = [RawCode::UNDECIDED; BLOCK];
        let [cuboids, mixed, tetras, _] = &mut lists;
        cuboids.run::<V, false, false>(
            token,
            #[inline(always)]
            |pair| cuboid_cuboid::judge(pair),
            &mut found,
        );
        mixed.run::<V, true, false>(
            token,
            #[inline(always)]
            |pair| cuboid_tetra::judge(pair),
            &mut found,
        );
        tetras.run::<V, true, true>(
            token,
            #[inline(always)]
            |pair| tetra_tetra::judge(pair),
            &mut found,
        );
        codes.copy_from_slice(&found[..codes.len()]);
    }
}

/// 0 for a cuboid, 1 for both ways to store a tetrahedron, 2 for a tag that no shape has: such a frame
/// was cast from foreign bytes, stays undecided, and is refused by the exact stage. Without
/// branches, because shapes come in any order.
#[inline(always)]
fn class(frame: &Frame3) -> usize {
    let tag = frame.rows[0][3];
    let cuboid = tag == ShapeKind::Cuboid.tag();
    let tetra = (tag == ShapeKind::Tetra.tag()) | (tag == ShapeKind::TetraByVertices.tag());
    usize::from(!cuboid) + usize::from(!cuboid & !tetra)
}

/// The list of two classes: cuboids, mixed, tetrahedra, unknown.
const LIST_OF: [[usize; 3]; 3] = [[0, 1, 3], [1, 2, 3], [3, 3, 3]];

/// The pairs of a block that one kernel judges.
struct List<'a> {
    pairs: [(&'a Frame3, &'a Frame3); BLOCK],
    positions: [u8; BLOCK],
    len: usize,
}

impl<'a> List<'a> {
    #[inline(always)]
    fn new(any: (&'a Frame3, &'a Frame3)) -> Self {
        Self { pairs: [any; BLOCK], positions: [0; BLOCK], len: 0 }
    }

    #[inline(always)]
    fn push(&mut self, position: usize, pair: (&'a Frame3, &'a Frame3)) {
        self.pairs[self.len] = pair;
        self.positions[self.len] = position as u8;
        self.len += 1;
    }

    /// A short last group is filled up with its last pair.
    #[inline(always)]
    fn run<V: Lanes, const A_TETRA: bool, const B_TETRA: bool>(
        &mut self,
        token: V::Token,
        judge: impl Fn(Operands<V>) -> Certain<V::Mask>,
        codes: &mut [RawCode; BLOCK],
    ) {
        let Some(last) = self.len.checked_sub(1) else { return };
        for i in self.len..self.len.next_multiple_of(V::WIDTH).min(BLOCK) {
            self.pairs[i] = self.pairs[last];
            self.positions[i] = self.positions[last];
        }
        let groups = self.len.div_ceil(V::WIDTH);
        let positions = self.positions.chunks_exact(V::WIDTH);
        for (pairs, positions) in self.pairs.chunks_exact(V::WIDTH).zip(positions).take(groups) {
            let operands = Operands::load::<A_TETRA, B_TETRA>(
                token,
                #[inline(always)]
                |lane| pairs[lane],
            );
            let certain = judge(operands);
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
