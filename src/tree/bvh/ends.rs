//! Boxes in `f64`, of shapes that may move.

use crate::geom::{Aabb, Aabb3};
use glam::DVec3;

/// What the times of a slab may be off by: they are rounded a few times, and lie in `[0, 1]`.
const ROUNDED: f64 = 1e-12;

/// A box that contains a shape. It may be larger than the shape, and may end at infinity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ends {
    pub low: DVec3,
    pub high: DVec3,
}

impl Ends {
    /// The box that contains everything.
    pub const ALL: Self = Self { low: DVec3::NEG_INFINITY, high: DVec3::INFINITY };

    /// Returns a box that contains what this one was rounded round. A box that was cut off at the
    /// end of the range of `f32` goes on beyond. `None` for the box without a point.
    pub fn of(aabb: &Aabb3) -> Option<Self> {
        if *aabb == Aabb3::NOTHING {
            return None;
        }
        let low =
            aabb.min.to_array().map(|end| if end > f32::MIN { end } else { f32::NEG_INFINITY });
        let high = aabb.max.to_array().map(|end| if end < f32::MAX { end } else { f32::INFINITY });
        Some(Self { low: DVec3::from(low.map(f64::from)), high: DVec3::from(high.map(f64::from)) })
    }

    /// Returns the box, rounded outward and cut off at the end of the range of `f32`.
    pub fn aabb(&self) -> Aabb3 {
        let min = self.low.as_vec3().to_array().map(f32::next_down).into();
        let max = self.high.as_vec3().to_array().map(f32::next_up).into();
        Aabb3 { min, max }.clamped()
    }

    /// Returns the sum of the edges.
    pub fn size(&self) -> f64 {
        (self.high - self.low).element_sum()
    }

    /// Returns the square of the distance of two boxes.
    pub fn square(&self, other: &Self) -> f64 {
        (self.low - other.high).max(other.low - self.high).max(DVec3::ZERO).length_squared()
    }

    /// Returns false if two boxes do not meet while the second one moves by `way`, in the time from
    /// 0 to `until`.
    pub fn may_meet(&self, other: &Self, way: DVec3, until: f64) -> bool {
        let (mut first, mut last) = (0.0_f64, until);
        for axis in 0..3 {
            let (before, beyond) =
                (self.low[axis] - other.high[axis], self.high[axis] - other.low[axis]);
            let speed = way[axis];
            if speed == 0.0 {
                if before > 0.0 || beyond < 0.0 {
                    return false;
                }
                continue;
            }
            let (p, q) = (before / speed, beyond / speed);
            first = first.max(p.min(q));
            last = last.min(p.max(q));
        }
        first <= last + ROUNDED
    }
}
