//! What a scene in the plane shows of itself.

use super::super::handle::Handle;
use super::scene::Scene2;
use super::shape::SceneShape2;
#[cfg(feature = "polytopes")]
use crate::geom::Pose2;
use crate::geom::{Aabb2, Filter, Frame2};
use glam::Vec2;

impl Scene2 {
    /// Returns the number of shapes.
    pub fn len(&self) -> usize {
        self.state.slots.live()
    }

    /// Returns true if the scene has no shapes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the handle's frame as it is now; `None` after the frame was removed, and for a hull.
    pub fn frame(&self, handle: Handle) -> Option<Frame2> {
        self.state.frame_slot(handle).ok().map(|slot| self.state.frames[slot])
    }

    /// Returns the handle's shape: a frame as it is now; a hull as it was inserted, with the scale
    /// that it has now. `None` after the shape was removed.
    pub fn shape(&self, handle: Handle) -> Option<SceneShape2> {
        let slot = self.state.slots.index(handle).ok()?;
        Some(match self.state.bodies.get(slot) {
            Some(body) => SceneShape2 { kind: body.kind.clone(), scale: body.scale },
            None => self.state.frames[slot].into(),
        })
    }

    /// Returns the pose of a hull, and `None` for a frame, whatever poses it was given:
    /// [`frame`](Self::frame) shows where a frame is. `None` after the shape was removed.
    ///
    /// The rows of the pose take the shape's own coordinates to those of the scene, scale included.
    ///
    /// [`query_of`](Self::query_of) asks about the shape as it stands. The pose is not meant for
    /// [`ShapeQuery::pose`](crate::service::ShapeQuery::pose), which would scale the shape twice.
    #[cfg(feature = "polytopes")]
    pub fn pose(&self, handle: Handle) -> Option<Pose2> {
        self.state.pose(handle)
    }

    /// Returns the velocity of the handle's shape as it is now, per unit of `t`; `None` after the
    /// shape was removed. Poses change it: [`set_velocity`](Self::set_velocity) says how.
    pub fn velocity(&self, handle: Handle) -> Option<Vec2> {
        self.state.velocity(handle)
    }

    /// Returns the scale of the handle's shape; `None` after the shape was removed.
    pub fn scale(&self, handle: Handle) -> Option<f32> {
        self.state.slots.index(handle).ok().map(|slot| self.state.scale(slot))
    }

    /// Returns the id of the handle's shape; `None` after the shape was removed.
    pub fn id(&self, handle: Handle) -> Option<u32> {
        self.state.slots.index(handle).ok().map(|slot| self.state.ids[slot])
    }

    /// Returns the filter of the handle's shape; `None` after the shape was removed.
    pub fn filter(&self, handle: Handle) -> Option<Filter> {
        self.state.slots.index(handle).ok().map(|slot| self.state.filter(slot))
    }

    /// Returns true if the handle names a shape of this scene: a shape that was not removed.
    pub fn contains(&self, handle: Handle) -> bool {
        self.state.slots.index(handle).is_ok()
    }

    /// Returns the handles of all shapes, in ascending order. Costs a look at each slot.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::glam::Vec2;
    /// use motzkin::{CollisionService, Engine, Frame2};
    ///
    /// let mut scene = CollisionService::new(Engine::Cpu)?.scene_in_plane();
    /// let cube = Frame2::aligned_box(Vec2::ZERO, Vec2::ONE)?;
    /// let [a, b, c] = [scene.insert(cube)?, scene.insert(cube)?, scene.insert(cube)?];
    /// scene.remove(b)?;
    /// assert_eq!(scene.handles(), [a, c]);
    /// assert!(scene.aabb(c).is_some_and(|bounds| bounds.max.x >= 1.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn handles(&self) -> Vec<Handle> {
        self.state.slots.handles()
    }

    /// Returns an axis-aligned box round the handle's shape as it stands, whatever its velocity;
    /// `None` after the shape was removed. The box contains what of the shape lies within the range
    /// of `f32`, and may be larger by what `f32` rounds. The box of a shape without a point is
    /// [`NOTHING`](crate::Aabb::NOTHING).
    ///
    /// Costs a look at each point of a hull; of a frame some ten nanoseconds.
    pub fn aabb(&self, handle: Handle) -> Option<Aabb2> {
        self.state.aabb(handle)
    }

    /// Returns the handle of the shape in a slot; `None` for a free slot.
    pub fn handle_at(&self, slot: u32) -> Option<Handle> {
        self.state.slots.at(slot)
    }

    /// Returns the bytes that the scene occupies in the CPU's memory, but for the points of hulls,
    /// 8 bytes a slot, and what the largest call that changes many shapes leaves: some 72 bytes an
    /// item.
    pub fn memory(&self) -> u64 {
        self.state.bytes() + self.broad.bytes()
    }
}
