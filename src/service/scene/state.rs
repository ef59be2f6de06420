//! The shapes of a scene and what stands beside them: one row a slot.

use super::bodies::{Bodies, Body};
use super::changed::Changed;
use super::dimension::SceneFrame;
use super::error::{ChangeError, InsertError, SceneLimit};
use super::handle::Handle;
use super::history::{History, Seen};
use super::slots::Slots;
use crate::error::{FrameError, FramePart};
use crate::geom::{Aabb, Filter, Form, Frame3};
use motzkin_core::Motion;

/// The most of something, and why there is no more.
#[derive(Clone, Copy, Debug)]
pub(super) struct Most(pub usize, pub SceneLimit);

/// The scene's memory. Tickets share it, to learn what the frames were that they saw.
pub(super) struct State<F: SceneFrame = Frame3> {
    pub slots: Slots,
    /// A slot of a body holds some frame here, and a filter that lets nothing through.
    pub frames: Vec<F>,
    pub filters: Vec<Filter>,
    pub ids: Vec<u32>,
    /// The shapes that are no frames.
    pub bodies: Bodies<F>,
    /// The frames that poses place; empty until the first pose.
    rests: Vec<F>,
    /// The scales of frames; empty until the first of them has one.
    scales: Vec<f32>,
    pub history: History<F>,
    /// Slots whose boxes may have changed.
    changed: Changed,
    /// Slots that may have changed since the last search of the trees.
    #[cfg(feature = "polytopes")]
    pub searched: Changed,
    /// Slots whose filter is not [`Filter::ALL`].
    filtered: usize,
    /// How many slots hold each form, free ones among them.
    of_form: [usize; Form::COUNT],
}

impl<F: SceneFrame> State<F> {
    /// Creates the memory of a scene, which has a number of its own.
    pub fn of_new_scene() -> Self {
        Self { slots: Slots::of_new_scene(), ..Self::default() }
    }
}

impl<F: SceneFrame> Default for State<F> {
    fn default() -> Self {
        Self {
            slots: Slots::default(),
            frames: Vec::new(),
            filters: Vec::new(),
            ids: Vec::new(),
            bodies: Bodies::default(),
            rests: Vec::new(),
            scales: Vec::new(),
            history: History::default(),
            changed: Changed::default(),
            #[cfg(feature = "polytopes")]
            searched: Changed::default(),
            filtered: 0,
            of_form: [0; Form::COUNT],
        }
    }
}

/// Checks that a velocity is finite.
pub(super) fn check_velocity(velocity: &[f32]) -> Result<(), FrameError> {
    match velocity.iter().position(|x| !x.is_finite()) {
        None => Ok(()),
        Some(axis) => {
            let value = f64::from(velocity[axis]);
            Err(FrameError::NotFinite { part: FramePart::Velocity, axis, value })
        }
    }
}

/// What a shape becomes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Made<F: SceneFrame = Frame3> {
    /// Another frame, the one that poses place from now on.
    Frame(F),
    /// The frame where a pose places it, and its scale.
    Placed(F, f32),
    /// A body in another pose, and its scale, which the pose has.
    Pose(F::Pose, f32),
    /// A body with another velocity.
    Velocity(F::Direction),
}

/// Memory for the changes of a call, kept for the next call.
pub(super) struct Changes<F: SceneFrame = Frame3>(pub Vec<Result<(usize, Made<F>), ChangeError>>);

impl<F: SceneFrame> Default for Changes<F> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<F: SceneFrame> State<F> {
    /// True where some pair may be filtered out.
    pub fn is_filtered(&self) -> bool {
        self.filtered > 0
    }

    /// The form of all slots, if they have the same.
    pub fn only_form(&self) -> Option<Form> {
        Form::ALL.into_iter().find(|&form| self.of_form[form as usize] == self.frames.len())
    }

    /// Counts a frame that comes or goes. Frames in slots are valid.
    fn count_form(&mut self, frame: &F, more: isize) {
        if let Some(form) = frame.form() {
            let count = &mut self.of_form[form as usize];
            *count = count.wrapping_add_signed(more);
        }
    }

    /// What a submission that is still open saw in a slot.
    pub fn seen(&self, submission: u64, slot: u32) -> Seen<F> {
        let slot = slot as usize;
        let now =
            || Seen { frame: self.frames[slot], filter: self.filters[slot], id: self.ids[slot] };
        self.history.at(submission, slot).unwrap_or_else(now)
    }

    /// The id of [`seen`](Self::seen), without a look at the frame.
    pub fn seen_id(&self, submission: u64, slot: u32) -> u32 {
        let slot = slot as usize;
        self.history.at(submission, slot).map_or_else(|| self.ids[slot], |seen| seen.id)
    }

    /// What a submission that is still open saw in all slots.
    pub fn all_seen(&self, submission: u64) -> (Vec<F>, Vec<Filter>) {
        let seen = |slot| self.seen(submission, slot);
        (0..self.frames.len() as u32).map(seen).map(|seen| (seen.frame, seen.filter)).unzip()
    }

    /// Takes note of a slot that changes.
    fn note(&mut self, slot: usize) {
        self.changed.note(slot);
        #[cfg(feature = "polytopes")]
        self.searched.note(slot);
    }

    /// To be called before a frame, a filter or an id changes.
    fn keep(&mut self, slot: usize) {
        self.note(slot);
        let Self { history, frames, filters, ids, .. } = self;
        history.keep(slot, || Seen { frame: frames[slot], filter: filters[slot], id: ids[slot] });
    }

    /// Inserts a frame with a scale; `settled_time` is that of [`Slots::settled_time`].
    pub fn insert(
        &mut self,
        (frame, scale): (F, f32),
        settled_time: u64,
        most: Most,
    ) -> Result<Handle, InsertError> {
        frame.check()?;
        let scaled = match scale {
            1.0 => None,
            _ => Some(frame.placed(&F::scaled(&F::IDENTITY, scale).map_err(FrameError::Pose)?)?),
        };
        let Most(slots, limit) = most;
        let full = InsertError::Full { slots, limit };
        let handle = self.slots.take(settled_time, slots).ok_or(full)?;
        let slot = handle.slot() as usize;
        if slot == self.frames.len() {
            self.history.push_slot();
            self.frames.push(frame);
            self.count_form(&frame, 1);
            self.filters.push(Filter::ALL);
            self.ids.push(handle.slot());
            if !self.rests.is_empty() {
                self.rests.push(frame);
            }
            if !self.scales.is_empty() {
                self.scales.push(1.0);
            }
        } else {
            self.set_frame(slot, frame);
            self.set_filter(slot, Filter::ALL);
            self.ids[slot] = handle.slot();
        }
        if let Some(scaled) = scaled {
            self.place(slot, scaled, scale);
        }
        Ok(handle)
    }

    /// Makes the shape in a slot a body in a pose, which has the scale. The frame there is tested
    /// with nothing from now on.
    #[cfg(feature = "polytopes")]
    pub fn put_body(
        &mut self,
        slot: usize,
        kind: F::Shape,
        (pose, scale): (F::Pose, f32),
        object: u32,
    ) {
        self.set_filter(slot, Filter::NONE);
        let (velocity, filter) = (F::AT_REST, Filter::ALL);
        self.bodies.put(slot, Body { kind, pose, scale, velocity, filter, object });
    }

    /// Takes a shape away, and returns its slot, and the body that was there.
    pub fn remove(&mut self, handle: Handle) -> Result<(usize, Option<Body<F>>), ChangeError> {
        let slot = self.slots.release(handle)?;
        self.set_filter(slot, Filter::NONE);
        Ok((slot, self.bodies.take(slot)))
    }

    /// The slot of a handle that names a frame.
    pub fn frame_slot(&self, handle: Handle) -> Result<usize, ChangeError> {
        let slot = self.slots.index(handle)?;
        if self.bodies.get(slot).is_some() { Err(ChangeError::NoFrame(handle)) } else { Ok(slot) }
    }

    /// The filter of the shape in a slot.
    pub fn filter(&self, slot: usize) -> Filter {
        self.bodies.get(slot).map_or(self.filters[slot], |body| body.filter)
    }

    /// A box round the frame in a slot, or nothing where there is none.
    pub fn frame_box<M: Motion>(&self, slot: usize) -> F::Aabb {
        match self.slots.at(slot as u32) {
            Some(_) if self.bodies.get(slot).is_none() => self.frames[slot].bounds::<M>(),
            _ => F::Aabb::NOTHING,
        }
    }

    /// A whole new frame, the one that poses place from now on.
    pub fn set_whole_frame(&mut self, handle: Handle, frame: F) -> Result<usize, ChangeError> {
        let slot = self.frame_slot(handle)?;
        frame.check().map_err(|error| ChangeError::Invalid { handle, error })?;
        self.set_frame(slot, frame);
        Ok(slot)
    }

    /// Where the shape of a handle stands, scale included, if it is no frame.
    #[cfg(feature = "polytopes")]
    pub fn pose(&self, handle: Handle) -> Option<F::Pose> {
        let slot = self.slots.index(handle).ok()?;
        self.bodies.get(slot).map(|body| body.pose)
    }

    /// The velocity of the shape of a handle.
    pub fn velocity(&self, handle: Handle) -> Option<F::Direction> {
        let slot = self.slots.index(handle).ok()?;
        Some(self.bodies.get(slot).map_or_else(|| self.frames[slot].way(), |body| body.velocity))
    }

    /// The scale of the shape in a slot.
    pub fn scale(&self, slot: usize) -> f32 {
        let of_frame = || self.scales.get(slot).copied().unwrap_or(1.0);
        self.bodies.get(slot).map_or_else(of_frame, |body| body.scale)
    }

    /// Where a shape stands in a pose, with its own scale or another one; nothing changes yet.
    pub fn posed(
        &self,
        slot: usize,
        pose: F::Pose,
        scale: Option<f32>,
    ) -> Result<Made<F>, FrameError> {
        let scale = scale.unwrap_or_else(|| self.scale(slot));
        let pose = if scale == 1.0 { pose } else { F::scaled(&pose, scale)? };
        Ok(match self.bodies.get(slot) {
            Some(_) => Made::Pose(pose, scale),
            None => {
                let rest = self.rests.get(slot).unwrap_or(&self.frames[slot]);
                Made::Placed(rest.placed(&pose)?, scale)
            }
        })
    }

    /// What a shape is with another velocity; nothing changes yet.
    pub fn moving(&self, slot: usize, velocity: F::Direction) -> Result<Made<F>, FrameError> {
        if self.bodies.get(slot).is_none() {
            return Ok(Made::Placed(self.frames[slot].moved_by(velocity)?, self.scale(slot)));
        }
        check_velocity(F::numbers(&velocity))?;
        Ok(Made::Velocity(velocity))
    }

    /// Checks what the shape of a handle is to become.
    pub fn checked(
        &self,
        handle: Handle,
        #[cfg_attr(not(feature = "polytopes"), expect(unused_variables, reason = "for a body"))]
        slot: usize,
        made: Result<Made<F>, FrameError>,
    ) -> Result<Made<F>, ChangeError> {
        let invalid = |error| ChangeError::Invalid { handle, error };
        let made = made.map_err(invalid)?;
        match &made {
            Made::Frame(frame) => frame.check().map_err(invalid)?,
            #[cfg(feature = "polytopes")]
            Made::Pose(pose, _) => {
                let body = self.bodies.get(slot);
                let checked = body.map_or(Ok(()), |body| F::check_body(&body.kind, pose));
                checked.map_err(|(frame, error)| ChangeError::Tree { handle, frame, error })?;
            }
            // Checked where it was made.
            _ => {}
        }
        Ok(made)
    }

    /// Applies a change. Returns whether a frame has changed.
    pub fn apply(&mut self, slot: usize, made: Made<F>) -> bool {
        match made {
            Made::Frame(frame) => self.set_frame(slot, frame),
            Made::Placed(frame, scale) => self.place(slot, frame, scale),
            Made::Pose(pose, scale) => {
                self.change_body(slot, |body| {
                    (body.pose, body.scale, body.velocity) = (pose, scale, F::AT_REST);
                });
                return false;
            }
            Made::Velocity(velocity) => {
                self.change_body(slot, |body| body.velocity = velocity);
                return false;
            }
        }
        true
    }

    /// Puts a frame where a pose with a scale placed it.
    fn place(&mut self, slot: usize, frame: F, scale: f32) {
        if self.rests.is_empty() {
            self.rests.clone_from(&self.frames);
        }
        self.keep(slot);
        self.frames[slot] = frame;
        self.set_scale(slot, scale);
    }

    /// Remembers the scale of a frame.
    fn set_scale(&mut self, slot: usize, scale: f32) {
        if self.scales.is_empty() && scale != 1.0 {
            self.scales.resize(self.frames.len(), 1.0);
        }
        if let Some(known) = self.scales.get_mut(slot) {
            *known = scale;
        }
    }

    /// Puts a frame in a slot: the one that poses place from now on.
    pub fn set_frame(&mut self, slot: usize, frame: F) {
        self.keep(slot);
        let old = std::mem::replace(&mut self.frames[slot], frame);
        self.count_form(&old, -1);
        self.count_form(&frame, 1);
        if let Some(rest) = self.rests.get_mut(slot) {
            *rest = frame;
        }
        self.set_scale(slot, 1.0);
    }

    /// Moves a body.
    fn change_body(&mut self, slot: usize, change: impl FnOnce(&mut Body<F>)) {
        if let Some(body) = self.bodies.get_mut(slot) {
            change(body);
            self.note(slot);
        }
    }

    /// Sets the filter of a body; `None` where there is none.
    pub fn set_body_filter(&mut self, slot: usize, filter: Filter) -> Option<()> {
        self.bodies.get_mut(slot)?.filter = filter;
        self.note(slot);
        Some(())
    }

    pub fn set_filter(&mut self, slot: usize, filter: Filter) {
        self.keep(slot);
        let old = std::mem::replace(&mut self.filters[slot], filter);
        self.filtered += usize::from(filter != Filter::ALL);
        self.filtered -= usize::from(old != Filter::ALL);
    }

    pub fn set_id(&mut self, slot: usize, id: u32) {
        self.keep(slot);
        self.ids[slot] = id;
    }

    /// The slots whose boxes may have changed since the last call, of those that were there then.
    pub fn take_changed(&mut self) -> Vec<u32> {
        self.changed.take(self.frames.len())
    }

    /// Bytes on the CPU, rooms included.
    pub fn bytes(&self) -> u64 {
        let frames = self.frames.capacity() + self.rests.capacity();
        let sides = self.filters.capacity() * size_of::<Filter>()
            + self.ids.capacity() * size_of::<u32>()
            + self.scales.capacity() * size_of::<f32>();
        let noted = self.changed.bytes();
        #[cfg(feature = "polytopes")]
        let noted = noted + self.searched.bytes();
        let bodies = self.bodies.bytes();
        (frames * size_of::<F>() + sides + noted + bodies) as u64 + self.history.bytes()
    }
}
