//! What kernels find of a pair beyond the verdict: one pair a lane.

use super::lanes::Lanes;

/// The best axis of each pair, in the units of the frames. `C` holds a vector for each coordinate.
pub struct Best<V: Lanes, C> {
    /// A unit vector, right within a few roundings, from the first solid towards the second.
    pub axis: C,
    /// A lower bound of the gap along the axis; negative where the projections may overlap.
    pub low: V,
    /// How far the gap along the candidate that the axis stands for may be above that along the
    /// axis itself.
    pub own: V,
    /// An upper bound of the gap along every other candidate that is not nearly null.
    pub others: V,
    /// An upper bound of the gap along every candidate that is not nearly null.
    pub highest: V,
    /// Lanes in which some product of edges is nearly null. For pairs that meet, that adds at most
    /// [`NULLS`](super::axes::NULLS) times `extent` to the two upper bounds; for others it may add
    /// anything. In the plane there is no such product.
    pub nulls: V::Mask,
    /// The size that errors are in proportion to: the norm of the difference of the origins, plus
    /// for each parallelotope half the sum of its edges' norms, and for each simplex the norm of
    /// its longest edge from the origin.
    pub extent: V,
    /// Lanes in which the other fields are valid.
    pub known: V::Mask,
}

/// What the two solids of each pair have in common, seen from the first one's origin. `C` holds a
/// vector for each coordinate.
pub struct Common<V: Lanes, C> {
    /// A point of both solids, where `known_point`.
    pub point: C,
    /// The lower corner of a box that holds every common point of a pair that meets.
    pub low: C,
    /// The upper corner of the box.
    pub high: C,
    /// How far any face of the box can lie outside of the smallest box, where `known_point`.
    pub slack: V,
    /// Lanes in which the point is certainly inside of both solids.
    pub known_point: V::Mask,
    /// Lanes in which the slack is below [`TOLERANCE`] of the pair's size as well.
    pub known_box: V::Mask,
}

/// The slack that a box may have, as a part of the pair's size: a hundred thousandth, and less by
/// what rounds here.
pub const TOLERANCE: f32 = 9.9e-6;
