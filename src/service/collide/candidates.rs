//! The pairs whose boxes meet, in pieces of bounded size.

use super::bounded::Bounded;
use super::error::{CollideError, ShapeFault};
use super::question::{CollideOptions, Question, Sets};
use crate::geom::{Aabb, Pair};
use crate::kernel::SimdLevel;
use motzkin_core::Motion;
use motzkin_core::broad::{BoxTree, BroadError, PairOptions};
use rayon::prelude::*;
use std::ops::Range;

/// The most candidates that are held at a time: 64 MiB of them.
const MOST: usize = 1 << 23;

/// Shapes whose boxes one thread computes at a time.
const GRAIN: usize = 1 << 10;

/// The broad phase of a question.
pub struct Candidates<'a, B> {
    /// The boxes of the first set.
    boxes: Vec<B>,
    tree: BoxTree<B>,
    /// The second set, if there is one.
    other: Option<BoxTree<B>>,
    options: CollideOptions<'a>,
    level: SimdLevel,
    /// The first shapes that are still to be searched for, the last ones first.
    open: Vec<Range<u32>>,
}

impl<'a, B: Aabb> Candidates<'a, B> {
    /// Computes boxes and builds the trees, on the threads at hand. Shapes that are not valid have
    /// no candidates, and are named.
    pub fn new<S: Bounded<Bounds = B>, M: Motion>(
        question: &Question<'a, S>,
    ) -> Result<(Self, Vec<ShapeFault>), CollideError> {
        let Question { service, sets, options } = *question;
        let mut faults = Vec::new();
        let boxes = boxes_of::<S, M>(sets.first(), false, options.margin, &mut faults);
        let tree = BoxTree::build_worlds(&boxes, options.worlds[0])?;
        let other = match sets {
            Sets::One(_) => None,
            Sets::Two(_, set) => {
                let boxes = boxes_of::<S, M>(set, true, options.margin, &mut faults);
                Some(BoxTree::build_worlds(&boxes, options.worlds[1])?)
            }
        };
        let open = vec![0..boxes.len() as u32];
        let level = service.cpu.level;
        Ok((Self { boxes, tree, other, options, level, open }, faults))
    }

    /// Lists all candidates, no more than the limit of the question.
    pub fn all(&self, out: &mut Vec<Pair>) -> Result<(), BroadError> {
        self.list(0..self.boxes.len() as u32, self.options.limit, out)
    }

    /// Lists the next candidates, ascending. Returns false when there are no more.
    pub fn next(&mut self, out: &mut Vec<Pair>) -> Result<bool, BroadError> {
        while let Some(range) = self.open.pop() {
            // A single shape has no more candidates than there are shapes.
            let limit = if range.len() == 1 { usize::MAX } else { MOST };
            match self.list(range.clone(), limit, out) {
                Err(BroadError::TooManyPairs { found, .. }) => self.cut(range, found),
                listed => return listed.map(|()| true),
            }
        }
        Ok(false)
    }

    /// Cuts a range with too many candidates into pieces which have few enough if all are alike.
    fn cut(&mut self, range: Range<u32>, found: u64) {
        let pieces = (found / (MOST as u64 / 2)).clamp(2, range.len() as u64);
        let end = |piece: u64| range.start + (range.len() as u64 * piece / pieces) as u32;
        self.open.extend((0..pieces).rev().map(|piece| end(piece)..end(piece + 1)));
    }

    /// Lists the candidates of a range of first shapes, if there are no more than a limit.
    fn list(&self, range: Range<u32>, limit: usize, out: &mut Vec<Pair>) -> Result<(), BroadError> {
        let [filters, other_filters] = self.options.filters;
        let options = PairOptions { filters, other_filters, limit, level: self.level };
        let is_whole = range.len() == self.boxes.len();
        match &self.other {
            None if is_whole => return self.tree.pairs(&options, out),
            Some(other) if is_whole => return self.tree.pairs_between(other, &options, out),
            _ => {}
        }
        // A tree of the range alone, against all.
        let own = range.start as usize..range.end as usize;
        let starts = self.options.worlds[0].iter();
        let starts: Vec<u32> =
            starts.map(|start| start.clamp(&range.start, &range.end) - range.start).collect();
        let part = BoxTree::build_worlds(&self.boxes[own.clone()], &starts)?;
        let options = PairOptions {
            filters: filters.and_then(|filters| filters.get(own)),
            other_filters: if self.other.is_some() { other_filters } else { filters },
            ..options
        };
        part.pairs_between(self.other.as_ref().unwrap_or(&self.tree), &options, out)?;
        out.iter_mut().for_each(|pair| pair.a += range.start);
        if self.other.is_none() {
            out.retain(|pair| pair.a < pair.b);
        }
        Ok(())
    }
}

/// Returns the boxes of a set, grown so that those of shapes closer than the margin meet.
fn boxes_of<S: Bounded, M: Motion>(
    set: &S::Set,
    second: bool,
    margin: f32,
    faults: &mut Vec<ShapeFault>,
) -> Vec<S::Bounds> {
    // Half of it on either side.
    let reach = if margin > 0.0 { (0.5 * margin).next_up() } else { 0.0 };
    let found: Vec<_> = (0..S::count(set))
        .into_par_iter()
        .with_min_len(GRAIN)
        .map(|shape| S::bounds::<M>(set, shape).map(|aabb| aabb.grown(reach).clamped()))
        .collect();
    let one = |(shape, found)| match found {
        Ok(aabb) => aabb,
        Err(error) => {
            faults.push(ShapeFault { shape, second, error });
            Aabb::NOTHING
        }
    };
    (0..).zip(found).map(one).collect()
}
