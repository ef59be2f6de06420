//! The pairs of a scene in which not both shapes are frames.

use super::error::SceneError;
#[cfg(feature = "meshes")]
use super::meshes::Meshes;
use super::other::Other;
use super::polytopes::Polytopes;
#[cfg(feature = "meshes")]
use super::shape::Kind;
use super::state::State;
use crate::geom::Pair;
use crate::service::collision_service::CollisionService;
use crate::verdict::Verdict;
use motzkin_core::{Motion, by_motion};

/// Pairs of one kind, and the place of each in the answer.
#[derive(Default)]
struct Listed {
    places: Vec<usize>,
    pairs: Vec<Pair>,
}

impl Listed {
    fn push(&mut self, place: usize, a: u32, b: u32) {
        self.places.push(place);
        self.pairs.push(Pair::new(a, b));
    }

    fn answer(&self, verdicts: impl IntoIterator<Item = Verdict>, out: &mut [Verdict]) {
        for (&place, verdict) in self.places.iter().zip(verdicts) {
            out[place] = verdict;
        }
    }
}

/// Answers pairs of slots exactly, on the threads at hand.
pub(super) fn answer<M: Motion>(
    service: &CollisionService,
    state: &State,
    #[cfg(feature = "meshes")] meshes: &mut Meshes,
    pairs: &[Pair],
) -> Result<Vec<Other>, SceneError> {
    let (mut polytopes, mut convex) = (Polytopes::default(), Listed::default());
    #[cfg(feature = "meshes")]
    let (mut of_meshes, mut mixed) = (Listed::default(), Listed::default());
    for (place, &pair) in pairs.iter().enumerate() {
        #[cfg(feature = "meshes")]
        match [pair.a, pair.b].map(|slot| object(state, slot)) {
            [Some(a), Some(b)] => {
                of_meshes.push(place, a.min(b), a.max(b));
                continue;
            }
            [Some(mesh), None] => {
                check_rest::<M>(state, pair.b, pair.a)?;
                mixed.push(place, mesh, polytopes.index(state, pair.b)?);
                continue;
            }
            [None, Some(mesh)] => {
                check_rest::<M>(state, pair.a, pair.b)?;
                mixed.push(place, mesh, polytopes.index(state, pair.a)?);
                continue;
            }
            [None, None] => {}
        }
        convex.push(place, polytopes.index(state, pair.a)?, polytopes.index(state, pair.b)?);
    }
    let mut verdicts = vec![Verdict::Separate; pairs.len()];
    if !convex.pairs.is_empty() {
        let query = service.query(&polytopes.set, &convex.pairs).on_cpu();
        // The CPU answers when it is first asked.
        let found = by_motion!(
            M::MOVES,
            pollster::block_on(query.moving().into_future()),
            pollster::block_on(query.into_future()),
        )?;
        convex.answer(found.verdicts().iter().copied(), &mut verdicts);
    }
    #[cfg(feature = "meshes")]
    {
        let found = service.cpu.install(|| meshes.step(&of_meshes.pairs))?;
        of_meshes.answer(found.iter().map(|verdict| of_surfaces(verdict.meets())), &mut verdicts);
        let found = service.cpu.install(|| meshes.against(&polytopes.set, &mixed.pairs))?;
        mixed.answer(found.into_iter().map(of_surfaces), &mut verdicts);
    }
    let other = |(pair, verdict): (&Pair, Verdict)| {
        let slots = [pair.a, pair.b];
        Other {
            handles: slots.map(|slot| state.slots.last_at(slot)),
            ids: slots.map(|slot| state.ids[slot as usize]),
            verdict,
        }
    };
    Ok(pairs.iter().zip(verdicts).map(other).collect())
}

/// Surfaces have no interior. Those with a common point overlap, and what lies within a solid does.
#[cfg(feature = "meshes")]
fn of_surfaces(meets: bool) -> Verdict {
    if meets { Verdict::Overlapping } else { Verdict::Separate }
}

/// The number of a mesh in the world of meshes.
#[cfg(feature = "meshes")]
fn object(state: &State, slot: u32) -> Option<u32> {
    let body = state.bodies.get(slot as usize)?;
    matches!(body.kind, Kind::Mesh { .. }).then_some(body.object)
}

/// Refuses a shape that moves beside a mesh.
#[cfg(feature = "meshes")]
fn check_rest<M: Motion>(state: &State, slot: u32, mesh: u32) -> Result<(), SceneError> {
    let velocity = match state.bodies.get(slot as usize) {
        Some(body) => body.velocity,
        None => state.frames[slot as usize].velocity(),
    };
    if !M::MOVES || velocity == glam::Vec3::ZERO {
        return Ok(());
    }
    let [moving, mesh] = [slot, mesh].map(|slot| state.slots.last_at(slot));
    Err(SceneError::MovingMesh { moving, mesh })
}
