//! What the tests of triangles share.

use std::cmp::Ordering;

/// A triangle by its corners, which are finite.
pub type Triangle = [[f32; 3]; 3];

/// Coordinates of at most this many bits keep every volume within an `i128`. With `|coordinate| <
/// 2^w`, edges are below `2^(w + 1)`, a coordinate of their cross product is below `2^(2w + 3)`,
/// and a volume sums three of its products with an edge: below `2^(3w + 6)`. `3 * 40 + 6 = 126`.
pub(super) const NARROW_WIDTH: u32 = 40;

/// The same for 256 bits: `3 * 82 + 6 = 252`.
pub(super) const MIDDLE_WIDTH: u32 = 82;

/// Corners of two triangles that lie at most `2^16` units apart along each axis, all of them whole
/// numbers of units, are not rounded in `f64`. Every vector is a difference of two corners, of
/// which none is longer than `2^16`. A coordinate of a cross product, a difference of two products,
/// is at most `2^33`, and a volume, a sum of three products with another vector, is at most
/// `3 * 2^49`: below `2^53`. The unit itself may be any power of two: its cube is within the range
/// of `f64`.
pub(super) const DOUBLE_EXTENT: f64 = 65_536.0;

/// Returns true if all corners of a triangle lie on one side of a plane, by the signs of the
/// corners.
pub(super) fn beyond(signs: [Ordering; 3]) -> bool {
    signs == [Ordering::Less; 3] || signs == [Ordering::Greater; 3]
}

/// Returns true if no two of the signs are opposite.
pub(super) fn agree(signs: [Ordering; 3]) -> bool {
    !signs.contains(&Ordering::Less) || !signs.contains(&Ordering::Greater)
}

/// The next corner of a triangle, or the next axis.
pub(super) const NEXT: [usize; 3] = [1, 2, 0];

/// Returns what a function makes of the three corners, or of the three axes: `map` of an array
/// costs calls.
#[inline(always)]
pub(super) fn three<T>(of: impl Fn(usize) -> T) -> [T; 3] {
    [of(0), of(1), of(2)]
}
