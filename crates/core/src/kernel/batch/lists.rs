//! Pairs in any order, sorted by their shapes for the rows of the table.

use super::pairs::{AnyPairs, Pairs};
use super::spread::spread;
use crate::geom::PairKind;
use crate::kernel::dimension::Dimension;
use crate::kernel::lanes::{Lanes, MAX_WIDTH};
use crate::kernel::shape::{LAST_TAGS, SHAPES, TAGS, Tagged, place_of};
use crate::kernel::table::{ROW_OF, Row, Table, Visit};
use crate::motion::Motion;
use crate::verdict::RawCode;
use std::marker::PhantomData;
use std::ops::Range;

/// Pairs that positions number: what a thread takes at a time. Waiting pairs cost part of a group
/// at its end.
pub const SPAN: usize = 4096;

/// Pairs sorted at a time: with those of the next block, which are asked for meanwhile, they nearly
/// fit the first-level cache. A multiple of every vector's width.
pub const BLOCK: usize = 128;

/// Pairs that one step adds to the lists: a table holds where the bits of a byte are.
const STEP: usize = 8;

/// More than a list ever holds: the pairs of a block, and fewer than a group that wait from the
/// last one.
const MOST: usize = 2 * BLOCK;

/// The capacity of a list: a step, or a group that is filled up, is written behind the pairs that
/// it holds.
const CAPACITY: usize = MOST + MAX_WIDTH;

/// The positions of pairs, one list for the shapes of the first frame and of the second. Groups are
/// tested once they are full: pairs that fill none wait for the next block, until the span ends.
pub struct Lists {
    of: [[List; SHAPES]; SHAPES],
}

/// Pairs that positions number, and where their codes go.
pub struct Span<'a, F> {
    /// Where their frames are.
    pub source: AnyPairs<'a, F>,
    /// The pair of position 0.
    pub start: usize,
    /// A code for each.
    pub codes: &'a mut [RawCode],
    /// The pair from which on frames have yet to be asked for.
    pub ahead: usize,
}

struct List {
    positions: [u16; CAPACITY],
    len: usize,
}

impl Lists {
    /// Returns empty lists.
    #[inline(always)]
    pub fn new() -> Self {
        Self { of: [const { [const { List::new() }; SHAPES] }; SHAPES] }
    }

    /// Adds the pairs at these positions of the span that begins with pair `start`, a block of them
    /// at most, to their lists. Returns true if they belong to several rows. No kernel tests a pair
    /// with a tag that no shape has (a frame cast from foreign bytes): the exact stage refuses it.
    #[inline(always)]
    pub fn sort<V: Lanes, S: Pairs>(
        &mut self,
        token: V::Token,
        source: &S,
        start: usize,
        positions: Range<usize>,
    ) -> bool {
        let before = self.by_row();
        let mut first = positions.start;
        while first < positions.end {
            let len = V::WIDTH.min(positions.end - first);
            let shapes = Shapes::of::<V, S>(token, source, start + first, len);
            for step in (0..len).step_by(STEP) {
                for a in 0..SHAPES {
                    for b in 0..SHAPES {
                        let bits = shapes.a.is(a) & shapes.b.is(b) & shapes.known;
                        self.of[a][b].push((first + step) as u16, bits >> step);
                    }
                }
            }
            first += len;
        }
        let after = self.by_row();
        let mut rows = 0;
        for row in 0..PairKind::COUNT {
            rows += usize::from(before[row] != after[row]);
        }
        rows > 1
    }

    /// Returns how many pairs are listed for each row.
    #[inline(always)]
    fn by_row(&self) -> [usize; PairKind::COUNT] {
        let mut rows = [0; PairKind::COUNT];
        for a in 0..SHAPES {
            for b in 0..SHAPES {
                rows[ROW_OF[a][b].0] += self.of[a][b].len;
            }
        }
        rows
    }

    /// Tests the pairs that fill groups, or `all`.
    #[inline(always)]
    pub fn run<V: Lanes, M: Motion>(
        &mut self,
        token: V::Token,
        span: &mut Span<'_, impl Table>,
        all: bool,
    ) {
        Table::each_row(&mut Run::<V, M, _> { lists: self, token, span, all, motion: PhantomData });
    }
}

/// Every row tests the pairs of its lists.
struct Run<'a, 'b, V: Lanes, M, F> {
    lists: &'a mut Lists,
    token: V::Token,
    span: &'a mut Span<'b, F>,
    all: bool,
    motion: PhantomData<M>,
}

impl<V: Lanes, M: Motion, F: Table> Visit<F> for Run<'_, '_, V, M, F> {
    #[inline(always)]
    fn row<R: Row<F>>(&mut self) {
        let [a, b] = [R::A::PLACE, R::B::PLACE];
        // The verdict is symmetric. One loop for both orders, so that the kernel is compiled once.
        let orders = [(a, b, false), (b, a, true)];
        let Self { lists, token, span, all, .. } = self;
        for &(a, b, swapped) in if a == b { &orders[..1] } else { &orders[..] } {
            let list = &mut lists.of[a][b];
            if list.len < if *all { 1 } else { V::WIDTH } {
                continue;
            }
            V::apart(
                *token,
                #[inline(always)]
                || list.run::<V, M, F, R>(*token, span, swapped, *all),
            );
        }
    }
}

impl List {
    const fn new() -> Self {
        Self { positions: [0; CAPACITY], len: 0 }
    }

    /// Adds `first` plus the number of each bit of the lowest byte. No branch, because shapes come
    /// in any order.
    #[inline(always)]
    fn push(&mut self, first: u16, bits: u32) {
        let numbers = &NUMBERS[(bits & 0xff) as usize];
        // The remainder, which changes nothing, spares a test.
        let free = &mut self.positions[self.len % MOST..][..STEP];
        for i in 0..STEP {
            free[i] = first + numbers[i];
        }
        self.len += (bits & 0xff).count_ones() as usize;
    }

    /// Tests the pairs of one list as far as they fill groups, or `all` of them, the last group
    /// filled up with the last pair.
    #[inline(always)]
    fn run<V: Lanes, M: Motion, F: Table, R: Row<F>>(
        &mut self,
        token: V::Token,
        span: &mut Span<'_, F>,
        swapped: bool,
        all: bool,
    ) {
        let mut groups = self.len / V::WIDTH;
        if all && !self.len.is_multiple_of(V::WIDTH) {
            let last = self.positions[self.len - 1];
            self.positions[self.len % MOST..][..V::WIDTH].fill(last);
            groups += 1;
        }
        for positions in self.positions.chunks_exact(V::WIDTH).take(groups) {
            span.source.fetch(span.ahead, V::WIDTH);
            span.ahead += V::WIDTH;
            let mut pairs = [span.source.pair(span.start + usize::from(positions[0])); MAX_WIDTH];
            for lane in 0..V::WIDTH {
                let (a, b) = span.source.pair(span.start + usize::from(positions[lane]));
                pairs[lane] = if swapped { (b, a) } else { (a, b) };
            }
            let certain = R::test::<V, M>(
                token,
                #[inline(always)]
                |lane| pairs[lane],
            );
            let found = spread(V::bits(certain.separate), V::bits(certain.overlapping));
            for (&position, &code) in positions.iter().zip(bytemuck::cast_slice(&found)) {
                span.codes[usize::from(position)] = code;
            }
        }
        // Fewer than a group are left, and go to the front.
        let tested = groups * V::WIDTH;
        self.len = self.len.saturating_sub(tested);
        self.positions.copy_within(tested..tested + MAX_WIDTH, 0);
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

/// The shapes of some pairs.
struct Shapes {
    a: Above,
    b: Above,
    /// Both tags are those of shapes.
    known: u32,
}

/// The shapes of some frames: bit `i` of number `k` is set if the tag of frame `i` is above those
/// of shape `k`.
#[derive(Clone, Copy)]
struct Above([u32; SHAPES - 1]);

impl Above {
    /// Returns a bit for each frame of the shape at this place. The tag of each is that of a shape.
    #[inline(always)]
    fn is(&self, place: usize) -> u32 {
        let from = if place > 0 { self.0[place - 1] } else { !0 };
        let beyond = if place < SHAPES - 1 { self.0[place] } else { 0 };
        from & !beyond
    }

    #[inline(always)]
    fn of<V: Lanes>(tags: V) -> Self {
        let mut above = [0; SHAPES - 1];
        for place in 0..SHAPES - 1 {
            above[place] = V::bits(tags.splat(LAST_TAGS[place]).lt(tags));
        }
        Self(above)
    }

    /// Sets the bits of frame `i`, of the shape at this place.
    fn set(&mut self, i: usize, shape: usize) {
        for place in 0..shape {
            self.0[place] |= 1 << i;
        }
    }
}

impl Shapes {
    /// The shapes of `len` pairs, a vector of them at most.
    #[inline(always)]
    fn of<V: Lanes, S: Pairs>(token: V::Token, source: &S, start: usize, len: usize) -> Self {
        if len < V::WIDTH {
            return Self::of_few(source, start, len);
        }
        let pair = source.group(start, V::WIDTH);
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
        let known = V::bits((foreign(a) + foreign(b)).lt(least));
        Self { a: Above::of(a), b: Above::of(b), known }
    }

    /// The shapes of pairs that fill no vector, one by one.
    fn of_few<S: Pairs>(source: &S, start: usize, len: usize) -> Self {
        let none = Above([0; SHAPES - 1]);
        let mut shapes = Self { a: none, b: none, known: 0 };
        for i in 0..len {
            let (a, b) = source.pair(start + i);
            if let (Some(a), Some(b)) = (place_of(a.tag()), place_of(b.tag())) {
                shapes.a.set(i, a);
                shapes.b.set(i, b);
                shapes.known |= 1 << i;
            }
        }
        shapes
    }
}

/// Zero where a tag is that of a shape; more, infinite or NaN elsewhere.
#[inline(always)]
fn foreign<V: Lanes>(tag: V) -> V {
    let mut product = tag - tag.splat(TAGS[0]);
    for known in &TAGS[1..] {
        product = product * (tag - tag.splat(*known));
    }
    product.abs()
}
