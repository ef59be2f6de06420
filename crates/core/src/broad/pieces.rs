//! Lists of pairs that are longer than memory.

use super::error::BroadError;
use super::guide::Known;
use super::options::PairOptions;
use super::tree::BoxTree;
use super::tree_box::TreeBox;
use crate::geom::Pair;
use std::ops::Range;
use std::sync::OnceLock;

/// A search for pairs that hands out its list piece by piece, in ascending order.
///
/// Each piece holds at most as many pairs as [`PairOptions::limit`] allows, except that all pairs
/// of one box are in one piece. A list that fits one piece costs what the trees alone cost. A
/// longer one costs twice that, and the time to count it.
///
/// # Examples
///
/// ```
/// use motzkin::broad::{PairOptions, Pieces};
/// use motzkin::{Aabb3, glam::Vec3};
///
/// # fn main() -> Result<(), motzkin::broad::BroadError> {
/// // A thousand boxes in one place have half a million pairs.
/// let boxes = vec![Aabb3 { min: Vec3::ZERO, max: Vec3::ONE }; 1000];
/// let options = PairOptions { limit: 20_000, ..PairOptions::default() };
/// let mut pieces = Pieces::within(boxes, &[0], options)?;
/// let (mut piece, mut count) = (Vec::new(), 0);
/// while pieces.next(&mut piece)? {
///     assert!(piece.len() <= 20_000);
///     count += piece.len();
/// }
/// assert_eq!(count, 499_500);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Pieces<'a, B> {
    /// The boxes of the first set.
    boxes: Vec<B>,
    tree: BoxTree<B>,
    /// The second set, if there is one.
    other: Option<BoxTree<B>>,
    /// What is known of the tree that parts are searched against: for all parts, since it takes as
    /// long as that tree has boxes.
    known: OnceLock<Known>,
    options: PairOptions<'a>,
    /// The boxes whose pairs are still to be listed, the last ones first.
    open: Vec<Range<u32>>,
}

impl<'a, B: TreeBox> Pieces<'a, B> {
    /// Begins a search for the pairs `a < b` of one set of boxes. Worlds are those of
    /// [`BoxTree::build_worlds`].
    ///
    /// # Errors
    ///
    /// Returns the errors of [`BoxTree::build_worlds`].
    pub fn within(
        boxes: Vec<B>,
        starts: &[u32],
        options: PairOptions<'a>,
    ) -> Result<Self, BroadError> {
        let tree = BoxTree::build_worlds(&boxes, starts)?;
        let all = 0..boxes.len() as u32;
        let known = OnceLock::new();
        Ok(Self { boxes, tree, other: None, known, options, open: vec![all] })
    }

    /// Begins a search for the pairs of a box `a` of one set and a box `b` of another. Each set
    /// comes with its worlds.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`BoxTree::build_worlds`].
    pub fn between(
        (boxes, starts): (Vec<B>, &[u32]),
        (others, other_starts): (&[B], &[u32]),
        options: PairOptions<'a>,
    ) -> Result<Self, BroadError> {
        let other = Some(BoxTree::build_worlds(others, other_starts)?);
        Ok(Self { other, ..Self::within(boxes, starts, options)? })
    }

    /// Lists all pairs in one piece, whatever was listed before.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`BoxTree::pairs_between`].
    pub fn all(&self, out: &mut Vec<Pair>) -> Result<(), BroadError> {
        self.list(0..self.boxes.len() as u32, self.options.limit, out)
    }

    /// Lists the next piece, which replaces what `out` held. Returns false when there are no more.
    /// After an error the next call lists that piece again.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`BoxTree::pairs_between`], except that there are too many pairs.
    pub fn next(&mut self, out: &mut Vec<Pair>) -> Result<bool, BroadError> {
        while let Some(range) = self.open.pop() {
            let limit = if range.len() == 1 { usize::MAX } else { self.options.limit };
            match self.list(range.clone(), limit, out) {
                Ok(()) => return Ok(true),
                Err(BroadError::TooManyPairs { found, .. }) => self.cut(range, found),
                Err(error) => {
                    self.open.push(range);
                    return Err(error);
                }
            }
        }
        Ok(false)
    }

    /// Cuts a range with too many pairs into parts that are small enough if all are alike.
    fn cut(&mut self, range: Range<u32>, found: u64) {
        let wanted = found / (self.options.limit as u64 / 2).max(1);
        let parts = wanted.clamp(2, range.len() as u64);
        let end = |part: u64| range.start + (range.len() as u64 * part / parts) as u32;
        self.open.extend((0..parts).rev().map(|part| end(part)..end(part + 1)));
    }

    /// Lists the pairs of a range of first boxes, if there are no more than a limit.
    fn list(&self, range: Range<u32>, limit: usize, out: &mut Vec<Pair>) -> Result<(), BroadError> {
        let options = PairOptions { limit, ..self.options };
        let is_whole = range.len() == self.boxes.len();
        match &self.other {
            None if is_whole => return self.tree.pairs(&options, out),
            Some(other) if is_whole => return self.tree.pairs_between(other, &options, out),
            _ => {}
        }
        let part = self.part(&range)?;
        let own = range.start as usize..range.end as usize;
        let filters = options.filters.and_then(|filters| filters.get(own));
        let options = PairOptions { filters, ..options };
        B::pairs_against(&part, self.all_others(), &options, out)?;
        out.iter_mut().for_each(|pair| pair.a += range.start);
        if self.other.is_none() {
            out.retain(|pair| pair.a < pair.b);
        }
        Ok(())
    }

    /// Builds a tree of a range of first boxes alone, of the worlds that it meets.
    fn part(&self, range: &Range<u32>) -> Result<BoxTree<B>, BroadError> {
        let worlds = &self.tree.worlds;
        let [first, last] = worlds.across(range);
        let start = |world: u32| worlds.range(world as usize).start.max(range.start) - range.start;
        let starts: Vec<u32> = (first..=last).map(start).collect();
        let boxes = &self.boxes[range.start as usize..range.end as usize];
        let mut part = BoxTree::build_worlds(boxes, &starts)?;
        part.worlds.number_from(first);
        Ok(part)
    }

    /// The tree that parts are searched against. The number of its filters was checked when all
    /// boxes were searched at once, which comes before any part.
    fn all_others(&self) -> (&BoxTree<B>, &Known) {
        let (tree, filters) = match &self.other {
            Some(other) => (other, self.options.other_filters),
            None => (&self.tree, self.options.filters),
        };
        (tree, self.known.get_or_init(|| Known::new(&tree.order, filters)))
    }
}
