//! What a scene in the plane shows of itself.

use super::super::handle::Handle;
use super::scene::Scene2;
use super::shape::SceneShape2;
#[cfg(feature = "polytopes")]
use crate::geom::Pose2;
use crate::geom::{Filter, Frame2};
use glam::Vec2;

impl Scene2 {
    /// How many shapes there are.
    pub fn len(&self) -> usize {
        self.state.slots.live()
    }

    /// True for a scene without shapes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The handle's frame as it is now; `None` after its removal, and for a hull.
    pub fn get(&self, handle: Handle) -> Option<Frame2> {
        self.state.frame_slot(handle).ok().map(|slot| self.state.frames[slot])
    }

    /// The handle's shape: a frame as it is now; a hull as it was inserted, with the scale that it
    /// has now. `None` after its removal.
    pub fn shape(&self, handle: Handle) -> Option<SceneShape2> {
        let slot = self.state.slots.index(handle).ok()?;
        Some(match self.state.bodies.get(slot) {
            Some(body) => SceneShape2 { kind: body.kind.clone(), scale: body.scale },
            None => self.state.frames[slot].into(),
        })
    }

    /// Where the handle's hull stands: the rows of the pose take the shape's own coordinates to
    /// those of the scene, scale included. `None` after its removal, and for a frame:
    /// [`get`](Self::get) shows where it is.
    ///
    /// [`query_of`](Self::query_of) asks about the shape as it stands. The pose is not meant for
    /// [`ShapeQuery::pose`](crate::service::ShapeQuery::pose), which would scale the shape twice.
    #[cfg(feature = "polytopes")]
    pub fn pose(&self, handle: Handle) -> Option<Pose2> {
        self.state.pose(handle)
    }

    /// The handle's velocity as it is now, per unit of `t`; `None` after its removal. Poses change
    /// it: [`set_velocity`](Self::set_velocity) says how.
    pub fn velocity(&self, handle: Handle) -> Option<Vec2> {
        self.state.velocity(handle)
    }

    /// The handle's scale; `None` after its removal.
    pub fn scale(&self, handle: Handle) -> Option<f32> {
        self.state.slots.index(handle).ok().map(|slot| self.state.scale(slot))
    }

    /// The handle's id; `None` after its removal.
    pub fn id(&self, handle: Handle) -> Option<u32> {
        self.state.slots.index(handle).ok().map(|slot| self.state.ids[slot])
    }

    /// The handle's filter; `None` after its removal.
    pub fn filter(&self, handle: Handle) -> Option<Filter> {
        self.state.slots.index(handle).ok().map(|slot| self.state.filter(slot))
    }

    /// The shape in a slot; `None` for a free one.
    pub fn handle_at(&self, slot: u32) -> Option<Handle> {
        self.state.slots.at(slot)
    }

    /// Bytes in the CPU's memory, but for the points of hulls, 8 bytes a slot, and what the largest
    /// call that changes many shapes leaves: some 72 bytes an item.
    pub fn memory(&self) -> u64 {
        self.state.bytes() + self.broad.bytes()
    }
}
