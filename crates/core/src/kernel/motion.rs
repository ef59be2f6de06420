//! Which kernels judge a batch: those of resting frames or those of moving ones.

use super::lanes::Lanes;
use super::moving_operand::MovingOperands;
use super::operand::{Certain, Operands};
use super::passing::Contact;
use super::{
    contact_axes, contact_cuboid_cuboid, cuboid_cuboid, cuboid_tetra, swept_cuboid_cuboid,
    swept_cuboid_tetra, swept_tetra_tetra, tetra_tetra,
};
use crate::geom::Frame3;

/// The kernels of a frame's dimension, one for each combination of shapes.
pub trait Kernels: bytemuck::Pod + Sync {
    /// The shape tag.
    fn tag(&self) -> f32;

    /// The tags of `WIDTH` frames.
    fn tags<'a, V: Lanes>(token: V::Token, frame: impl Fn(usize) -> &'a Self + Copy) -> V;

    /// Judges `WIDTH` pairs as they stand at `t = 0`; the constants say which of the two are
    /// tetrahedra (in the plane triangles). The mixed kernel takes the tetrahedron first.
    fn judge_resting<'a, V: Lanes, const A_TETRA: bool, const B_TETRA: bool>(
        token: V::Token,
        pair: impl Fn(usize) -> (&'a Self, &'a Self) + Copy,
    ) -> Certain<V::Mask>;

    /// The same of pairs that move while `t` runs over `[0, 1]`.
    fn judge_moving<'a, V: Lanes, const A_TETRA: bool, const B_TETRA: bool>(
        token: V::Token,
        pair: impl Fn(usize) -> (&'a Self, &'a Self) + Copy,
    ) -> Certain<V::Mask>;

    /// When pairs meet that move, and are known to meet.
    fn contact<'a, V: Lanes, const A_TETRA: bool, const B_TETRA: bool>(
        token: V::Token,
        pair: impl Fn(usize) -> (&'a Self, &'a Self) + Copy,
    ) -> Contact<V>;
}

/// Which of the two.
pub trait Motion {
    /// Judges `WIDTH` pairs.
    fn judge<'a, F: Kernels, V: Lanes, const A_TETRA: bool, const B_TETRA: bool>(
        token: V::Token,
        pair: impl Fn(usize) -> (&'a F, &'a F) + Copy,
    ) -> Certain<V::Mask>;
}

/// Frames as they stand at `t = 0`.
pub struct Resting;

impl Motion for Resting {
    #[inline(always)]
    fn judge<'a, F: Kernels, V: Lanes, const A_TETRA: bool, const B_TETRA: bool>(
        token: V::Token,
        pair: impl Fn(usize) -> (&'a F, &'a F) + Copy,
    ) -> Certain<V::Mask> {
        F::judge_resting::<V, A_TETRA, B_TETRA>(token, pair)
    }
}

/// Frames that move while `t` runs over `[0, 1]`.
pub struct Moving;

impl Motion for Moving {
    #[inline(always)]
    fn judge<'a, F: Kernels, V: Lanes, const A_TETRA: bool, const B_TETRA: bool>(
        token: V::Token,
        pair: impl Fn(usize) -> (&'a F, &'a F) + Copy,
    ) -> Certain<V::Mask> {
        F::judge_moving::<V, A_TETRA, B_TETRA>(token, pair)
    }
}

impl Kernels for Frame3 {
    #[inline(always)]
    fn tag(&self) -> f32 {
        self.rows[0][3]
    }

    #[inline(always)]
    fn tags<'a, V: Lanes>(token: V::Token, frame: impl Fn(usize) -> &'a Self + Copy) -> V {
        let [.., tags] = V::transpose(
            token,
            #[inline(always)]
            |lane| &frame(lane).rows[0],
        );
        tags
    }

    #[inline(always)]
    fn judge_resting<'a, V: Lanes, const A_TETRA: bool, const B_TETRA: bool>(
        token: V::Token,
        pair: impl Fn(usize) -> (&'a Self, &'a Self) + Copy,
    ) -> Certain<V::Mask> {
        let operands = Operands::<V>::load::<A_TETRA, B_TETRA>(token, pair);
        match (A_TETRA, B_TETRA) {
            (false, false) => cuboid_cuboid::judge(operands),
            (true, true) => tetra_tetra::judge(operands),
            _ => cuboid_tetra::judge(operands),
        }
    }

    #[inline(always)]
    fn judge_moving<'a, V: Lanes, const A_TETRA: bool, const B_TETRA: bool>(
        token: V::Token,
        pair: impl Fn(usize) -> (&'a Self, &'a Self) + Copy,
    ) -> Certain<V::Mask> {
        let operands = MovingOperands::<V>::load::<A_TETRA, B_TETRA>(token, pair);
        match (A_TETRA, B_TETRA) {
            (false, false) => swept_cuboid_cuboid::judge(operands),
            (true, true) => swept_tetra_tetra::judge(operands),
            _ => swept_cuboid_tetra::judge(operands),
        }
    }

    #[inline(always)]
    fn contact<'a, V: Lanes, const A_TETRA: bool, const B_TETRA: bool>(
        token: V::Token,
        pair: impl Fn(usize) -> (&'a Self, &'a Self) + Copy,
    ) -> Contact<V> {
        let operands = MovingOperands::<V>::load::<A_TETRA, B_TETRA>(token, pair);
        match (A_TETRA, B_TETRA) {
            (false, false) => contact_cuboid_cuboid::contact(operands),
            _ => contact_axes::contact::<V, A_TETRA, B_TETRA>(operands),
        }
    }
}
