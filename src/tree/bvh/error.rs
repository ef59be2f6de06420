//! The errors of hierarchies, worlds and searches.

use crate::error::{FrameError, PoseError};
use crate::exact::PairFault;
use motzkin_core::broad::BroadError;

/// The error of frames that make no [`Bvh`](super::Bvh).
///
/// Frames have the numbers of the list that was given. A box that [`Bvh::over`](super::Bvh::over)
/// cannot make has a number behind that list. Of [`MeshBvh::new`](super::MeshBvh::new) leaves are
/// numbered as they are made, and boxes behind them.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BvhError {
    /// The list is empty.
    #[error("there is no frame")]
    Empty,
    /// The list has more frames than an index can name.
    #[error("{0} frames are too many")]
    TooLarge(usize),
    /// A frame is not valid.
    #[error("frame {frame}: {error}")]
    Frame {
        /// The number of the frame.
        frame: u32,
        /// What is wrong with it.
        #[source]
        error: FrameError,
    },
    /// A frame names a parent that does not exist.
    #[error("frame {frame}: there is no frame {parent} to be its parent")]
    NoSuchParent {
        /// The number of the frame.
        frame: u32,
        /// The number that it names.
        parent: u32,
    },
    /// A second frame has no parent.
    #[error("frame {frame} has no parent, and neither has {root}")]
    SecondRoot {
        /// The number of the second frame without a parent.
        frame: u32,
        /// The number of the first.
        root: u32,
    },
    /// A frame is among its own ancestors.
    #[error("frame {frame} is among its own ancestors")]
    Cycle {
        /// The number of the frame.
        frame: u32,
    },
    /// A frame sticks out of its parent.
    #[error("frame {frame} sticks out of its parent {parent} by {by} of the parent's edges")]
    Outside {
        /// The number of the frame.
        frame: u32,
        /// The number of its parent.
        parent: u32,
        /// The distance in the parent's own coordinates.
        by: f64,
    },
}

/// The error of a change that a [`BvhWorld`](super::BvhWorld) refuses.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BvhWorldError {
    /// No object has this number, or the object was removed.
    #[error("there is no object {object} among {objects}")]
    NoSuchObject {
        /// The number.
        object: u32,
        /// The count of objects.
        objects: usize,
    },
    /// There were more objects than an index can name. Removed objects count.
    #[error("{0} objects are too many")]
    TooLarge(usize),
    /// There is no such pose: the quaternion has no length, or a number is not finite.
    #[error("object {object}: {error}")]
    Pose {
        /// The number of the object, or the number that it would have had.
        object: u32,
        /// What is wrong with the pose.
        #[source]
        error: PoseError,
    },
    /// A frame of the object is flat or not finite once it is posed and rounded.
    #[error("object {object}: frame {frame}: {error}")]
    Frame {
        /// The number of the object, or the number that it would have had.
        object: u32,
        /// The number of the frame in the list that the hierarchy was built from; behind the list,
        /// a box that was put over its frames.
        frame: u32,
        /// What is wrong with it.
        #[source]
        error: FrameError,
    },
}

/// The error of a search that has no answer.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SearchFault {
    /// The scope names an object that does not exist, or that was removed.
    #[error("there is no object {object} among {objects}")]
    NoSuchObject {
        /// The number.
        object: u32,
        /// The count of objects.
        objects: usize,
    },
    /// The boxes of more pairs of objects that are compared meet than a search of all objects
    /// accepts. The list of the pairs alone would take a gigabyte.
    #[error("more than {most} pairs of objects may collide")]
    TooManyPairs {
        /// The greatest count that is accepted.
        most: usize,
    },
    /// More collisions were found than
    /// [`SearchOptions::max_collisions`](super::SearchOptions::max_collisions) allows. Whether
    /// there are more does not depend on the engine, nor on the number of threads.
    #[error("there are more than {most} collisions")]
    TooManyCollisions {
        /// The greatest count that is accepted.
        most: u64,
    },
    /// The broad phase refused the objects: there are too many.
    #[error(transparent)]
    Broad(BroadError),
    /// The paper's recursion cannot go down a hierarchy of so many levels.
    #[error("object {object} has {levels} levels, more than {most}")]
    TooDeep {
        /// The number of the object.
        object: u32,
        /// The count of its levels.
        levels: u32,
        /// The greatest count that is accepted.
        most: u32,
    },
    /// The engine could not test a pair of frames.
    #[error("a pair of frames: {0}")]
    Pair(PairFault),
}
