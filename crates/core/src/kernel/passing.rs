//! How two moving solids pass along an axis, and when all axes let them meet. Twin:
//! `shaders/parts/passing.wgsl`.

use super::lanes::Lanes;
use crate::num::band;

/// How two solids pass along an axis, times a positive number: they meet at `t` where neither
/// `ahead + slope t` nor `behind - slope t` is positive.
#[derive(Clone, Copy)]
pub struct Passing<V> {
    /// The gap at `t = 0` with the second solid ahead of the first.
    pub ahead: V,
    /// The gap with the second behind.
    pub behind: V,
    /// How fast the second moves ahead.
    pub slope: V,
}

/// How far the numbers of a [`Passing`] may be off.
#[derive(Clone, Copy)]
pub struct Errors<V> {
    /// Both gaps, at any `t` in `[0, 1]`.
    pub gap: V,
    /// What the inner bounds take for it, which is no less.
    pub inner: V,
    /// The slope.
    pub slope: V,
}

/// Bounds of both ends of a contact interval, of pairs that are known to meet.
pub struct Contact<V: Lanes> {
    /// Below and above the first contact.
    pub first: [V; 2],
    /// Below and above the last one.
    pub last: [V; 2],
    /// Lanes in which every axis is known: elsewhere only `first[0]` and `last[1]` are bounds.
    pub known: V::Mask,
}

/// What a quotient of a numerator and a slope, each within its band, is multiplied by to cover that
/// it is rounded: a reciprocal, a product, and the sum or difference with the band in either.
const OUTWARD: f32 = 8.0 * band::U32;

impl<V: Lanes> Contact<V> {
    /// No axis yet; `like` is any vector of the same kind.
    #[inline(always)]
    pub fn anytime(like: V) -> Self {
        let (zero, one) = (like.splat(0.0), like.splat(1.0));
        Self { first: [zero; 2], last: [one; 2], known: zero.lt(one) }
    }

    /// Takes an axis in; lanes in which it bounds the interval, or certainly does not.
    #[inline(always)]
    pub fn take_passing(&mut self, passing: Passing<V>, errors: Errors<V>) -> V::Mask {
        let Passing { ahead, behind, slope } = passing;
        let (zero, one) = (slope.splat(0.0), slope.splat(1.0));
        let nearest = ahead.max(ahead + slope).max(behind.max(behind - slope));
        let always = (nearest + errors.inner).lt(zero);
        let speed = slope.abs();
        let moves = (errors.slope + errors.slope).lt(speed) & !always;
        let slow = one / V::select(moves, speed - errors.slope, one);
        let fast = one / V::select(moves, speed + errors.slope, one);
        let back = slope.lt(zero);
        let (before, after) = (V::select(back, ahead, behind), V::select(back, behind, ahead));
        let enters = quotient([before - errors.gap, before + errors.inner], [slow, fast]);
        let leaves = quotient([zero - (after + errors.inner), errors.gap - after], [slow, fast]);
        for side in 0..2 {
            self.first[side] = self.first[side].max(V::select(moves, enters[side], zero));
            self.last[side] = self.last[side].min(V::select(moves, leaves[side], one));
        }
        always | moves
    }

    /// Lanes in which the inner bounds leave some `t`: at that, every axis that was taken in has a
    /// gap below zero by what the inner bounds count.
    #[inline(always)]
    pub fn is_within(&self) -> V::Mask {
        !self.last[0].lt(self.first[1])
    }

    /// The bounds within `[0, 1]`.
    #[inline(always)]
    pub fn clipped(mut self) -> Self {
        let (zero, one) = (self.first[0].splat(0.0), self.first[0].splat(1.0));
        for side in 0..2 {
            self.first[side] = self.first[side].min(one);
            self.last[side] = self.last[side].max(zero);
        }
        self
    }
}

/// Bounds of a numerator, over the slowest and the fastest speed, by their reciprocals.
#[inline(always)]
pub fn quotient<V: Lanes>([low, high]: [V; 2], [slow, fast]: [V; 2]) -> [V; 2] {
    let zero = low.splat(0.0);
    let low = low * V::select(zero.lt(low), fast, slow);
    let high = high * V::select(zero.lt(high), slow, fast);
    let outward = zero.splat(OUTWARD);
    [low - low.abs() * outward, high + high.abs() * outward]
}
