//! Adds, moves and removes meshes and objects.

use super::state::{Member, MeshId, MeshWorld, Object};
use crate::error::MeshError;
use crate::geom::{Pose, TriangleMesh};
use crate::tree::spheres::error::MeshWorldError;
use crate::tree::spheres::relative::extent;
use crate::tree::spheres::solid::check_closed;
use crate::tree::spheres::tree::SphereTree;
use std::sync::Arc;

impl MeshWorld {
    /// Adds a mesh, which any number of objects can share. Costs a look at its vertices: its tree
    /// is only a root.
    pub fn add_mesh(&mut self, mesh: impl Into<Arc<TriangleMesh>>) -> MeshId {
        let member = Member { tree: SphereTree::new(mesh.into()), closed: false, parts: None };
        self.meshes.push(Some(member));
        MeshId(self.meshes.len() as u32 - 1)
    }

    /// Removes a mesh that no object has, and its tree.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such mesh, or if an object has it.
    pub fn remove_mesh(&mut self, mesh: MeshId) -> Result<(), MeshWorldError> {
        self.member(mesh.0)?;
        let user = self
            .objects
            .iter()
            .position(|object| object.as_ref().is_some_and(|o| o.mesh == mesh.0));
        if let Some(object) = user {
            return Err(MeshWorldError::InUse { mesh: mesh.0, object: object as u32 });
        }
        self.meshes[mesh.0 as usize] = None;
        Ok(())
    }

    /// Adds an object and returns its number. The object is a surface: it has no inside.
    ///
    /// The number of a removed object is not used again.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such mesh, or if the pose moves a vertex beyond the range of
    /// `f32`.
    pub fn add(&mut self, mesh: MeshId, pose: Pose) -> Result<u32, MeshWorldError> {
        self.add_object(mesh, pose, false)
    }

    /// Adds a solid object and returns its number. A mesh inside a solid object meets it, even if
    /// the surfaces are separate.
    ///
    /// The first call for a mesh checks the mesh: the cost is a hash of each edge.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`add`](Self::add), and an error if the mesh is not closed or its
    /// triangles are not oriented alike.
    ///
    /// ```
    /// use motzkin::tree::spheres::{MeshVerdict, MeshWorld};
    /// use motzkin::{Pose, TriangleMesh, glam::Vec3};
    ///
    /// let corners = vec![[0.0; 3], [9.0, 0.0, 0.0], [0.0, 9.0, 0.0], [0.0, 0.0, 9.0]];
    /// let faces = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    /// let mut world = MeshWorld::default();
    /// let solid = world.add_mesh(TriangleMesh::new(corners, faces)?);
    /// let stone = TriangleMesh::from_soup(&[[[1.0; 3], [2.0; 3], [1.0, 1.0, 2.0]]])?;
    /// let stone = world.add_mesh(stone);
    /// world.add_solid(solid, Pose::IDENTITY)?;
    /// world.add(stone, Pose::IDENTITY)?;
    /// let found = world.collide()?;
    /// assert_eq!(found[0].verdict, MeshVerdict::Enclosed { of_second: true, triangle: 0 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_solid(&mut self, mesh: MeshId, pose: Pose) -> Result<u32, MeshWorldError> {
        let object = self.objects.len() as u32;
        let member = self.meshes.get_mut(mesh.0 as usize).and_then(Option::as_mut);
        let member = member.ok_or(MeshWorldError::NoSuchMesh(mesh.0))?;
        if !member.closed {
            check_closed(&member.tree.mesh)
                .map_err(|error| MeshWorldError::Mesh { object, error })?;
            member.closed = true;
        }
        self.add_object(mesh, pose, true)
    }

    fn add_object(&mut self, mesh: MeshId, pose: Pose, solid: bool) -> Result<u32, MeshWorldError> {
        let number = self.objects.len() as u32;
        let extent = self.checked_extent(mesh.0, number, &pose)?;
        let bounds = self.member(mesh.0)?.tree.mesh.bounds();
        let local =
            bounds.map_or(0.0, |ends| f64::from(ends.min.abs().max(ends.max.abs()).max_element()));
        self.objects.push(Some(Object { mesh: mesh.0, pose, solid, extent, local }));
        Ok(number)
    }

    /// Changes the pose of an object.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such object, or if the pose moves a vertex beyond the range
    /// of `f32`. Then the object keeps its pose.
    pub fn set_pose(&mut self, object: u32, pose: Pose) -> Result<(), MeshWorldError> {
        let extent = self.checked_extent(self.object(object)?.mesh, object, &pose)?;
        if let Some(Some(found)) = self.objects.get_mut(object as usize) {
            found.pose = pose;
            found.extent = extent;
        }
        Ok(())
    }

    /// Returns the pose of an object.
    ///
    /// # Errors
    ///
    /// Returns [`MeshWorldError::NoSuchObject`] if there is no such object.
    pub fn pose(&self, object: u32) -> Result<&Pose, MeshWorldError> {
        self.object(object).map(|object| &object.pose)
    }

    /// Removes an object. Its mesh stays.
    ///
    /// # Errors
    ///
    /// Returns [`MeshWorldError::NoSuchObject`] if there is no such object.
    pub fn remove(&mut self, object: u32) -> Result<(), MeshWorldError> {
        self.object(object)?;
        self.objects[object as usize] = None;
        self.memory.retain(|pair, _| !pair.contains(&object));
        Ok(())
    }

    fn checked_extent(&self, mesh: u32, object: u32, pose: &Pose) -> Result<f64, MeshWorldError> {
        let bounds = self.member(mesh)?.tree.mesh.bounds();
        let extent = bounds.map_or(0.0, |bounds| extent(pose, &bounds));
        if extent >= f64::from(f32::MAX) {
            return Err(MeshWorldError::Mesh { object, error: MeshError::OutOfRange });
        }
        Ok(extent)
    }
}
