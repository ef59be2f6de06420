//! What the tests of triangles share.

use std::cmp::Ordering;

/// A triangle by its corners, which are finite.
pub type Triangle = [[f32; 3]; 3];

/// Coordinates of at most this many bits keep every volume within an `i128`. With `|coordinate| <
/// 2^w`, edges are below `2^(w + 1)`, a coordinate of their cross product is below `2^(2w + 3)`,
/// and a volume sums three of its products with an edge: below `2^(3w + 6)`. `3 * 40 + 6 = 126`.
pub(super) const NARROW_WIDTH: u32 = 40;

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
