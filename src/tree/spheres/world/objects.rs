//! Adds, moves and removes meshes and objects.

use super::memory::Moved;
use super::state::{Member, MeshId, MeshWorld, Object};
use crate::error::MeshError;
use crate::geom::{Pose, TriangleMesh};
use crate::tree::spheres::error::MeshWorldError;
use crate::tree::spheres::relative::{extent, local, motion};
use crate::tree::spheres::tree::SphereTree;
use std::sync::Arc;

impl MeshWorld {
    /// Adds a mesh, which any number of objects can share. Costs a look at its vertices: its tree
    /// is only a root.
    pub fn insert_mesh(&mut self, mesh: impl Into<Arc<TriangleMesh>>) -> MeshId {
        let tree = SphereTree::new(mesh.into());
        let member = Some(Member { tree, parts: None, fans: None, users: 0 });
        let number = match self.free_meshes.pop() {
            Some(free) => {
                self.meshes[free as usize] = member;
                free
            }
            None => {
                self.meshes.push(member);
                self.generations.push(0);
                self.meshes.len() as u32 - 1
            }
        };
        let generation = self.generations[number as usize];
        MeshId { world: self.number.0, number, generation }
    }

    /// Removes a mesh that no object has, and its tree.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such mesh, or if an object has it.
    pub fn remove_mesh(&mut self, mesh: MeshId) -> Result<(), MeshWorldError> {
        let mesh = self.checked_mesh(mesh)?;
        if self.member(mesh)?.users > 0 {
            let has = |object: &Option<Object>| object.as_ref().is_some_and(|o| o.mesh == mesh);
            let object = self.objects.iter().position(has).unwrap_or_default() as u32;
            return Err(MeshWorldError::InUse { mesh, object });
        }
        let removed = self.meshes[mesh as usize].take();
        if let (Some(test), Some(member)) = (&mut self.occupancy, removed) {
            test.forget(&member.tree.mesh);
        }
        // A place whose generations are used up is given up.
        let generation = &mut self.generations[mesh as usize];
        if let Some(next) = generation.checked_add(1) {
            *generation = next;
            self.free_meshes.push(mesh);
        }
        Ok(())
    }

    /// Adds an object and returns its number. The object is a surface: it has no inside.
    ///
    /// Numbers of removed objects are given again first, the one freed last before the others. If
    /// none is free, it is the least number that no object ever had.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such mesh, or if the pose may move a vertex beyond the range
    /// of `f32`: if the magnitudes of the terms of a coordinate add up to the largest or more.
    pub fn insert(&mut self, mesh: MeshId, pose: Pose) -> Result<u32, MeshWorldError> {
        self.insert_object(mesh, pose, false)
    }

    /// Adds a solid object and returns its number. A mesh inside a solid object meets it, even if
    /// the surfaces are separate.
    ///
    /// The first call for a mesh, in any world that shares its `Arc`,
    /// [checks](TriangleMesh::check_closed) the mesh: the cost is a hash of each edge.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`insert`](Self::insert), and an error if the mesh is not closed or
    /// its triangles are not oriented alike.
    ///
    /// ```
    /// use motzkin::tree::spheres::{MeshVerdict, MeshWorld};
    /// use motzkin::{Pose, TriangleMesh, glam::Vec3};
    ///
    /// let corners = vec![[0.0; 3], [9.0, 0.0, 0.0], [0.0, 9.0, 0.0], [0.0, 0.0, 9.0]];
    /// let faces = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    /// let mut world = MeshWorld::default();
    /// let solid = world.insert_mesh(TriangleMesh::new(corners, faces)?);
    /// let stone = TriangleMesh::from_soup(&[[[1.0; 3], [2.0; 3], [1.0, 1.0, 2.0]]])?;
    /// let stone = world.insert_mesh(stone);
    /// world.insert_solid(solid, Pose::IDENTITY)?;
    /// world.insert(stone, Pose::IDENTITY)?;
    /// let found = world.collide()?;
    /// assert_eq!(found[0].verdict, MeshVerdict::Enclosed { of_second: true, triangle: 0 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn insert_solid(&mut self, mesh: MeshId, pose: Pose) -> Result<u32, MeshWorldError> {
        let (object, number) = (self.next_number(), self.checked_mesh(mesh)?);
        // What takes no time is checked first.
        self.checked_sizes(number, object, &pose)?;
        let closed = self.member(number)?.tree.mesh.check_closed();
        closed.map_err(|error| MeshWorldError::Mesh { object, error })?;
        self.insert_object(mesh, pose, true)
    }

    fn insert_object(
        &mut self,
        mesh: MeshId,
        pose: Pose,
        solid: bool,
    ) -> Result<u32, MeshWorldError> {
        let (number, mesh) = (self.next_number(), self.checked_mesh(mesh)?);
        let (extent, local) = self.checked_sizes(mesh, number, &pose)?;
        let (place, birth) = (self.live.len(), self.births);
        let object = Some(Object {
            mesh,
            pose,
            solid,
            moved: Moved::default(),
            extent,
            local,
            place,
            birth,
        });
        match self.free_objects.pop() {
            Some(free) => self.objects[free as usize] = object,
            None => self.objects.push(object),
        }
        self.births += 1;
        self.sorted &= self.live.last().is_none_or(|&last| last < number);
        self.live.push(number);
        if let Some(Some(member)) = self.meshes.get_mut(mesh as usize) {
            member.users += 1;
        }
        Ok(number)
    }

    /// Returns the number of the object that is added next.
    fn next_number(&self) -> u32 {
        self.free_objects.last().copied().unwrap_or(self.objects.len() as u32)
    }

    /// Returns the number of objects.
    pub fn len(&self) -> usize {
        self.live.len()
    }

    /// Returns true if there is no object.
    pub fn is_empty(&self) -> bool {
        self.live.is_empty()
    }

    /// Returns an iterator over the numbers of all objects, in ascending order. Costs a look at
    /// each number that was ever given.
    pub fn objects(&self) -> impl Iterator<Item = u32> {
        (0..).zip(&self.objects).filter_map(|(number, object)| object.as_ref().map(|_| number))
    }

    /// Changes the pose of an object, and with it the [scale](Pose::scaled): 1 without one.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such object, or if the pose may move a vertex beyond the
    /// range of `f32`, as for [`insert`](Self::insert). Then the object keeps its pose.
    pub fn set_pose(&mut self, object: u32, pose: Pose) -> Result<(), MeshWorldError> {
        let before = self.object(object)?;
        let (extent, local) = self.checked_sizes(before.mesh, object, &pose)?;
        let way = self.member(before.mesh)?.tree.root().map_or(0.0, |root| {
            let radius = f64::from(root.radius);
            motion(&before.pose, &pose, root.centre(), radius, before.extent + extent)
        });
        if let Some(Some(found)) = self.objects.get_mut(object as usize) {
            (found.pose, found.extent, found.local) = (pose, extent, local);
            found.moved.add(way);
        }
        Ok(())
    }

    /// Returns the pose of an object; `None` if there is no such object.
    pub fn pose(&self, object: u32) -> Option<Pose> {
        self.object(object).ok().map(|object| object.pose)
    }

    /// Removes an object. Its mesh stays. Its number is given to an object that is added later.
    ///
    /// The cost does not depend on the number of objects. The object's place, some 150 bytes, waits
    /// for an object that is added later. What was found of its pairs goes at the latest once more
    /// objects were removed than are left.
    ///
    /// # Errors
    ///
    /// Returns [`MeshWorldError::NoSuchObject`] if there is no such object.
    pub fn remove(&mut self, object: u32) -> Result<(), MeshWorldError> {
        let &Object { mesh, place, .. } = self.object(object)?;
        self.objects[object as usize] = None;
        self.free_objects.push(object);
        // The last of those that live takes the place.
        self.live.swap_remove(place);
        if let Some(&moved) = self.live.get(place) {
            self.sorted = false;
            if let Some(Some(moved)) = self.objects.get_mut(moved as usize) {
                moved.place = place;
            }
        }
        if let Some(Some(member)) = self.meshes.get_mut(mesh as usize) {
            member.users -= 1;
        }
        self.removed += 1;
        if self.removed > self.live.len() {
            self.forget_removed();
        }
        Ok(())
    }

    /// Drops what was found of pairs of which an object was removed.
    fn forget_removed(&mut self) {
        self.removed = 0;
        let objects = &self.objects;
        let lives = |number: u32, birth: u64| {
            let object = objects.get(number as usize).and_then(Option::as_ref);
            object.is_some_and(|object| object.birth == birth)
        };
        self.memory.retain(|pair, memory| {
            pair.objects()
                .into_iter()
                .zip(memory.births)
                .all(|(number, birth)| lives(number, birth))
        });
    }

    /// Sorts the numbers of the objects that live.
    pub(super) fn sort_live(&mut self) {
        if std::mem::replace(&mut self.sorted, true) {
            return;
        }
        self.live.sort_unstable();
        for (place, &number) in self.live.iter().enumerate() {
            if let Some(Some(object)) = self.objects.get_mut(number as usize) {
                object.place = place;
            }
        }
    }

    /// Returns bounds of the magnitudes of a mesh's placed coordinates, and of its scaled ones.
    fn checked_sizes(
        &self,
        mesh: u32,
        object: u32,
        pose: &Pose,
    ) -> Result<(f64, f64), MeshWorldError> {
        let Some(bounds) = self.member(mesh)?.tree.mesh.bounds() else { return Ok((0.0, 0.0)) };
        let extent = extent(pose, &bounds);
        if extent >= f64::from(f32::MAX) {
            return Err(MeshWorldError::Mesh { object, error: MeshError::OutOfRange });
        }
        Ok((extent, local(pose, &bounds)))
    }
}
