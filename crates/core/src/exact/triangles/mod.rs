//! Exact results for triangles in space, degenerate ones included: as closed sets, do they share a
//! point?
//!
//! Two triangles that are not degenerate meet exactly if an edge of one meets the other. The only
//! question is on which side of a plane a point lies. It is answered in stages: `f64` with its
//! error band; `f64` where no number is rounded; whole numbers of 128 bits, of 256 bits, of any
//! size. Degenerate triangles, which are segments or points, go to [`hull`](super::hull).

mod banded;
mod crossing;
mod origin;
mod pair;
mod sides;
mod whole;
mod winding;

pub use crossing::Crossing;
pub use origin::Origin;
pub use pair::{meet, meeting_point};
pub use sides::Triangle;
pub use winding::{RAYS, Ray};
