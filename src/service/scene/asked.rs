//! The answers about one shape that is not in the scene.

use super::bodies::Body;
use super::error::{InsertError, SceneError};
use super::handle::Handle;
#[cfg(feature = "meshes")]
use super::meshes::{Meshes, placed_box};
use super::others::{Answerer, block_on};
use super::polytopes::Polytopes;
use super::shape::Kind;
#[cfg(feature = "motion")]
use super::shape_hits::ShapeContact;
use super::shape_hits::{ShapeHit, ShapeNearest};
use super::state::State;
use super::view::{VISITOR, View};
#[cfg(feature = "motion")]
use crate::geom::Aabb;
use crate::geom::{Aabb3, Pair};
use crate::service::collision_service::CollisionService;
use crate::tree::bvh::Placed;
use crate::wanted::Wanted;
use motzkin_core::Resting;
use motzkin_core::broad::BoxTree;

/// What a question sees.
pub(super) struct Asked<'a> {
    pub service: &'a CollisionService,
    pub state: &'a State,
    /// Over the boxes of the scene's shapes, by their slots.
    pub tree: &'a BoxTree<Aabb3>,
    pub visitor: &'a Body,
    /// The slot of the visitor, if it is one of the scene's shapes. It is not asked about itself.
    pub own: Option<u32>,
    /// A box round the visitor where it stands.
    pub bounds: Aabb3,
    #[cfg(feature = "meshes")]
    pub meshes: &'a mut Meshes,
}

/// Returns a box round a shape where it stands.
pub(super) fn bounds_of(visitor: &Body) -> Result<Aabb3, SceneError> {
    #[cfg(feature = "meshes")]
    if let Kind::Mesh { mesh, .. } = &visitor.kind {
        return Ok(placed_box(mesh, &visitor.pose));
    }
    if let Kind::Tree(tree) = &visitor.kind {
        let placed = Placed::new(tree, &visitor.pose);
        placed.check().map_err(|(_, error)| InsertError::Invalid(error))?;
        return Ok(placed.ends(0).aabb());
    }
    let state = State::default();
    let mut polytopes = Polytopes::default();
    let index = polytopes.index(View::with(&state, visitor), VISITOR)?;
    Ok(polytopes.set.bounds::<Resting>(index as usize))
}

impl Asked<'_> {
    /// True for a slot that holds a shape whose filter meets that of the visitor.
    fn is_asked(&self, slot: u32) -> bool {
        self.own != Some(slot)
            && self.state.slots.at(slot).is_some()
            && self.state.filter(slot as usize).meets(self.visitor.filter)
    }

    /// The handle and the id of a slot.
    fn named(&self, slot: u32) -> (Handle, u32) {
        (self.state.slots.last_at(slot), self.state.ids[slot as usize])
    }

    fn answerer(&mut self) -> Answerer<'_> {
        Answerer {
            service: self.service,
            view: View::with(self.state, self.visitor),
            #[cfg(feature = "meshes")]
            meshes: self.meshes,
        }
    }

    /// What the visitor meets, ascending.
    pub fn meeting(mut self) -> Result<Vec<ShapeHit>, SceneError> {
        let mut near = Vec::new();
        self.tree.meeting(0, &self.bounds, &mut near);
        near.retain(|&slot| self.is_asked(slot));
        let pairs: Vec<Pair> = near.into_iter().map(|slot| Pair::new(slot, VISITOR)).collect();
        let answered = self.answerer().answer::<Resting>(&pairs)?;
        let met = answered.into_iter().filter(|(_, verdict)| verdict.meets());
        let hit = |(pair, verdict): (Pair, _)| {
            let (handle, id) = self.named(pair.a);
            ShapeHit { handle, id, verdict }
        };
        Ok(met.map(hit).collect())
    }

    /// What the visitor meets on its way, in the order of the first contacts; with `first`, at least
    /// the first of them.
    #[cfg(feature = "motion")]
    pub fn contacts(mut self, first: bool) -> Result<Vec<ShapeContact>, SceneError> {
        let way = self.visitor.velocity;
        let to = Aabb3::from_ends(|axis| {
            let [low, high] = self.bounds.ends(axis);
            [(low + way[axis]).next_down(), (high + way[axis]).next_up()]
        });
        let (tree, from) = (self.tree, self.bounds);
        let (mut contacts, mut fault) = (Vec::new(), None);
        let mut test = |slot: u32| -> Result<Option<f64>, SceneError> {
            if !self.is_asked(slot) {
                return Ok(None);
            }
            let pair = Pair::new(slot, VISITOR);
            let Some(time) = self.answerer().first_time(pair)? else { return Ok(None) };
            let (handle, id) = self.named(slot);
            contacts.push(ShapeContact { handle, id, time });
            // Where all contacts are wanted, none ends the search.
            Ok(first.then_some(f64::from(time.value)))
        };
        tree.first_contact(0, &from, &to.clamped(), |slot, _| {
            if fault.is_some() {
                return None;
            }
            test(slot).unwrap_or_else(|error| {
                fault = Some(error);
                None
            })
        });
        if let Some(error) = fault {
            return Err(error);
        }
        contacts.sort_by(|a, b| {
            let [p, q] = [a, b].map(|contact| contact.time.value);
            p.total_cmp(&q).then(a.handle.cmp(&b.handle))
        });
        Ok(contacts)
    }

    /// What is nearest to the visitor.
    pub fn nearest(mut self) -> Result<Option<ShapeNearest>, SceneError> {
        let (mut known, mut fault) = (Vec::new(), None);
        let (tree, bounds) = (self.tree, self.bounds);
        let found = tree.nearest(0, &bounds, |slot, _| {
            if !self.is_asked(slot) || fault.is_some() {
                return None;
            }
            match self.distance(slot) {
                Ok(near) => {
                    known.push(near);
                    Some(near.distance.map_or(0.0, |known| known.distance * known.distance))
                }
                Err(error) => {
                    fault = Some(error);
                    None
                }
            }
        });
        if let Some(error) = fault {
            return Err(error);
        }
        let slot = found.map(|(slot, _)| slot);
        Ok(known.into_iter().find(|near: &ShapeNearest| Some(near.handle.slot()) == slot))
    }

    fn distance(&mut self, slot: u32) -> Result<ShapeNearest, SceneError> {
        let view = View::with(self.state, self.visitor);
        let (handle, id) = self.named(slot);
        if view.has_tree([slot, VISITOR]) || view.has_mesh(Pair::new(slot, VISITOR)) {
            let distance = self.answerer().distance([slot, VISITOR])?;
            return Ok(ShapeNearest { handle, id, distance });
        }
        let mut polytopes = Polytopes::default();
        let pair = Pair::new(polytopes.index(view, slot)?, polytopes.index(view, VISITOR)?);
        let pairs = [pair];
        let query = self.service.query(&polytopes.set, &pairs).on_cpu();
        let answer = block_on(query.wanted(Wanted::DISTANCE))?;
        let distance = answer.details().first().and_then(|detail| detail.distance);
        Ok(ShapeNearest { handle, id, distance })
    }
}
