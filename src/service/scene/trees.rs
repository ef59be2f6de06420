//! The pairs of a scene in which a tree takes part.

use super::convex;
use super::error::SceneError;
use super::leaves::Sides;
use super::others::{Answerer, block_on};
use crate::geom::{Pair, PolytopeSet};
use crate::parallel::each;
use crate::service::answer::Distance;
use crate::service::collision_service::CollisionService;
use crate::tree::bvh::NearestLeaves;
use crate::verdict::Verdict;
use crate::wanted::Wanted;
use glam::DVec3;
use motzkin_core::Motion;
#[cfg(feature = "motion")]
use {crate::geom::ContactInterval, crate::service::answer::Measured};

/// Pairs that are answered before the first fault among them is looked for.
const PART: usize = 1 << 12;

impl Answerer<'_> {
    /// Returns the exact verdicts of pairs in which a tree takes part.
    pub fn answer_trees<M: Motion>(&mut self, pairs: &[Pair]) -> Result<Vec<Verdict>, SceneError> {
        if pairs.is_empty() {
            return Ok(Vec::new());
        }
        let (view, service) = (self.view, self.service);
        let mut verdicts = vec![Verdict::Separate; pairs.len()];
        #[cfg(feature = "meshes")]
        self.answer_trees_with_meshes(pairs, &mut verdicts)?;
        #[cfg(all(feature = "meshes", feature = "motion"))]
        if M::MOVES {
            self.trees_on_the_way_of_meshes(pairs, &mut verdicts)?;
        }
        let one = |place: usize| -> Result<Option<Verdict>, SceneError> {
            if view.has_mesh(pairs[place]) {
                return Ok(None);
            }
            Ok(Some(Sides::new(view, pairs[place])?.verdict::<M>(service)?))
        };
        for (start, part) in (0..).step_by(PART).zip(verdicts.chunks_mut(PART)) {
            let of_part = |place: usize| one(start + place);
            let found = service.cpu.install(|| each(part.len(), 1, &of_part));
            // In order, so that the first error is returned, whatever the threads do.
            for (verdict, found) in part.iter_mut().zip(found) {
                if let Some(found) = found? {
                    *verdict = found;
                }
            }
        }
        Ok(verdicts)
    }

    /// Returns from when to when any leaves meet, if they do; none of the shapes is a mesh.
    #[cfg(feature = "motion")]
    pub fn tree_interval(
        &self,
        pair: Pair,
    ) -> Result<Option<Measured<ContactInterval>>, SceneError> {
        Sides::new(self.view, pair)?.interval(self.service, false)
    }

    /// Returns when leaves first meet, if they do; none of the shapes is a mesh.
    #[cfg(feature = "motion")]
    pub fn tree_first_time(&self, pair: Pair) -> Result<Option<Measured<f32>>, SceneError> {
        let found = Sides::new(self.view, pair)?.interval(self.service, true)?;
        Ok(found.map(|Measured { value, slack }| Measured { value: value.first, slack }))
    }

    /// Returns the distance of two shapes of any kind. `None` if they meet, or one of them is
    /// empty.
    pub fn distance(&mut self, pair: Pair) -> Result<Option<Distance<DVec3>>, SceneError> {
        let slots = [pair.a, pair.b];
        #[cfg(feature = "meshes")]
        if self.view.has_mesh(pair) {
            return match self.view.has_tree(slots) {
                true => self.tree_distance_of_mesh(slots),
                false => self.meshes.distance(self.view, slots),
            };
        }
        if !self.view.has_tree(slots) {
            return convex::distance(self.service, self.view, pair);
        }
        let mut sides = Sides::new(self.view, pair)?;
        let Some(halves) = sides.halves() else { return Ok(None) };
        let service = self.service;
        nearest(NearestLeaves::new(halves), |leaves| {
            let mut set = sides.hull().cloned().unwrap_or_default();
            let [a, b] = &mut sides.0;
            let pair = Pair::new(a.push(leaves.a, &mut set)?, b.push(leaves.b, &mut set)?);
            distance(service, &set, pair)
        })
    }
}

/// Returns the least distance of leaves; `None` if some meet.
pub(super) fn nearest(
    mut leaves: NearestLeaves<'_>,
    mut distance: impl FnMut(Pair) -> Result<Option<Distance<DVec3>>, SceneError>,
) -> Result<Option<Distance<DVec3>>, SceneError> {
    let mut best: Option<Distance<DVec3>> = None;
    // What seems further may be nearer within its own slack.
    let mut least = f64::INFINITY;
    loop {
        let most = best.map_or(f64::INFINITY, |known| known.distance);
        let Some(pair) = leaves.next_within(most) else {
            return Ok(best.map(|mut best| {
                if least < best.distance - best.slack {
                    best.slack = (best.distance - least).next_up();
                }
                best
            }));
        };
        let Some(found) = distance(pair)? else { return Ok(None) };
        least = least.min(found.distance - found.slack);
        if found.distance < most {
            best = Some(found);
        }
    }
}

/// Returns the distance of two polytopes, or `None` if they meet.
fn distance(
    service: &CollisionService,
    set: &PolytopeSet,
    pair: Pair,
) -> Result<Option<Distance<DVec3>>, SceneError> {
    let pairs = [pair];
    let answer = block_on(service.query(set, &pairs).on_cpu().wanted(Wanted::DISTANCE))?;
    Ok(answer.details().first().and_then(|detail| detail.distance))
}
