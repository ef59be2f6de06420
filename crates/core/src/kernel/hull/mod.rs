//! Convex polytopes: a search for a certificate, which is then evaluated with its error band.
//!
//! Two polytopes meet when their Minkowski difference `D` holds the origin. The search walks from a
//! point inside `D` towards the origin through *portals*, triangles of vertices of `D` that this
//! ray passes (`portal`, after G. Snethen's XenoCollide; in the plane through edges, `plane`). Each
//! step asks for the vertex furthest along some direction, which is one scan over all vertices of
//! either polytope (`support`) in `f32`, several vertices at a time. What ends it is
//!
//! - a direction along which all of `D` lies behind the origin by more than the band: *separate*;
//!   or
//! - a simplex of points of `D` with the origin inside by more than the band of its volumes:
//!   *overlapping*, since the inside of `D` is what the relative interiors differ by, whatever
//!   their dimensions are.
//!
//! Polytopes that move have one more part in `D`: the segment of their relative velocity, which `D`
//! is swept along while `t` runs over `[0, 1]`. The inside of the swept one is what the relative
//! interiors pass at `t` in between.
//!
//! Pairs of small hulls are batched, one in each lane of a vector, in `f32` throughout (`batched`);
//! what that leaves undecided, and larger hulls, walk alone (`alone`).
//!
//! When such polytopes meet is bounded by another search (`contact`), along the line of the way.
//!
//! The search itself may err and is not proven; the certificates are. Where it ends without one it
//! is run again in `f64` from other points inside, and then the pair is undecided: it touches,
//! nearly so, or `D` is flat.

mod alone;
mod approach;
mod batched;
pub mod certificate;
mod codes;
#[cfg(feature = "motion")]
mod contact;
mod nearest;
mod plane;
mod portal;
mod prepared;
mod support;

pub use alone::supports_asked;
pub use approach::{Approach, approach};
#[cfg(feature = "motion")]
pub use codes::moving_hull_codes;
pub use codes::{GRAIN, hull_codes};
#[cfg(feature = "motion")]
pub use contact::{ContactBounds, contact_bounds};
pub use nearest::{Closest, nearest};
pub use portal::MOST_STEPS;
pub use prepared::Prepared;
