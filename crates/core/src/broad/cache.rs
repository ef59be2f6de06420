//! The pairs of boxes that stay between searches.

use super::build::{check_boxes, check_count, check_length};
use super::error::BroadError;
use super::filters::FilterLevels;
use super::options::PairOptions;
use super::radix;
use super::tree::BoxTree;
use super::tree_box::TreeBox;
use crate::geom::{Aabb, Filter, Pair};
use crate::kernel::SimdLevel;

/// Where more than one box in so many has changed, all pairs are searched for. A box that has
/// changed costs about as much as three others: a tree of those that have, and every pair of two of
/// them twice.
const MANY: usize = 4;

/// A tree is built with room for one more box in so many.
const ROOM: usize = 8;

/// The pairs of a set of boxes that changes little by little: boxes move, come and go.
///
/// It keeps the boxes, a [`BoxTree`] over them and the list of their pairs. After a change it
/// searches for the pairs of the boxes that have changed, and keeps the others. The list is the one
/// that a new tree gives: ascending, each pair once, the same on every number of threads.
///
/// Takes some 80 bytes a box, nine more once a box has a filter, and 16 bytes a pair.
///
/// # Examples
///
/// ```
/// use motzkin::broad::PairCache;
/// use motzkin::{Aabb, Aabb3, Filter, Pair, glam::Vec3};
///
/// # fn main() -> Result<(), motzkin::broad::BroadError> {
/// let cube = |x: f32| Aabb3 { min: Vec3::X * x, max: Vec3::X * x + Vec3::ONE };
/// let mut cache = PairCache::default();
/// for x in [0.0, 5.0, 1.0] {
///     cache.push(cube(x), Filter::ALL)?;
/// }
/// assert_eq!(cache.update(usize::MAX)?, [Pair::new(0, 2)]);
///
/// cache.set(1, cube(1.5))?; // Box 1 moves,
/// cache.set(0, Aabb3::NOTHING)?; // and box 0 leaves.
/// assert_eq!(cache.update(usize::MAX)?, [Pair::new(1, 2)]);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct PairCache<B> {
    /// The boxes, and room behind them that the tree knows of.
    boxes: Vec<B>,
    filters: Vec<Filter>,
    len: usize,
    /// Boxes whose filter is not [`Filter::ALL`].
    filtered: usize,
    level: SimdLevel,
    tree: Option<BoxTree<B>>,
    /// The place in the tree of each box. Empty where it is not known: boxes have been sorted, or
    /// all have been replaced.
    places: Vec<u32>,
    /// The filters of the boxes by place. Empty in the same cases, and before the first filter.
    /// Kept while all filters are gone, since the next one would cost as much as all boxes.
    joined: FilterLevels,
    /// The boxes that have changed since the last list, in any order, and which they are.
    changes: Vec<u32>,
    changed: Vec<bool>,
    /// The last list. None: there is none.
    pairs: Option<Vec<Pair>>,
    /// Memory for the next one.
    spare: Vec<Pair>,
}

impl<B: TreeBox> Default for PairCache<B> {
    /// Returns a cache without boxes that compares them with the best instructions there are.
    fn default() -> Self {
        Self::at(SimdLevel::best())
    }
}

impl<B: TreeBox> PairCache<B> {
    /// Returns a cache without boxes that compares them with the instructions of a level. Every
    /// level gives the same lists.
    pub fn at(level: SimdLevel) -> Self {
        Self {
            boxes: Vec::new(),
            filters: Vec::new(),
            len: 0,
            filtered: 0,
            level,
            tree: None,
            places: Vec::new(),
            joined: FilterLevels::default(),
            changes: Vec::new(),
            changed: Vec::new(),
            pairs: None,
            spare: Vec::new(),
        }
    }

    /// Returns the number of boxes, [`Aabb::NOTHING`] among them.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns true if there are no boxes.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the boxes.
    pub fn boxes(&self) -> &[B] {
        &self.boxes[..self.len]
    }

    /// Returns the bytes that it takes, room to grow included.
    pub fn bytes(&self) -> usize {
        let pairs = self.pairs.as_ref().map_or(0, Vec::capacity) + self.spare.capacity();
        let numbers = self.places.capacity() + self.changes.capacity();
        self.boxes.capacity() * size_of::<B>()
            + self.filters.capacity() * size_of::<Filter>()
            + self.joined.bytes()
            + self.tree.as_ref().map_or(0, BoxTree::bytes)
            + numbers * size_of::<u32>()
            + self.changed.capacity()
            + pairs * size_of::<Pair>()
    }

    /// Adds a box, and returns its index. Pairs are listed where the filters of both boxes
    /// [meet](Filter::meets).
    ///
    /// # Errors
    ///
    /// Returns [`BroadError::Invalid`] and [`BroadError::TooManyBoxes`]. Nothing changes then.
    pub fn push(&mut self, own: B, filter: Filter) -> Result<u32, BroadError> {
        check_count(self.len + 1)?;
        check(self.len, &own)?;
        if self.len == self.boxes.len() {
            self.grow();
        }
        let index = self.len;
        self.len += 1;
        self.boxes[index] = own;
        self.note(index);
        self.set_filter(index as u32, filter);
        Ok(index as u32)
    }

    /// Replaces a box. [`Aabb::NOTHING`] takes it out of all pairs.
    ///
    /// # Errors
    ///
    /// Returns [`BroadError::Invalid`]. Nothing changes then.
    ///
    /// # Panics
    ///
    /// Panics if there is no such box.
    pub fn set(&mut self, index: u32, own: B) -> Result<(), BroadError> {
        let index = index as usize;
        assert!(index < self.len, "there are {} boxes, and none of index {index}", self.len);
        check(index, &own)?;
        if self.boxes[index] != own {
            self.boxes[index] = own;
            self.note(index);
        }
        Ok(())
    }

    /// Replaces all boxes by as many others. Finds those that have changed.
    ///
    /// # Errors
    ///
    /// Returns [`BroadError::Length`] for another number of boxes, and [`BroadError::Invalid`].
    /// Nothing changes then.
    pub fn set_all(&mut self, boxes: &[B]) -> Result<(), BroadError> {
        check_length("boxes", boxes.len(), self.len)?;
        check_boxes(boxes)?;
        for (index, own) in boxes.iter().enumerate() {
            if self.boxes[index] != *own {
                self.boxes[index] = *own;
                self.note(index);
            }
        }
        Ok(())
    }

    /// Replaces the filter of a box.
    ///
    /// # Panics
    ///
    /// Panics if there is no such box.
    pub fn set_filter(&mut self, index: u32, filter: Filter) {
        let index = index as usize;
        assert!(index < self.len, "there are {} boxes, and none of index {index}", self.len);
        let old = std::mem::replace(&mut self.filters[index], filter);
        self.filtered += usize::from(filter != Filter::ALL);
        self.filtered -= usize::from(old != Filter::ALL);
        if old != filter {
            self.note(index);
        }
    }

    /// Returns the pairs whose boxes and filters meet: `a < b`, in ascending order `(a, b)`.
    ///
    /// Costs what has changed since the last call, a few hundred nanoseconds a box, and some
    /// nanoseconds a pair. Where many have changed, it costs what [`BoxTree::refit`] and
    /// [`BoxTree::pairs`] do. Boxes that have left their order are all sorted anew, once in many
    /// calls. Runs on the threads of the current rayon pool.
    ///
    /// # Errors
    ///
    /// Returns [`BroadError::TooManyPairs`], with the exact number of pairs, if there are more than
    /// the limit, and [`BroadError::TooManyBoxes`]. Then the next call searches for all pairs.
    pub fn update(&mut self, limit: usize) -> Result<&[Pair], BroadError> {
        let kept = self.pairs.take();
        let few = self.changes.len() * MANY <= self.len;
        let is_whole = self.tree.as_ref().is_some_and(|tree| tree.len() == self.boxes.len());
        let pairs = match kept.filter(|pairs| pairs.len() <= limit) {
            Some(pairs) if self.changes.is_empty() => pairs,
            Some(pairs) if few && is_whole => self.renew(pairs, limit)?,
            _ => self.search(limit)?,
        };
        self.forget_changes();
        Ok(self.pairs.insert(pairs))
    }

    /// Makes room for more boxes, but not for twice as many.
    fn grow(&mut self) {
        let room = self.len / ROOM + 1;
        self.boxes.reserve_exact(room);
        self.filters.reserve_exact(room);
        self.changed.reserve_exact(room);
        self.boxes.resize(self.len + room, B::NOTHING);
        self.filters.resize(self.len + room, Filter::ALL);
        self.changed.resize(self.len + room, false);
    }

    fn note(&mut self, index: usize) {
        if !std::mem::replace(&mut self.changed[index], true) {
            self.changes.push(index as u32);
        }
    }

    fn forget_changes(&mut self) {
        for index in self.changes.drain(..) {
            self.changed[index as usize] = false;
        }
    }

    /// Searches for all pairs.
    fn search(&mut self, limit: usize) -> Result<Vec<Pair>, BroadError> {
        self.places.clear();
        self.joined = FilterLevels::default();
        let tree = match self.tree.take() {
            Some(mut tree) if tree.len() == self.boxes.len() => {
                tree.refit(&self.boxes)?;
                tree
            }
            _ => BoxTree::build(&self.boxes)?,
        };
        let tree = self.tree.insert(tree);
        let filters = (self.filtered > 0).then_some(&self.filters[..]);
        let options = PairOptions { filters, limit, level: self.level, ..PairOptions::default() };
        let mut pairs = std::mem::take(&mut self.spare);
        tree.pairs(&options, &mut pairs)?;
        Ok(pairs)
    }

    /// Searches for the pairs of what has changed; the others are those of the last list.
    fn renew(&mut self, kept: Vec<Pair>, limit: usize) -> Result<Vec<Pair>, BroadError> {
        let Some(tree) = &mut self.tree else { return self.search(limit) };
        if self.places.is_empty() {
            self.places = tree.places();
        }
        let mut by_place: Vec<u64> = self
            .changes
            .iter()
            .map(|&index| u64::from(self.places[index as usize]) << 32 | u64::from(index))
            .collect();
        let bits = u32::BITS - (self.boxes.len() as u32).leading_zeros();
        radix::sort_keys(&mut by_place, &mut Vec::new(), 32..32 + bits);
        let [places, order] = [32, 0]
            .map(|shift| by_place.iter().map(|key| (key >> shift) as u32).collect::<Vec<_>>());
        if B::refit_places(tree, &self.boxes, &places) {
            self.places.clear();
            self.joined = FilterLevels::default();
        }
        if self.filtered > 0 || !self.joined.is_empty() {
            self.joined.renew(&tree.order, &self.filters, &places);
        }
        let joined = (self.filtered > 0).then_some(&self.joined);
        let filters = (self.filtered > 0).then_some(&self.filters[..]);
        let options = PairOptions { filters, limit, level: self.level, ..PairOptions::default() };
        let mut found = Vec::new();
        let changed = (&order[..], &self.changed[..]);
        match B::pairs_of(tree, &self.boxes, changed, joined, &options, &mut found) {
            // Some pairs were looked at twice: it is with the exact number, or without an error.
            Err(BroadError::TooManyPairs { .. }) => return self.search(limit),
            other => other?,
        }
        let mut pairs = std::mem::take(&mut self.spare);
        merge(&kept, &self.changed, &found, &mut pairs);
        self.spare = kept;
        if pairs.len() > limit {
            let found = pairs.len() as u64;
            self.spare = pairs;
            return Err(BroadError::TooManyPairs { found, limit });
        }
        Ok(pairs)
    }
}

/// Checks a box of its own, under its index.
fn check<B: Aabb>(index: usize, own: &B) -> Result<(), BroadError> {
    check_boxes(std::slice::from_ref(own)).map_err(|error| match error {
        BroadError::Invalid { axis, low, high, .. } => {
            BroadError::Invalid { index, axis, low, high }
        }
        other => other,
    })
}

/// Joins what is left of a list, without the pairs of boxes that have changed, with other pairs.
/// Both ascend.
fn merge(kept: &[Pair], changed: &[bool], found: &[Pair], out: &mut Vec<Pair>) {
    out.clear();
    let mut rest = kept;
    let stays = |pair: &&Pair| !(changed[pair.a as usize] | changed[pair.b as usize]);
    for pair in found {
        let before = rest.iter().take_while(|other| *other < pair).count();
        out.extend(rest[..before].iter().filter(stays));
        rest = &rest[before..];
        out.push(*pair);
    }
    out.extend(rest.iter().filter(stays));
}
