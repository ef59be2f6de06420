//! Two parallelograms. At rest they have the gaps of their kernel, which share products.

use super::gaps::{Decided, Gaps};
use super::lattice::Lattice;
use super::plane::{in_plane, solid};
use crate::geom::{Frame2, Parallelotope};
use crate::kernel::lanes::Lanes;
use crate::kernel::plane::operand::{Operands, Scaled, Stored, norm, sub};
use crate::kernel::plane::parallelograms::{centre, gaps, pair_extent};
use crate::motion::{Motion, Resting};
use crate::num::band;

/// With edges and twice the difference of the centres below `2^25` units: a product of two vectors,
/// a difference of two, is below `2^51`. A gap adds four of those: of the centres, of the area and
/// of both edges of the other frame. The difference of the origins is below `2^27` then; one of
/// `2^53` units or more, which may be rounded, would leave the centres that far apart.
const BITS: i32 = 25;

/// Decides `WIDTH` pairs.
#[inline(always)]
pub fn parallelograms<'a, V: Lanes, M: Motion>(
    token: V::Token,
    pair: impl Fn(usize) -> (&'a Frame2, &'a Frame2) + Copy,
) -> Decided<V::Mask> {
    if M::MOVES {
        in_plane::<V, M, Parallelotope, Parallelotope>(token, pair)
    } else {
        at_rest::<V>(token, pair)
    }
}

#[inline(always)]
fn at_rest<'a, V: Lanes>(
    token: V::Token,
    pair: impl Fn(usize) -> (&'a Frame2, &'a Frame2) + Copy,
) -> Decided<V::Mask> {
    let a = Stored::<V>::read(
        token,
        #[inline(always)]
        |lane| pair(lane).0,
    );
    let b = Stored::<V>::read(
        token,
        #[inline(always)]
        |lane| pair(lane).1,
    );
    let d = sub(b.origin, a.origin);
    let pair = Operands { a: a.rows, b: b.rows, d, v: d }.unscaled::<Resting>();
    let Scaled { a_norms, b_norms, .. } = pair;
    let c = centre(&pair.a, &pair.b, d);

    let edges = a_norms[0].max(a_norms[1]).max(b_norms[0].max(b_norms[1]));
    let mut lattice = Lattice::new::<BITS>(edges.max(norm(c)));
    lattice.take_all([a.origin, b.origin]);
    lattice.take_all(a.rows);
    lattice.take_all(b.rows);
    let exactness = lattice.exactness();

    let found = gaps(&pair.a, &pair.b, c);
    let fineness = c[0].splat(band::PARALLELOGRAMS) * c[0].splat(V::FINENESS);
    let mut keep = Gaps::new(pair_extent::<V, Resting>(&pair) * fineness);
    for i in 0..2 {
        keep.take_sure(found.a[i], a_norms[i]);
        keep.take_sure(found.b[i], b_norms[i]);
    }
    let [a_area, b_area] = found.areas;
    keep.decided(exactness, solid(a_area, a_norms, exactness) & solid(b_area, b_norms, exactness))
}
