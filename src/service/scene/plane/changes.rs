//! What changes the shapes of a scene in the plane.

use super::super::error::{ChangeAllError, ChangeError};
use super::super::handle::Handle;
use super::super::many::same_length;
use super::super::state::{Made, State};
use super::scene::Scene2;
use crate::error::FrameError;
use crate::geom::{Filter, Frame2, Pose2};
use glam::Vec2;

impl Scene2 {
    /// Gives the handle of a frame another frame, of any form: the one that
    /// [`set_pose`](Self::set_pose) places from now on. Its scale is 1.
    ///
    /// # Errors
    ///
    /// Returns [`ChangeError::Stale`] for a handle that names no shape of this scene,
    /// [`ChangeError::NoFrame`] for a hull, and [`ChangeError::Invalid`] for a frame that was cast
    /// from bytes and is not valid.
    pub fn set_frame(&mut self, handle: Handle, frame: Frame2) -> Result<(), ChangeError> {
        self.state.set_whole_frame(handle, frame).map(|_| ())
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
        frames: &[Frame2],
    ) -> Result<(), ChangeAllError> {
        same_length(handles.len(), frames.len())?;
        self.change(handles, true, |_, _, place| Ok(Made::Frame(frames[place])))
    }

    /// Turns a handle's shape by `rotation` about the coordinates' origin, then moves it by
    /// `translation`. `rotation` holds the cosine and the sine of the angle, as
    /// [`Vec2::from_angle`] returns them; any length but zero will do.
    ///
    /// The shape is as it was inserted or last set: poses do not add up, so nothing drifts. The
    /// verdicts are exact for what is stored of it. Of a frame that is what [`frame`](Self::frame)
    /// shows, and [`Frame2::posed`] says how it rounds. Of a hull the numbers of the pose are
    /// rounded, once each. A [scale](super::SceneShape2::with_scale) is part of the pose, and stays
    /// what it is; it stretches the velocity that a frame was inserted with.
    ///
    /// # Errors
    ///
    /// Returns [`ChangeError::Stale`] for a handle that names no shape of this scene, and
    /// [`ChangeError::Invalid`] for a pose that is not finite or turns by zero, or that makes a
    /// frame flat or moves it beyond the range of `f32`.
    pub fn set_pose(
        &mut self,
        handle: Handle,
        rotation: Vec2,
        translation: Vec2,
    ) -> Result<(), ChangeError> {
        let pose = || Pose2::new(rotation, translation);
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
        rotation: Vec2,
        translation: Vec2,
        scale: f32,
    ) -> Result<(), ChangeError> {
        let pose = || Pose2::new(rotation, translation);
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
        poses: &[(Vec2, Vec2)],
    ) -> Result<(), ChangeAllError> {
        same_length(handles.len(), poses.len())?;
        self.change(handles, false, |state, slot, place| {
            let (rotation, translation) = poses[place];
            state.posed(slot, Pose2::new(rotation, translation)?, None)
        })
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
        poses: &[(Vec2, Vec2, f32)],
    ) -> Result<(), ChangeAllError> {
        same_length(handles.len(), poses.len())?;
        self.change(handles, false, |state, slot, place| {
            let (rotation, translation, scale) = poses[place];
            state.posed(slot, Pose2::new(rotation, translation)?, Some(scale))
        })
    }

    /// Lets a shape move by `velocity` per unit of `t`, for
    /// [`collide().moving()`](super::super::SceneCollide::moving). A later pose of a frame turns
    /// the velocity with which it was inserted or last set, and a later pose of a hull brings
    /// it to rest, so velocities are set after poses.
    ///
    /// # Errors
    ///
    /// Returns [`ChangeError::Stale`] for a handle that names no shape of this scene, and
    /// [`ChangeError::Invalid`] for a velocity that is not finite.
    pub fn set_velocity(&mut self, handle: Handle, velocity: Vec2) -> Result<(), ChangeError> {
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
        velocities: &[Vec2],
    ) -> Result<(), ChangeAllError> {
        same_length(handles.len(), velocities.len())?;
        self.change(handles, false, |state, slot, place| state.moving(slot, velocities[place]))
    }

    /// Sets the number that hits name the shape by, beside its handle.
    ///
    /// # Errors
    ///
    /// Returns [`ChangeError::Stale`] for a handle that names no shape of this scene.
    pub fn set_id(&mut self, handle: Handle, id: u32) -> Result<(), ChangeError> {
        let slot = self.state.slots.index(handle)?;
        self.state.set_id(slot, id);
        Ok(())
    }

    /// Sets which shapes the shape is tested against.
    ///
    /// # Errors
    ///
    /// Returns [`ChangeError::Stale`] for a handle that names no shape of this scene.
    pub fn set_filter(&mut self, handle: Handle, filter: Filter) -> Result<(), ChangeError> {
        let slot = self.state.slots.index(handle)?;
        if self.state.set_body_filter(slot, filter).is_none() {
            self.state.set_filter(slot, filter);
        }
        Ok(())
    }

    fn change_one(
        &mut self,
        handle: Handle,
        make: impl FnOnce(&State<Frame2>, usize) -> Result<Made<Frame2>, FrameError>,
    ) -> Result<(), ChangeError> {
        let slot = self.state.slots.index(handle)?;
        let made = self.state.checked(handle, slot, make(&self.state, slot))?;
        self.state.apply(slot, made);
        Ok(())
    }

    /// Makes and checks what many shapes become, then applies it in order. Where frames are to
    /// `rest`, only frames may change.
    fn change(
        &mut self,
        handles: &[Handle],
        rest: bool,
        make: impl Fn(&State<Frame2>, usize, usize) -> Result<Made<Frame2>, FrameError> + Sync,
    ) -> Result<(), ChangeAllError> {
        let Self { state, service, changes, .. } = self;
        changes.make(&service.cpu, state, handles.len(), rest, &|place| handles[place], make);
        changes.apply(|_, (slot, made)| {
            state.apply(slot, made);
            Ok(())
        })
    }
}
