//! Where the number of shapes of a recording comes from.

use crate::gpu::record::error::RecordError;

/// Says where the number of shapes of a recording comes from. A `u32` becomes
/// [`Count`](Self::Count).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeCount {
    /// The first shapes of the buffer, this many. Zero is fine: there are no pairs then.
    Count(u32),
    /// As many as the buffer of the count holds when the commands run. Where that is more than the
    /// buffer of shapes holds, the first shapes take part, and the header of a broad phase says so:
    /// `offered`.
    Indirect,
}

impl From<u32> for ShapeCount {
    fn from(shapes: u32) -> Self {
        Self::Count(shapes)
    }
}

impl ShapeCount {
    /// That a buffer of so many shapes, with a count or without, can be recorded so.
    pub(super) fn check(self, capacity: u32, counted: bool) -> Result<(), RecordError> {
        match self {
            Self::Count(shapes) if shapes > capacity => {
                Err(RecordError::TooManyShapes { shapes, capacity })
            }
            Self::Indirect if !counted => Err(RecordError::NoCount),
            _ => Ok(()),
        }
    }

    /// The number that travels with the recording. No buffer is so large that all ones, which mean
    /// the buffer's number, could be a number of shapes.
    pub(super) fn number(self) -> u32 {
        match self {
            Self::Count(shapes) => shapes,
            Self::Indirect => u32::MAX,
        }
    }
}
