//! What is found of some pairs of a source, which are given by their numbers.

use super::fetch::fetch_whole;
use crate::geom::PairKind;
use crate::kernel::dimension::Dimension;
use crate::kernel::lanes::{Lanes, MAX_WIDTH};
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

/// Pairs that are asked for ahead of the one that is sorted.
const AHEAD: usize = 16;

/// What is found of each pair.
pub trait Find<F: Table>: Copy + Sync {
    /// What is found.
    type Found: Copy + Send + Sync;
    /// True if the kernels compute in `f64`.
    const WIDE: bool;
    /// Pairs that are sorted at a time, [`GRAIN`] at most. Fewer stay in the first-level cache,
    /// which pays where little is done with each; with more there are fewer groups that are not
    /// full.
    const AT_ONCE: usize = GRAIN;
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
        let mut sorted = Sorted::new();
        for (block, out) in out.chunks_mut(W::AT_ONCE).enumerate() {
            let (numbers, len) = (&numbers[block * W::AT_ONCE..], out.len());
            match source {
                Source::Indexed { frames, pairs } => sorted.fill(numbers, len, |number| {
                    let pair = pairs[number];
                    (&frames[pair.a as usize], &frames[pair.b as usize])
                }),
                Source::Zipped { a, b } => {
                    sorted.fill(numbers, len, |number| (&a[number], &b[number]))
                }
                Source::Scattered(pairs) => sorted.fill(numbers, len, |number| pairs[number]),
            }
            at_level(level, Chunk::<F, W> { sorted: &sorted, out, find });
        }
    };
    // A single chunk wakes no other thread.
    match numbers.len() {
        0 => {}
        1..=GRAIN => chunk((&mut out, numbers)),
        _ => out.par_chunks_mut(GRAIN).zip(numbers.par_chunks(GRAIN)).for_each(chunk),
    }
    out
}

/// The capacity of a list of places: a group that is filled up is written behind the pairs.
const CAPACITY: usize = GRAIN + MAX_WIDTH;

/// No row: that of a pair with a tag that no shape has.
const NO_ROW: u8 = u8::MAX;

/// The pairs of a chunk, and their places by row.
struct Sorted<'a, F> {
    pairs: Vec<Ordered<'a, F>>,
    places: [[u16; CAPACITY]; PairKind::COUNT],
    len: [usize; PairKind::COUNT],
}

impl<'a, F: Dimension> Sorted<'a, F> {
    /// Returns a chunk that is empty.
    fn new() -> Self {
        Self {
            pairs: Vec::new(),
            places: [[0; CAPACITY]; PairKind::COUNT],
            len: [0; PairKind::COUNT],
        }
    }

    /// The pair at a place.
    #[inline(always)]
    fn at(&self, place: u16) -> Ordered<'a, F> {
        self.pairs[usize::from(place)]
    }

    /// Holds the first `len` pairs of these numbers alone, [`GRAIN`] at most. The others come next.
    /// Of a pair with a tag that no shape has (a frame cast from foreign bytes) nothing is found.
    #[inline]
    fn fill(&mut self, numbers: &[u32], len: usize, pair: impl Fn(usize) -> (&'a F, &'a F)) {
        let mut rows = [NO_ROW; GRAIN];
        let rows = &mut rows[..len];
        let ordered = |(place, row): (usize, &mut u8)| {
            if let Some(&later) = numbers.get(place + AHEAD) {
                let (a, b) = pair(later as usize);
                fetch_whole(a);
                fetch_whole(b);
            }
            let (a, b) = pair(numbers[place] as usize);
            let mut swapped = false;
            if let (Some(x), Some(y)) = (place_of(a.tag()), place_of(b.tag())) {
                let (number, swaps) = ROW_OF[x][y];
                *row = number as u8;
                swapped = swaps;
            }
            let (first, second) = if swapped { (b, a) } else { (a, b) };
            Ordered { first, second, swapped }
        };
        self.pairs.clear();
        self.pairs.extend(rows.iter_mut().enumerate().map(ordered));
        for (row, (places, len)) in self.places.iter_mut().zip(&mut self.len).enumerate() {
            *len = rows.iter().filter(|&&of| usize::from(of) == row).count();
            if *len > 0 {
                list(places, rows, row as u8);
            }
        }
    }
}

/// Lists the places of a row, and its last one again behind them. No branch, because shapes come in
/// any order.
fn list(places: &mut [u16; CAPACITY], rows: &[u8], row: u8) {
    let (mut len, mut last) = (0, 0);
    for (place, &of) in (0..).zip(rows) {
        // The remainder, which changes nothing, spares a test.
        places[len % GRAIN] = place;
        let is = of == row;
        last = if is { place } else { last };
        len += usize::from(is);
    }
    places[len..len + MAX_WIDTH].fill(last);
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
    let mut left = sorted.len[R::NUMBER];
    for places in sorted.places[R::NUMBER].chunks_exact(V::WIDTH) {
        if left == 0 {
            break;
        }
        // A short last group is filled up with its last pair.
        let full = left.min(V::WIDTH);
        left -= full;
        let out = &mut *out;
        find.find::<V, R>(
            token,
            #[inline(always)]
            |lane| {
                let Ordered { first, second, .. } = sorted.at(places[lane]);
                (first, second)
            },
            places[..full].iter().map(
                #[inline(always)]
                |&place| sorted.at(place),
            ),
            #[inline(always)]
            |lane, found| out[usize::from(places[lane])] = found,
        );
    }
}
