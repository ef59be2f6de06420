//! The shapes that pairs of slots name: those of a scene, and one that is not in it.

use super::bodies::Body;
use super::dimension::SceneFrame;
use super::shape::Kind;
use super::shape_search::VISITOR;
use super::state::State;
use crate::geom::{Aabb, Aabb3, Frame3, Pair};
#[cfg(feature = "meshes")]
use crate::tree::bvh::Placed;
use glam::Vec3;
#[cfg(all(feature = "meshes", feature = "motion"))]
use {crate::geom::Pose, crate::geom::TriangleMesh, std::sync::Arc};

/// Returns a box that contains another while it moves by a velocity and `t` runs over `[0, 1]`.
pub(super) fn swept_box(bounds: &Aabb3, velocity: Vec3) -> Aabb3 {
    if *bounds == Aabb3::NOTHING {
        return *bounds;
    }
    Aabb3::from_ends(|axis| {
        let [low, high] = bounds.ends(axis);
        let way = velocity[axis];
        [low.min((low + way).next_down()), high.max((high + way).next_up())]
    })
    .clamped()
}

/// What is in a scene, as seen by those who answer pairs of slots.
#[derive(Clone, Copy)]
pub(super) struct View<'a, F: SceneFrame = Frame3> {
    state: &'a State<F>,
    visitor: Option<&'a Body<F>>,
}

/// The shape in a slot.
pub(super) enum Seen<'a, F: SceneFrame = Frame3> {
    Frame(&'a F),
    Body(&'a Body<F>),
}

impl<'a, F: SceneFrame> View<'a, F> {
    /// The scene alone.
    pub fn of(state: &'a State<F>) -> Self {
        Self { state, visitor: None }
    }

    /// The scene, whose shapes stand still, and a shape that is not in it.
    pub fn with(state: &'a State<F>, visitor: &'a Body<F>) -> Self {
        Self { state, visitor: Some(visitor) }
    }

    /// The shape in a slot.
    pub fn shape(&self, slot: u32) -> Seen<'a, F> {
        match self.visitor {
            Some(visitor) if slot == VISITOR => Seen::Body(visitor),
            _ => match self.state.bodies.get(slot as usize) {
                Some(body) => Seen::Body(body),
                None => Seen::Frame(&self.state.frames[slot as usize]),
            },
        }
    }

    /// The frame in a slot that holds one.
    #[cfg(feature = "polytopes")]
    pub fn frame(&self, slot: u32) -> F {
        self.state.frames[slot as usize]
    }

    /// The velocity of a shape.
    pub fn velocity(&self, slot: u32) -> F::Direction {
        if self.visitor.is_some() && slot != VISITOR {
            return F::AT_REST;
        }
        match self.shape(slot) {
            Seen::Frame(frame) => frame.way(),
            Seen::Body(body) => body.velocity,
        }
    }
}

impl<'a> View<'a> {
    /// Whether one of two shapes is a tree.
    pub fn has_tree(&self, slots: [u32; 2]) -> bool {
        slots
            .iter()
            .any(|&slot| matches!(self.shape(slot), Seen::Body(Body { kind: Kind::Tree(_), .. })))
    }

    /// Whether one of two shapes is a mesh.
    pub fn has_mesh(&self, pair: Pair) -> bool {
        #[cfg(feature = "meshes")]
        return [pair.a, pair.b].iter().any(|&slot| self.object(slot).is_some());
        #[cfg(not(feature = "meshes"))]
        return {
            let _ = pair;
            false
        };
    }
}

#[cfg(feature = "meshes")]
impl<'a> View<'a> {
    /// The tree in a slot, if the shape is one.
    pub fn tree(&self, slot: u32) -> Option<Placed<'a>> {
        match self.shape(slot) {
            Seen::Body(Body { kind: Kind::Tree(tree), pose, .. }) => Some(Placed::new(tree, pose)),
            _ => None,
        }
    }

    /// The number in the world of meshes, if the shape is a mesh.
    pub fn object(&self, slot: u32) -> Option<u32> {
        match self.shape(slot) {
            Seen::Body(Body { kind: Kind::Mesh { .. }, object, .. }) => Some(*object),
            _ => None,
        }
    }

    /// The mesh in a slot, if the shape is one.
    #[cfg(feature = "motion")]
    pub fn mesh(&self, slot: u32) -> Option<&'a Arc<TriangleMesh>> {
        match self.shape(slot) {
            Seen::Body(Body { kind: Kind::Mesh { mesh, .. }, .. }) => Some(mesh),
            _ => None,
        }
    }

    /// The pose of a body.
    #[cfg(feature = "motion")]
    pub fn pose(&self, slot: u32) -> Option<&'a Pose> {
        match self.shape(slot) {
            Seen::Body(body) => Some(&body.pose),
            Seen::Frame(_) => None,
        }
    }
}
