//! The boxes that a tree takes, and what is compiled once for them.

use super::best::{self, Test};
use super::error::BroadError;
use super::filters::FilterLevels;
use super::guide::Known;
use super::options::PairOptions;
use super::tree::BoxTree;
use super::visit::{self, OnFound};
use super::{build, lists};
#[cfg(feature = "plane")]
use crate::geom::Aabb2;
use crate::geom::{Aabb, Aabb3, Pair};

/// Declares the doors, and opens each for every kind of box.
macro_rules! doors {
    ($($work:path: fn $name:ident($($argument:ident: $type:ty),*) $(-> $output:ty)?;)*) => {
        /// A box that a [`BoxTree`] takes: [`Aabb3`] or [`Aabb2`](crate::geom::Aabb2). Nothing else
        /// implements it.
        ///
        /// The searches are generic. Their doors are here, for each kind of box, so that a search
        /// is compiled in this crate and not in those that call for it.
        pub trait TreeBox: Aabb {
            $(
                #[doc(hidden)]
                fn $name($($argument: $type),*) $(-> $output)?;
            )*
        }

        impl TreeBox for Aabb3 {
            $(fn $name($($argument: $type),*) $(-> $output)? { $work($($argument),*) })*
        }

        #[cfg(feature = "plane")]
        impl TreeBox for Aabb2 {
            $(fn $name($($argument: $type),*) $(-> $output)? { $work($($argument),*) })*
        }
    };
}

doors! {
    build::build: fn build(boxes: &[Self], starts: &[u32]) -> Result<BoxTree<Self>, BroadError>;
    build::refit: fn refit(tree: &mut BoxTree<Self>, boxes: &[Self]) -> Result<(), BroadError>;
    build::refit_places:
        fn refit_places(tree: &mut BoxTree<Self>, boxes: &[Self], places: &[u32]) -> bool;
    lists::pairs: fn pairs(
        tree: &BoxTree<Self>,
        options: &PairOptions<'_>,
        out: &mut Vec<Pair>
    ) -> Result<(), BroadError>;
    lists::pairs_between: fn pairs_between(
        tree: &BoxTree<Self>,
        other: &BoxTree<Self>,
        options: &PairOptions<'_>,
        out: &mut Vec<Pair>
    ) -> Result<(), BroadError>;
    lists::pairs_against: fn pairs_against(
        tree: &BoxTree<Self>,
        other: (&BoxTree<Self>, &Known),
        options: &PairOptions<'_>,
        out: &mut Vec<Pair>
    ) -> Result<(), BroadError>;
    lists::pairs_of: fn pairs_of(
        tree: &BoxTree<Self>,
        boxes: &[Self],
        changed: (&[u32], &[bool]),
        joined: Option<&FilterLevels>,
        options: &PairOptions<'_>,
        out: &mut Vec<Pair>
    ) -> Result<(), BroadError>;
    visit::visit:
        fn visit(tree: &BoxTree<Self>, world: usize, own: &Self, found: &mut OnFound<'_>);
    best::first_contact: fn first_contact(
        tree: &BoxTree<Self>,
        world: usize,
        ends: [&Self; 2],
        test: &mut Test<'_>
    ) -> Option<(u32, f64)>;
    best::nearest: fn nearest(
        tree: &BoxTree<Self>,
        world: usize,
        own: &Self,
        test: &mut Test<'_>
    ) -> Option<(u32, f64)>;
}
