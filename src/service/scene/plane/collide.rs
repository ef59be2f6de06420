//! The pairs of a scene in the plane that meet.

#[cfg(not(feature = "polytopes"))]
use super::super::answer::Answered;
use super::super::answer::{SceneHit, SettledHits};
use super::super::collide::{Listed, SceneCollide};
#[cfg(feature = "polytopes")]
use super::super::convex;
use super::super::error::SceneError;
use super::super::space::MOST_PAIRS;
#[cfg(feature = "polytopes")]
use super::super::view::View;
use super::scene::Scene2;
use crate::service::collide::Pending;
#[cfg(feature = "motion")]
use motzkin_core::Moving;
use motzkin_core::{Motion, Resting, by_motion};

/// Pairs of frames from which on a device tests them: fewer are not worth the way there and back.
const WORTH_A_DEVICE: usize = 1 << 16;

impl Scene2 {
    /// Asks which shapes of the scene meet. Shapes are compared as their
    /// [filters](Self::set_filter) say.
    ///
    /// Pairs of frames are tested by the kernels, on a GPU engine by its device where there are
    /// 65,536 such candidates and more. Pairs with a hull are tested on the CPU. Frames that touch
    /// and frames that overlap are told apart. Where a hull takes part, the verdict speaks of
    /// relative interiors, as for [polytopes](crate::PolytopeSet).
    ///
    /// [`run`](SceneCollide::run) blocks, and `.await` does not while a GPU works.
    ///
    /// ```
    /// use motzkin::glam::Vec2;
    /// use motzkin::{CollisionService, Engine, Frame2};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut scene = CollisionService::new(Engine::Cpu)?.scene_in_plane();
    /// let square = Frame2::aligned_box(Vec2::ZERO, Vec2::ONE)?;
    /// let [a, b] = [scene.insert(square)?, scene.insert(square)?];
    /// scene.set_pose(b, Vec2::X, Vec2::X * 3.0)?;
    /// let before = scene.collide().run()?;
    /// assert!(before.is_empty());
    ///
    /// scene.set_velocity(b, Vec2::X * -4.0)?;
    /// let hits = scene.collide().moving().run()?;
    /// assert_eq!((hits[0].a, hits[0].b), (a, b));
    /// assert_eq!(hits.changes_since(&before).began.len(), 1);
    /// # Ok(())
    /// # }
    /// ```
    pub fn collide(&mut self) -> SceneCollide<'_, Resting, Self> {
        SceneCollide::new(self)
    }

    /// Finds the pairs that meet, at rest or moving.
    fn met(&mut self, moves: bool) -> Pending<'_, Result<SettledHits, SceneError>> {
        by_motion!(moves, Box::pin(self.met_as::<Moving>()), Box::pin(self.met_as::<Resting>()))
    }

    /// Finds the candidates and tests them.
    async fn met_as<M: Motion>(&mut self) -> Result<SettledHits, SceneError> {
        let Self { state, service, broad, .. } = self;
        let cpu = &service.cpu;
        let changed = state.take_changed();
        let state = &*state;
        let pairs = cpu.install(|| broad.pairs::<M>(state, changed, cpu.level, MOST_PAIRS))?;
        let listed = Listed::new(state, pairs);
        let query = service.query(&state.frames, &listed.frames);
        let on_device = listed.frames.len() >= WORTH_A_DEVICE;
        let query = if on_device { query } else { query.on_cpu() };
        let answer = by_motion!(M::MOVES, query.moving().await, query.await)?;
        let mut verdicts = answer.into_verdicts();
        #[cfg(feature = "polytopes")]
        let others = convex::answer::<_, M>(service, View::of(state), &listed.others)?;
        #[cfg(not(feature = "polytopes"))]
        let others: Vec<Answered> = Vec::new();
        // What was timed is the query of frames alone.
        if let Some(times) = &mut verdicts.times {
            times.host = None;
        }
        verdicts.stats.pairs += others.len();
        verdicts.verdicts.extend(others.iter().map(|&(_, verdict)| verdict));
        let pairs = listed.frames.iter().copied().chain(others.iter().map(|&(pair, _)| pair));
        let hits = (0..).zip(pairs).zip(verdicts.iter());
        let hits = hits.filter(|(_, verdict)| verdict.meets()).map(|((pair, slots), &verdict)| {
            let [a, b] = [slots.a, slots.b].map(|slot| state.slots.last_at(slot));
            let ids = [slots.a, slots.b].map(|slot| state.ids[slot as usize]);
            SceneHit { pair, a, b, ids, verdict }
        });
        Ok(SettledHits::ascending(hits.collect(), verdicts))
    }
}

impl<M: Motion> SceneCollide<'_, M, Scene2> {
    /// Returns the pairs that meet. Blocks until they are there.
    ///
    /// # Errors
    ///
    /// Returns [`SceneError::Broad`] for more than `2^27` candidates, with their exact number,
    /// `SceneError::Polytopes` if the hulls have too many vertices for one set, and
    /// [`SceneError::Batch`] for a GPU that fails where the CPU does not take over.
    #[cfg(not(all(target_family = "wasm", feature = "gpu")))]
    pub fn run(self) -> Result<SettledHits, SceneError> {
        let service = self.scene.service.clone();
        service.block_on(self.scene.met(M::MOVES))
    }
}

impl<'a, M: Motion> IntoFuture for SceneCollide<'a, M, Scene2> {
    type Output = Result<SettledHits, SceneError>;
    type IntoFuture = Pending<'a, Self::Output>;

    /// Returns a future of the pairs that meet, which borrows the scene.
    fn into_future(self) -> Self::IntoFuture {
        self.scene.met(M::MOVES)
    }
}
