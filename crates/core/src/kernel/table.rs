//! The table of pairs of shapes: which kernels serve each pair, in space and in the plane.
//!
//! A new form gets a row for each of its pairs below: the later form of
//! [`Form::ALL`](crate::geom::Form::ALL) comes first.

use super::bounds::{Best, Common};
use super::clip::common::clipped;
use super::dimension::Dimension;
use super::lanes::Lanes;
#[cfg(feature = "motion")]
use super::moving_operand::MovingOperands;
#[cfg(feature = "polytopes")]
use super::nearest::{Walked, nearest};
use super::operand::{Certain, Operands};
#[cfg(feature = "motion")]
use super::passing::Contact;
#[cfg(feature = "plane")]
use super::plane::{
    self, operand::Operands as PlaneOperands, parallelograms, triangle_parallelogram, triangles,
};
#[cfg(feature = "plane")]
use super::settle::{self, in_plane};
use super::settle::{Decided, cuboids_in_space, in_space};
use super::shape::{SHAPES, Shape};
use super::{axes, cuboid_cuboid, cuboid_tetra, tetra_tetra};
#[cfg(feature = "motion")]
use super::{
    contact_axes, contact_cuboid_cuboid, swept_cuboid_cuboid, swept_cuboid_tetra, swept_tetra_tetra,
};
use crate::by_motion;
#[cfg(feature = "plane")]
use crate::geom::Frame2;
use crate::geom::{Form, Frame3, PairKind, Parallelotope, Simplex};
use crate::motion::Motion;

/// A row of the table: a pair of shapes as a type. `pair(lane)` names the two frames of a lane, the
/// one of shape [`A`](Self::A) first.
pub trait Row<F: Dimension> {
    /// The shape of the first frame.
    type A: Shape;
    /// The shape of the second frame.
    type B: Shape;
    /// The row's number, which is that of its kind of pair.
    const NUMBER: usize = PairKind::of(Self::A::FORM, Self::B::FORM).number();

    /// Tests `WIDTH` pairs for overlap.
    fn test<'a, V: Lanes, M: Motion>(
        token: V::Token,
        pair: impl Fn(usize) -> (&'a F, &'a F) + Copy,
    ) -> Certain<V::Mask>;

    /// Decides `WIDTH` pairs that [`test`](Self::test) left undecided.
    fn settle<'a, V: Lanes, M: Motion>(
        token: V::Token,
        pair: impl Fn(usize) -> (&'a F, &'a F) + Copy,
    ) -> Decided<V::Mask>;

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

    /// Finds where `WIDTH` pairs come closest, which are known to be separate. A pair is given up
    /// once its distance is known to be more than `limit`, or less. `give` is shown the parts of
    /// the pairs in order, with the place of each part's first pair.
    #[cfg(feature = "polytopes")]
    fn nearest<'a, V: Lanes>(
        token: V::Token,
        pair: impl Fn(usize) -> (&'a F, &'a F) + Copy,
        limit: Option<f32>,
        give: impl FnMut(usize, Walked<V::Wide>),
    );

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
    /// The number of rows.
    const ROWS: usize;

    /// Visits every row in order of the numbers.
    fn each_row(visitor: &mut impl Visit<Self>);
}

/// The row of each pair of shapes, by their places, and whether its frames must be swapped.
pub const ROW_OF: [[(usize, bool); SHAPES]; SHAPES] = {
    let mut rows = [[(0, false); SHAPES]; SHAPES];
    let mut a = 0;
    while a < SHAPES {
        let mut b = 0;
        while b < SHAPES {
            let forms = [Form::ALL[a], Form::ALL[b]];
            rows[a][b] =
                (PairKind::of(forms[0], forms[1]).number(), PairKind::swaps(forms[0], forms[1]));
            b += 1;
        }
        a += 1;
    }
    rows
};

macro_rules! table {
    ($frame:ty, at rest $resting:ident, in motion $moving:ident: $(
        ($a:ident, $b:ident) {
            at rest: $test:expr,
            in motion: $swept:expr,
            contact: $contact:expr,
            axes: $best:expr,
            common: $common:expr,
            nearest: $nearest:expr,
            settled: $settle:expr,
        }
    )*) => {
        impl Table for $frame {
            const ROWS: usize = {
                let numbers = [$(<($a, $b) as Row<$frame>>::NUMBER),*];
                let mut row = 0;
                while row < numbers.len() {
                    assert!(numbers[row] == row, "the rows ascend");
                    row += 1;
                }
                row
            };

            #[inline(always)]
            fn each_row(visitor: &mut impl Visit<Self>) {
                $(visitor.row::<($a, $b)>();)*
            }
        }

        $(
            const _: () = assert!(!PairKind::swaps($a::FORM, $b::FORM));

            impl Row<$frame> for ($a, $b) {
                type A = $a;
                type B = $b;

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

                #[inline(always)]
                fn settle<'a, V: Lanes, M: Motion>(
                    token: V::Token,
                    pair: impl Fn(usize) -> (&'a $frame, &'a $frame) + Copy,
                ) -> Decided<V::Mask> {
                    $settle(token, pair)
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

                #[cfg(feature = "polytopes")]
                #[inline(always)]
                fn nearest<'a, V: Lanes>(
                    token: V::Token,
                    pair: impl Fn(usize) -> (&'a $frame, &'a $frame) + Copy,
                    limit: Option<f32>,
                    give: impl FnMut(usize, Walked<V::Wide>),
                ) {
                    $nearest(token, pair, limit, give)
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

table! {
    Frame3, at rest Operands, in motion MovingOperands:
    (Parallelotope, Parallelotope) {
        at rest: cuboid_cuboid::test,
        in motion: swept_cuboid_cuboid::test,
        contact: contact_cuboid_cuboid::contact,
        axes: axes::best::<V, Parallelotope, Parallelotope>,
        common: clipped::<V, Parallelotope, Parallelotope>,
        nearest: nearest::<V, Parallelotope, Parallelotope>,
        settled: cuboids_in_space::<V, M>,
    }
    (Simplex, Parallelotope) {
        at rest: cuboid_tetra::test,
        in motion: swept_cuboid_tetra::test,
        contact: contact_axes::contact::<V, Simplex, Parallelotope>,
        axes: axes::best::<V, Simplex, Parallelotope>,
        common: clipped::<V, Simplex, Parallelotope>,
        nearest: nearest::<V, Simplex, Parallelotope>,
        settled: in_space::<V, M, Simplex, Parallelotope>,
    }
    (Simplex, Simplex) {
        at rest: tetra_tetra::test,
        in motion: swept_tetra_tetra::test,
        contact: contact_axes::contact::<V, Simplex, Simplex>,
        axes: axes::best::<V, Simplex, Simplex>,
        common: clipped::<V, Simplex, Simplex>,
        nearest: nearest::<V, Simplex, Simplex>,
        settled: in_space::<V, M, Simplex, Simplex>,
    }
}

const _: () = assert!(Frame3::ROWS == PairKind::COUNT, "a row for each pair in space");

#[cfg(feature = "plane")]
table! {
    Frame2, at rest PlaneOperands, in motion PlaneOperands:
    (Parallelotope, Parallelotope) {
        at rest: parallelograms::test::<V, M>,
        in motion: parallelograms::test::<V, M>,
        contact: plane::contact::contact::<V, Parallelotope, Parallelotope>,
        axes: plane::axes::best::<V, Parallelotope, Parallelotope>,
        common: plane::clip::clipped::<V, Parallelotope, Parallelotope>,
        nearest: plane::nearest::nearest::<V, Parallelotope, Parallelotope>,
        settled: settle::parallelograms::<V, M>,
    }
    (Simplex, Parallelotope) {
        at rest: triangle_parallelogram::test::<V, M>,
        in motion: triangle_parallelogram::test::<V, M>,
        contact: plane::contact::contact::<V, Simplex, Parallelotope>,
        axes: plane::axes::best::<V, Simplex, Parallelotope>,
        common: plane::clip::clipped::<V, Simplex, Parallelotope>,
        nearest: plane::nearest::nearest::<V, Simplex, Parallelotope>,
        settled: in_plane::<V, M, Simplex, Parallelotope>,
    }
    (Simplex, Simplex) {
        at rest: triangles::test::<V, M>,
        in motion: triangles::test::<V, M>,
        contact: plane::contact::contact::<V, Simplex, Simplex>,
        axes: plane::axes::best::<V, Simplex, Simplex>,
        common: plane::clip::clipped::<V, Simplex, Simplex>,
        nearest: plane::nearest::nearest::<V, Simplex, Simplex>,
        settled: in_plane::<V, M, Simplex, Simplex>,
    }
}
