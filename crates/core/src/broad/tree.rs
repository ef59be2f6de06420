//! The tree over boxes.

use super::nodes::{Edges, Nodes, below};
use super::worlds::Worlds;
use crate::geom::Aabb;
use crate::kernel::SimdLevel;
use std::ops::Range;

/// A tree over boxes, [`Aabb3`](crate::geom::Aabb3) or [`Aabb2`](crate::geom::Aabb2). Takes some 32
/// bytes a box.
///
/// Shapes have boxes by [`Frame3::bounds`](crate::geom::Frame3::bounds) and
/// [`PolytopeSet::bounds`](crate::geom::PolytopeSet::bounds). The box [`Aabb::NOTHING`] is allowed
/// and meets no box of finite ends.
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
    /// The index of the box at each place of level 0.
    pub(super) order: Vec<u32>,
    pub(super) nodes: Nodes<B>,
    pub(super) worlds: Worlds,
    /// The instructions that queries use.
    pub(super) level: SimdLevel,
    /// How long the edges of the nodes are.
    pub(super) edges: Edges,
}

impl<B: Aabb> BoxTree<B> {
    /// Returns the tree with the instructions of a level, which [`visit`](Self::visit),
    /// [`meeting`](Self::meeting), [`first_contact`](Self::first_contact) and
    /// [`nearest`](Self::nearest) use from now on. A tree is built with the best ones of the
    /// processor; those of [`SimdLevel::Scalar`] stand in for a level that it lacks. Every level
    /// finds the same. [`PairOptions::level`](super::PairOptions::level) is for lists of pairs.
    pub fn at_level(self, level: SimdLevel) -> Self {
        Self { level, ..self }
    }

    /// The place of each box.
    pub(super) fn places(&self) -> Vec<u32> {
        let mut places = vec![0; self.len()];
        for (place, &index) in (0..).zip(&self.order) {
            places[index as usize] = place;
        }
        places
    }

    /// Whether some of these places lie below a box.
    #[inline(always)]
    pub(super) fn meets_places(&self, level: usize, number: u32, places: &Range<u32>) -> bool {
        let below = below(level, number, self.len() as u32);
        below.start < places.end && places.start < below.end
    }

    /// Returns the number of boxes.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Returns true if the tree has no box.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// Returns the number of worlds.
    pub fn worlds(&self) -> usize {
        self.worlds.len()
    }

    /// Returns the bytes that the tree takes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.order[..]) + self.nodes.bytes() + self.worlds.bytes()
    }
}
