//! The tree: building, refitting, pairs.

use super::error::BroadError;
use super::options::PairOptions;
use crate::geom::{Aabb, Filter, Pair};
use std::ops::ControlFlow;

/// A tree over boxes, [`Aabb3`](crate::geom::Aabb3) or [`Aabb2`](crate::geom::Aabb2).
///
/// Shapes have boxes by [`Frame::bounds`](crate::Frame::bounds) and
/// [`PolytopeSet::aabb`](crate::geom::PolytopeSet::aabb). The box [`Aabb::NOTHING`] is allowed and
/// meets nothing.
///
/// The boxes may belong to several worlds, one behind the other. Boxes of different worlds are
/// never paired.
///
/// # Examples
///
/// ```
/// use motzkin::broad::{BoxTree, PairOptions};
/// use motzkin::{Aabb3, Pair, glam::Vec3};
///
/// # fn main() -> Result<(), motzkin::broad::BroadError> {
/// let cube = |x: f32| Aabb3 { min: Vec3::X * x, max: Vec3::X * x + Vec3::ONE };
/// let mut tree = BoxTree::build(&[cube(0.0), cube(5.0), cube(1.0)])?;
/// let mut pairs = Vec::new();
/// tree.pairs(&PairOptions::default(), &mut pairs)?;
/// assert_eq!(pairs, [Pair::new(0, 2)]);
///
/// tree.refit(&[cube(0.0), cube(1.5), cube(1.0)])?;
/// tree.pairs(&PairOptions::default(), &mut pairs)?;
/// assert_eq!(pairs, [Pair::new(0, 2), Pair::new(1, 2)]);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct BoxTree<B> {
    boxes: Vec<B>,
    /// The first box of each world.
    starts: Vec<u32>,
}

impl<B: Aabb> BoxTree<B> {
    /// Builds a tree over boxes of one world.
    ///
    /// # Errors
    ///
    /// Returns [`BroadError::Invalid`] for the first box that is not valid, and
    /// [`BroadError::TooManyBoxes`].
    pub fn build(boxes: &[B]) -> Result<Self, BroadError> {
        Self::build_worlds(boxes, &[0])
    }

    /// Builds a tree over boxes of several worlds. World `w` has the boxes from `starts[w]` to the
    /// start of the next world, or to the end.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`build`](Self::build), and [`BroadError::Worlds`] for starts that do
    /// not ascend from 0.
    pub fn build_worlds(boxes: &[B], starts: &[u32]) -> Result<Self, BroadError> {
        check_worlds(starts, boxes.len())?;
        check_boxes(boxes)?;
        Ok(Self { boxes: boxes.to_vec(), starts: starts.to_vec() })
    }

    /// Replaces the boxes by as many others.
    ///
    /// # Errors
    ///
    /// Returns [`BroadError::Length`] for another number of boxes, and [`BroadError::Invalid`]. The
    /// tree stays as it was.
    pub fn refit(&mut self, boxes: &[B]) -> Result<(), BroadError> {
        if boxes.len() != self.len() {
            let (found, boxes) = (boxes.len(), self.len());
            return Err(BroadError::Length { what: "boxes", found, boxes });
        }
        check_boxes(boxes)?;
        self.boxes.copy_from_slice(boxes);
        Ok(())
    }

    /// Returns the number of boxes.
    pub fn len(&self) -> usize {
        self.boxes.len()
    }

    /// Returns true if the tree has no box.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of worlds.
    pub fn worlds(&self) -> usize {
        self.starts.len()
    }

    /// Lists the pairs whose boxes meet: `a < b`, in ascending order `(a, b)`. The list replaces
    /// what `out` held.
    ///
    /// # Errors
    ///
    /// Returns [`BroadError::Length`] for filters of another number, and
    /// [`BroadError::TooManyPairs`], with the exact number of pairs, if there are more than the
    /// limit. Then `out` is empty.
    pub fn pairs(&self, options: &PairOptions<'_>, out: &mut Vec<Pair>) -> Result<(), BroadError> {
        check_filters(options.filters, self.len())?;
        let meets = |a: u32, b: u32| filters_meet(options.filters, a, options.filters, b);
        let worlds = (0..self.worlds()).map(|world| self.world(world));
        let pairs = worlds.flat_map(|range| {
            range.clone().flat_map(move |a| (a + 1..range.end).map(move |b| Pair::new(a, b)))
        });
        let hit =
            |pair: &Pair| self.box_of(pair.a).meets(self.box_of(pair.b)) && meets(pair.a, pair.b);
        list(pairs.filter(hit), options.limit, out)
    }

    /// Lists the pairs of a box `a` of this tree and a box `b` of another one that meet, in
    /// ascending order `(a, b)`. The list replaces what `out` held. World `w` of one tree is
    /// searched against world `w` of the other.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`pairs`](Self::pairs), and [`BroadError::WorldCount`] if the trees
    /// have different numbers of worlds.
    pub fn pairs_between(
        &self,
        other: &Self,
        options: &PairOptions<'_>,
        out: &mut Vec<Pair>,
    ) -> Result<(), BroadError> {
        check_filters(options.filters, self.len())?;
        check_filters(options.other_filters, other.len())?;
        if self.worlds() != other.worlds() {
            let (worlds, other) = (self.worlds(), other.worlds());
            return Err(BroadError::WorldCount { worlds, other });
        }
        let meets = |a: u32, b: u32| filters_meet(options.filters, a, options.other_filters, b);
        let pairs = (0..self.worlds()).flat_map(|world| {
            let others = other.world(world);
            self.world(world).flat_map(move |a| others.clone().map(move |b| Pair::new(a, b)))
        });
        let hit =
            |pair: &Pair| self.box_of(pair.a).meets(other.box_of(pair.b)) && meets(pair.a, pair.b);
        list(pairs.filter(hit), options.limit, out)
    }

    /// Shows the boxes of a world that meet `own`, in an order that is fixed for the tree. `found`
    /// is given their indices, and ends the search by [`ControlFlow::Break`].
    ///
    /// # Panics
    ///
    /// Panics if there is no such world.
    pub fn visit(&self, world: usize, own: &B, mut found: impl FnMut(u32) -> ControlFlow<()>) {
        for index in self.world(world) {
            if self.box_of(index).meets(own) && found(index).is_break() {
                break;
            }
        }
    }

    /// Lists the boxes of a world that meet `own`, ascending. The list replaces what `out` held.
    ///
    /// # Panics
    ///
    /// Panics if there is no such world.
    pub fn meeting(&self, world: usize, own: &B, out: &mut Vec<u32>) {
        out.clear();
        self.visit(world, own, |index| {
            out.push(index);
            ControlFlow::Continue(())
        });
        out.sort_unstable();
    }

    fn world(&self, world: usize) -> std::ops::Range<u32> {
        let end = self.starts.get(world + 1).copied();
        self.starts[world]..end.unwrap_or(self.len() as u32)
    }

    fn box_of(&self, index: u32) -> &B {
        &self.boxes[index as usize]
    }
}

fn list(
    pairs: impl Iterator<Item = Pair>,
    limit: usize,
    out: &mut Vec<Pair>,
) -> Result<(), BroadError> {
    out.clear();
    let mut found = 0;
    for pair in pairs {
        found += 1;
        if found <= limit as u64 {
            out.push(pair);
        }
    }
    if found > limit as u64 {
        out.clear();
        return Err(BroadError::TooManyPairs { found, limit });
    }
    Ok(())
}

fn filters_meet(a: Option<&[Filter]>, i: u32, b: Option<&[Filter]>, j: u32) -> bool {
    let filter = |filters: Option<&[Filter]>, index: u32| {
        filters.map_or(Filter::ALL, |filters| filters[index as usize])
    };
    filter(a, i).meets(filter(b, j))
}

fn check_filters(filters: Option<&[Filter]>, boxes: usize) -> Result<(), BroadError> {
    match filters {
        Some(filters) if filters.len() != boxes => {
            Err(BroadError::Length { what: "filters", found: filters.len(), boxes })
        }
        _ => Ok(()),
    }
}

fn check_worlds(starts: &[u32], boxes: usize) -> Result<(), BroadError> {
    let wrong = |world: usize| BroadError::Worlds {
        world,
        start: starts.get(world).copied().unwrap_or(0),
        boxes,
    };
    if starts.first() != Some(&0) {
        return Err(wrong(0));
    }
    let falls =
        |&world: &usize| starts[world] < starts[world - 1] || starts[world] as usize > boxes;
    (1..starts.len()).find(falls).map_or(Ok(()), |world| Err(wrong(world)))
}

fn check_boxes<B: Aabb>(boxes: &[B]) -> Result<(), BroadError> {
    if boxes.len() >= u32::MAX as usize {
        return Err(BroadError::TooManyBoxes { count: boxes.len() });
    }
    for (index, own) in boxes.iter().enumerate() {
        let valid = |axis: usize| {
            let [low, high] = own.ends(axis);
            low.is_finite() && high.is_finite() && low <= high
        };
        if *own == B::NOTHING {
            continue;
        }
        if let Some(axis) = (0..B::AXES).find(|&axis| !valid(axis)) {
            let [low, high] = own.ends(axis);
            return Err(BroadError::Invalid { index, axis, low, high });
        }
    }
    Ok(())
}
