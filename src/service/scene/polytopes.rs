//! Hulls and frames of a scene as polytopes of one set.

use super::bodies::Body;
use super::dimension::SceneFrame;
use super::shape::Kind;
use super::view::{Seen, View};
use crate::error::PolytopeError;
use crate::geom::{Frame3, Pair, PolytopeSet};
use crate::number_map::NumberMap;
use glam::Vec3;
use std::collections::HashMap;
use std::sync::Arc;

/// Frames of a scene in which some shapes are polytopes.
pub trait Convex: SceneFrame {
    /// Puts a body into a set, in its pose.
    fn push_body(polytopes: &mut Polytopes, body: &Body<Self>) -> Result<u32, PolytopeError>;

    /// A velocity in space. That of a plane has `z = 0`.
    fn in_space(velocity: Self::Direction) -> Vec3;
}

impl Convex for Frame3 {
    fn push_body(polytopes: &mut Polytopes, body: &Body) -> Result<u32, PolytopeError> {
        match &body.kind {
            Kind::Frame(frame) => polytopes.set.push_frame(frame),
            Kind::Hull(points) => {
                let of = polytopes.shared(points, |set| set.push(points))?;
                polytopes.set.push_posed(of, &body.pose)
            }
            Kind::Tree(_) => unreachable!("a tree is no polytope"),
            #[cfg(feature = "meshes")]
            Kind::Mesh { .. } => unreachable!("a mesh is no polytope"),
        }
    }

    fn in_space(velocity: Vec3) -> Vec3 {
        velocity
    }
}

/// A set of polytopes for those slots that were asked for. Points that several hulls share stand in
/// it once.
#[derive(Default)]
pub struct Polytopes {
    pub set: PolytopeSet,
    of_slot: NumberMap<u32, u32>,
    /// By the address of the points, which the shapes of the scene keep alive.
    of_points: HashMap<usize, u32>,
}

impl Polytopes {
    /// Returns the index of the frame or hull in a slot.
    pub fn index<F: Convex>(&mut self, view: View<'_, F>, slot: u32) -> Result<u32, PolytopeError> {
        if let Some(&index) = self.of_slot.get(&slot) {
            return Ok(index);
        }
        let index = match view.shape(slot) {
            Seen::Frame(frame) => frame.push_to(&mut self.set),
            Seen::Body(body) => F::push_body(self, body),
        }?;
        self.set.set_velocity(index, F::in_space(view.velocity(slot)))?;
        self.of_slot.insert(slot, index);
        Ok(index)
    }

    /// Returns the indices of a pair of slots.
    pub fn pair<F: Convex>(
        &mut self,
        view: View<'_, F>,
        Pair { a, b }: Pair,
    ) -> Result<Pair, PolytopeError> {
        Ok(Pair::new(self.index(view, a)?, self.index(view, b)?))
    }

    /// Returns the index of the hull of points where they are, after putting it into the set if it
    /// is not there.
    pub fn shared<P>(
        &mut self,
        points: &Arc<[P]>,
        push: impl FnOnce(&mut PolytopeSet) -> Result<u32, PolytopeError>,
    ) -> Result<u32, PolytopeError> {
        let address = points.as_ptr().addr();
        if let Some(&index) = self.of_points.get(&address) {
            return Ok(index);
        }
        let index = push(&mut self.set)?;
        self.of_points.insert(address, index);
        Ok(index)
    }
}
