//! What is found of some pairs of a source, which are given by their numbers.

use crate::geom::PairKind;
use crate::kernel::dimension::Dimension;
use crate::kernel::lanes::Lanes;
use crate::kernel::shape::place_of;
use crate::kernel::simd::{SimdLevel, Work, at_level};
use crate::kernel::source::Source;
use crate::kernel::table::{ROW_OF, Row, Table, Visit};
use rayon::prelude::*;

/// Pairs a thread takes at a time.
const GRAIN: usize = 512;

/// A pair in the order in which its row takes the frames.
#[derive(Clone, Copy)]
pub struct Ordered<'a, F> {
    /// The frame that the kernel takes first.
    pub first: &'a F,
    /// The other frame.
    pub second: &'a F,
    /// True if `first` is the second frame of the pair.
    pub swapped: bool,
}

/// What is found of each pair.
pub trait Find<F: Table>: Copy + Sync {
    /// What is found.
    type Found: Copy + Send + Sync;
    /// True if the kernels compute in `f64`.
    const WIDE: bool;
    /// Nothing.
    const NONE: Self::Found;

    /// Gives what is found of each pair of a row, one pair a lane; must be inlined. `pair(lane)`
    /// names the frames of every lane, also of those beyond `pairs`.
    fn find<'a, V: Lanes, R: Row<F>>(
        self,
        token: V::Token,
        pair: impl Fn(usize) -> (&'a F, &'a F) + Copy,
        pairs: impl ExactSizeIterator<Item = Ordered<'a, F>>,
        give: impl FnMut(usize, Self::Found),
    );
}

/// Returns what is found of each of `numbers`, in their order.
pub fn found<F: Table, W: Find<F>>(
    source: Source<'_, F>,
    numbers: &[u32],
    level: SimdLevel,
    find: W,
) -> Vec<W::Found> {
    let mut out = vec![W::NONE; numbers.len()];
    let chunk = |(out, numbers): (&mut [W::Found], &[u32])| {
        let mut sorted = Sorted::new(source.pair(numbers[0] as usize));
        match source {
            Source::Indexed { frames, pairs } => sorted.fill(numbers, |number| {
                let pair = pairs[number];
                (&frames[pair.a as usize], &frames[pair.b as usize])
            }),
            Source::Zipped { a, b } => sorted.fill(numbers, |number| (&a[number], &b[number])),
            Source::Scattered(pairs) => sorted.fill(numbers, |number| pairs[number]),
        }
        at_level(level, Chunk::<F, W> { sorted: &sorted, out, find });
    };
    // A single chunk wakes no other thread.
    match numbers.len() {
        0 => {}
        1..=GRAIN => chunk((&mut out, numbers)),
        _ => out.par_chunks_mut(GRAIN).zip(numbers.par_chunks(GRAIN)).for_each(chunk),
    }
    out
}

/// The pairs of a chunk, and their places by row.
struct Sorted<'a, F> {
    pairs: [Ordered<'a, F>; GRAIN],
    places: [[u16; GRAIN]; PairKind::COUNT],
    len: [usize; PairKind::COUNT],
}

impl<'a, F: Dimension> Sorted<'a, F> {
    /// Returns a chunk that is empty; any pair will do.
    fn new((first, second): (&'a F, &'a F)) -> Self {
        Self {
            pairs: [Ordered { first, second, swapped: false }; GRAIN],
            places: [[0; GRAIN]; PairKind::COUNT],
            len: [0; PairKind::COUNT],
        }
    }

    /// Adds the pairs of these numbers. A frame with a tag that no shape has counts as the first
    /// shape; the callers validate frames.
    #[inline]
    fn fill(&mut self, numbers: &[u32], pair: impl Fn(usize) -> (&'a F, &'a F)) {
        for (place, &number) in (0..).zip(numbers) {
            let (a, b) = pair(number as usize);
            let [x, y] = [a, b].map(|frame| place_of(frame.tag()).unwrap_or(0));
            let (row, swapped) = ROW_OF[x][y];
            let (first, second) = if swapped { (b, a) } else { (a, b) };
            self.pairs[usize::from(place)] = Ordered { first, second, swapped };
            self.places[row][self.len[row]] = place;
            self.len[row] += 1;
        }
    }
}

struct Chunk<'a, 'b, F, W: Find<F>>
where
    F: Table,
{
    sorted: &'a Sorted<'b, F>,
    out: &'a mut [W::Found],
    find: W,
}

impl<F: Table, W: Find<F>> Work for Chunk<'_, '_, F, W> {
    #[inline(always)]
    fn run<V: Lanes>(self, token: V::Token) {
        let Self { sorted, out, find } = self;
        if W::WIDE {
            F::each_row(&mut Rows::<F, W, V::Wide> { sorted, out, token, find });
        } else {
            F::each_row(&mut Rows::<F, W, V> { sorted, out, token, find });
        }
    }
}

/// Every row finds it of its pairs.
struct Rows<'a, 'b, F: Table, W: Find<F>, V: Lanes> {
    sorted: &'a Sorted<'b, F>,
    out: &'a mut [W::Found],
    token: V::Token,
    find: W,
}

impl<F: Table, W: Find<F>, V: Lanes> Visit<F> for Rows<'_, '_, F, W, V> {
    #[inline(always)]
    fn row<R: Row<F>>(&mut self) {
        let Self { sorted, out, token, find } = self;
        V::apart(
            *token,
            #[inline(always)]
            || find_row::<F, W, V, R>(sorted, out, *token, *find),
        );
    }
}

/// Finds it of the pairs of one row.
#[inline(always)]
fn find_row<F: Table, W: Find<F>, V: Lanes, R: Row<F>>(
    sorted: &Sorted<'_, F>,
    out: &mut [W::Found],
    token: V::Token,
    find: W,
) {
    let row = R::NUMBER;
    for places in sorted.places[row][..sorted.len[row]].chunks(V::WIDTH) {
        let out = &mut *out;
        find.find::<V, R>(
            token,
            // A short last group is filled up with its last pair.
            #[inline(always)]
            |lane| {
                let place = places[lane.min(places.len() - 1)];
                let Ordered { first, second, .. } = sorted.pairs[usize::from(place)];
                (first, second)
            },
            places.iter().map(
                #[inline(always)]
                |&place| sorted.pairs[usize::from(place)],
            ),
            #[inline(always)]
            |lane, found| out[usize::from(places[lane])] = found,
        );
    }
}
