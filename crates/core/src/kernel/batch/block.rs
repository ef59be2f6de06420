//! Blocks of pairs, each of one pair of shapes or sorted by it.

use super::lists::{BLOCK, Lists, SPAN, Span};
use super::pairs::Pairs;
use super::spread::spread;
use crate::kernel::dimension::Dimension;
use crate::kernel::lanes::Lanes;
use crate::kernel::shape::Tagged;
use crate::kernel::table::{Row, Table, Visit};
use crate::motion::Motion;
use crate::verdict::RawCode;
use std::marker::PhantomData;
use std::ops::Range;

/// Groups looked at before they are tested. Measured: half and twice as many take as long.
const GROUPS_AHEAD: usize = 4;

/// Writes the code of each of the pairs `start..start + codes.len()`. Pairs that no kernel tests
/// keep the code that they have.
#[inline(always)]
pub fn run<V: Lanes, M: Motion>(
    token: V::Token,
    source: &impl Pairs,
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
            // several, this one most likely does. One pair at a time is always sorted, so that the
            // slowest level, which is hardly used, compiles each kernel once.
            if V::WIDTH > 1 && !mixed {
                first +=
                    run_straight::<V, M, _>(token, source, start + first, &mut codes[first..end]);
            }
            mixed = lists.sort::<V, _>(token, source, start, first..end);
            let (all, ahead) = (end == codes.len(), start + first + BLOCK);
            lists.run::<V, M>(token, &mut Span { source: source.any(), start, codes, ahead }, all);
            first = end;
        }
    }
}

/// Tests pairs in order as long as they are of one kind and fill groups. Returns how many.
#[inline(always)]
fn run_straight<V: Lanes, M: Motion, S: Pairs>(
    token: V::Token,
    source: &S,
    start: usize,
    codes: &mut [RawCode],
) -> usize {
    let mut first = 0;
    for codes in codes.chunks_mut(GROUPS_AHEAD * V::WIDTH) {
        let len = codes.len();
        let mut straight = Straight::<V, M, S> {
            token,
            source,
            start: start + first,
            codes,
            tested: None,
            motion: PhantomData,
        };
        S::Frame::each_row(&mut straight);
        let tested = straight.tested.unwrap_or(0);
        first += tested;
        if tested < len {
            break;
        }
    }
    first
}

/// A few groups of pairs, which the first row that serves them all tests.
struct Straight<'a, V: Lanes, M, S> {
    token: V::Token,
    source: &'a S,
    start: usize,
    codes: &'a mut [RawCode],
    /// How many the row has tested.
    tested: Option<usize>,
    motion: PhantomData<M>,
}

impl<V: Lanes, M: Motion, S: Pairs> Visit<S::Frame> for Straight<'_, V, M, S> {
    #[inline(always)]
    fn row<R: Row<S::Frame>>(&mut self) {
        // Pairs of two shapes come in either order and are sorted.
        if R::A::PLACE != R::B::PLACE || self.tested.is_some() {
            return;
        }
        let here = self.start..self.start + self.codes.len();
        if all(
            self.source,
            here,
            #[inline(always)]
            |frame| R::A::differs(frame.tag().to_bits()),
        ) {
            let Self { token, source, start, codes, .. } = self;
            let tested = V::apart(
                *token,
                #[inline(always)]
                || run_row::<V, M, S, R>(*token, *source, *start, codes),
            );
            self.tested = Some(tested);
        }
    }
}

/// Whether `other` is zero for both frames of all these pairs. Eight are asked before a branch, in
/// a loop of constant length: a branch a pair, and one for all, were measured to take longer.
#[inline(always)]
fn all<S: Pairs>(source: &S, range: Range<usize>, other: impl Fn(&S::Frame) -> u32) -> bool {
    const AT_ONCE: usize = 8;
    let mut at = range.start;
    while range.end - at >= AT_ONCE {
        if any(source.group(at, AT_ONCE), AT_ONCE, &other) {
            return false;
        }
        at += AT_ONCE;
    }
    !any(source.group(at, range.end - at), range.end - at, &other)
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

/// Tests pairs of one row in order, as far as they fill groups. Returns how many.
#[inline(always)]
fn run_row<V: Lanes, M: Motion, S: Pairs, R: Row<S::Frame>>(
    token: V::Token,
    source: &S,
    start: usize,
    codes: &mut [RawCode],
) -> usize {
    let mut first = start;
    for group in codes.chunks_exact_mut(V::WIDTH) {
        source.any().fetch(first + BLOCK, V::WIDTH);
        let certain = R::test::<V, M>(token, source.group(first, V::WIDTH));
        let found = spread(V::bits(certain.separate), V::bits(certain.overlapping));
        group.copy_from_slice(bytemuck::cast_slice(&found[..V::WIDTH]));
        first += V::WIDTH;
    }
    first - start
}
