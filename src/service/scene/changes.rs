//! What changes a scene's shapes.

use super::error::{ChangeAllError, ChangeError};
use super::handle::Handle;
use super::many::same_length;
#[cfg(feature = "meshes")]
use super::meshes::Meshes;
#[cfg(feature = "meshes")]
use super::shape::Kind;
use super::space::Scene;
use super::state::{Made, State};
use crate::error::FrameError;
use crate::geom::{Filter, Frame3, Pose};
use glam::{Quat, Vec3};

impl Scene {
    /// Gives the handle of a frame another frame, of any form: the one that
    /// [`set_pose`](Self::set_pose) places from now on. Its scale is 1.
    ///
    /// # Errors
    ///
    /// Returns [`ChangeError::Stale`] for a handle that names no shape of this scene,
    /// [`ChangeError::NoFrame`] for a shape that is no frame, and [`ChangeError::Invalid`] for a
    /// frame that is not valid. The shape stays as it was.
    pub fn set_frame(&mut self, handle: Handle, frame: Frame3) -> Result<(), ChangeError> {
        let mut state = self.state.write();
        let slot = state.set_whole_frame(handle, frame)?;
        self.backend.touch_frame(slot);
        Ok(())
    }

    /// Gives each of `handles` the frame at its place in `frames`, as
    /// [`set_frame`](Self::set_frame) does, on all threads of the service.
    ///
    /// # Errors
    ///
    /// Returns [`ChangeAllError::Faults`] if some frames were not set, with the place and the
    /// reason of each. All others were set, in order. Returns [`ChangeAllError::LengthMismatch`]
    /// for slices of different lengths, and sets no frame then.
    pub fn set_frames(
        &mut self,
        handles: &[Handle],
        frames: &[Frame3],
    ) -> Result<(), ChangeAllError> {
        same_length(handles.len(), frames.len())?;
        let frame = |_: &State, _, place: usize| Ok(Made::Frame(frames[place]));
        self.change(handles.len(), true, |place| handles[place], frame)
    }

    /// Turns a handle's shape by `rotation` about the coordinates' origin, then moves it by
    /// `translation`.
    ///
    /// The shape is as it was inserted or last set: poses do not add up, so nothing drifts. The
    /// verdicts are exact for what is stored of it. Of a frame that is what [`frame`](Self::frame)
    /// shows; [`Frame3::posed`] says how it rounds: in `f64`, each number once. Of a hull the
    /// numbers of the pose are rounded, as [`PolytopeSet::push_posed`] does, and of a mesh the
    /// coordinates of each vertex, as [`Pose::place`] does. A
    /// [scale](super::SceneShape::with_scale) is part of the pose, and stays what it is; it
    /// stretches the velocity that a frame was inserted with.
    ///
    /// # Errors
    ///
    /// Returns [`ChangeError::Stale`] for a handle that names no shape of this scene,
    /// [`ChangeError::Invalid`] for a number that is not finite, a quaternion of zeros, or a frame
    /// that the pose makes flat or moves beyond the range of `f32`, `ChangeError::Tree` for a tree
    /// with such a frame, and `ChangeError::Mesh` for a mesh that it may move beyond that range: if
    /// the magnitudes of the terms of a coordinate add up to the largest or more. The shape stays
    /// as it was.
    ///
    /// For most poses it takes some ten nanoseconds to tell that the frames of a tree stay valid.
    /// Where some may become flat, thin ones far from the origin, groups of 64 are posed to see.
    ///
    /// [`PolytopeSet::push_posed`]: crate::geom::PolytopeSet::push_posed
    pub fn set_pose(
        &mut self,
        handle: Handle,
        rotation: Quat,
        translation: Vec3,
    ) -> Result<(), ChangeError> {
        let pose = || Pose::new(rotation, translation);
        self.change_one(handle, |state, slot| state.posed(slot, pose()?, None))
    }

    /// Poses a handle's shape as [`set_pose`](Self::set_pose) does, with another scale, which later
    /// poses keep: the shape is scaled about the coordinates' origin before it is turned and moved.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`set_pose`](Self::set_pose), and [`ChangeError::Invalid`] with
    /// [`PoseError::Scale`](crate::PoseError::Scale) for a scale that is not between `2^-96` and
    /// `2^96`. The shape keeps its pose and its scale.
    pub fn set_scaled_pose(
        &mut self,
        handle: Handle,
        rotation: Quat,
        translation: Vec3,
        scale: f32,
    ) -> Result<(), ChangeError> {
        let pose = || Pose::new(rotation, translation);
        self.change_one(handle, |state, slot| state.posed(slot, pose()?, Some(scale)))
    }

    /// Gives each of `handles` the pose at its place in `poses`, as [`set_pose`](Self::set_pose)
    /// does, on all threads of the service.
    ///
    /// # Errors
    ///
    /// Returns [`ChangeAllError::Faults`] if some poses were not set, with the place and the reason
    /// of each: an error of [`set_pose`](Self::set_pose). All others were set, in order. Returns
    /// [`ChangeAllError::LengthMismatch`] for slices of different lengths, and sets no pose then.
    pub fn set_poses(
        &mut self,
        handles: &[Handle],
        poses: &[(Quat, Vec3)],
    ) -> Result<(), ChangeAllError> {
        same_length(handles.len(), poses.len())?;
        let made = |state: &State, slot, place: usize| {
            let (rotation, translation) = poses[place];
            state.posed(slot, Pose::new(rotation, translation)?, None)
        };
        self.change(handles.len(), false, |place| handles[place], made)
    }

    /// Gives each of `handles` the pose and the scale at its place in `poses`, as
    /// [`set_scaled_pose`](Self::set_scaled_pose) does, on all threads of the service.
    ///
    /// # Errors
    ///
    /// Returns [`ChangeAllError::Faults`] if some poses were not set, with the place and the reason
    /// of each: an error of [`set_scaled_pose`](Self::set_scaled_pose). All others were set, in
    /// order. Returns [`ChangeAllError::LengthMismatch`] for slices of different lengths, and sets
    /// no pose then.
    pub fn set_scaled_poses(
        &mut self,
        handles: &[Handle],
        poses: &[(Quat, Vec3, f32)],
    ) -> Result<(), ChangeAllError> {
        same_length(handles.len(), poses.len())?;
        let made = |state: &State, slot, place: usize| {
            let (rotation, translation, scale) = poses[place];
            state.posed(slot, Pose::new(rotation, translation)?, Some(scale))
        };
        self.change(handles.len(), false, |place| handles[place], made)
    }

    /// Lets a shape move by `velocity` per unit of `t`, for
    /// [`query(..).moving()`](super::SceneQuery::moving) and
    /// [`collide().moving()`](super::SceneCollide::moving). A later pose of a frame turns the
    /// velocity with which it was inserted or last set, and a later pose of a hull, a tree or a
    /// mesh brings it to rest, so velocities are set after poses.
    ///
    /// # Errors
    ///
    /// Returns [`ChangeError::Stale`] for a handle that names no shape of this scene, and
    /// [`ChangeError::Invalid`] for a velocity that is not finite.
    pub fn set_velocity(&mut self, handle: Handle, velocity: Vec3) -> Result<(), ChangeError> {
        self.change_one(handle, |state, slot| state.moving(slot, velocity))
    }

    /// Gives each of `handles` the velocity at its place in `velocities`, as
    /// [`set_velocity`](Self::set_velocity) does.
    ///
    /// # Errors
    ///
    /// Returns [`ChangeAllError::Faults`] if some velocities were not set, with the place and the
    /// reason of each: an error of [`set_velocity`](Self::set_velocity). All others were set, in
    /// order. Returns [`ChangeAllError::LengthMismatch`] for slices of different lengths, and sets
    /// no velocity then.
    pub fn set_velocities(
        &mut self,
        handles: &[Handle],
        velocities: &[Vec3],
    ) -> Result<(), ChangeAllError> {
        same_length(handles.len(), velocities.len())?;
        let made = |state: &State, slot, place: usize| state.moving(slot, velocities[place]);
        self.change(handles.len(), false, |place| handles[place], made)
    }

    /// Sets the number that hits name the shape by, beside its handle.
    ///
    /// # Errors
    ///
    /// Returns [`ChangeError::Stale`] for a handle that names no shape of this scene.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::glam::Vec3;
    /// use motzkin::{CollisionService, Engine, Frame3};
    ///
    /// let mut scene = CollisionService::new(Engine::Cpu)?.scene();
    /// let cube = scene.insert(Frame3::aligned_box(Vec3::ZERO, Vec3::ONE)?)?;
    /// scene.set_id(cube, 7)?;
    /// assert_eq!(scene.id(cube), Some(7));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_id(&mut self, handle: Handle, id: u32) -> Result<(), ChangeError> {
        let mut state = self.state.write();
        let slot = state.slots.index(handle)?;
        state.set_id(slot, id);
        self.backend.touch_id(slot);
        Ok(())
    }

    /// Sets which shapes the shape is tested against. The filter is applied where the pairs are
    /// tested.
    ///
    /// # Errors
    ///
    /// Returns [`ChangeError::Stale`] for a handle that names no shape of this scene.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::glam::Vec3;
    /// use motzkin::{CollisionService, Engine, Filter, Frame3};
    ///
    /// let mut scene = CollisionService::new(Engine::Cpu)?.scene();
    /// let cube = Frame3::aligned_box(Vec3::ZERO, Vec3::ONE)?;
    /// let (a, b) = (scene.insert(cube)?, scene.insert(cube)?);
    /// assert_eq!(scene.collide().run()?.len(), 1);
    /// // A wall is not tested with other walls.
    /// let wall = Filter { group: 1, mask: !1 };
    /// scene.set_filter(a, wall)?;
    /// scene.set_filter(b, wall)?;
    /// assert!(scene.collide().run()?.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_filter(&mut self, handle: Handle, filter: Filter) -> Result<(), ChangeError> {
        let mut state = self.state.write();
        let slot = state.slots.index(handle)?;
        if state.set_body_filter(slot, filter).is_none() {
            state.set_filter(slot, filter);
            self.backend.touch_filter(slot);
        }
        Ok(())
    }

    /// Makes and checks what one handle's shape becomes, then applies it.
    fn change_one(
        &mut self,
        handle: Handle,
        make: impl FnOnce(&State, usize) -> Result<Made, FrameError>,
    ) -> Result<(), ChangeError> {
        let mut state = self.state.write();
        let slot = state.slots.index(handle)?;
        let made = state.checked(handle, slot, make(&state, slot))?;
        let mut change = Change {
            state: &mut state,
            #[cfg(feature = "meshes")]
            meshes: &mut self.meshes,
        };
        if change.apply(handle, slot, made)? {
            self.backend.touch_frame(slot);
        }
        Ok(())
    }

    /// Makes and checks what many shapes become on all threads, then applies it in order. Where
    /// frames are to `rest`, only frames may change.
    fn change(
        &mut self,
        items: usize,
        rest: bool,
        handle_of: impl Fn(usize) -> Handle + Sync,
        make: impl Fn(&State, usize, usize) -> Result<Made, FrameError> + Sync,
    ) -> Result<(), ChangeAllError> {
        let (cpu, changes) = (&self.service.cpu, &mut self.changes);
        changes.make(cpu, &self.state.read(), items, rest, &handle_of, make);
        let mut state = self.state.write();
        let mut change = Change {
            state: &mut state,
            #[cfg(feature = "meshes")]
            meshes: &mut self.meshes,
        };
        self.changes.apply(|place, (slot, made)| {
            if change.apply(handle_of(place), slot, made)? {
                self.backend.touch_frame(slot);
            }
            Ok(())
        })
    }
}

/// What is changed.
struct Change<'a> {
    state: &'a mut State,
    #[cfg(feature = "meshes")]
    meshes: &'a mut Meshes,
}

impl Change<'_> {
    /// Applies a change. Returns whether a frame has changed.
    fn apply(
        &mut self,
        #[cfg_attr(not(feature = "meshes"), expect(unused_variables, reason = "for a mesh"))]
        handle: Handle,
        slot: usize,
        made: Made,
    ) -> Result<bool, ChangeError> {
        #[cfg(feature = "meshes")]
        if let Made::Pose(pose, _) = made
            && let Some(object) = self.mesh_object(slot)
        {
            let moved = self.meshes.place(object, pose);
            moved.map_err(|error| ChangeError::Mesh { handle, error })?;
        }
        Ok(self.state.apply(slot, made))
    }

    /// The number of a mesh in the world of meshes.
    #[cfg(feature = "meshes")]
    fn mesh_object(&self, slot: usize) -> Option<u32> {
        let body = self.state.bodies.get(slot)?;
        matches!(body.kind, Kind::Mesh { .. }).then_some(body.object)
    }
}
