//! Where separate frames in the plane come closest: as frames in space with `z = 0`, which have no
//! third edge.

use super::operand::Operands;
use crate::geom::Frame2;
use crate::kernel::lanes::Lanes;
use crate::kernel::nearest::{self, Walked};
use crate::kernel::operand::Operands as InSpace;
use crate::kernel::shape::Plain;

/// Walks to where each pair comes closest, as [`nearest`](nearest::nearest) does in space.
#[inline(always)]
pub fn nearest<'a, V: Lanes, A: Plain, B: Plain>(
    token: V::Token,
    pair: impl Fn(usize) -> (&'a Frame2, &'a Frame2) + Copy,
    limit: Option<f32>,
    give: impl FnMut(usize, Walked<V::Wide>),
) {
    nearest::nearest_of::<V, A, B>(
        in_space(Operands::load::<A, B>(token, pair)),
        #[inline(always)]
        |part| {
            let first = part * V::Wide::WIDTH;
            in_space(Operands::load::<A, B>(
                token,
                #[inline(always)]
                |lane| pair(first + lane),
            ))
        },
        limit,
        give,
    );
}

#[inline(always)]
fn in_space<V: Lanes>(pair: Operands<V>) -> InSpace<V> {
    let Operands { a: [a0, a1], b: [b0, b1], d, .. } = pair;
    let zero = d[0].splat(0.0);
    let none = [zero; 3];
    InSpace {
        a: [[a0[0], a0[1], zero], [a1[0], a1[1], zero], none],
        b: [[b0[0], b0[1], zero], [b1[0], b1[1], zero], none],
        d: [d[0], d[1], zero],
    }
}
