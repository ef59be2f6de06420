//! The batched functions of frames in space.

use crate::geom::{Aabb3, Frame3};
use crate::kernel::block::{Indexed, Scattered, Zipped};
use crate::kernel::source::Source;
use crate::kernel::{self, BestAxis, CommonBounds, ContactEnds, SimdLevel};
use crate::verdict::RawCode;
use glam::{DVec3, Vec3};

/// Runs a generic function on the source: the one place where the kind of source is looked at.
macro_rules! with {
    ($source:ident, $function:expr, $($argument:ident),*) => {
        match $source {
            Source::Indexed { frames, pairs } => {
                $function(&Indexed { frames, pairs }, $($argument),*)
            }
            Source::Zipped { a, b } => $function(&Zipped { a, b }, $($argument),*),
            Source::Scattered(pairs) => $function(&Scattered(pairs), $($argument),*),
        }
    };
}

/// Returns the raw code of each pair at rest.
pub fn resting_codes(source: Source<'_, Frame3>, level: SimdLevel) -> Vec<RawCode> {
    with!(source, kernel::raw_codes, level)
}

/// Returns the raw code of each pair that moves.
pub fn moving_codes(source: Source<'_, Frame3>, level: SimdLevel) -> Vec<RawCode> {
    with!(source, kernel::raw_moving_codes, level)
}

/// Returns the best axis of each of `numbers`, or `None` where `f32` cannot tell.
pub fn best_axes(
    source: Source<'_, Frame3>,
    numbers: &[u32],
    level: SimdLevel,
) -> Vec<Option<BestAxis<Vec3>>> {
    with!(source, kernel::best_axes, numbers, level)
}

/// Returns a common point of each of `numbers`, and with `boxes` a box round all of them.
pub fn common(
    source: Source<'_, Frame3>,
    numbers: &[u32],
    boxes: bool,
    level: SimdLevel,
) -> Vec<CommonBounds<DVec3, Aabb3>> {
    if boxes {
        with!(source, kernel::common_bounds, numbers, level)
    } else {
        with!(source, kernel::common_points, numbers, level)
    }
}

/// Returns bounds of the contact interval of each of `numbers`, or `None` where `f32` cannot
/// tell.
pub fn contact_ends(
    source: Source<'_, Frame3>,
    numbers: &[u32],
    level: SimdLevel,
) -> Vec<Option<ContactEnds>> {
    with!(source, kernel::contact_ends, numbers, level)
}
