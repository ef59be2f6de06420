//! What a scene shows of itself.

use super::handle::Handle;
use super::shape::SceneShape;
use super::space::Scene;
use super::state::State;
#[cfg(feature = "polytopes")]
use crate::geom::Pose;
use crate::geom::{Aabb3, Filter, Frame3};
use glam::Vec3;
use std::sync::RwLockReadGuard;

/// What a scene occupies, in bytes; pair lists of your own apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SceneMemory {
    /// Frames on the GPU, room to grow included.
    pub frames: u64,
    /// Filters on the GPU, and ids where they are wanted, room to grow included.
    pub sides: u64,
    /// Upload chunks, and the buffer that scattered updates pass through.
    pub staging: u64,
    /// Readback buffers that wait for use. Those in use lie with their tickets.
    pub readback: u64,
    /// The list in which [`collide`](Scene::collide) tests pairs of frames on the GPU: the pairs,
    /// their codes and scratch, room to grow included. It stays for the next call.
    pub candidates: u64,
    /// The scene in the CPU's memory, but for the points of hulls, the trees, the meshes with what
    /// is known of their parts and pairs and some 160 bytes for each time that one was inserted, 8
    /// bytes a slot, 35 bytes a tree for their places, what tickets and answers hold, and what the
    /// largest call that changes many shapes leaves: some 120 bytes an item.
    pub cpu: u64,
}

impl Scene {
    pub(super) fn state(&self) -> RwLockReadGuard<'_, State> {
        self.state.read()
    }

    /// Returns the number of shapes.
    pub fn len(&self) -> usize {
        self.state().slots.live()
    }

    /// Returns true if the scene has no shapes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the handle's frame as it is now; `None` after the frame was removed, and for a shape
    /// that is no frame.
    pub fn frame(&self, handle: Handle) -> Option<Frame3> {
        let state = self.state();
        state.frame_slot(handle).ok().map(|slot| state.frames[slot])
    }

    /// Returns the handle's shape: a frame as it is now; a hull, a tree or a mesh as it was
    /// inserted, with the scale that it has now. `None` after the shape was removed.
    pub fn shape(&self, handle: Handle) -> Option<SceneShape> {
        let state = self.state();
        let slot = state.slots.index(handle).ok()?;
        Some(match state.bodies.get(slot) {
            Some(body) => SceneShape { kind: body.kind.clone(), scale: body.scale },
            None => state.frames[slot].into(),
        })
    }

    /// Returns the pose of a hull, a tree or a mesh, and `None` for a frame, whatever poses it was
    /// given: [`frame`](Self::frame) shows where a frame is. `None` after the shape was removed.
    ///
    /// The rows of the pose take the shape's own coordinates to those of the scene, scale included.
    ///
    /// [`query_of`](Self::query_of) asks about the shape as it stands. The pose is not meant for
    /// [`ShapeQuery::pose`](super::ShapeQuery::pose), which would scale the shape twice.
    #[cfg(feature = "polytopes")]
    pub fn pose(&self, handle: Handle) -> Option<Pose> {
        self.state().pose(handle)
    }

    /// Returns the velocity of the handle's shape as it is now, per unit of `t`; `None` after the
    /// shape was removed. Poses change it: [`set_velocity`](Self::set_velocity) says how.
    pub fn velocity(&self, handle: Handle) -> Option<Vec3> {
        self.state().velocity(handle)
    }

    /// Returns the scale of the handle's shape; `None` after the shape was removed.
    pub fn scale(&self, handle: Handle) -> Option<f32> {
        let state = self.state();
        state.slots.index(handle).ok().map(|slot| state.scale(slot))
    }

    /// Returns the id of the handle's shape; `None` after the shape was removed.
    pub fn id(&self, handle: Handle) -> Option<u32> {
        let state = self.state();
        state.slots.index(handle).ok().map(|slot| state.ids[slot])
    }

    /// Returns the filter of the handle's shape; `None` after the shape was removed.
    pub fn filter(&self, handle: Handle) -> Option<Filter> {
        let state = self.state();
        state.slots.index(handle).ok().map(|slot| state.filter(slot))
    }

    /// Returns true if the handle names a shape of this scene: a shape that was not removed.
    pub fn contains(&self, handle: Handle) -> bool {
        self.state().slots.index(handle).is_ok()
    }

    /// Returns the handles of all shapes, in ascending order. Costs a look at each slot.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::glam::Vec3;
    /// use motzkin::{CollisionService, Engine, Frame3};
    ///
    /// let mut scene = CollisionService::new(Engine::Cpu)?.scene();
    /// let cube = Frame3::aligned_box(Vec3::ZERO, Vec3::ONE)?;
    /// let [a, b, c] = [scene.insert(cube)?, scene.insert(cube)?, scene.insert(cube)?];
    /// scene.remove(b)?;
    /// assert_eq!(scene.handles(), [a, c]);
    /// assert!(scene.aabb(c).is_some_and(|bounds| bounds.max.x >= 1.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn handles(&self) -> Vec<Handle> {
        self.state().slots.handles()
    }

    /// Returns an axis-aligned box round the handle's shape as it stands, whatever its velocity;
    /// `None` after the shape was removed. The box contains what of the shape lies within the range
    /// of `f32`, and may be larger by what `f32` rounds. The box of a tree or a mesh is that of its
    /// own box in the pose. The box of a shape without a point is
    /// [`NOTHING`](crate::Aabb::NOTHING).
    ///
    /// Costs a look at each point of a hull; of other shapes some ten nanoseconds.
    pub fn aabb(&self, handle: Handle) -> Option<Aabb3> {
        self.state().aabb(handle)
    }

    /// Returns the handle of the shape in a slot; `None` for a free slot.
    pub fn handle_at(&self, slot: u32) -> Option<Handle> {
        self.state().slots.at(slot)
    }

    /// Returns the memory that the scene occupies.
    pub fn memory(&self) -> SceneMemory {
        let [frames, sides, staging, readback] = self.backend.bytes();
        let candidates = self.found.gpu_bytes();
        let cpu = self.state.write().bytes() + self.found.bytes();
        #[cfg(feature = "polytopes")]
        let cpu = cpu + self.trees.as_ref().map_or(0, |(world, _)| world.bytes() as u64);
        #[cfg(feature = "meshes")]
        let cpu = cpu + self.meshes.bytes() as u64;
        SceneMemory { frames, sides, staging, readback, candidates, cpu }
    }
}
