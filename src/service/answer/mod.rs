//! What a query answers: verdicts, and what is known of each selected pair.

mod column;
mod detail;
mod list;

pub use column::Column;
#[cfg(feature = "polytopes")]
pub use detail::Distance;
pub use detail::{Detail, Measured, Separation};
pub use list::{Details, DetailsIter};

use super::batch::Verdicts;
use super::shape::Shape;
use crate::geom::Frame3;

/// The answer of a [`Query`](super::Query): the exact verdict of every pair, and the details of the
/// pairs that have any.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer<S: Shape = Frame3> {
    pub(super) verdicts: Verdicts,
    pub(super) details: Details<S>,
}

impl<S: Shape> Answer<S> {
    /// Returns the exact verdicts, one for each pair, in the order of the pairs.
    pub fn verdicts(&self) -> &Verdicts {
        &self.verdicts
    }

    /// Returns the details of the pairs that have any wanted value, in the order of the pairs.
    /// Empty if nothing but verdicts was wanted.
    pub fn details(&self) -> &Details<S> {
        &self.details
    }

    /// Returns the verdicts alone.
    pub fn into_verdicts(self) -> Verdicts {
        self.verdicts
    }

    /// Returns verdicts and details by value.
    pub fn into_parts(self) -> (Verdicts, Details<S>) {
        (self.verdicts, self.details)
    }
}
