//! What is known of one pair.

#[cfg(feature = "motion")]
use crate::geom::ContactInterval;
use crate::geom::Frame3;
use crate::service::shape::Shape;
use crate::verdict::Verdict;

/// A value and the bound of its error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured<T> {
    /// The value.
    pub value: T,
    /// The largest possible distance of any coordinate from the true one. It may be above zero
    /// though the value is exact.
    pub slack: f64,
}

/// The best axis of a resting pair, and the depth or the gap along the axis.
///
/// `V` is [`DVec3`](glam::DVec3) in space and [`DVec2`](glam::DVec2) in the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Separation<V> {
    /// The verdict of the two frames as they are, whatever [margin](crate::service::Query::within)
    /// the query has.
    pub verdict: Verdict,
    /// The unit axis, from the first frame towards the second.
    pub axis: V,
    /// In the units of the frames, never negative.
    ///
    /// *The frames meet*: moving the second frame by `depth * axis` leaves the pair separate or
    /// touching. With [`Precision::Exact`](crate::service::Precision::Exact) the depth may be too
    /// short or too long by [`slack`](Self::slack): a step that is longer by the slack parts the
    /// pair, and no step in any direction that is shorter by more than the slack does. With
    /// [`Precision::Bounded`](crate::service::Precision::Bounded) the step is never too short.
    ///
    /// *The frames are separate*: the gap between the projections onto the axis. The gap is not
    /// above the distance of the frames, with `Exact` but for the slack. With `Exact` no other
    /// candidate axis has a gap that is larger by more than the slack.
    pub depth: f64,
    /// How far [`depth`](Self::depth) may be from the value of the best axis. `Exact`: `2^-30` of
    /// the depth. `Bounded`: mostly some `1e-5` of the pair's size, and up to `1.3e-4` where edges
    /// are parallel or several axes are nearly as good as each other.
    pub slack: f64,
}

/// The Euclidean distance of a separate pair.
#[cfg(feature = "polytopes")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Distance<V> {
    /// The distance, with a relative error of at most `1e-9`, of a mesh `2e-9`, however thin and
    /// close the shapes are. (A distance below the range of normal `f64` is rounded to a multiple
    /// of the smallest one.)
    pub distance: f64,
    /// How far [`distance`](Self::distance) may be from the true distance: the true one lies
    /// between `distance - slack` and `distance + slack`.
    pub slack: f64,
    /// A point of the first shape and a point of the second. They are that far apart where their
    /// coordinates, rounded to `f64`, can tell it. The line through them may miss the axis by
    /// `2 * sqrt(distance * slack)`, where edges or faces are nearly parallel.
    pub points: [V; 2],
    /// The unit normal of a plane that separates the shapes, from the first towards the second. Of
    /// a tree or a mesh it belongs to the leaves or triangles that come closest, and need not part
    /// the whole shapes. Its coordinates are rounded to `f64`.
    pub axis: V,
}

/// What is known of one pair: the verdict, and each wanted value that the pair has.
///
/// Every value carries the bound of its error. `S` is the kind of shape: [`Frame3`],
/// [`Frame2`](crate::Frame2) or [`Polytope`](crate::Polytope).
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Detail<S: Shape = Frame3> {
    /// The index of the pair: among the pairs of a query, among the hits of a
    /// [`collide`](crate::CollisionService::collide), in the list of a scene's details.
    pub pair: u32,
    /// The exact verdict of the query: over all `t` for moving pairs, within the margin if the
    /// query has one.
    pub verdict: Verdict,
    /// The best axis with the depth or the gap ([`DEPTH`](crate::Wanted::DEPTH),
    /// [`GAP`](crate::Wanted::GAP)).
    pub separation: Option<Separation<S::Point>>,
    /// A common point ([`WITNESS`](crate::Wanted::WITNESS)), each coordinate of which is rounded
    /// once to `f64`, so that the point itself may lie just outside. With
    /// [`Precision::Bounded`](crate::service::Precision::Bounded) `slack` says how far from a
    /// common point it is at most. For moving pairs, the point of the first contact,
    /// where it is at that `t`.
    pub witness: Option<Measured<S::Point>>,
    /// A box that holds all common points ([`BOX`](crate::Wanted::BOX)), for moving pairs those at
    /// any `t`. With [`Precision::Exact`](crate::service::Precision::Exact) the box is the smallest
    /// one, each face rounded outward once to `f32`.
    pub aabb: Option<Measured<S::Bounds>>,
    /// The first and the last contact ([`INTERVAL`](crate::Wanted::INTERVAL)). The interval
    /// contains the true one.
    #[cfg(feature = "motion")]
    pub interval: Option<Measured<ContactInterval>>,
    /// The distance with the nearest points ([`DISTANCE`](crate::Wanted::DISTANCE)).
    #[cfg(feature = "polytopes")]
    pub distance: Option<Distance<S::Point>>,
    /// True when the first shape is a subset of the second ([`SUBSET`](crate::Wanted::SUBSET)).
    #[cfg(feature = "polytopes")]
    pub subset: Option<bool>,
}
