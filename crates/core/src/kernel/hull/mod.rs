//! Convex polytopes: a search for a certificate, which is then evaluated with its error band.
//!
//! Two polytopes meet when their Minkowski difference `D` holds the origin. The search walks from a
//! point inside `D` towards the origin through *portals*, triangles of vertices of `D` that this
//! ray passes (`portal`, after G. Snethen's XenoCollide; in the plane through edges, `plane`). Each
//! step asks for the vertex furthest along some direction, which is one scan over all vertices of
//! either polytope (`support`) in `f32`, several vertices at a time. What ends it is
//!
//! - a direction along which all of `D` lies behind the origin by more than the band: *separate*;
//!   or
//! - a simplex of points of `D` with the origin inside by more than the band of its volumes:
//!   *overlapping*, since the inside of `D` is what the relative interiors differ by, whatever
//!   their dimensions are.
//!
//! Polytopes that move have one more part in `D`: the segment of their relative velocity, which `D`
//! is swept along while `t` runs over `[0, 1]`. The inside of the swept one is what the relative
//! interiors pass at `t` in between.
//!
//! Pairs of small hulls walk side by side, one in each lane of a vector, in `f32` throughout
//! (`abreast`); what that leaves undecided, and larger hulls, walk alone.
//!
//! The search itself may err and is not proven; the certificates are. Where it ends without one it
//! is run again in `f64` from other points inside, and then the pair is undecided: it touches,
//! nearly so, or `D` is flat.

mod abreast;
pub mod certificate;
mod nearest;
mod plane;
mod portal;
mod support;

pub use nearest::{Nearest, nearest};

use super::lanes::Scan;
use super::simd::{SimdLevel, Work, at_level};
use crate::geom::{Pair, PolytopeSet};
use crate::verdict::{RawCode, Verdict};
use rayon::prelude::*;
use std::cell::Cell;
use support::{Doubles, Facing, Scanned, Supports};

/// Pairs that a thread takes at a time: some 50 microseconds of work.
const GRAIN: usize = 256;

/// A search gives up after so many supports. Hulls of 1000 vertices take some 20.
pub const MOST_STEPS: usize = 96;

/// The raw code of every pair, on the threads of the current rayon pool. Pairs name polytopes of
/// the set. Which pairs are undecided may differ between levels, what is certain cannot.
pub fn hull_codes(set: &PolytopeSet, pairs: &[Pair], level: SimdLevel) -> Vec<RawCode> {
    codes::<false>(set, pairs, level)
}

/// The same of polytopes that move by their velocities: overlapping where their relative interiors
/// meet at some `t` in `[0, 1]`.
pub fn moving_hull_codes(set: &PolytopeSet, pairs: &[Pair], level: SimdLevel) -> Vec<RawCode> {
    codes::<true>(set, pairs, level)
}

fn codes<const MOVING: bool>(set: &PolytopeSet, pairs: &[Pair], level: SimdLevel) -> Vec<RawCode> {
    // Half of a vector of sixteen would lie idle on small hulls.
    let level = if level == SimdLevel::Avx512 { SimdLevel::Avx2 } else { level };
    let mut codes = vec![RawCode::UNDECIDED; pairs.len()];
    let work = |(pairs, codes): (&[Pair], &mut [RawCode])| {
        at_level(level, Chunk::<MOVING> { set, pairs, codes })
    };
    if pairs.len() > GRAIN && rayon::current_num_threads() > 1 {
        pairs.par_chunks(GRAIN).zip(codes.par_chunks_mut(GRAIN)).for_each(work);
    } else {
        work((pairs, &mut codes));
    }
    codes
}

struct Chunk<'a, const MOVING: bool> {
    set: &'a PolytopeSet,
    pairs: &'a [Pair],
    codes: &'a mut [RawCode],
}

impl<const MOVING: bool> Work for Chunk<'_, MOVING> {
    #[inline(always)]
    fn run<V: Scan>(self, token: V::Token) {
        abreast::judge_small::<V, MOVING>(token, self.set, self.pairs, self.codes);
        for (pair, code) in self.pairs.iter().zip(self.codes) {
            if *code != RawCode::UNDECIDED {
                continue;
            }
            *code = judge::<V, MOVING>(token, self.set, *pair)
                .map_or(RawCode::UNDECIDED, RawCode::from);
        }
    }
}

/// Separate or overlapping where that is certain.
#[inline(always)]
fn judge<V: Scan, const MOVING: bool>(
    token: V::Token,
    set: &PolytopeSet,
    pair: Pair,
) -> Option<Verdict> {
    let facing = Facing::<MOVING>::new(set, pair);
    if facing.is_empty() {
        return Some(Verdict::Separate);
    }
    let scanned = Scanned::<V, MOVING> { facing: &facing, token };
    let found = match facing.in_plane() {
        true => plane::search(&scanned, facing.inside(0)),
        false => portal::search(&scanned, facing.inside(0)),
    };
    found.or_else(|| judge_again(&facing))
}

/// In `f64`, from points inside that no symmetry of a shape shares.
#[cold]
#[inline(never)]
fn judge_again<const MOVING: bool>(facing: &Facing<MOVING>) -> Option<Verdict> {
    let doubles = Doubles(facing);
    (1..3).find_map(|attempt| match facing.in_plane() {
        true => plane::search(&doubles, facing.inside(attempt)),
        false => portal::search(&doubles, facing.inside(attempt)),
    })
}

/// How many supports a walk alone asks for, in `f64`, until it ends or gives up: what the cost of a
/// pair grows with, beside the vertices that each looks at. None for pairs with an empty polytope
/// and in the plane `z = 0`.
pub fn supports_asked(set: &PolytopeSet, pair: Pair) -> usize {
    let facing = Facing::<false>::new(set, pair);
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
