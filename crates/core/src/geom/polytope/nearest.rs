//! Where two separate shapes come closest.

use glam::DVec3;

/// The nearest points of two separate shapes, and bounds of their distance. `P` is a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest<P = DVec3> {
    /// The distance, within [`MOST_ERROR`](Self::MOST_ERROR) of itself.
    pub distance: f64,
    /// Certainly not above the distance.
    pub at_least: f64,
    /// Certainly not below the distance.
    pub at_most: f64,
    /// A point of the first shape and one of the second, each a convex combination of vertices.
    /// Each coordinate is rounded in `f64`.
    pub points: [P; 2],
    /// The direction from the first point to the second: the unit normal of a slab between the
    /// shapes that is as wide as `at_least`, each coordinate rounded in `f64`.
    pub normal: P,
}

impl<P> Nearest<P> {
    /// How far the bounds may lie apart, relative to the distance. Distances below the range of
    /// normal `f64` are rounded to a multiple of the smallest one.
    pub const MOST_ERROR: f64 = 1e-9;

    /// Returns true if the bounds prove what [`MOST_ERROR`](Self::MOST_ERROR) promises.
    pub fn is_proven(&self) -> bool {
        let apart = self.at_most - self.at_least;
        self.at_least > 0.0 && apart >= 0.0 && apart <= Self::MOST_ERROR * self.at_least
    }
}
