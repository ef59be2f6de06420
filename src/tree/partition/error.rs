//! Why a tree, a world or a search is refused.

use crate::error::FrameError;
use crate::exact::PairFault;

/// Why volumes make no tree. Volumes are numbered as they were given.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TreeError {
    /// An object has at least one volume.
    #[error("there is no volume")]
    Empty,
    /// More volumes than an index can name.
    #[error("{0} volumes are too many")]
    TooLarge(usize),
    /// A volume that is no frame.
    #[error("volume {volume}: {error}")]
    Volume {
        /// The volume.
        volume: u32,
        /// What is wrong with it.
        #[source]
        error: FrameError,
    },
    /// A volume names a parent that does not exist.
    #[error("volume {volume}: there is no volume {parent} to be its parent")]
    NoSuchParent {
        /// The volume.
        volume: u32,
        /// The number that it names.
        parent: u32,
    },
    /// A second volume without a parent.
    #[error("volume {volume} has no parent, and neither has {root}")]
    Orphan {
        /// The volume.
        volume: u32,
        /// The one that came before.
        root: u32,
    },
    /// A volume that is its own forebear.
    #[error("volume {volume} is among its own forebears")]
    Cycle {
        /// The volume.
        volume: u32,
    },
    /// A volume sticks out of its parent.
    #[error("volume {volume} sticks out of its parent {parent} by {by} of the parent's edges")]
    Outside {
        /// The volume.
        volume: u32,
        /// Its parent.
        parent: u32,
        /// How far, in the parent's own coordinates.
        by: f64,
    },
}

/// Why a world cannot be changed as asked for.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum WorldError {
    /// No object has this number, or it was removed.
    #[error("there is no object {object} among {objects}")]
    NoSuchObject {
        /// The number.
        object: u32,
        /// How many there are.
        objects: usize,
    },
    /// More objects than an index can name, those that were removed among them.
    #[error("{0} objects are too many")]
    TooLarge(usize),
    /// A pose under which the object's root is no frame: its quaternion has no length, or a
    /// coordinate is not finite.
    #[error("object {object}: {error}")]
    Pose {
        /// The object, or the number that it would have had.
        object: u32,
        /// What is wrong with the root.
        #[source]
        error: FrameError,
    },
}

/// Why a search has no answer.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SearchFault {
    /// The object to be compared with the others does not exist, or was removed.
    #[error("there is no object {object} among {objects}")]
    NoSuchObject {
        /// The number.
        object: u32,
        /// How many there are.
        objects: usize,
    },
    /// A volume that the object's pose turns into no frame: it is flat or not finite once rounded.
    #[error("object {object}: volume {volume}: {error}")]
    Volume {
        /// The object.
        object: u32,
        /// The volume.
        volume: u32,
        /// What is wrong with it.
        #[source]
        error: FrameError,
    },
    /// More pairs of objects whose boxes meet than a search takes on: they alone would fill a
    /// gigabyte.
    #[error("more than {most} pairs of objects may collide")]
    TooManyPairs {
        /// The most that there may be.
        most: usize,
    },
    /// A tree with more levels than the paper's recursion can go down.
    #[error("object {object} has {levels} levels, more than {most}")]
    TooDeep {
        /// The object.
        object: u32,
        /// How many levels its tree has.
        levels: u32,
        /// The most that there may be.
        most: u32,
    },
    /// A pair that the engine could not judge.
    #[error("a pair of volumes: {0}")]
    Pair(PairFault),
}
