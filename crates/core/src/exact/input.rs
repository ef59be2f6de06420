//! A pair of valid frames in the numbers that they store, in space or in the plane.

use super::settled::PairFault;
use super::solid::{Solid, Vector};
use crate::error::FrameError;
use crate::geom::{Frame3, ShapeKind, Span};
use crate::num::{Integers, Ring};

/// The rows of a frame, and the velocity that counts.
#[derive(Clone, Copy)]
pub(super) struct Rows<const D: usize = 3> {
    pub span: Span<D>,
    pub origin: [f32; D],
    /// Edges, or the vertices other than the origin.
    pub rest: [[f32; D]; D],
    /// Zero for a frame at rest.
    pub velocity: [f32; D],
}

impl<const D: usize> Rows<D> {
    /// Returns the frame in numbers of any kind.
    pub fn solid<N: Ring>(&self, convert: impl Fn(f32) -> N) -> Solid<N, D> {
        Solid::new(self.span, self.origin, self.rest, convert)
    }

    /// Returns the least and the greatest coordinate of the frame at any `t` in `[0, 1]`, if `f64`
    /// holds the sums of its numbers.
    pub fn range(&self, axis: usize) -> Option<[f64; 2]> {
        let (origin, velocity) = (self.origin[axis], self.velocity[axis]);
        let rest = self.rest.map(|row| row[axis]);
        // A sum of five numbers is three bits longer, and is not rounded.
        if Integers::common([origin, velocity].iter().chain(&rest)).width > 50 {
            return None;
        }
        let [low, high] = self.span.ends(origin.into(), rest.map(f64::from));
        let way = f64::from(velocity);
        Some([low + way.min(0.0), high + way.max(0.0)])
    }
}

/// A frame that exact code reads: [`Frame3`] or [`Frame2`].
pub(super) trait ExactFrame<const D: usize> {
    /// Returns the rows with a velocity of zero, without checking more than the shape.
    fn unchecked(&self) -> Result<Rows<D>, FrameError>;

    /// Returns the rows of a frame that is valid at rest, with a velocity of zero.
    fn resting(&self) -> Result<Rows<D>, FrameError>;

    /// Returns the rows of a frame that is valid, with its velocity.
    #[cfg(feature = "motion")]
    fn moving(&self) -> Result<Rows<D>, FrameError>;
}

impl ExactFrame<3> for Frame3 {
    fn unchecked(&self) -> Result<Rows, FrameError> {
        self.kind().map(|kind| in_space(self, kind))
    }

    fn resting(&self) -> Result<Rows, FrameError> {
        self.validate_resting().map(|kind| in_space(self, kind))
    }

    #[cfg(feature = "motion")]
    fn moving(&self) -> Result<Rows, FrameError> {
        self.validate()?;
        let velocity = self.velocity().to_array();
        self.kind().map(|kind| Rows { velocity, ..in_space(self, kind) })
    }
}

fn in_space(frame: &Frame3, kind: ShapeKind) -> Rows {
    let [origin, rest @ ..] = frame.rows.map(|[x, y, z, _]| [x, y, z]);
    Rows { span: kind.span(), origin, rest, velocity: [0.0; 3] }
}

/// Two frames and the velocities that count.
pub(super) struct Input<const D: usize = 3> {
    pub frames: [Rows<D>; 2],
}

impl<const D: usize> Input<D> {
    /// Takes two frames at rest. Their velocities are not read.
    pub fn resting<F: ExactFrame<D>>(a: &F, b: &F) -> Result<Self, PairFault> {
        Self::of(a, b, F::resting)
    }

    /// Takes two moving frames.
    #[cfg(feature = "motion")]
    pub fn moving<F: ExactFrame<D>>(a: &F, b: &F) -> Result<Self, PairFault> {
        Self::of(a, b, F::moving)
    }

    /// Takes two frames at rest and checks their shapes alone.
    pub fn unchecked<F: ExactFrame<D>>(a: &F, b: &F) -> Result<Self, PairFault> {
        Self::of(a, b, F::unchecked)
    }

    fn of<F>(
        a: &F,
        b: &F,
        rows: impl Fn(&F) -> Result<Rows<D>, FrameError>,
    ) -> Result<Self, PairFault> {
        let checked = |frame, second| rows(frame).map_err(|error| PairFault { second, error });
        Ok(Self { frames: [checked(a, false)?, checked(b, true)?] })
    }

    /// Returns the common scale of all coordinates and velocities: `x` and `v t` share a unit.
    pub fn scale(&self) -> Integers {
        self.scale_with(&[])
    }

    /// Returns the common scale of all coordinates, velocities and these numbers.
    pub fn scale_with(&self, more: &[f32]) -> Integers {
        let numbers = self.frames.iter().flat_map(|frame| {
            frame.origin.iter().chain(frame.rest.as_flattened()).chain(&frame.velocity)
        });
        Integers::common(numbers.chain(more))
    }

    /// Returns both frames in numbers of any kind.
    pub fn solids<N: Ring>(&self, convert: impl Fn(f32) -> N) -> [Solid<N, D>; 2] {
        self.frames.each_ref().map(|frame| frame.solid(&convert))
    }

    /// Returns both velocities in numbers of any kind.
    pub fn velocities<N: Ring>(&self, convert: impl Fn(f32) -> N) -> [Vector<N, D>; 2] {
        self.frames.each_ref().map(|frame| frame.velocity.map(&convert))
    }
}
