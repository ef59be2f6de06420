//! Bounds of the errors of values that are rounded.

use crate::service::answer::Measured;
use crate::service::shape::FrameShape;

/// How far a box of the kernels may reach beyond the smallest one, as a part of the pair's extent.
const LOOSE_BOX: f64 = 1e-5;

/// Returns the distance from a number that is not negative to the next one, of the greatest one to
/// the one before it. Infinity is infinitely far from all.
fn ulp(x: f32) -> f64 {
    let low = x.min(f32::MAX.next_down());
    if x.is_infinite() { f64::INFINITY } else { f64::from(low.next_up()) - f64::from(low) }
}

/// Returns a common point whose coordinates were rounded once.
pub fn of_point<F: FrameShape>(point: F::Point) -> Measured<F::Point> {
    Measured { value: point, slack: F::largest(point) * (f64::EPSILON / 2.0) }
}

/// Returns a common point of polytopes whose coordinates were rounded once.
#[cfg(feature = "polytopes")]
pub fn of_hull_point(point: glam::DVec3) -> Measured<glam::DVec3> {
    Measured { value: point, slack: point.abs().max_element() * (f64::EPSILON / 2.0) }
}

/// Returns the smallest box, each face rounded outward once.
pub fn of_exact_box<F: FrameShape>(aabb: F::Bounds) -> Measured<F::Bounds> {
    Measured { value: aabb, slack: ulp(F::largest_of_box(aabb)) }
}

/// Returns a box of the kernels.
pub fn of_bounded_box<F: FrameShape>(aabb: F::Bounds, a: &F, b: &F) -> Measured<F::Bounds> {
    let extent = F::extent(a.aabb(), b.aabb());
    Measured { value: aabb, slack: extent * LOOSE_BOX + 2.0 * ulp(F::largest_of_box(aabb)) }
}
