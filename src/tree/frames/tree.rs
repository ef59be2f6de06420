//! The tree, and its questions.

use super::probe::Probe;
use crate::error::{FrameError, PolytopeError};
use crate::exact::PairFault;
use crate::geom::{Aabb, Frame3};
use crate::verdict::Verdict;
use glam::Vec3;
use motzkin_core::broad::{BoxTree, BroadError};
use motzkin_core::{Frame, Resting};

/// A frame of the tree that meets what was asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameHit {
    /// The index of the frame.
    pub frame: u32,
    /// Overlapping or touching.
    pub verdict: Verdict,
}

/// The error of a [`FrameTree`] that cannot be built, or of a question that makes no sense.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FrameTreeError {
    /// A frame of the tree is not valid.
    #[error("frame {frame}: {error}")]
    Frame {
        /// The index of the first such frame.
        frame: usize,
        /// What is wrong with it.
        #[source]
        error: FrameError,
    },
    /// There are too many frames, or not as many as before.
    #[error(transparent)]
    Broad(#[from] BroadError),
    /// What was asked about is not valid.
    #[error("the shape asked about: {0}")]
    Asked(#[from] PolytopeError),
    /// A pair could not be tested.
    #[error("the pair with frame {frame}: {fault}")]
    Pair {
        /// The index of the frame.
        frame: u32,
        /// Which of the two is wrong: the frame of the tree is the second.
        #[source]
        fault: PairFault,
    },
}

/// Frames at rest, [`Frame3`] or [`Frame2`](crate::Frame2), and a tree over their boxes.
///
/// Velocities of the frames are not read; those of what is asked about are, where it says so. Takes
/// some 32 bytes a frame beside the frames.
#[derive(Clone, Debug)]
pub struct FrameTree<F: Frame = Frame3> {
    pub(super) frames: Vec<F>,
    pub(super) tree: BoxTree<F::Aabb>,
}

impl<F: Frame> FrameTree<F> {
    /// Builds a tree over frames. Costs some hundred nanoseconds a frame.
    ///
    /// # Errors
    ///
    /// Returns [`FrameTreeError::Frame`] for the first frame that is not valid at rest, and
    /// [`FrameTreeError::Broad`] for too many of them.
    pub fn new(frames: &[F]) -> Result<Self, FrameTreeError> {
        let (frames, boxes) = at_rest(frames)?;
        Ok(Self { frames, tree: BoxTree::build(&boxes)? })
    }

    /// Replaces the frames by as many others. Costs a fraction of a new tree.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`new`](Self::new), and [`FrameTreeError::Broad`] for another number
    /// of frames. The tree stays as it was.
    pub fn update(&mut self, frames: &[F]) -> Result<(), FrameTreeError> {
        let (frames, boxes) = at_rest(frames)?;
        self.tree.refit(&boxes)?;
        self.frames = frames;
        Ok(())
    }

    /// Returns the frames, at rest.
    pub fn frames(&self) -> &[F] {
        &self.frames
    }

    /// Lists the frames that a frame meets at rest, ascending.
    ///
    /// # Errors
    ///
    /// Returns [`FrameTreeError::Asked`] for a frame that is not valid, or whose velocity is not
    /// finite.
    pub fn meeting(&self, frame: &F) -> Result<Vec<FrameHit>, FrameTreeError> {
        self.hits(&Probe::frame(frame)?)
    }

    /// Lists the frames that have a point in common with a closed box, ascending. The box may be
    /// flat: a rectangle, a segment or a point. One that begins behind its end has no point.
    ///
    /// ```
    /// use motzkin::tree::frames::FrameTree;
    /// use motzkin::{Aabb2, Frame2, glam::Vec2};
    ///
    /// let triangle = Frame2::triangle(Vec2::ZERO, [Vec2::X * 4.0, Vec2::Y * 4.0])?;
    /// let tree = FrameTree::new(&[triangle])?;
    /// let at = |x: f32| Aabb2 { min: Vec2::splat(x), max: Vec2::splat(x + 1.0) };
    /// assert_eq!(tree.in_box(&at(2.0))?.len(), 1); // The corner touches the long side.
    /// assert!(tree.in_box(&at(2.125))?.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`FrameTreeError::Asked`] for a box that is not finite.
    pub fn in_box(&self, aabb: &F::Aabb) -> Result<Vec<FrameHit>, FrameTreeError> {
        let probe = Probe::aligned_box(aabb)?;
        let has_points = (0..F::DIMENSION).all(|axis| {
            let [low, high] = aabb.ends(axis);
            low <= high
        });
        if has_points { self.hits(&probe) } else { Ok(Vec::new()) }
    }

    fn hits(&self, probe: &Probe<'_, F>) -> Result<Vec<FrameHit>, FrameTreeError> {
        let mut found = Vec::new();
        for frame in self.near(&probe.bounds::<Resting>()) {
            let verdict = probe.verdict(&self.frames[frame as usize]).map_err(of_pair(frame))?;
            if verdict.meets() {
                found.push(FrameHit { frame, verdict });
            }
        }
        Ok(found)
    }

    /// The frames whose boxes meet a box, ascending.
    pub(super) fn near(&self, aabb: &F::Aabb) -> Vec<u32> {
        let mut found = Vec::new();
        self.tree.meeting(0, aabb, &mut found);
        found
    }
}

/// Points in space or in the plane.
macro_rules! points {
    ($frame:ty, $vector:ty, $in_space:expr) => {
        impl FrameTree<$frame> {
            /// Lists the frames that a point lies in, ascending: *overlapping* within the frame,
            /// *touching* on its border.
            ///
            /// # Errors
            ///
            /// Returns [`FrameTreeError::Asked`] for a point that is not finite.
            pub fn at(&self, point: $vector) -> Result<Vec<FrameHit>, FrameTreeError> {
                self.hits(&Probe::point($in_space(point), Vec3::ZERO)?)
            }
        }
    };
}

points!(Frame3, Vec3, |v: Vec3| v);
#[cfg(feature = "plane")]
points!(crate::geom::Frame2, glam::Vec2, |v: glam::Vec2| v.extend(0.0));

/// The frames without their velocities, and their boxes.
fn at_rest<F: Frame>(frames: &[F]) -> Result<(Vec<F>, Vec<F::Aabb>), FrameTreeError> {
    let mut resting = Vec::with_capacity(frames.len());
    for (number, frame) in frames.iter().enumerate() {
        let valid = frame.validate_for::<Resting>();
        valid.map_err(|error| FrameTreeError::Frame { frame: number, error })?;
        resting.push(frame.resting());
    }
    let boxes = resting.iter().map(F::bounds::<Resting>).collect();
    Ok((resting, boxes))
}

/// Says which pair could not be tested.
pub(super) fn of_pair(frame: u32) -> impl FnOnce(PairFault) -> FrameTreeError {
    move |fault| FrameTreeError::Pair { frame, fault }
}
