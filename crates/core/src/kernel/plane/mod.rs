//! The kernels of frames in the plane, resting and moving.
//!
//! The certificates are the normals of the edges, and for a moving pair the normal of its relative
//! velocity `v`. Edges of valid frames are not null, so nothing need be excused at rest. In motion
//! the normal of a velocity that is nothing proves nothing; it is excused where the frames overlap
//! at some one `t`. [`parallelograms`] has four axes and that of the velocity, [`triangles`] six
//! half-planes and that axis, [`triangle_parallelogram`] three half-planes and three axes. Beyond
//! the verdict, [`axes`] finds the best of all axes, [`clip`] encloses what two frames have in
//! common, and [`contact`] bounds when moving pairs meet. Twins: `shaders/parts`, with `plane_`
//! before the name.

pub mod axes;
mod batch;
pub mod clip;
pub mod contact;
pub mod operand;
pub mod parallelograms;
pub mod triangle_parallelogram;
pub mod triangles;

pub use batch::{best_axes, common_bounds, common_points};

use super::lanes::Lanes;
use super::motion::Kernels;
use super::operand::Certain;
use super::passing::Contact;
use crate::geom::Frame2;
use operand::Operands;

#[inline(always)]
fn judge<'a, V: Lanes, const MOVING: bool, const A_TETRA: bool, const B_TETRA: bool>(
    token: V::Token,
    pair: impl Fn(usize) -> (&'a Frame2, &'a Frame2) + Copy,
) -> Certain<V::Mask> {
    let operands = Operands::<V>::load::<A_TETRA, B_TETRA>(token, pair);
    match (A_TETRA, B_TETRA) {
        (false, false) => parallelograms::judge::<V, MOVING>(operands),
        (true, true) => triangles::judge::<V, MOVING>(operands),
        _ => triangle_parallelogram::judge::<V, MOVING>(operands),
    }
}

impl Kernels for Frame2 {
    #[inline(always)]
    fn tag(&self) -> f32 {
        self.rows[4][0]
    }

    #[inline(always)]
    fn tags<'a, V: Lanes>(token: V::Token, frame: impl Fn(usize) -> &'a Self + Copy) -> V {
        operand::tags(token, frame)
    }

    #[inline(always)]
    fn judge_resting<'a, V: Lanes, const A_TETRA: bool, const B_TETRA: bool>(
        token: V::Token,
        pair: impl Fn(usize) -> (&'a Self, &'a Self) + Copy,
    ) -> Certain<V::Mask> {
        judge::<V, false, A_TETRA, B_TETRA>(token, pair)
    }
    #[inline(always)]
    fn judge_moving<'a, V: Lanes, const A_TETRA: bool, const B_TETRA: bool>(
        token: V::Token,
        pair: impl Fn(usize) -> (&'a Self, &'a Self) + Copy,
    ) -> Certain<V::Mask> {
        judge::<V, true, A_TETRA, B_TETRA>(token, pair)
    }
    #[inline(always)]
    fn contact<'a, V: Lanes, const A_TETRA: bool, const B_TETRA: bool>(
        token: V::Token,
        pair: impl Fn(usize) -> (&'a Self, &'a Self) + Copy,
    ) -> Contact<V> {
        contact::contact::<V, A_TETRA, B_TETRA>(Operands::<V>::load::<A_TETRA, B_TETRA>(
            token, pair,
        ))
    }
}
