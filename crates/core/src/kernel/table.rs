//! The table of pairs of shapes: which kernels serve each pair, in space and in the plane.
//!
//! To add a shape: give it a type in [`super::shape`] and a tag, name its pairs in
//! [`PairKind`](crate::geom::PairKind), and add a row for each of them below.

use super::bounds::{Best, Common};
use super::clip::common::clipped;
use super::dimension::Dimension;
use super::lanes::Lanes;
#[cfg(feature = "motion")]
use super::moving_operand::MovingOperands;
use super::operand::{Certain, Operands};
#[cfg(feature = "motion")]
use super::passing::Contact;
#[cfg(feature = "plane")]
use super::plane::{
    self, operand::Operands as PlaneOperands, parallelograms, triangle_parallelogram, triangles,
};
use super::shape::{Parallelotope, SHAPES, Shape, Simplex};
use super::{axes, cuboid_cuboid, cuboid_tetra, tetra_tetra};
#[cfg(feature = "motion")]
use super::{
    contact_axes, contact_cuboid_cuboid, swept_cuboid_cuboid, swept_cuboid_tetra, swept_tetra_tetra,
};
use crate::by_motion;
#[cfg(feature = "plane")]
use crate::geom::Frame2;
use crate::geom::{Frame3, PairKind};
use crate::motion::Motion;

/// A row of the table. `pair(lane)` names the two frames of a lane, the one of shape
/// [`A`](Self::A) first.
pub trait Row<F: Dimension> {
    /// The shape of the first frame.
    type A: Shape;
    /// The shape of the second frame.
    type B: Shape;
    /// The row's name.
    const KIND: PairKind;

    /// Tests `WIDTH` pairs for overlap.
    fn test<'a, V: Lanes, M: Motion>(
        token: V::Token,
        pair: impl Fn(usize) -> (&'a F, &'a F) + Copy,
    ) -> Certain<V::Mask>;

    /// Bounds when `WIDTH` pairs meet that move and are known to meet.
    #[cfg(feature = "motion")]
    fn contact<'a, V: Lanes>(
        token: V::Token,
        pair: impl Fn(usize) -> (&'a F, &'a F) + Copy,
    ) -> Contact<V>;

    /// Finds the axes along which `WIDTH` pairs are furthest apart.
    fn best<'a, V: Lanes>(
        token: V::Token,
        pair: impl Fn(usize) -> (&'a F, &'a F) + Copy,
    ) -> Best<V, F::Coordinates<V>>;

    /// Encloses what the frames of `WIDTH` pairs have in common, which are known to meet.
    fn common<'a, V: Lanes>(
        token: V::Token,
        pair: impl Fn(usize) -> (&'a F, &'a F) + Copy,
    ) -> Common<V, F::Coordinates<V>>;
}

/// What is done for each row.
pub trait Visit<F: Dimension> {
    /// Does it for one row; must be inlined.
    fn row<R: Row<F>>(&mut self);
}

/// A dimension with its rows.
pub trait Table: Dimension {
    /// Visits every row in order.
    fn each_row(visitor: &mut impl Visit<Self>);
}

/// The row of each pair of shapes, by their places, and whether its frames must be swapped.
pub const ROW_OF: [[(usize, bool); SHAPES]; SHAPES] = {
    let simplex = [Parallelotope::IS_SIMPLEX, Simplex::IS_SIMPLEX];
    let mut rows = [[(0, false); SHAPES]; SHAPES];
    let mut a = 0;
    while a < SHAPES {
        let mut b = 0;
        while b < SHAPES {
            let (kind, swapped) = PairKind::of(simplex[a], simplex[b]);
            rows[a][b] = (kind as usize, swapped);
            b += 1;
        }
        a += 1;
    }
    rows
};

macro_rules! table {
    ($frame:ty, at rest $resting:ident, in motion $moving:ident: $(
        $row:ident ($a:ident, $b:ident) {
            at rest: $test:expr,
            in motion: $swept:expr,
            contact: $contact:expr,
            axes: $best:expr,
            common: $common:expr,
        }
    )*) => {
        impl Table for $frame {
            #[inline(always)]
            fn each_row(visitor: &mut impl Visit<Self>) {
                $(visitor.row::<$row>();)*
            }
        }

        $(
            const _: () = {
                let (kind, swapped) = PairKind::of($a::IS_SIMPLEX, $b::IS_SIMPLEX);
                assert!(kind as u32 == PairKind::$row as u32 && !swapped);
            };

            impl Row<$frame> for $row {
                type A = $a;
                type B = $b;
                const KIND: PairKind = PairKind::$row;

                #[inline(always)]
                fn test<'a, V: Lanes, M: Motion>(
                    token: V::Token,
                    pair: impl Fn(usize) -> (&'a $frame, &'a $frame) + Copy,
                ) -> Certain<V::Mask> {
                    by_motion!(
                        M::MOVES,
                        $swept($moving::<V>::load::<$a, $b>(token, pair)),
                        $test($resting::<V>::load::<$a, $b>(token, pair))
                    )
                }

                #[cfg(feature = "motion")]
                #[inline(always)]
                fn contact<'a, V: Lanes>(
                    token: V::Token,
                    pair: impl Fn(usize) -> (&'a $frame, &'a $frame) + Copy,
                ) -> Contact<V> {
                    $contact($moving::<V>::load::<$a, $b>(token, pair))
                }

                #[inline(always)]
                fn best<'a, V: Lanes>(
                    token: V::Token,
                    pair: impl Fn(usize) -> (&'a $frame, &'a $frame) + Copy,
                ) -> Best<V, <$frame as Dimension>::Coordinates<V>> {
                    $best($resting::<V>::load::<$a, $b>(token, pair))
                }

                #[inline(always)]
                fn common<'a, V: Lanes>(
                    token: V::Token,
                    pair: impl Fn(usize) -> (&'a $frame, &'a $frame) + Copy,
                ) -> Common<V, <$frame as Dimension>::Coordinates<V>> {
                    $common($resting::<V>::load::<$a, $b>(token, pair))
                }
            }
        )*
    };
}

/// Two parallelotopes.
pub struct Parallelotopes;
/// A simplex, then a parallelotope.
pub struct SimplexParallelotope;
/// Two simplices.
pub struct Simplices;

table! {
    Frame3, at rest Operands, in motion MovingOperands:
    Parallelotopes(Parallelotope, Parallelotope) {
        at rest: cuboid_cuboid::test,
        in motion: swept_cuboid_cuboid::test,
        contact: contact_cuboid_cuboid::contact,
        axes: axes::best::<V, Parallelotope, Parallelotope>,
        common: clipped::<V, Parallelotope, Parallelotope>,
    }
    SimplexParallelotope(Simplex, Parallelotope) {
        at rest: cuboid_tetra::test,
        in motion: swept_cuboid_tetra::test,
        contact: contact_axes::contact::<V, Simplex, Parallelotope>,
        axes: axes::best::<V, Simplex, Parallelotope>,
        common: clipped::<V, Simplex, Parallelotope>,
    }
    Simplices(Simplex, Simplex) {
        at rest: tetra_tetra::test,
        in motion: swept_tetra_tetra::test,
        contact: contact_axes::contact::<V, Simplex, Simplex>,
        axes: axes::best::<V, Simplex, Simplex>,
        common: clipped::<V, Simplex, Simplex>,
    }
}

#[cfg(feature = "plane")]
table! {
    Frame2, at rest PlaneOperands, in motion PlaneOperands:
    Parallelotopes(Parallelotope, Parallelotope) {
        at rest: parallelograms::test::<V, M>,
        in motion: parallelograms::test::<V, M>,
        contact: plane::contact::contact::<V, Parallelotope, Parallelotope>,
        axes: plane::axes::best::<V, Parallelotope, Parallelotope>,
        common: plane::clip::clipped::<V, Parallelotope, Parallelotope>,
    }
    SimplexParallelotope(Simplex, Parallelotope) {
        at rest: triangle_parallelogram::test::<V, M>,
        in motion: triangle_parallelogram::test::<V, M>,
        contact: plane::contact::contact::<V, Simplex, Parallelotope>,
        axes: plane::axes::best::<V, Simplex, Parallelotope>,
        common: plane::clip::clipped::<V, Simplex, Parallelotope>,
    }
    Simplices(Simplex, Simplex) {
        at rest: triangles::test::<V, M>,
        in motion: triangles::test::<V, M>,
        contact: plane::contact::contact::<V, Simplex, Simplex>,
        axes: plane::axes::best::<V, Simplex, Simplex>,
        common: plane::clip::clipped::<V, Simplex, Simplex>,
    }
}
