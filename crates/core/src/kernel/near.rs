//! Which of many solids come near one, or near each other, by their bounds along seven axes: whole
//! vectors of them compared at once. Nothing is rounded, so that the answer is the same at every
//! level.

use super::lanes::{Real, Scan};
use super::simd::{SimdLevel, Work, at_level};
use crate::geom::{Kdop, Pair};
use std::ops::Range;

/// Bounds that stand together: no vector is wider.
pub(super) const LANES: usize = 16;
/// The numbers of a group: for each axis the lower ends, then the upper.
pub(super) const GROUP: usize = 2 * Kdop::AXES * LANES;
/// The coordinates, which are compared before the diagonals.
const COORDINATES: Range<usize> = 0..3;
const DIAGONALS: Range<usize> = 3..Kdop::AXES;

/// Bounds of many solids, in groups, axis by axis: 56 bytes each.
#[derive(Clone, Debug, Default)]
pub struct Kdops {
    pub(super) count: usize,
    pub(super) numbers: Vec<f32>,
}

impl Kdops {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// True without any.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The bytes that they take.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.numbers[..])
    }

    /// Leaves none.
    pub fn clear(&mut self) {
        self.count = 0;
    }

    /// Adds one.
    pub fn push(&mut self, own: &Kdop) {
        self.count += 1;
        let needed = self.count.div_ceil(LANES) * GROUP;
        if self.numbers.len() < needed {
            self.numbers.resize(needed, 0.0);
        }
        self.set(self.count - 1, own);
    }

    /// Replaces all by those at `places` of others, in that order. The places are below the others'
    /// [`len`](Self::len).
    pub fn gather(&mut self, others: &Self, places: &[u32]) {
        let Some(&last) = places.last() else {
            self.clear();
            return;
        };
        self.count = places.len();
        let needed = self.count.div_ceil(LANES) * GROUP;
        if self.numbers.len() < needed {
            self.numbers.resize(needed, 0.0);
        }
        for (group, places) in self.numbers.chunks_exact_mut(GROUP).zip(places.chunks(LANES)) {
            // A short group is filled up with the last.
            let mut from = [0; LANES];
            for (lane, from) in from.iter_mut().enumerate() {
                let place = places.get(lane).copied().unwrap_or(last) as usize;
                *from = place / LANES * GROUP + place % LANES;
            }
            for (row, own) in group.chunks_exact_mut(LANES).enumerate() {
                for (own, from) in own.iter_mut().zip(from) {
                    *own = others.numbers[from + row * LANES];
                }
            }
        }
    }

    /// Number `i`, which is below [`len`](Self::len).
    pub fn get(&self, i: usize) -> Kdop {
        let mut out = Kdop::NONE;
        let group = &self.numbers[i / LANES * GROUP..][..GROUP];
        for axis in 0..Kdop::AXES {
            out.low[axis] = group[2 * axis * LANES + i % LANES];
            out.high[axis] = group[(2 * axis + 1) * LANES + i % LANES];
        }
        out
    }

    /// Replaces number `i`, which is below [`len`](Self::len).
    pub fn set(&mut self, i: usize, own: &Kdop) {
        let group = &mut self.numbers[i / LANES * GROUP..][..GROUP];
        for axis in 0..Kdop::AXES {
            group[2 * axis * LANES + i % LANES] = own.low[axis];
            group[(2 * axis + 1) * LANES + i % LANES] = own.high[axis];
        }
    }

    /// Shows the places in `range` whose bounds meet `own`, ascending.
    #[inline(always)]
    fn meeting<V: Scan>(
        &self,
        token: V::Token,
        range: Range<usize>,
        own: &Kdop,
        mut found: impl FnMut(usize),
    ) {
        let first = range.start / LANES;
        let groups = self.numbers[first * GROUP..].chunks_exact(GROUP);
        for (group, start) in groups.zip((first * LANES..range.end).step_by(LANES)) {
            for lane in (0..LANES).step_by(V::WIDTH) {
                let away = miss::<V>(token, group, lane, COORDINATES, own);
                if !V::any(!away) {
                    continue;
                }
                let mut bits = V::bits(!(away | miss::<V>(token, group, lane, DIAGONALS, own)));
                while bits != 0 {
                    let place = start + lane + bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    if range.start <= place && place < range.end {
                        found(place);
                    }
                }
            }
        }
    }
}

/// Which lanes of a group miss `own` along one of the axes.
#[inline(always)]
fn miss<V: Scan>(
    token: V::Token,
    group: &[f32],
    lane: usize,
    axes: Range<usize>,
    own: &Kdop,
) -> V::Mask {
    let mut away = miss_on::<V>(token, group, lane, axes.start, own);
    for axis in axes.start + 1..axes.end {
        away = away | miss_on::<V>(token, group, lane, axis, own);
    }
    away
}

#[inline(always)]
fn miss_on<V: Scan>(
    token: V::Token,
    group: &[f32],
    lane: usize,
    axis: usize,
    own: &Kdop,
) -> V::Mask {
    let low = V::load(token, &group[2 * axis * LANES + lane..][..V::WIDTH]);
    let high = V::load(token, &group[(2 * axis + 1) * LANES + lane..][..V::WIDTH]);
    high.lt(low.splat(own.low[axis])) | low.splat(own.high[axis]).lt(low)
}

/// Adds the numbers in `range` of those whose bounds meet `own`, ascending. The range lies within
/// them.
pub fn near(level: SimdLevel, among: &Kdops, range: Range<u32>, own: &Kdop, out: &mut Vec<u32>) {
    at_level(level, Near { among, range: range.start as usize..range.end as usize, own, out });
}

struct Near<'a> {
    among: &'a Kdops,
    range: Range<usize>,
    own: &'a Kdop,
    out: &'a mut Vec<u32>,
}

impl Work for Near<'_> {
    #[inline(always)]
    fn run<V: Scan>(self, token: V::Token) {
        let out = self.out;
        self.among.meeting::<V>(
            token,
            self.range,
            self.own,
            #[inline(always)]
            |place| out.push(place as u32),
        );
    }
}

/// Returns bounds that hold those in `range` whose bounds meet `own`, [`Kdop::NONE`] where none do,
/// and adds their numbers to `out`, ascending, if there is one. The range lies within them.
pub fn hull_of_near(
    level: SimdLevel,
    among: &Kdops,
    range: Range<u32>,
    own: &Kdop,
    out: Option<&mut Vec<u32>>,
) -> Kdop {
    let (range, mut hull) = (range.start as usize..range.end as usize, Kdop::NONE);
    at_level(level, Hull { among, range, own, out, hull: &mut hull });
    hull
}

struct Hull<'a> {
    among: &'a Kdops,
    range: Range<usize>,
    own: &'a Kdop,
    out: Option<&'a mut Vec<u32>>,
    hull: &'a mut Kdop,
}

/// The number of each lane of a group.
const NUMBERS: [f32; LANES] =
    [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0];

impl Work for Hull<'_> {
    #[inline(always)]
    fn run<V: Scan>(self, token: V::Token) {
        let Self { among, range, own, mut out, hull } = self;
        let first = range.start / LANES;
        let groups = among.numbers[first * GROUP..].chunks_exact(GROUP);
        let some = V::load(token, &NUMBERS[..V::WIDTH]);
        let (far, near) = (some.splat(f32::INFINITY), some.splat(f32::NEG_INFINITY));
        let mut low = [far; Kdop::AXES];
        let mut high = [near; Kdop::AXES];
        for (group, start) in groups.zip((first * LANES..range.end).step_by(LANES)) {
            let (from, to) = (range.start.saturating_sub(start), range.end - start);
            for lane in (0..LANES).step_by(V::WIDTH) {
                let away = miss::<V>(token, group, lane, COORDINATES, own);
                if !V::any(!away) {
                    continue;
                }
                let mut meets = !(away | miss::<V>(token, group, lane, DIAGONALS, own));
                if from > 0 || to < LANES {
                    // No lane has a number of 16 or more.
                    let numbers = V::load(token, &NUMBERS[lane..][..V::WIDTH]);
                    let below = numbers.lt(some.splat(from as f32));
                    meets = meets & !below & numbers.lt(some.splat(to.min(LANES) as f32));
                }
                if !V::any(meets) {
                    continue;
                }
                for axis in 0..Kdop::AXES {
                    let ends = V::load(token, &group[2 * axis * LANES + lane..][..V::WIDTH]);
                    low[axis] = low[axis].min(V::select(meets, ends, far));
                    let ends = V::load(token, &group[(2 * axis + 1) * LANES + lane..][..V::WIDTH]);
                    high[axis] = high[axis].max(V::select(meets, ends, near));
                }
                if let Some(out) = &mut out {
                    let mut bits = V::bits(meets);
                    while bits != 0 {
                        out.push((start + lane) as u32 + bits.trailing_zeros());
                        bits &= bits - 1;
                    }
                }
            }
        }
        // All vectors are stored in a loop that is short enough to be unrolled: they would be kept
        // in memory all the time otherwise.
        let mut lowest = [[f32::INFINITY; LANES]; Kdop::AXES];
        let mut highest = [[f32::NEG_INFINITY; LANES]; Kdop::AXES];
        for axis in 0..Kdop::AXES {
            low[axis].store(&mut lowest[axis]);
            high[axis].store(&mut highest[axis]);
        }
        for axis in 0..Kdop::AXES {
            for lane in 0..V::WIDTH {
                hull.low[axis] = Real::min(hull.low[axis], lowest[axis][lane]);
                hull.high[axis] = Real::max(hull.high[axis], highest[axis][lane]);
            }
        }
    }
}

/// Adds the pairs of a row and a column whose bounds meet, row by row, until there are `most` or
/// more at the end of a row. Returns how many rows it has been through. Rows are numbers in
/// `among`; columns have bounds and names.
pub fn sweep(
    level: SimdLevel,
    (among, rows): (&Kdops, &[u32]),
    (columns, names): (&Kdops, &[u32]),
    most: usize,
    out: &mut Vec<Pair>,
) -> usize {
    let mut done = 0;
    at_level(level, Sweep { among, rows, columns, names, most, out, done: &mut done });
    done
}

struct Sweep<'a> {
    among: &'a Kdops,
    rows: &'a [u32],
    columns: &'a Kdops,
    names: &'a [u32],
    most: usize,
    out: &'a mut Vec<Pair>,
    done: &'a mut usize,
}

impl Work for Sweep<'_> {
    #[inline(always)]
    fn run<V: Scan>(self, token: V::Token) {
        let Self { among, rows, columns, names, most, out, done } = self;
        for &row in rows {
            let own = among.get(row as usize);
            columns.meeting::<V>(
                token,
                0..columns.len(),
                &own,
                #[inline(always)]
                |place| out.push(Pair::new(row, names[place])),
            );
            *done += 1;
            if out.len() >= most {
                break;
            }
        }
    }
}
