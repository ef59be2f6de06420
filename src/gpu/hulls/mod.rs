//! Convex polytopes on the GPU: what the shader is given, and how a batch is cut.

mod chunks;
mod record;

pub(super) use chunks::{HullChunk, HullChunks, HullRoom};
pub use record::{Block, PlacedHull, placed_hulls};

use super::timing::StageTimer;

/// Bytes of a timer, of its queries, and of the timestamps in the readback.
const TIMER_BYTES: u64 = 3 * StageTimer::bytes_of(2);
