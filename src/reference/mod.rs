//! placeholder until merge
use crate::{error::FrameError, geom::Frame3, verdict::Verdict};
/// x
pub fn verdict(_a: &Frame3, _b: &Frame3) -> Result<Verdict, FrameError> { Err(FrameError::Flat) }
