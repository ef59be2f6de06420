//! Meshes and objects come, move and go.

use super::{Member, MeshId, MeshWorld, Object};
use crate::error::MeshError;
use crate::geom::{Pose, TriangleMesh};
use crate::tree::spheres::error::WorldError;
use crate::tree::spheres::relative::reach;
use crate::tree::spheres::solid::check_closed;
use crate::tree::spheres::tree::SphereTree;
use std::sync::Arc;

impl MeshWorld {
    /// Takes a mesh in, for any number of objects. Costs next to nothing: its tree is a root.
    pub fn add_mesh(&mut self, mesh: impl Into<Arc<TriangleMesh>>) -> MeshId {
        let member = Member { tree: SphereTree::new(mesh.into()), closed: false, parts: None };
        self.meshes.push(Some(member));
        MeshId(self.meshes.len() as u32 - 1)
    }

    /// Forgets a mesh that no object has, and its tree.
    ///
    /// # Errors
    ///
    /// No such mesh; an object has it.
    pub fn remove_mesh(&mut self, mesh: MeshId) -> Result<(), WorldError> {
        self.member(mesh.0)?;
        let user = self
            .objects
            .iter()
            .position(|object| object.as_ref().is_some_and(|o| o.mesh == mesh.0));
        if let Some(object) = user {
            return Err(WorldError::InUse { mesh: mesh.0, object: object as u32 });
        }
        self.meshes[mesh.0 as usize] = None;
        Ok(())
    }

    /// Adds an object, a surface, and gives its number. Numbers are not used again.
    ///
    /// # Errors
    ///
    /// No such mesh; a pose that moves vertices beyond the range of `f32`.
    pub fn add(&mut self, mesh: MeshId, pose: Pose) -> Result<u32, WorldError> {
        self.add_object(mesh, pose, false)
    }

    /// Adds an object that is solid: what is within it meets it.
    ///
    /// # Errors
    ///
    /// As [`add`](Self::add); a mesh that is not closed, or whose triangles are not turned alike.
    pub fn add_solid(&mut self, mesh: MeshId, pose: Pose) -> Result<u32, WorldError> {
        let object = self.objects.len() as u32;
        let member = self.meshes.get_mut(mesh.0 as usize).and_then(Option::as_mut);
        let member = member.ok_or(WorldError::NoSuchMesh(mesh.0))?;
        if !member.closed {
            check_closed(&member.tree.mesh).map_err(|error| WorldError::Mesh { object, error })?;
            member.closed = true;
        }
        self.add_object(mesh, pose, true)
    }

    fn add_object(&mut self, mesh: MeshId, pose: Pose, solid: bool) -> Result<u32, WorldError> {
        let number = self.objects.len() as u32;
        let reach = self.checked_reach(mesh.0, number, &pose)?;
        let bounds = self.member(mesh.0)?.tree.mesh.bounds();
        let local =
            bounds.map_or(0.0, |ends| f64::from(ends.min.abs().max(ends.max.abs()).max_element()));
        self.objects.push(Some(Object { mesh: mesh.0, pose, solid, reach, local }));
        Ok(number)
    }

    /// Moves an object.
    ///
    /// # Errors
    ///
    /// No such object; a pose that moves vertices beyond the range of `f32`.
    pub fn set_pose(&mut self, object: u32, pose: Pose) -> Result<(), WorldError> {
        let reach = self.checked_reach(self.object(object)?.mesh, object, &pose)?;
        if let Some(Some(found)) = self.objects.get_mut(object as usize) {
            found.pose = pose;
            found.reach = reach;
        }
        Ok(())
    }

    /// Where an object is.
    ///
    /// # Errors
    ///
    /// No such object.
    pub fn pose(&self, object: u32) -> Result<&Pose, WorldError> {
        self.object(object).map(|object| &object.pose)
    }

    /// Takes an object out; its mesh stays.
    ///
    /// # Errors
    ///
    /// No such object.
    pub fn remove(&mut self, object: u32) -> Result<(), WorldError> {
        self.object(object)?;
        self.objects[object as usize] = None;
        self.memory.retain(|pair, _| !pair.contains(&object));
        Ok(())
    }

    fn checked_reach(&self, mesh: u32, object: u32, pose: &Pose) -> Result<f64, WorldError> {
        let bounds = self.member(mesh)?.tree.mesh.bounds();
        let reach = bounds.map_or(0.0, |bounds| reach(pose, &bounds));
        if reach >= f64::from(f32::MAX) {
            return Err(WorldError::Mesh { object, error: MeshError::OutOfRange });
        }
        Ok(reach)
    }
}
