//! Pairs in any order, sorted by their shapes: which kernel judges which pairs.

use super::block::{MAX_WIDTH, PairSource, not_a_cuboid, not_a_tetra, spread};
use super::lanes::Lanes;
use super::motion::{Kernels, Motion};
use crate::geom::ShapeKind;
use crate::verdict::RawCode;
use std::ops::Range;

/// Pairs that positions number: what a thread takes at a time. Waiting pairs cost part of a group
/// at its end.
pub const SPAN: usize = 4096;

/// Pairs sorted at a time: with those of the next block, which are asked for meanwhile, they nearly
/// fit the first-level cache. A multiple of every vector's width.
pub const BLOCK: usize = 128;

/// Pairs that one step adds to the lists: a table tells where the bits of a byte are.
const STEP: usize = 8;

/// More than a list ever holds: the pairs of a block, and fewer than a group that wait from the
/// last one.
const MOST: usize = 2 * BLOCK;

/// What a list has room for: a step, or a group that is filled up, is written behind the pairs that
/// it holds.
const ROOM: usize = MOST + MAX_WIDTH;

/// The positions of pairs, one list for each combination of shapes. Groups are judged once they are
/// full: pairs that fill none wait for the next block, until the span ends.
pub struct Lists {
    cuboids: List,
    tetras: List,
    /// A tetrahedron first, then a cuboid.
    mixed: List,
    /// A cuboid first, then a tetrahedron.
    exchanged: List,
}

/// Pairs that positions number, and where their codes go.
pub struct Span<'a, S> {
    /// Where their frames are.
    pub source: &'a S,
    /// The pair of position 0.
    pub start: usize,
    /// A code for each.
    pub codes: &'a mut [RawCode],
    /// The pair from which on frames have yet to be asked for.
    pub ahead: usize,
}

struct List {
    positions: [u16; ROOM],
    len: usize,
}

impl Lists {
    /// Empty ones.
    #[inline(always)]
    pub fn new() -> Self {
        Self {
            cuboids: List::new(),
            tetras: List::new(),
            mixed: List::new(),
            exchanged: List::new(),
        }
    }

    /// The pairs at these positions of the span that begins with pair `start`, a block of them at
    /// most, to their lists; true where they are of several kinds. A pair with a tag that no shape
    /// has (a frame cast from foreign bytes) is judged by no kernel: the exact stage refuses it.
    #[inline(always)]
    pub fn sort<V: Lanes, S: PairSource>(
        &mut self,
        token: V::Token,
        source: &S,
        start: usize,
        positions: Range<usize>,
    ) -> bool {
        let before = self.by_kind();
        let mut first = positions.start;
        while first < positions.end {
            let len = V::WIDTH.min(positions.end - first);
            let Shapes { a_tetra, b_tetra, known } =
                Shapes::of::<V, S>(token, source, start + first, len);
            for step in (0..len).step_by(STEP) {
                let [a, b, known] = [a_tetra >> step, b_tetra >> step, known >> step];
                let at = (first + step) as u16;
                self.cuboids.push(at, !a & !b & known);
                self.tetras.push(at, a & b & known);
                self.mixed.push(at, a & !b & known);
                self.exchanged.push(at, !a & b & known);
            }
            first += len;
        }
        let after = self.by_kind();
        let [x, y, z] = [after[0] - before[0], after[1] - before[1], after[2] - before[2]];
        x.min(y) + x.max(y).min(z) != 0
    }

    /// How many are listed of each kind: two cuboids, two tetrahedra, one of each.
    #[inline(always)]
    fn by_kind(&self) -> [usize; 3] {
        [self.cuboids.len, self.tetras.len, self.mixed.len + self.exchanged.len]
    }

    /// Judges those that fill groups, or `all`.
    #[inline(always)]
    pub fn run<V: Lanes, M: Motion, S: PairSource>(
        &mut self,
        token: V::Token,
        span: &mut Span<'_, S>,
        all: bool,
    ) {
        self.cuboids.run::<V, M, S, false, false>(token, span, false, all);
        // The verdict is symmetric, and the mixed kernel takes the tetrahedron first.
        for (list, exchanged) in [(&mut self.mixed, false), (&mut self.exchanged, true)] {
            list.run::<V, M, S, true, false>(token, span, exchanged, all);
        }
        self.tetras.run::<V, M, S, true, true>(token, span, false, all);
    }
}

impl List {
    #[inline(always)]
    fn new() -> Self {
        Self { positions: [0; ROOM], len: 0 }
    }

    /// Adds `first` plus the number of each bit of the lowest byte. No branch, because shapes come
    /// in any order.
    #[inline(always)]
    fn push(&mut self, first: u16, bits: u32) {
        let numbers = &NUMBERS[(bits & 0xff) as usize];
        // The remainder, which changes nothing, spares a test.
        let room = &mut self.positions[self.len % MOST..][..STEP];
        for i in 0..STEP {
            room[i] = first + numbers[i];
        }
        self.len += (bits & 0xff).count_ones() as usize;
    }

    /// Judges the pairs of one list as far as they fill groups, or `all` of them, the last group
    /// filled up with the last pair.
    #[inline(always)]
    fn run<V: Lanes, M: Motion, S: PairSource, const A_TETRA: bool, const B_TETRA: bool>(
        &mut self,
        token: V::Token,
        span: &mut Span<'_, S>,
        exchanged: bool,
        all: bool,
    ) {
        let mut groups = self.len / V::WIDTH;
        if all && !self.len.is_multiple_of(V::WIDTH) {
            let last = self.positions[self.len - 1];
            self.positions[self.len % MOST..][..V::WIDTH].fill(last);
            groups += 1;
        }
        let pair = span.source.group(span.start, span.codes.len(), exchanged);
        for positions in self.positions.chunks_exact(V::WIDTH).take(groups) {
            span.source.fetch(span.ahead, V::WIDTH);
            span.ahead += V::WIDTH;
            let certain = M::judge::<_, V, A_TETRA, B_TETRA>(
                token,
                #[inline(always)]
                |lane| pair(usize::from(positions[lane])),
            );
            let found = spread(V::bits(certain.separate), V::bits(certain.overlapping));
            for (&position, &code) in positions.iter().zip(bytemuck::cast_slice(&found)) {
                span.codes[usize::from(position)] = code;
            }
        }
        // Fewer than a group are left, and go to the front.
        let judged = groups * V::WIDTH;
        self.len = self.len.saturating_sub(judged);
        self.positions.copy_within(judged..judged + MAX_WIDTH, 0);
    }
}

/// Number `i` is that of the `i`-th bit that is set.
const NUMBERS: [[u16; STEP]; 256] = {
    let mut numbers = [[0; STEP]; 256];
    let mut bits = 0;
    while bits < numbers.len() {
        let (mut bit, mut found) = (0, 0);
        while bit < STEP {
            if bits >> bit & 1 == 1 {
                numbers[bits][found] = bit as u16;
                found += 1;
            }
            bit += 1;
        }
        bits += 1;
    }
    numbers
};

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
        if len < V::WIDTH {
            return Self::of_few(source, start, len);
        }
        let pair = source.group(start, V::WIDTH, false);
        let a = S::Frame::tags::<V>(
            token,
            #[inline(always)]
            |lane| pair(lane).0,
        );
        let b = S::Frame::tags::<V>(
            token,
            #[inline(always)]
            |lane| pair(lane).1,
        );
        let least = a.splat(f32::from_bits(1));
        let cuboid = a.splat(ShapeKind::Cuboid.tag());
        Self {
            a_tetra: V::bits(cuboid.lt(a)),
            b_tetra: V::bits(cuboid.lt(b)),
            known: V::bits((foreign(a) + foreign(b)).lt(least)),
        }
    }

    /// The same of pairs that fill no vector, one by one.
    fn of_few<S: PairSource>(source: &S, start: usize, len: usize) -> Self {
        let mut shapes = Self { a_tetra: 0, b_tetra: 0, known: 0 };
        for i in 0..len {
            let (a, b) = source.pair(start + i);
            let is_tetra = |frame| u32::from(not_a_tetra(frame) == 0);
            let is_known = |frame| u32::from(not_a_cuboid(frame) == 0) | is_tetra(frame);
            shapes.a_tetra |= is_tetra(a) << i;
            shapes.b_tetra |= is_tetra(b) << i;
            shapes.known |= (is_known(a) & is_known(b)) << i;
        }
        shapes
    }
}

/// Zero where a tag is that of a shape; more, infinite or NaN elsewhere.
#[inline(always)]
fn foreign<V: Lanes>(tag: V) -> V {
    let is = |kind: ShapeKind| tag - tag.splat(kind.tag());
    (is(ShapeKind::Cuboid) * is(ShapeKind::Tetra) * is(ShapeKind::TetraByVertices)).abs()
}
