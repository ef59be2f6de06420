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

/// Pairs sorted by shape at a time: their frames (128 bytes a pair) stay in a first-level cache.
const BLOCK: usize = 256;

/// Answers a code for each of the pairs `start..start + codes.len()`.
#[inline(always)]
pub fn run<V: Lanes>(token: V::Token, source: &impl PairSource, start: usize, codes: &mut [RawCode]) {
    for (block, codes) in codes.chunks_mut(BLOCK).enumerate() {
        let start = start + block * BLOCK;
        let mut lists = Lists::new();
        for i in 0..codes.len() {
            let (a, b) = source.pair(start + i);
            lists.push(i, is_tetra(a), is_tetra(b));
        }
        let list = lists.get(Lists::CUBOIDS);
        run_list::<V>(token, source, start, list, #[inline(always)] |pair| cuboid_cuboid::judge(pair), codes);
        let list = lists.get(Lists::MIXED);
        run_list::<V>(token, source, start, list, #[inline(always)] |pair| cuboid_tetra::judge(pair), codes);
        let list = lists.get(Lists::TETRAS);
        run_list::<V>(token, source, start, list, #[inline(always)] |pair| tetra_tetra::judge(pair), codes);
    }
}

/// Anything but a cuboid counts as a tetrahedron here; the exact stage refuses unknown tags, and
/// kernels see to it that they reach it.
#[inline(always)]
fn is_tetra(frame: &Frame3) -> bool {
    frame.rows[0][3] != ShapeKind::Cuboid.tag()
}

/// Positions within a block, one list for each combination of shapes.
struct Lists {
    positions: [[u16; BLOCK]; 3],
    lengths: [usize; 3],
}

impl Lists {
    const CUBOIDS: usize = 0;
    const MIXED: usize = 1;
    const TETRAS: usize = 2;

    #[inline(always)]
    fn new() -> Self {
        Self { positions: [[0; BLOCK]; 3], lengths: [0; 3] }
    }

    #[inline(always)]
    fn push(&mut self, position: usize, a_tetra: bool, b_tetra: bool) {
        let list = usize::from(a_tetra) + usize::from(b_tetra);
        self.positions[list][self.lengths[list]] = position as u16;
        self.lengths[list] += 1;
    }

    #[inline(always)]
    fn get(&self, list: usize) -> &[u16] {
        &self.positions[list][..self.lengths[list]]
    }
}

#[inline(always)]
fn run_list<V: Lanes>(
    token: V::Token,
    source: &impl PairSource,
    start: usize,
    positions: &[u16],
    judge: impl Fn(Operands<V>) -> Certain<V::Mask>,
    codes: &mut [RawCode],
) {
    for group in positions.chunks(V::WIDTH) {
        // A short last group repeats its last pair. In a mixed pair the tetrahedron goes first.
        let last = group.len() - 1;
        let mut pairs = [source.pair(start + usize::from(group[last])); MAX_WIDTH];
        for lane in 0..V::WIDTH {
            let (a, b) = source.pair(start + usize::from(group[lane.min(last)]));
            pairs[lane] = if is_tetra(a) { (a, b) } else { (b, a) };
        }
        let operands = Operands::load(token, #[inline(always)] |lane| pairs[lane]);
        let certain = judge(operands);
        let (separate, overlapping) = (V::bits(certain.separate), V::bits(certain.overlapping));
        for (lane, &position) in group.iter().enumerate() {
            let (separate, overlapping) = (separate >> lane & 1, overlapping >> lane & 1);
            codes[usize::from(position)] = RawCode::from_certain(separate, overlapping);
        }
    }
}

/// The widest vector.
const MAX_WIDTH: usize = 16;
