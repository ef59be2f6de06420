//! The best axis of a pair, and how good it must be.

use crate::verdict::Verdict;
use core::fmt;
use glam::DVec3;

/// The error allowed for the depth, relative to itself.
pub(in super::super) const TOLERANCE: f64 = 1.0 / 1_073_741_824.0; // 2^-30

/// Normals shorter than this may be null, relative to the edges that they are products of.
pub(in super::super) const NEARLY_NULL: f64 = 1.0 / 1_099_511_627_776.0; // 2^-40

/// The best axis of a pair at rest, and the gap or the depth along that axis.
///
/// `V` is [`DVec3`] in space and [`DVec2`](glam::DVec2) in the plane. In the plane, an edge stands
/// for a face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Separation<V = DVec3> {
    /// The exact verdict.
    pub verdict: Verdict,
    /// A unit vector from the first frame towards the second: a candidate whose gap or depth is
    /// within `2^-30` of the best one's. Each component is right within `2^-30`. If several are so
    /// good, the order of the pair decides which is given.
    pub axis: V,
    /// The gap of a separate pair, or the depth of a pair that meets. It is in the units of the
    /// frames, never negative, and right within `2^-30` of itself.
    ///
    /// *The gap* is the largest over all candidate axes. It is never larger than the distance, and
    /// is the distance if the closest features are a face and anything, or two crossed edges.
    ///
    /// *The depth* is 0 exactly if the frames touch. Moving the second frame by `depth * axis`, and
    /// `2^-30` of that more, separates the pair. No shorter translation does.
    pub depth: f64,
}

impl<V: fmt::Display> fmt::Display for Separation<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} by {} along {}", self.verdict, self.depth, self.axis)
    }
}

/// Returns the separation along the best candidate, whose normal is not yet turned. `ahead` is true
/// if the second solid lies ahead, and `gap` is in units of length.
pub(in super::super) fn found<V: From<[f64; D]>, const D: usize>(
    normal: [f64; D],
    length: f64,
    ahead: bool,
    gap: f64,
) -> Separation<V> {
    let verdict = match () {
        () if gap > 0.0 => Verdict::Separate,
        () if gap < 0.0 => Verdict::Overlapping,
        () => Verdict::Touching,
    };
    let length = if ahead { length } else { -length };
    // Adding zero makes a negative zero positive.
    Separation { verdict, axis: normal.map(|x| x / length + 0.0).into(), depth: gap.abs() }
}
