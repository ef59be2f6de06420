//! What changes a scene's frames.

use super::error::{ChangeAllError, ChangeError, InsertAllError, InsertError};
use super::frame_scene::Scene;
use super::handle::Handle;
use super::state::{Most, State};
use crate::error::FrameError;
use crate::geom::{Filter, Frame3};
use crate::service::backend::SceneBackend;
use glam::{Quat, Vec3};
use rayon::prelude::*;
use std::sync::PoisonError;

/// Frames that one thread checks or places at a time.
const GRAIN: usize = 512;

impl Scene {
    /// Adds a frame, tested against all others until [`set_filter`](Self::set_filter) says
    /// otherwise, its slot for an id.
    pub fn insert(&mut self, frame: Frame3) -> Result<Handle, InsertError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let settled_time = state.slots.settled_time();
        insert(&mut *self.backend, &mut state, frame, settled_time, self.most)
    }

    /// Adds frames; handles come in their order.
    ///
    /// # Errors
    ///
    /// Names each frame that was not added; all others were, and the error has their handles.
    pub fn insert_all(&mut self, frames: &[Frame3]) -> Result<Vec<Handle>, InsertAllError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let settled_time = state.slots.settled_time();
        let (mut handles, mut faults) = (Vec::with_capacity(frames.len()), Vec::new());
        for (place, &frame) in frames.iter().enumerate() {
            match insert(&mut *self.backend, &mut state, frame, settled_time, self.most) {
                Ok(handle) => handles.push(handle),
                Err(error) => faults.push((place, error)),
            }
        }
        if faults.is_empty() {
            return Ok(handles);
        }
        let (mut failed, mut inserted) =
            (faults.iter().map(|fault| fault.0).peekable(), handles.into_iter());
        let place =
            |place| if failed.next_if_eq(&place).is_some() { None } else { inserted.next() };
        let handles = (0..frames.len()).map(place).collect();
        Err(InsertAllError { faults, handles })
    }

    /// Takes a frame away. Its handle is stale from now on, and pairs that name it are separate.
    pub fn remove(&mut self, handle: Handle) -> Result<(), ChangeError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let slot = state.remove(handle)?;
        self.backend.touch_filter(slot);
        Ok(())
    }

    /// Gives a handle another frame, of any shape: the one that [`set_pose`](Self::set_pose) places
    /// from now on.
    pub fn update(&mut self, handle: Handle, frame: Frame3) -> Result<(), ChangeError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let slot = state.update(handle, frame)?;
        self.backend.touch_frame(slot);
        Ok(())
    }

    /// [`update`](Self::update) of a sparse set.
    ///
    /// # Errors
    ///
    /// Names each item that was not applied; all others were, in order.
    pub fn update_many(&mut self, items: &[(Handle, Frame3)]) -> Result<(), ChangeAllError> {
        self.change(items.len(), true, |place| items[place].0, |_, _, place| Ok(items[place].1))
    }

    /// [`update`](Self::update) of `handles[i]` to `frames[i]`: of the whole scene or a part, in
    /// the order in which [`insert_all`](Self::insert_all) gave the handles, say. Errors are those
    /// of [`update_many`](Self::update_many), and slices of different lengths are one more.
    pub fn update_all(
        &mut self,
        handles: &[Handle],
        frames: &[Frame3],
    ) -> Result<(), ChangeAllError> {
        same_length(handles.len(), frames.len())?;
        self.change(handles.len(), true, |place| handles[place], |_, _, place| Ok(frames[place]))
    }

    /// Turns a handle's shape by `rotation` about the coordinates' origin, then moves it by
    /// `translation`.
    ///
    /// The shape is the frame as it was inserted or last updated: poses do not add up, so nothing
    /// drifts. [`Frame3::posed`] says how it rounds: in f64, each number once. The verdicts are
    /// exact for the frame that [`get`](Self::get) shows.
    pub fn set_pose(
        &mut self,
        handle: Handle,
        rotation: Quat,
        translation: Vec3,
    ) -> Result<(), ChangeError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let slot = state.slots.index(handle)?;
        let posed = state.posed(slot, rotation, translation);
        let frame = posed.map_err(|error| ChangeError::Invalid { handle, error })?;
        state.place(slot, frame);
        self.backend.touch_frame(slot);
        Ok(())
    }

    /// [`set_pose`](Self::set_pose) of `handles[i]` to `poses[i]`, on all threads of the service.
    /// Errors are those of [`update_all`](Self::update_all).
    pub fn set_poses(
        &mut self,
        handles: &[Handle],
        poses: &[(Quat, Vec3)],
    ) -> Result<(), ChangeAllError> {
        same_length(handles.len(), poses.len())?;
        let posed =
            |state: &State, slot, place: usize| state.posed(slot, poses[place].0, poses[place].1);
        self.change(handles.len(), false, |place| handles[place], posed)
    }

    /// Lets a frame move by `velocity` per unit of `t`, for [`query(..).moving()`](super::SceneQuery::moving).
    /// A later pose turns the velocity with which it was inserted or last updated, so velocities
    /// are set after poses.
    pub fn set_velocity(&mut self, handle: Handle, velocity: Vec3) -> Result<(), ChangeError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let slot = state.slots.index(handle)?;
        let moving = state.frames[slot].with_velocity(velocity);
        let frame = moving.map_err(|error| ChangeError::Invalid { handle, error })?;
        state.place(slot, frame);
        self.backend.touch_frame(slot);
        Ok(())
    }

    /// [`set_velocity`](Self::set_velocity) of `handles[i]` to `velocities[i]`. Errors are those of
    /// [`update_all`](Self::update_all).
    pub fn set_velocities(
        &mut self,
        handles: &[Handle],
        velocities: &[Vec3],
    ) -> Result<(), ChangeAllError> {
        same_length(handles.len(), velocities.len())?;
        let moving = |state: &State, slot: usize, place: usize| {
            state.frames[slot].with_velocity(velocities[place])
        };
        self.change(handles.len(), false, |place| handles[place], moving)
    }

    /// The number that hits name the frame by, beside its handle.
    pub fn set_id(&mut self, handle: Handle, id: u32) -> Result<(), ChangeError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let slot = state.slots.index(handle)?;
        state.set_id(slot, id);
        self.backend.touch_id(slot);
        Ok(())
    }

    /// Which frames it is tested against; applied where the pairs are tested.
    pub fn set_filter(&mut self, handle: Handle, filter: Filter) -> Result<(), ChangeError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let slot = state.slots.index(handle)?;
        state.set_filter(slot, filter);
        self.backend.touch_filter(slot);
        Ok(())
    }

    /// Makes and checks the new frames on all threads, then applies them in order.
    fn change(
        &mut self,
        items: usize,
        rest: bool,
        handle_of: impl Fn(usize) -> Handle + Sync,
        make: impl Fn(&State, usize, usize) -> Result<Frame3, FrameError> + Sync,
    ) -> Result<(), ChangeAllError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let one = |place: usize| {
            let handle = handle_of(place);
            let slot = state.slots.index(handle)?;
            let invalid = |error| ChangeError::Invalid { handle, error };
            let frame = make(&state, slot, place).map_err(invalid)?;
            frame.validate().map_err(invalid)?;
            Ok((slot, frame))
        };
        let made = &mut self.changes.0;
        let work =
            || (0..items).into_par_iter().with_min_len(GRAIN).map(one).collect_into_vec(made);
        self.service.cpu.install(work);
        let mut faults = Vec::new();
        for (place, made) in self.changes.0.drain(..).enumerate() {
            match made {
                Ok((slot, frame)) => {
                    if rest {
                        state.set_frame(slot, frame);
                    } else {
                        state.place(slot, frame);
                    }
                    self.backend.touch_frame(slot);
                }
                Err(error) => faults.push((place, error)),
            }
        }
        if faults.is_empty() { Ok(()) } else { Err(ChangeAllError::Faults { faults, items }) }
    }
}

fn same_length(handles: usize, items: usize) -> Result<(), ChangeAllError> {
    if handles == items { Ok(()) } else { Err(ChangeAllError::LengthMismatch { handles, items }) }
}

/// Inserts a frame: into a slot that there is, or into another one for which there is memory.
fn insert(
    backend: &mut dyn SceneBackend,
    state: &mut State,
    frame: Frame3,
    settled_time: u64,
    most: Most,
) -> Result<Handle, InsertError> {
    let reserved = backend.reserved();
    let handle = if reserved < most.0 {
        match state.insert(frame, settled_time, Most(reserved, most.1)) {
            Err(InsertError::Full { slots, .. }) => {
                backend.reserve(slots + 1)?;
                state.insert(frame, settled_time, most)
            }
            inserted => inserted,
        }
    } else {
        state.insert(frame, settled_time, most)
    }?;
    let slot = handle.slot() as usize;
    backend.touch_frame(slot);
    backend.touch_filter(slot);
    backend.touch_id(slot);
    Ok(handle)
}
