//! Moving frames as a kernel sees them. Twin: `shaders/parts/moving_operand.wgsl`.

use super::lanes::Lanes;
use super::operand::{LARGE, Operands, SMALL, Scaled, load_pair};
use super::shape::Shape;
use super::vector::{Vec3, norm, scale, sub};
use crate::geom::Frame3;

/// One pair of moving frames a lane.
#[derive(Clone, Copy)]
pub struct MovingOperands<V> {
    /// The frames at `t = 0`.
    pub pair: Operands<V>,
    /// Velocity of the second frame less that of the first.
    pub v: Vec3<V>,
}

/// Moving operands of the size that the bands are made for.
#[derive(Clone, Copy)]
pub struct Swept<V> {
    /// The frames at `t = 0`.
    pub pair: Scaled<V>,
    /// The second frame's velocity as seen from the first.
    pub v: Vec3<V>,
    /// Norm of `v`.
    pub speed: V,
}

impl<V: Lanes> MovingOperands<V> {
    /// Loads as [`Operands::load`] does.
    #[inline(always)]
    pub fn load<'a, A: Shape, B: Shape>(
        token: V::Token,
        pair: impl Fn(usize) -> (&'a Frame3, &'a Frame3) + Copy,
    ) -> Self {
        let ((a_origin, a, a_velocity), (b_origin, b, b_velocity)) =
            load_pair::<V, A, B>(token, pair);
        Self { pair: Operands { a, b, d: sub(b_origin, a_origin) }, v: sub(b_velocity, a_velocity) }
    }

    /// Scales as [`Operands::scaled`] does, the velocity among a pair's numbers.
    #[inline(always)]
    pub fn swept(self) -> Swept<V> {
        let unscaled = self.unscaled();
        unscaled.times(unscaled.size().unit_scale())
    }

    /// Scales as [`Operands::scaled_if_odd`] does.
    #[inline(always)]
    pub fn swept_if_odd(self) -> Swept<V> {
        let mut out = self.unscaled();
        let largest = out.size();
        let ordinary = largest.splat(SMALL).lt(largest) & largest.lt(largest.splat(LARGE));
        if V::any(!ordinary) {
            out = out.times(V::select(ordinary, largest.splat(1.0), largest.unit_scale()));
        }
        out
    }

    #[inline(always)]
    fn unscaled(self) -> Swept<V> {
        Swept { pair: self.pair.unscaled(), v: self.v, speed: norm(self.v) }
    }
}

impl<V: Lanes> Swept<V> {
    /// The largest magnitude of a pair.
    #[inline(always)]
    fn size(&self) -> V {
        self.pair.size().max(self.speed)
    }

    #[inline(always)]
    fn times(&self, s: V) -> Self {
        Self { pair: self.pair.times(s), v: scale(self.v, s), speed: self.speed * s }
    }
}
