//! The boxes that a tree takes, and what is compiled once for them.

use super::best::{self, Test};
use super::error::BroadError;
use super::options::PairOptions;
use super::tree::BoxTree;
use super::visit::{self, OnFound};
use super::{build, lists};
#[cfg(feature = "plane")]
use crate::geom::Aabb2;
use crate::geom::{Aabb, Aabb3, Pair};

/// A box that a [`BoxTree`] takes: [`Aabb3`] or [`Aabb2`](crate::geom::Aabb2). Nothing else
/// implements it.
///
/// The searches are generic. Their doors are here, for each kind of box, so that a search is
/// compiled in this crate and not in those that call for it.
pub trait TreeBox: Aabb {
    #[doc(hidden)]
    fn build(boxes: &[Self], starts: &[u32]) -> Result<BoxTree<Self>, BroadError>;
    #[doc(hidden)]
    fn refit(tree: &mut BoxTree<Self>, boxes: &[Self]) -> Result<(), BroadError>;
    #[doc(hidden)]
    fn refit_places(tree: &mut BoxTree<Self>, boxes: &[Self], places: &[u32]) -> bool;
    #[doc(hidden)]
    fn pairs(
        tree: &BoxTree<Self>,
        options: &PairOptions<'_>,
        out: &mut Vec<Pair>,
    ) -> Result<(), BroadError>;
    #[doc(hidden)]
    fn pairs_between(
        tree: &BoxTree<Self>,
        other: &BoxTree<Self>,
        options: &PairOptions<'_>,
        out: &mut Vec<Pair>,
    ) -> Result<(), BroadError>;
    #[doc(hidden)]
    fn pairs_of(
        tree: &BoxTree<Self>,
        boxes: &[Self],
        changed: (&[u32], &[bool]),
        options: &PairOptions<'_>,
        out: &mut Vec<Pair>,
    ) -> Result<(), BroadError>;
    #[doc(hidden)]
    fn visit(tree: &BoxTree<Self>, world: usize, own: &Self, found: &mut OnFound<'_>);
    #[doc(hidden)]
    fn first_contact(
        tree: &BoxTree<Self>,
        world: usize,
        ends: [&Self; 2],
        test: &mut Test<'_>,
    ) -> Option<(u32, f64)>;
    #[doc(hidden)]
    fn nearest(
        tree: &BoxTree<Self>,
        world: usize,
        own: &Self,
        test: &mut Test<'_>,
    ) -> Option<(u32, f64)>;
}

macro_rules! tree_box {
    ($aabb:ty) => {
        impl TreeBox for $aabb {
            fn build(boxes: &[Self], starts: &[u32]) -> Result<BoxTree<Self>, BroadError> {
                build::build(boxes, starts)
            }
            fn refit(tree: &mut BoxTree<Self>, boxes: &[Self]) -> Result<(), BroadError> {
                build::refit(tree, boxes)
            }
            fn refit_places(tree: &mut BoxTree<Self>, boxes: &[Self], places: &[u32]) -> bool {
                build::refit_places(tree, boxes, places)
            }
            fn pairs(
                tree: &BoxTree<Self>,
                options: &PairOptions<'_>,
                out: &mut Vec<Pair>,
            ) -> Result<(), BroadError> {
                lists::pairs(tree, options, out)
            }
            fn pairs_between(
                tree: &BoxTree<Self>,
                other: &BoxTree<Self>,
                options: &PairOptions<'_>,
                out: &mut Vec<Pair>,
            ) -> Result<(), BroadError> {
                lists::pairs_between(tree, other, options, out)
            }
            fn pairs_of(
                tree: &BoxTree<Self>,
                boxes: &[Self],
                changed: (&[u32], &[bool]),
                options: &PairOptions<'_>,
                out: &mut Vec<Pair>,
            ) -> Result<(), BroadError> {
                lists::pairs_of(tree, boxes, changed, options, out)
            }
            fn visit(tree: &BoxTree<Self>, world: usize, own: &Self, found: &mut OnFound<'_>) {
                visit::visit(tree, world, own, found);
            }
            fn first_contact(
                tree: &BoxTree<Self>,
                world: usize,
                ends: [&Self; 2],
                test: &mut Test<'_>,
            ) -> Option<(u32, f64)> {
                best::first_contact(tree, world, ends, test)
            }
            fn nearest(
                tree: &BoxTree<Self>,
                world: usize,
                own: &Self,
                test: &mut Test<'_>,
            ) -> Option<(u32, f64)> {
                best::nearest(tree, world, own, test)
            }
        }
    };
}

tree_box!(Aabb3);
#[cfg(feature = "plane")]
tree_box!(Aabb2);
