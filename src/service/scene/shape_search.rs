//! The search for what one shape meets among those of a scene, whatever the dimension.

use super::answer::Answered;
use super::dimension::SceneFrame;
use super::error::SceneError;
use super::handle::Handle;
#[cfg(feature = "motion")]
use super::shape_hits::ShapeContact;
use super::shape_hits::{ShapeHit, ShapeNearest};
use super::state::State;
#[cfg(feature = "motion")]
use super::swept_box::on_its_way;
use crate::geom::{Aabb, Filter, Frame3, Pair};
use crate::service::answer::Distance;
#[cfg(feature = "motion")]
use crate::service::answer::Measured;
use crate::service::run::check_margin;
use motzkin_core::broad::BoxTree;
use std::cmp::Ordering;

/// The slot by which a pair names the shape that is not in the scene. No scene has so many.
pub(super) const VISITOR: u32 = u32::MAX;

/// What a search sees. Its tests are given pairs of a slot and [`VISITOR`].
pub(super) struct Search<'a, F: SceneFrame = Frame3> {
    pub state: &'a State<F>,
    /// Over the boxes of the scene's shapes, by their slots.
    pub tree: &'a BoxTree<F::Aabb>,
    /// The filter of the visitor.
    pub filter: Filter,
    /// The slot of the visitor, if it is one of the scene's shapes. It is not asked about itself.
    pub own: Option<u32>,
    /// A box round the visitor where it stands.
    pub bounds: F::Aabb,
}

impl<F: SceneFrame> Search<'_, F> {
    /// True for a slot that holds a shape whose filter meets that of the visitor.
    fn is_asked(&self, slot: u32) -> bool {
        self.own != Some(slot)
            && self.state.slots.at(slot).is_some()
            && self.state.filter(slot as usize).meets(self.filter)
    }

    /// The handle and the id of a slot.
    fn named(&self, slot: u32) -> (Handle, u32) {
        (self.state.slots.last_at(slot), self.state.ids[slot as usize])
    }

    /// What the visitor meets, ascending.
    pub fn meeting(
        &self,
        answer: impl FnOnce(&[Pair]) -> Result<Vec<Answered>, SceneError>,
    ) -> Result<Vec<ShapeHit>, SceneError> {
        let mut near = Vec::new();
        self.tree.meeting(0, &self.bounds, &mut near);
        near.retain(|&slot| self.is_asked(slot));
        let pairs: Vec<Pair> = near.into_iter().map(|slot| Pair::new(slot, VISITOR)).collect();
        let met = answer(&pairs)?.into_iter().filter(|(_, verdict)| verdict.meets());
        let hit = |(pair, verdict): Answered| {
            let (handle, id) = self.named(pair.a);
            ShapeHit { handle, id, verdict }
        };
        Ok(met.map(hit).collect())
    }

    /// What the visitor meets on its way, in the order of the first contacts; with `first`, at
    /// least the first of them.
    #[cfg(feature = "motion")]
    pub fn contacts(
        &self,
        velocity: F::Direction,
        first: bool,
        mut first_time: impl FnMut(Pair) -> Result<Option<Measured<f32>>, SceneError>,
    ) -> Result<Vec<ShapeContact>, SceneError> {
        let way = F::numbers(&velocity);
        let to = F::Aabb::from_ends(|axis| {
            let [low, high] = self.bounds.ends(axis);
            [(low + way[axis]).next_down(), (high + way[axis]).next_up()]
        });
        let (mut contacts, mut fault) = (Vec::new(), None);
        let mut test = |slot: u32| -> Result<Option<f64>, SceneError> {
            if !self.is_asked(slot) {
                return Ok(None);
            }
            let Some(time) = first_time(Pair::new(slot, VISITOR))? else { return Ok(None) };
            let (handle, id) = self.named(slot);
            contacts.push(ShapeContact { handle, id, time });
            // Where all contacts are wanted, none ends the search. Not below the exact time, so
            // that no contact of an equal one is missed.
            Ok(first.then_some(f64::from(time.value.next_up())))
        };
        let [from, to] = on_its_way(self.bounds, to);
        self.tree.first_contact(0, &from, &to, |slot, _| {
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
    pub fn nearest<V: Copy>(
        &self,
        mut distance: impl FnMut(Pair) -> Result<Option<Distance<V>>, SceneError>,
    ) -> Result<Option<ShapeNearest<V>>, SceneError> {
        let (mut known, mut fault) = (Vec::new(), None);
        self.tree.nearest(0, &self.bounds, |slot, _| {
            if !self.is_asked(slot) || fault.is_some() {
                return None;
            }
            match distance(Pair::new(slot, VISITOR)) {
                Ok(distance) => {
                    known.push((slot, distance));
                    // Squares of the least distances are 0, and so is that of what meets.
                    Some(distance.map_or(0.0, |known| known.distance * known.distance))
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
        // Whatever has the least square was looked at.
        let nearest = known.into_iter().min_by(nearer);
        Ok(nearest.map(|known| self.near(known)))
    }

    /// What the visitor meets, and what is no further off than a margin, nearest first.
    pub fn within<V: Copy>(
        &self,
        margin: f32,
        mut distance: impl FnMut(Pair) -> Result<Option<Distance<V>>, SceneError>,
    ) -> Result<Vec<ShapeNearest<V>>, SceneError> {
        check_margin(margin)?;
        let mut slots = Vec::new();
        self.tree.meeting(0, &self.bounds.grown(margin), &mut slots);
        slots.retain(|&slot| self.is_asked(slot));
        let mut known = Vec::new();
        for slot in slots {
            let distance = distance(Pair::new(slot, VISITOR))?;
            if distance.is_none_or(|known| known.distance <= f64::from(margin)) {
                known.push((slot, distance));
            }
        }
        known.sort_by(nearer);
        Ok(known.into_iter().map(|known| self.near(known)).collect())
    }

    fn near<V>(&self, (slot, distance): (u32, Option<Distance<V>>)) -> ShapeNearest<V> {
        let (handle, id) = self.named(slot);
        ShapeNearest { handle, id, distance }
    }
}

/// Orders slots by their distances, and those of one distance by their numbers. What meets comes
/// before all distances.
fn nearer<V: Copy>(
    (slot, p): &(u32, Option<Distance<V>>),
    (other, q): &(u32, Option<Distance<V>>),
) -> Ordering {
    let [p, q] = [p, q].map(|distance| distance.map(|known| known.distance));
    p.partial_cmp(&q).unwrap_or(Ordering::Equal).then(slot.cmp(other))
}
