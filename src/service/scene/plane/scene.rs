//! The scene itself.

use super::super::broad::Broad;
use super::super::error::{ChangeError, InsertAllError, InsertError, SceneLimit};
use super::super::handle::Handle;
use super::super::state::{Changes, Most, State};
use super::shape::{Kind2, SceneShape2};
use crate::geom::Frame2;
use crate::service::collision_service::CollisionService;
use std::fmt;
#[cfg(feature = "polytopes")]
use {crate::error::FrameError, crate::geom::Pose2, glam::Vec2};

/// Shapes in the plane that stay between tests: frames and convex hulls.
///
/// Most verbs are those of a [`Scene`](super::super::Scene) in space, and so are
/// [`Handle`](super::super::Handle)s, answers and events. [`collide`](Self::collide) finds all
/// pairs that meet; where few shapes changed between two calls, only their pairs are searched for.
/// A call for moving shapes after one for resting shapes, or the other way round, searches for all.
///
/// ```
/// use motzkin::glam::Vec2;
/// use motzkin::{CollisionService, Engine, Frame2};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut scene = CollisionService::new(Engine::Auto)?.scene_in_plane();
/// let square = Frame2::aligned_box(Vec2::splat(-0.5), Vec2::splat(0.5))?;
/// let (a, b) = (scene.insert(square)?, scene.insert(square)?);
/// for step in 0..3 {
///     scene.set_pose(b, Vec2::from_angle(0.0), Vec2::X * step as f32)?;
///     let hits = scene.collide().run()?;
///     assert_eq!(hits.iter().any(|hit| (hit.a, hit.b) == (a, b)), step < 2);
/// }
/// # Ok(())
/// # }
/// ```
///
/// # Limits
///
/// The shapes lie in the CPU's memory. There are no pair lists and no tickets: a call answers for
/// the shapes as they are. There are no options: `collide` refuses more than `2^27` candidates.
///
/// # Memory
///
/// 40 bytes a frame, as much again once a pose was set, 40 bytes of side arrays, and what a
/// [`PairCache`](crate::broad::PairCache) takes. A hull takes some 150 bytes more. Its points are
/// shared with clones of its [shape](SceneShape2).
pub struct Scene2 {
    pub(super) state: State<Frame2>,
    pub(super) service: CollisionService,
    pub(super) changes: Changes<Frame2>,
    pub(super) broad: Broad<Frame2>,
}

impl CollisionService {
    /// Returns an empty scene of shapes in the plane that stay between tests.
    pub fn scene_in_plane(&self) -> Scene2 {
        Scene2 {
            state: State::of_new_scene(),
            service: self.clone(),
            changes: Changes::default(),
            broad: Broad::default(),
        }
    }
}

impl fmt::Debug for Scene2 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scene2").field("shapes", &self.len()).finish_non_exhaustive()
    }
}

impl Scene2 {
    /// Adds a shape, tested against all others until [`set_filter`](Self::set_filter) says
    /// otherwise, with its slot for an id. A hull stands where its points are until
    /// [`set_pose`](Self::set_pose) moves it.
    ///
    /// # Errors
    ///
    /// Returns [`InsertError::Invalid`] for a frame that was cast from bytes and is not valid, or
    /// that its scale takes beyond the range of `f32` or makes flat, and [`InsertError::Full`] for
    /// more shapes than a 32-bit index counts.
    pub fn insert(&mut self, shape: impl Into<SceneShape2>) -> Result<Handle, InsertError> {
        self.insert_shape(shape.into())
    }

    /// Adds shapes; handles come in their order.
    ///
    /// # Errors
    ///
    /// Returns an [`InsertAllError`] if some shapes were not added, with the place and the reason
    /// of each. All other shapes were added, and the error has their handles.
    pub fn insert_all<S>(&mut self, shapes: &[S]) -> Result<Vec<Handle>, InsertAllError>
    where
        S: Into<SceneShape2> + Clone,
    {
        self.insert_each(&mut shapes.iter().cloned().map(Into::into))
    }

    fn insert_each(
        &mut self,
        shapes: &mut dyn Iterator<Item = SceneShape2>,
    ) -> Result<Vec<Handle>, InsertAllError> {
        InsertAllError::all(&mut shapes.map(|shape| self.insert_shape(shape)))
    }

    fn insert_shape(
        &mut self,
        SceneShape2 { kind, scale }: SceneShape2,
    ) -> Result<Handle, InsertError> {
        // The last index stands for a shape that is not in the scene.
        let most = Most(u32::MAX as usize, SceneLimit::Index);
        let settled_time = self.state.slots.settled_time();
        match kind {
            Kind2::Frame(frame) => self.state.insert((frame, scale), settled_time, most),
            #[cfg(feature = "polytopes")]
            Kind2::Hull(_) => {
                let stand_in = Frame2::aligned_box(Vec2::ZERO, Vec2::ONE)?;
                let pose = Pose2::IDENTITY.scaled(scale).map_err(FrameError::Pose)?;
                let handle = self.state.insert((stand_in, 1.0), settled_time, most)?;
                self.state.put_body(handle.slot() as usize, kind, (pose, scale), 0);
                Ok(handle)
            }
        }
    }

    /// Takes a shape away. Its handle is stale from now on.
    ///
    /// # Errors
    ///
    /// Returns [`ChangeError::Stale`] for a shape that was removed before, or that is another
    /// scene's.
    pub fn remove(&mut self, handle: Handle) -> Result<(), ChangeError> {
        self.state.remove(handle).map(|_| ())
    }

    /// Removes all shapes. Their handles are stale from now on.
    pub fn clear(&mut self) {
        for handle in self.handles() {
            // Each of them names a shape.
            let _removed = self.remove(handle);
        }
    }
}
