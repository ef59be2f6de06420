//! What a scene refuses, each with its culprit.

use super::handle::Handle;
use crate::error::FrameError;
use crate::service::batch::{BatchError, summary};
use motzkin_core::broad::BroadError;
use std::fmt::Display;

/// What bounds a scene or a list of its pairs. Scenes are not split: all frames lie in one buffer,
/// and all pairs of a list in another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum SceneLimit {
    /// [`SceneOptions::max_shapes`](super::SceneOptions::max_shapes).
    #[error("the scene's options allow no more")]
    Options,
    /// [`ServiceBuilder::max_frames_per_dispatch`](crate::service::ServiceBuilder::max_frames_per_dispatch).
    #[error("the service's frames per dispatch are no more")]
    Dispatch,
    /// The GPU's largest buffer, or the largest that it binds.
    #[error("the device takes no larger buffer")]
    Device,
    /// An index has 32 bits.
    #[error("indices have 32 bits")]
    Index,
}

/// Why a shape was not inserted.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum InsertError {
    /// No verdict could be given for it.
    #[error(transparent)]
    Invalid(#[from] FrameError),
    /// A frame of a tree is flat, or beyond the range of `f32`, where a scale or a pose puts it.
    #[cfg(feature = "polytopes")]
    #[error("frame {frame} of the tree: {error}")]
    Tree {
        /// The number of the frame in the list that the tree was built from; behind the list, a box
        /// that was put over its frames.
        frame: u32,
        /// What is wrong with it.
        #[source]
        error: FrameError,
    },
    /// The scene has as many slots as it can hold. The free ones among them were freed after the
    /// pairs of some list were made, and wait for that list.
    #[error("the scene is full with {slots} slots: {limit}")]
    Full {
        /// How many slots there are.
        slots: usize,
        /// Why there are no more.
        limit: SceneLimit,
    },
    /// The service's GPU memory has no room for another shape.
    #[error(transparent)]
    OverBudget(#[from] crate::gpu_error::OverBudget),
    /// The mesh of a solid is not closed, or the scale of a mesh may take it beyond the range of
    /// `f32`: the magnitudes of the terms of a coordinate add up to the largest or more.
    #[cfg(feature = "meshes")]
    #[error(transparent)]
    Mesh(#[from] crate::error::MeshError),
}

/// Why a shape was not changed. The shape stays as it was.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ChangeError {
    /// The handle's shape has been removed, or the handle is another scene's.
    #[error("handle {0} names a shape that was removed, or one of another scene")]
    Stale(Handle),
    /// No verdict could be given for the new frame, or for the shape where the pose puts it.
    #[error("handle {handle}: {error}")]
    Invalid {
        /// The shape that was to change.
        handle: Handle,
        /// What is wrong with what it was to become.
        #[source]
        error: FrameError,
    },
    /// A frame of a tree is flat, or beyond the range of `f32`, where the pose puts it.
    #[cfg(feature = "polytopes")]
    #[error("handle {handle}: frame {frame} of the tree: {error}")]
    Tree {
        /// The tree that was to change.
        handle: Handle,
        /// The number of the frame in the list that the tree was built from; behind the list, a box
        /// that was put over its frames.
        frame: u32,
        /// What is wrong with what it was to become.
        #[source]
        error: FrameError,
    },
    /// The call is for frames, and the handle names a shape of another kind.
    #[error("handle {0} names no frame")]
    NoFrame(Handle),
    /// The pose may move a vertex of a mesh beyond the range of `f32`: the magnitudes of the terms
    /// of a coordinate add up to the largest or more.
    #[cfg(feature = "meshes")]
    #[error("handle {handle}: {error}")]
    Mesh {
        /// The mesh that was to change.
        handle: Handle,
        /// What is wrong with what it was to become.
        #[source]
        error: crate::error::MeshError,
    },
}

/// Some shapes of many were not inserted; all others were.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}", summary(faults, of(handles.len(), "shapes", "inserted"), numbered))]
#[non_exhaustive]
pub struct InsertAllError {
    /// Place and reason of each that was not; never empty.
    pub faults: Vec<(usize, InsertError)>,
    /// One for each shape: `None` for those in `faults`.
    pub handles: Vec<Option<Handle>>,
}

/// Says of one item of a call, and of several, what was not done.
fn of(items: usize, what: &str, done: &str) -> [String; 2] {
    ["was", "were"].map(|were| format!("of {items} {what} {were} not {done}"))
}

/// Says which item of a call failed, and why.
fn numbered<E: Display>((place, error): &(usize, E)) -> String {
    format!("number {place}: {error}")
}

impl InsertAllError {
    /// The handles of shapes that were inserted in order, or an error that names the others.
    pub(super) fn all(
        inserted: &mut dyn Iterator<Item = Result<Handle, InsertError>>,
    ) -> Result<Vec<Handle>, Self> {
        let (mut handles, mut faults) = (Vec::new(), Vec::new());
        for (place, inserted) in inserted.enumerate() {
            handles.push(inserted.map_err(|error| faults.push((place, error))).ok());
        }
        if faults.is_empty() {
            Ok(handles.into_iter().flatten().collect())
        } else {
            Err(Self { faults, handles })
        }
    }
}

/// Why a call that changes many shapes did not change all of them.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ChangeAllError {
    /// Slices that must be equally long are not. Nothing was changed.
    #[error("{handles} handles for {items} items")]
    LengthMismatch {
        /// How many handles.
        handles: usize,
        /// How many frames or poses.
        items: usize,
    },
    /// These were not changed. Each other item was, in the order given.
    #[error("{}", summary(faults, of(*items, "items", "applied"), numbered))]
    Faults {
        /// Place and reason of each that was not; never empty.
        faults: Vec<(usize, ChangeError)>,
        /// How many items the call had.
        items: usize,
    },
}

/// Why a pair list was not made or changed. The list stays as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PairListError {
    /// A pair names a shape that has been removed, or one of another scene.
    #[error("pair {pair}: handle {handle} names a shape that was removed, or one of another scene")]
    Stale {
        /// Number of the pair in the call.
        pair: usize,
        /// The handle that it holds.
        handle: Handle,
    },
    /// A pair names a shape of another kind. Lists are for frames.
    #[error("pair {pair}: handle {handle} names no frame")]
    NoFrame {
        /// Number of the pair in the call.
        pair: usize,
        /// The handle that it holds.
        handle: Handle,
    },
    /// A pair names a shape that is no mesh, where one is asked for.
    #[cfg(feature = "meshes")]
    #[error("pair {pair}: handle {handle} names no mesh")]
    NoMesh {
        /// Number of the pair in the call.
        pair: usize,
        /// The handle that it holds.
        handle: Handle,
    },
    /// A pair names one mesh twice.
    #[cfg(feature = "meshes")]
    #[error("pair {pair}: the mesh of handle {handle} is paired with itself")]
    Itself {
        /// Number of the pair in the call.
        pair: usize,
        /// The handle that it holds.
        handle: Handle,
    },
    /// A pair of slots names one without a frame.
    #[error("pair {pair}: slot {slot} holds no frame")]
    EmptySlot {
        /// Number of the pair in the call.
        pair: usize,
        /// The slot that it names.
        slot: u32,
    },
    /// More pairs than one submission takes.
    #[error("{pairs} pairs in a list that may have {most}: {limit}")]
    TooLong {
        /// Pairs that the list would have.
        pairs: usize,
        /// The most that it may have.
        most: usize,
        /// Why it may have no more.
        limit: SceneLimit,
    },
    /// The service's GPU memory has no room for so many pairs.
    #[error(transparent)]
    OverBudget(#[from] crate::gpu_error::OverBudget),
    /// The list is another scene's.
    #[error("the pair list belongs to another scene")]
    Foreign,
}

/// Why a submission has no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SceneError {
    /// The list is another scene's.
    #[error("the pair list belongs to another scene")]
    ForeignList,
    /// As many submissions as the scene allows are open. Take an answer and settle it, or drop a
    /// ticket.
    #[error("{0} submissions are open, as many as the scene allows")]
    TooManyOpen(usize),
    /// The time is up. The ticket is still good.
    #[error("no answer within {0:?}")]
    Timeout(std::time::Duration),
    /// The ticket has given its answer before.
    #[error("the answer was taken before")]
    Taken,
    /// The batch has no complete answer.
    #[error(transparent)]
    Batch(#[from] BatchError),
    /// There are more candidate pairs than one submission takes.
    #[error(transparent)]
    Broad(#[from] BroadError),
    /// The candidate pairs were not made a list. Or a pair that `details` or `contact_regions` is
    /// asked about names a removed shape or no mesh.
    #[error(transparent)]
    List(#[from] PairListError),
    /// Too many vertices of hulls and frames lie close to each other for one set of polytopes.
    #[cfg(feature = "polytopes")]
    #[error(transparent)]
    Polytopes(#[from] crate::error::PolytopeError),
    /// The world of the scene's meshes failed.
    #[cfg(feature = "meshes")]
    #[error(transparent)]
    Meshes(#[from] crate::tree::spheres::MeshWorldError),
    /// More pairs of triangles of two meshes meet than `contact_regions` looks at:
    /// [`MeshWorldOptions::max_region_pairs`](crate::tree::spheres::MeshWorldOptions::max_region_pairs).
    #[cfg(feature = "meshes")]
    #[error("more than {most} pairs of triangles of handles {a} and {b} meet")]
    TooManyTrianglePairs {
        /// The first mesh.
        a: Handle,
        /// The second mesh.
        b: Handle,
        /// The most that are allowed.
        most: usize,
    },
    /// The handle of a search of the scene's trees names a shape that was removed, or one of
    /// another scene.
    #[cfg(feature = "polytopes")]
    #[error("handle {0} names a shape that was removed, or one of another scene")]
    Stale(Handle),
    /// A handle names a shape that is no tree, where a tree is searched.
    #[cfg(feature = "polytopes")]
    #[error("handle {0} names no tree")]
    NoTree(Handle),
    /// A search of the trees has no answer.
    #[cfg(feature = "polytopes")]
    #[error(transparent)]
    Search(#[from] crate::service::search::SearchError),
    /// The shape of a [`ShapeQuery`](super::ShapeQuery) is refused.
    #[error(transparent)]
    Shape(#[from] InsertError),
    /// The GPU failed. What was submitted is lost; the scene's frames are not, and later
    /// submissions work where the device does.
    #[error(transparent)]
    Gpu(#[from] crate::gpu_error::GpuError),
}
