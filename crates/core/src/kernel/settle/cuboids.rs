//! Two cuboids. At rest they have the gaps of their kernel, which share products and know of nearly
//! parallel edges.

use super::gaps::Decided;
use super::lattice::{Exactness, Lattice};
use super::space::in_space;
use crate::geom::{Frame3, Parallelotope};
use crate::kernel::cuboid_cuboid::{Gaps, OTHERS, certain, gaps};
use crate::kernel::lanes::Lanes;
use crate::kernel::operand::{Certain, Operands, Scaled, Stored};
use crate::kernel::vector::sub;
use crate::motion::Motion;

/// With edges and the difference of the origins below `2^15` units: twice the difference of the
/// centres is below `2^18`, a component of an axis below `2^31`. A gap sums the product of these
/// two, below `3 2^49`, and eight products of an axis with an edge or less, each below `3 2^46`.
const BITS: i32 = 15;

/// Decides `WIDTH` pairs.
#[inline(always)]
pub fn cuboids_in_space<'a, V: Lanes, M: Motion>(
    token: V::Token,
    pair: impl Fn(usize) -> (&'a Frame3, &'a Frame3) + Copy,
) -> Decided<V::Mask> {
    if M::MOVES {
        in_space::<V, M, Parallelotope, Parallelotope>(token, pair)
    } else {
        at_rest::<V>(token, pair)
    }
}

#[inline(always)]
fn at_rest<'a, V: Lanes>(
    token: V::Token,
    pair: impl Fn(usize) -> (&'a Frame3, &'a Frame3) + Copy,
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
    let unscaled = Operands { a: a.rows, b: b.rows, d };
    let mut lattice = Lattice::new::<BITS>(unscaled.unscaled().size());
    lattice.take_all([a.origin, b.origin]);
    lattice.take_all(a.rows);
    lattice.take_all(b.rows);
    let Exactness { exact, finite } = lattice.exactness();

    let pair = unscaled.scaled_if_odd();
    let Scaled { a, b, d, .. } = pair;
    let gaps = gaps(&a, &b, d);
    let Certain { separate, overlapping } = certain(&pair, &gaps);
    let zero = gaps.sentinel.splat(0.0);
    let exact = exact & zero.lt(gaps.volumes.0) & zero.lt(gaps.volumes.1);
    let largest = largest(&gaps);
    let (above, below) = (zero.lt(largest), largest.lt(zero));
    Decided {
        separate: (separate & finite) | (exact & above),
        touching: exact & !above & !below,
        overlapping: (overlapping & finite) | (exact & below),
    }
}

/// The largest gap along an axis that is not null, of numbers that nothing rounds.
#[inline(always)]
fn largest<V: Lanes>(gaps: &Gaps<V>) -> V {
    let zero = gaps.sentinel.splat(0.0);
    let mut largest = zero - zero.splat(1.0);
    for (i, &(k, l)) in OTHERS.iter().enumerate() {
        largest = largest.max(gaps.a_faces[i]).max(gaps.b_faces[i]);
        for j in 0..3 {
            // `a_i x b_j` along both other edges of A. It is at right angles to `a_i`, so it is
            // null where it is at right angles to these two.
            let length = gaps.b_on_a[k][j] + gaps.b_on_a[l][j];
            largest = V::select(zero.lt(length), largest.max(gaps.edges[i][j]), largest);
        }
    }
    largest
}
