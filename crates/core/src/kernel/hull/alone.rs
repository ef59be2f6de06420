//! One pair of polytopes at a time.

use super::support::{self, Doubles, Facing, Scanned, Supports};
use super::{plane, portal};
use crate::geom::{Pair, PolytopeSet};
use crate::kernel::lanes::Scan;
use crate::motion::{Motion, Resting};
use crate::verdict::Verdict;
use std::cell::Cell;

/// Tests one pair: separate or overlapping where that is certain.
#[inline(always)]
pub(super) fn test<V: Scan, M: Motion>(
    token: V::Token,
    set: &PolytopeSet,
    pair: Pair,
) -> Option<Verdict> {
    let facing = Facing::<M>::new(set, pair);
    if facing.is_empty() {
        return Some(Verdict::Separate);
    }
    let scanned = Scanned::<V, M> { facing: &facing, token };
    let found = match facing.in_plane() {
        true => plane::search(&scanned, facing.inside(0)),
        false => portal::search(&scanned, facing.inside(0)),
    };
    found.or_else(|| test_again(&facing))
}

/// Tests the pair in `f64`, from points inside that no symmetry of a shape shares.
#[cold]
#[inline(never)]
fn test_again<M: Motion>(facing: &Facing<M>) -> Option<Verdict> {
    let doubles = Doubles(facing);
    (1..3).find_map(|attempt| match facing.in_plane() {
        true => plane::search(&doubles, facing.inside(attempt)),
        false => portal::search(&doubles, facing.inside(attempt)),
    })
}

/// Returns how many supports a walk alone asks for, in `f64`, until it ends or gives up. The cost
/// of a pair grows with that number and with the vertices that each support looks at. Pairs with an
/// empty polytope and pairs in the plane `z = 0` ask for none.
pub fn supports_asked(set: &PolytopeSet, pair: Pair) -> usize {
    let facing = Facing::<Resting>::new(set, pair);
    if facing.is_empty() || facing.in_plane() {
        return 0;
    }
    let counted = Counted { supports: Doubles(&facing), asked: Cell::new(0) };
    portal::search(&counted, facing.inside(0));
    counted.asked.get()
}

/// Counts what is asked.
struct Counted<S> {
    supports: S,
    asked: Cell<usize>,
}

impl<S: Supports> Supports for Counted<S> {
    fn furthest(&self, n: support::Vector) -> support::Extreme {
        self.asked.set(self.asked.get() + 1);
        self.supports.furthest(n)
    }
    fn point_error(&self) -> f64 {
        self.supports.point_error()
    }
}
