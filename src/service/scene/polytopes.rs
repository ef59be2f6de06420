//! Hulls and frames of a scene as polytopes of one set.

use super::bodies::Body;
use super::shape::Kind;
use super::view::{Seen, View};
use crate::error::PolytopeError;
use crate::geom::PolytopeSet;
use glam::Vec3;
use std::collections::HashMap;
use std::sync::Arc;

/// A set of polytopes for those slots that were asked for. Points that several hulls share stand in
/// it once.
#[derive(Default)]
pub(super) struct Polytopes {
    pub set: PolytopeSet,
    of_slot: HashMap<u32, u32>,
    /// By the address of the points, which the shapes of the scene keep alive.
    of_points: HashMap<usize, u32>,
}

impl Polytopes {
    /// Returns the index of the frame or hull in a slot.
    pub fn index(&mut self, view: View<'_>, slot: u32) -> Result<u32, PolytopeError> {
        if let Some(&index) = self.of_slot.get(&slot) {
            return Ok(index);
        }
        let index = match view.shape(slot) {
            Seen::Frame(frame) => self.set.push_frame(frame),
            Seen::Body(body) => self.push_body(body),
        }?;
        self.set.set_velocity(index, view.velocity(slot))?;
        self.of_slot.insert(slot, index);
        Ok(index)
    }

    fn push_body(&mut self, body: &Body) -> Result<u32, PolytopeError> {
        match &body.kind {
            Kind::Frame(frame) => self.set.push_frame(frame),
            Kind::Hull(points) => {
                let of = self.push_points(points)?;
                self.set.push_posed(of, &body.pose)
            }
            Kind::Tree(_) => unreachable!("a tree is no polytope"),
            #[cfg(feature = "meshes")]
            Kind::Mesh { .. } => unreachable!("a mesh is no polytope"),
        }
    }

    fn push_points(&mut self, points: &Arc<[Vec3]>) -> Result<u32, PolytopeError> {
        let address = points.as_ptr().addr();
        if let Some(&index) = self.of_points.get(&address) {
            return Ok(index);
        }
        let index = self.set.push(points)?;
        self.of_points.insert(address, index);
        Ok(index)
    }
}
