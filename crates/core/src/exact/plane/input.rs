//! Frames in the plane as exact code reads them.

use super::super::input::{ExactFrame, Rows};
use crate::error::FrameError;
use crate::geom::{Frame2, ShapeKind2};

impl ExactFrame<2> for Frame2 {
    fn unchecked(&self) -> Result<Rows<2>, FrameError> {
        self.kind().map(|kind| in_plane(self, kind))
    }

    fn resting(&self) -> Result<Rows<2>, FrameError> {
        self.validate_resting().map(|kind| in_plane(self, kind))
    }

    #[cfg(feature = "motion")]
    fn moving(&self) -> Result<Rows<2>, FrameError> {
        self.validate()?;
        self.kind().map(|kind| Rows { velocity: self.rows[3], ..in_plane(self, kind) })
    }
}

fn in_plane(frame: &Frame2, kind: ShapeKind2) -> Rows<2> {
    let [origin, e0, e1, ..] = frame.rows;
    Rows { span: kind.span(), origin, rest: [e0, e1], velocity: [0.0; 2] }
}
