//! The pairs of a scene in which not both shapes are frames.

use super::answer::Answered;
use super::error::SceneError;
#[cfg(feature = "meshes")]
use super::meshes::Meshes;
use super::polytopes::Polytopes;
use super::view::View;
use crate::geom::Pair;
use crate::service::batch::BatchError;
use crate::service::collision_service::CollisionService;
use crate::verdict::Verdict;
use motzkin_core::{Motion, by_motion};

/// Answers pairs of slots.
pub(super) struct Answerer<'a> {
    pub service: &'a CollisionService,
    pub view: View<'a>,
    #[cfg(feature = "meshes")]
    pub meshes: &'a mut Meshes,
    /// Whether an answer is a step of the meshes' world.
    #[cfg(feature = "meshes")]
    pub steps: bool,
}

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

/// Awaits what the CPU answers when it is first asked.
pub(super) fn block_on<T>(
    query: impl IntoFuture<Output = Result<T, BatchError>>,
) -> Result<T, BatchError> {
    pollster::block_on(query.into_future())
}

impl Answerer<'_> {
    /// Returns the exact verdicts of pairs.
    pub fn answer<M: Motion>(&mut self, pairs: &[Pair]) -> Result<Vec<Answered>, SceneError> {
        let [mut trees, mut whole] = [(); 2].map(|()| Listed::default());
        for (place, &Pair { a, b }) in pairs.iter().enumerate() {
            let listed = if self.view.has_tree([a, b]) { &mut trees } else { &mut whole };
            listed.push(place, a, b);
        }
        let mut verdicts = vec![Verdict::Separate; pairs.len()];
        whole.answer(self.answer_whole::<M>(&whole.pairs)?, &mut verdicts);
        trees.answer(self.answer_trees::<M>(&trees.pairs)?, &mut verdicts);
        Ok(pairs.iter().copied().zip(verdicts).collect())
    }

    /// Returns the exact verdicts of pairs in which no tree takes part.
    fn answer_whole<M: Motion>(&mut self, pairs: &[Pair]) -> Result<Vec<Verdict>, SceneError> {
        let mut polytopes = Polytopes::default();
        let mut verdicts = vec![Verdict::Separate; pairs.len()];
        let convex = self.answer_meshes(M::MOVES, pairs, &mut polytopes, &mut verdicts)?;
        if !convex.pairs.is_empty() {
            let query = self.service.query(&polytopes.set, &convex.pairs).on_cpu();
            let found = by_motion!(M::MOVES, block_on(query.moving()), block_on(query))?;
            convex.answer(found.verdicts().iter().copied(), &mut verdicts);
        }
        Ok(verdicts)
    }

    /// Lists all pairs: none is of meshes.
    #[cfg(not(feature = "meshes"))]
    fn answer_meshes(
        &mut self,
        _: bool,
        pairs: &[Pair],
        polytopes: &mut Polytopes,
        _: &mut [Verdict],
    ) -> Result<Listed, SceneError> {
        let mut convex = Listed::default();
        for (place, &Pair { a, b }) in pairs.iter().enumerate() {
            convex.push(place, polytopes.index(self.view, a)?, polytopes.index(self.view, b)?);
        }
        Ok(convex)
    }

    /// Answers the pairs of which one is a mesh, and lists the others.
    #[cfg(feature = "meshes")]
    fn answer_meshes(
        &mut self,
        #[cfg_attr(not(feature = "motion"), expect(unused_variables, reason = "all rest"))]
        moves: bool,
        pairs: &[Pair],
        polytopes: &mut Polytopes,
        verdicts: &mut [Verdict],
    ) -> Result<Listed, SceneError> {
        let view = self.view;
        let [mut convex, mut surfaces, mut mixed] = [(); 3].map(|()| Listed::default());
        for (place, &Pair { a, b }) in pairs.iter().enumerate() {
            match [a, b].map(|slot| view.object(slot)) {
                [Some(a), Some(b)] => surfaces.push(place, a.min(b), a.max(b)),
                [Some(mesh), None] => mixed.push(place, mesh, polytopes.index(view, b)?),
                [None, Some(mesh)] => mixed.push(place, mesh, polytopes.index(view, a)?),
                [None, None] => {
                    convex.push(place, polytopes.index(view, a)?, polytopes.index(view, b)?);
                }
            }
        }
        // Surfaces have no interior. Those with a common point overlap, and what lies within a
        // solid does.
        let of = |meets: bool| if meets { Verdict::Overlapping } else { Verdict::Separate };
        let (meshes, set, steps) = (&mut *self.meshes, &polytopes.set, self.steps);
        if !steps && surfaces.pairs.is_empty() && mixed.pairs.is_empty() {
            return Ok(convex);
        }
        let found = self.service.cpu.install(|| meshes.meet(&surfaces.pairs, steps))?;
        surfaces.answer(found.into_iter().map(of), verdicts);
        let found = self.service.cpu.install(|| meshes.against(set, &mixed.pairs))?;
        mixed.answer(found.into_iter().map(of), verdicts);
        // What meets at the start meets.
        #[cfg(feature = "motion")]
        for &place in surfaces.places.iter().chain(&mixed.places) {
            if moves && verdicts[place] == Verdict::Separate {
                verdicts[place] = of(self.meet_on_the_way(pairs[place])?);
            }
        }
        Ok(convex)
    }
}
