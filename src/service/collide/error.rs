//! Why shapes have no complete list of pairs.

use super::hits::Hit;
use crate::error::FrameError;
use crate::service::batch::{BatchError, summary};
use motzkin_core::broad::BroadError;

/// A shape that could not be tested.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("frame {shape}{}: {error}", if *.second { " of the second set" } else { "" })]
#[non_exhaustive]
pub struct ShapeFault {
    /// The index of the shape in its set.
    pub shape: u32,
    /// True for a shape of the second set of
    /// [`collide_between`](crate::CollisionService::collide_between).
    pub second: bool,
    /// What is wrong with it.
    #[source]
    pub error: FrameError,
}

/// The error of a [`Collide`](crate::service::Collide) without a complete answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CollideError {
    /// Some frames, cast from foreign bytes, are flat, not finite or of no known shape. All others
    /// were tested with each other.
    #[error("{}", summary(faults, ["frame is invalid", "frames are invalid"], ToString::to_string))]
    InvalidFrames {
        /// The invalid frames in order, those of the second set last; never empty.
        faults: Vec<ShapeFault>,
        /// The pairs of valid frames that meet, without details; of
        /// [`candidates`](crate::service::Collide::candidates) none.
        rest: Vec<Hit>,
    },
    /// More pairs than the [limit](crate::service::Collide::limit). No pair is returned.
    #[error("{found} pairs exceed the limit of {limit}")]
    TooManyPairs {
        /// The exact number of pairs.
        found: u64,
        /// The limit.
        limit: usize,
    },
    /// Filters or worlds do not fit the shapes, or there are too many shapes. Nothing was computed.
    /// The message says shapes where that of [`BroadError`] says boxes.
    #[error("{}", of_shapes(.0))]
    Broad(BroadError),
    /// An option that such shapes do not have, too many vertices, two sets of too many shapes
    /// together, or a GPU that failed.
    #[error(transparent)]
    Batch(#[from] BatchError),
}

/// Returns the message of an error about the boxes of shapes.
fn of_shapes(error: &BroadError) -> String {
    match error {
        BroadError::Length { what, found, boxes } => {
            format!("{found} {what} do not match {boxes} shapes")
        }
        BroadError::Worlds { world, start, boxes } => {
            format!("world {world} cannot start at shape {start} of {boxes}")
        }
        BroadError::WorldCount { worlds, other } => {
            format!("a set of {worlds} worlds cannot be compared with one of {other}")
        }
        BroadError::TooManyBoxes { count } => format!("{count} shapes are too many"),
        other => other.to_string(),
    }
}

impl From<BroadError> for CollideError {
    fn from(error: BroadError) -> Self {
        match error {
            BroadError::TooManyPairs { found, limit } => Self::TooManyPairs { found, limit },
            error => Self::Broad(error),
        }
    }
}
