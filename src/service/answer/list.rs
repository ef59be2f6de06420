//! What is known of the selected pairs of a query.

use super::column::Column;
#[cfg(feature = "polytopes")]
use super::detail::Distance;
use super::detail::{Detail, Measured, Separation};
#[cfg(feature = "motion")]
use crate::geom::ContactInterval;
use crate::geom::Frame3;
use crate::service::shape::Shape;
use crate::verdict::Verdict;
use std::iter::FusedIterator;
use std::ops::Range;

/// What is known of the pairs of which something was wanted: a list of [`Detail`]s, in the order of
/// the pairs.
///
/// The list holds a column for each wanted value, and no memory for values that were not wanted. A
/// `Detail` is put together when it is asked for.
///
/// ```
/// use motzkin::glam::Vec3;
/// use motzkin::{CollisionService, Engine, Frame3, Pair, Wanted};
///
/// let service = CollisionService::new(Engine::Cpu)?;
/// let cube = |x: f32| Frame3::cuboid(Vec3::X * x, [Vec3::X, Vec3::Y, Vec3::Z]);
/// let frames = [cube(0.0)?, cube(0.75)?, cube(9.0)?];
/// let pairs = [Pair::new(0, 1), Pair::new(0, 2)];
///
/// let answer = service.query(&frames, &pairs).wanted(Wanted::DEPTH).run()?;
/// for detail in answer.details() {
///     let separation = detail.separation.ok_or("the depth was wanted")?;
///     assert_eq!((detail.pair, separation.depth), (0, 0.25));
/// }
/// assert_eq!(answer.details().len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Details<S: Shape = Frame3> {
    pairs: Vec<(u32, Verdict)>,
    pub(in crate::service) separations: Column<Separation<S::Point>>,
    pub(in crate::service) witnesses: Column<Measured<S::Point>>,
    pub(in crate::service) boxes: Column<Measured<S::Bounds>>,
    #[cfg(feature = "motion")]
    pub(in crate::service) intervals: Column<Measured<ContactInterval>>,
    #[cfg(feature = "polytopes")]
    pub(in crate::service) distances: Column<Distance<S::Point>>,
    #[cfg(feature = "polytopes")]
    pub(in crate::service) subsets: Column<bool>,
}

impl<S: Shape> Details<S> {
    /// No pairs.
    pub(in crate::service) const EMPTY: Self = Self {
        pairs: Vec::new(),
        separations: Column::EMPTY,
        witnesses: Column::EMPTY,
        boxes: Column::EMPTY,
        #[cfg(feature = "motion")]
        intervals: Column::EMPTY,
        #[cfg(feature = "polytopes")]
        distances: Column::EMPTY,
        #[cfg(feature = "polytopes")]
        subsets: Column::EMPTY,
    };

    /// Pairs with the verdicts of their query, and no values yet.
    pub(in crate::service) fn new(pairs: impl Iterator<Item = (u32, Verdict)>) -> Self {
        Self { pairs: pairs.collect(), ..Self::EMPTY }
    }

    /// Puts more details behind these, each with its pair renumbered.
    pub(in crate::service) fn append(&mut self, more: Self, renumbered: impl FnMut(u32) -> u32) {
        let (before, count) = (self.len(), more.len());
        let (numbers, verdicts): (Vec<u32>, Vec<Verdict>) = more.pairs.into_iter().unzip();
        self.pairs.extend(numbers.into_iter().map(renumbered).zip(verdicts));
        self.separations.append(before, more.separations, count);
        self.witnesses.append(before, more.witnesses, count);
        self.boxes.append(before, more.boxes, count);
        #[cfg(feature = "motion")]
        self.intervals.append(before, more.intervals, count);
        #[cfg(feature = "polytopes")]
        self.distances.append(before, more.distances, count);
        #[cfg(feature = "polytopes")]
        self.subsets.append(before, more.subsets, count);
    }

    /// Returns the number of pairs.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Returns true if the list holds no pair.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Returns what is known of the pair at a place in the list; `None` beyond the end of the list.
    pub fn get(&self, place: usize) -> Option<Detail<S>> {
        let &(pair, verdict) = self.pairs.get(place)?;
        Some(Detail {
            pair,
            verdict,
            separation: self.separations.get(place),
            witness: self.witnesses.get(place),
            aabb: self.boxes.get(place),
            #[cfg(feature = "motion")]
            interval: self.intervals.get(place),
            #[cfg(feature = "polytopes")]
            distance: self.distances.get(place),
            #[cfg(feature = "polytopes")]
            subset: self.subsets.get(place),
        })
    }

    /// Returns what is known of the first pair of the list; `None` if the list is empty.
    pub fn first(&self) -> Option<Detail<S>> {
        self.get(0)
    }

    /// Returns an iterator over the list.
    pub fn iter(&self) -> DetailsIter<'_, S> {
        DetailsIter { details: self, places: 0..self.len() }
    }
}

impl<S: Shape + PartialEq> PartialEq for Details<S> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<'a, S: Shape> IntoIterator for &'a Details<S> {
    type Item = Detail<S>;
    type IntoIter = DetailsIter<'a, S>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// An iterator over [`Details`]: the [`Detail`] of each pair, by value.
#[derive(Clone, Debug)]
pub struct DetailsIter<'a, S: Shape = Frame3> {
    details: &'a Details<S>,
    places: Range<usize>,
}

impl<S: Shape> Iterator for DetailsIter<'_, S> {
    type Item = Detail<S>;

    fn next(&mut self) -> Option<Detail<S>> {
        self.details.get(self.places.next()?)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.places.size_hint()
    }

    fn nth(&mut self, places: usize) -> Option<Detail<S>> {
        self.details.get(self.places.nth(places)?)
    }
}

impl<S: Shape> DoubleEndedIterator for DetailsIter<'_, S> {
    fn next_back(&mut self) -> Option<Detail<S>> {
        self.details.get(self.places.next_back()?)
    }
}

impl<S: Shape> ExactSizeIterator for DetailsIter<'_, S> {}
impl<S: Shape> FusedIterator for DetailsIter<'_, S> {}
