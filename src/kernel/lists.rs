//! Pairs in any order, sorted by their shapes: which kernel judges which pairs of a block.

use super::block::{MAX_WIDTH, PairSource, spread};
use super::lanes::Lanes;
use super::motion::{Kernels, Motion};
use crate::geom::ShapeKind;
use crate::verdict::RawCode;
use std::ops::Range;

/// Pairs sorted at a time: a byte numbers them. A multiple of every vector's width.
pub const BLOCK: usize = 256;

/// Pairs that one step adds to the lists: a table tells where the bits of a byte are.
const STEP: usize = 8;

/// What a list has room for: every pair of a block, those of another list behind it, and the last pair as often as fills a group.
const ROOM: usize = 2 * BLOCK + MAX_WIDTH;

/// No pair of a list comes behind: not the copies of the last one either.
const ALL: usize = ROOM;

/// The positions of a block's pairs, one list for each combination of shapes.
pub struct Lists {
    cuboids: List,
    tetras: List,
    /// A tetrahedron and a cuboid.
    mixed: List,
    /// The same the other way round.
    exchanged: List,
}

struct List {
    positions: [u8; ROOM],
    len: usize,
}

impl Lists {
    /// Empty ones.
    #[inline(always)]
    pub fn new() -> Self {
        Self { cuboids: List::new(), tetras: List::new(), mixed: List::new(), exchanged: List::new() }
    }

    /// Empties them for the next block.
    #[inline(always)]
    pub fn clear(&mut self) {
        for list in [&mut self.cuboids, &mut self.tetras, &mut self.mixed, &mut self.exchanged] {
            list.len = 0;
        }
    }

    /// True where pairs of several kinds are listed.
    #[inline(always)]
    pub fn are_mixed(&self) -> bool {
        let kinds = [self.cuboids.len, self.tetras.len, self.mixed.len + self.exchanged.len];
        kinds[0].min(kinds[1]) + kinds[0].max(kinds[1]).min(kinds[2]) != 0
    }

    /// The pairs at these positions of the block that begins with pair `start` to their lists. A pair with a tag that no shape
    /// has (a frame cast from foreign bytes) is judged by no kernel: the exact stage refuses it.
    #[inline(always)]
    pub fn sort<V: Lanes, S: PairSource>(
        &mut self,
        token: V::Token,
        source: &S,
        start: usize,
        positions: Range<usize>,
    ) {
        let mut first = positions.start;
        while first < positions.end {
            let len = V::WIDTH.min(positions.end - first);
            let Shapes { a_tetra, b_tetra, known } = Shapes::of::<V, S>(token, source, start + first, len);
            for step in (0..len).step_by(STEP) {
                let [a, b, known] = [a_tetra >> step, b_tetra >> step, known >> step];
                let at = (first + step) as u8;
                self.cuboids.push(at, !a & !b & known);
                self.tetras.push(at, a & b & known);
                self.mixed.push(at, a & !b & known);
                self.exchanged.push(at, !a & b & known);
            }
            first += len;
        }
    }

    /// Judges all of them.
    #[inline(always)]
    pub fn run<V: Lanes, M: Motion>(
        &mut self,
        token: V::Token,
        source: &impl PairSource,
        start: usize,
        codes: &mut [RawCode],
    ) {
        self.cuboids.run::<V, M, false, false>(token, source, start, ALL, codes);
        // The verdict is symmetric, and the mixed kernel takes the tetrahedron first.
        let straight = self.mixed.append(&self.exchanged);
        self.mixed.run::<V, M, true, false>(token, source, start, straight, codes);
        self.tetras.run::<V, M, true, true>(token, source, start, ALL, codes);
    }
}

impl List {
    #[inline(always)]
    fn new() -> Self {
        Self { positions: [0; ROOM], len: 0 }
    }

    /// Adds `first` plus the number of each bit of the lowest byte. No branch, because shapes come in any order.
    #[inline(always)]
    fn push(&mut self, first: u8, bits: u32) {
        let numbers = NUMBERS[(bits & 0xff) as usize] + u64::from(first) * EVERY_BYTE;
        // Never more than a block holds; the remainder spares a test of it.
        self.positions[self.len % BLOCK..][..STEP].copy_from_slice(&numbers.to_le_bytes());
        self.len += (bits & 0xff).count_ones() as usize;
    }

    /// Adds those of another list, and answers where they begin; [`ALL`] where there are none.
    #[inline(always)]
    fn append(&mut self, other: &Self) -> usize {
        let len = self.len;
        // All that there may be, which is a few moves: a copy of so many bytes as there are is a call.
        self.positions[len.min(BLOCK)..][..BLOCK].copy_from_slice(&other.positions[..BLOCK]);
        self.len += other.len;
        if other.len == 0 { ALL } else { len }
    }

    /// Judges the pairs of one list, those from `straight` on with their frames exchanged. A short last group is filled up with its last
    /// pair.
    #[inline(always)]
    fn run<V: Lanes, M: Motion, const A_TETRA: bool, const B_TETRA: bool>(
        &mut self,
        token: V::Token,
        source: &impl PairSource,
        start: usize,
        straight: usize,
        codes: &mut [RawCode],
    ) {
        let Some(last) = self.len.checked_sub(1) else { return };
        let last = self.positions[last];
        self.positions[self.len.min(BLOCK)..][..V::WIDTH].fill(last);
        let pair = source.group(start, codes.len());
        for (group, positions) in
            self.positions.chunks_exact(V::WIDTH).take(self.len.div_ceil(V::WIDTH)).enumerate()
        {
            let straight = straight.saturating_sub(group * V::WIDTH);
            let certain = M::judge::<_, V, A_TETRA, B_TETRA>(
                token,
                #[inline(always)]
                |lane| {
                    let (a, b) = pair(usize::from(positions[lane]));
                    if A_TETRA != B_TETRA && straight <= lane { (b, a) } else { (a, b) }
                },
            );
            let found = spread(V::bits(certain.separate), V::bits(certain.overlapping));
            for (&position, &code) in positions.iter().zip(bytemuck::cast_slice(&found)) {
                codes[usize::from(position)] = code;
            }
        }
    }
}

/// Byte `i` is the number of the `i`-th bit that is set.
const NUMBERS: [u64; 256] = {
    let mut numbers = [0; 256];
    let mut bits = 0;
    while bits < numbers.len() {
        let (mut bit, mut found) = (0, 0);
        while bit < STEP {
            if bits >> bit & 1 == 1 {
                numbers[bits] |= (bit as u64) << (8 * found);
                found += 1;
            }
            bit += 1;
        }
        bits += 1;
    }
    numbers
};

/// One in every byte.
const EVERY_BYTE: u64 = u64::MAX / 0xff;

/// The shapes of some pairs: bit `i` belongs to pair `i`.
struct Shapes {
    a_tetra: u32,
    b_tetra: u32,
    /// Both tags are those of shapes.
    known: u32,
}

impl Shapes {
    /// Those of `len` pairs, a vector of them at most.
    #[inline(always)]
    fn of<V: Lanes, S: PairSource>(token: V::Token, source: &S, start: usize, len: usize) -> Self {
        let pair = source.group(start, len);
        let a = S::Frame::tags::<V>(
            token,
            #[inline(always)]
            |lane| pair(lane.min(len - 1)).0,
        );
        let b = S::Frame::tags::<V>(
            token,
            #[inline(always)]
            |lane| pair(lane.min(len - 1)).1,
        );
        let least = a.splat(f32::from_bits(1));
        let cuboid = a.splat(ShapeKind::Cuboid.tag());
        let listed = u32::MAX >> (u32::BITS - len as u32);
        Self {
            a_tetra: V::bits(cuboid.lt(a)),
            b_tetra: V::bits(cuboid.lt(b)),
            known: V::bits((foreign(a) + foreign(b)).lt(least)) & listed,
        }
    }
}

/// Zero where a tag is that of a shape; more, infinite or NaN elsewhere.
#[inline(always)]
fn foreign<V: Lanes>(tag: V) -> V {
    let is = |kind: ShapeKind| tag - tag.splat(kind.tag());
    (is(ShapeKind::Cuboid) * is(ShapeKind::Tetra) * is(ShapeKind::TetraByVertices)).abs()
}
