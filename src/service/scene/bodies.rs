//! The shapes of a scene that are no frames: one row a slot, where there are any.

use super::dimension::SceneFrame;
use crate::geom::{Filter, Frame3};

/// A hull, a tree or a mesh, and where it stands.
#[derive(Clone, Debug)]
#[cfg_attr(not(feature = "polytopes"), expect(dead_code, reason = "a scene has frames alone"))]
pub struct Body<F: SceneFrame = Frame3> {
    pub kind: F::Shape,
    /// Where it stands, scale included.
    pub pose: F::Pose,
    /// The scale that later poses are given, too.
    pub scale: f32,
    pub velocity: F::Direction,
    pub filter: Filter,
    /// Its number in the world of meshes, if it is a mesh.
    #[cfg_attr(
        all(feature = "polytopes", not(feature = "meshes")),
        expect(dead_code, reason = "no shape is a mesh")
    )]
    pub object: u32,
}

/// The bodies by their slots. Nothing is kept for a scene without bodies.
pub struct Bodies<F: SceneFrame = Frame3> {
    rows: Vec<Option<Box<Body<F>>>>,
}

impl<F: SceneFrame> Default for Bodies<F> {
    fn default() -> Self {
        Self { rows: Vec::new() }
    }
}

impl<F: SceneFrame> Bodies<F> {
    /// True if there has never been a body.
    #[cfg(feature = "polytopes")]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The body in a slot.
    pub(super) fn get(&self, slot: usize) -> Option<&Body<F>> {
        self.rows.get(slot)?.as_deref()
    }

    /// The body in a slot.
    pub(super) fn get_mut(&mut self, slot: usize) -> Option<&mut Body<F>> {
        self.rows.get_mut(slot)?.as_deref_mut()
    }

    /// Puts a body in a slot.
    #[cfg(feature = "polytopes")]
    pub(super) fn put(&mut self, slot: usize, body: Body<F>) {
        if self.rows.len() <= slot {
            self.rows.resize_with(slot + 1, || None);
        }
        self.rows[slot] = Some(Box::new(body));
    }

    /// Takes the body out of a slot.
    pub(super) fn take(&mut self, slot: usize) -> Option<Body<F>> {
        self.rows.get_mut(slot)?.take().map(|body| *body)
    }

    /// Bytes in memory. Points, trees and meshes are not counted: clones of
    /// their shapes share them.
    pub fn bytes(&self) -> usize {
        let bodies = self.rows.iter().flatten().count();
        self.rows.capacity() * size_of::<Option<Box<Body<F>>>>() + bodies * size_of::<Body<F>>()
    }
}
