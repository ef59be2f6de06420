//! The pairs of a scene that meet, without a list of pairs.

use super::answer::SettledHits;
use super::broad::Found;
use super::dimension::SceneFrame;
use super::error::SceneError;
use super::pair_list::PairList;
use super::space::Scene;
use super::state::State;
use super::ticket::Ticket;
use crate::geom::{Frame3, Pair};
use crate::service::backend::{AnyEngine, Backend};
#[cfg(feature = "motion")]
use motzkin_core::Moving;
use motzkin_core::{Motion, Resting, by_motion};
use std::borrow::Cow;
use std::marker::PhantomData;
use std::pin::Pin;
#[cfg(feature = "polytopes")]
use {super::others::Answerer, super::view::View};

/// A question about all pairs of a scene. [`run`](Self::run) blocks, `.await` does not while a GPU
/// works, and [`submit`](Self::submit) hands out a ticket. What the CPU computes is computed on the
/// threads of the service, while the thread that submits or polls waits.
#[derive(Debug)]
#[must_use = "nothing is computed until it is submitted, run or awaited"]
pub struct SceneCollide<'a, M: Motion = Resting, S = Scene> {
    pub(super) scene: &'a mut S,
    motion: PhantomData<M>,
}

impl<'a, S> SceneCollide<'a, Resting, S> {
    /// A question about all pairs of a scene.
    pub(super) fn new(scene: &'a mut S) -> Self {
        Self { scene, motion: PhantomData }
    }
}

impl Scene {
    /// Asks which shapes of the scene meet. Shapes are compared as their
    /// [filters](Self::set_filter) say.
    ///
    /// The scene keeps boxes of its shapes and the pairs of them that meet, in a
    /// [`PairCache`](crate::broad::PairCache): where few shapes changed between two calls, only
    /// their pairs are searched for. A call for moving shapes after one for resting shapes, or the
    /// other way round, searches for all. The candidates of two frames are then tested as a list of
    /// pairs is; they go to the device in each call. All other candidates are answered on the CPU
    /// meanwhile, before the call that submits returns.
    ///
    /// Frames that touch and frames that overlap are told apart. Where a hull takes part, the
    /// verdict speaks of relative interiors, as for [polytopes](crate::PolytopeSet). A mesh
    /// overlaps what its surface has a point in common with: of a frame or a hull, inner points
    /// count. What lies within a [solid](super::SceneShape::solid) overlaps it, too.
    ///
    /// ```
    /// use motzkin::glam::{Quat, Vec3};
    /// use motzkin::{CollisionService, Engine, Frame3};
    ///
    /// let mut scene = CollisionService::new(Engine::Cpu)?.scene();
    /// let cube = Frame3::aligned_box(Vec3::splat(-0.5), Vec3::splat(0.5))?;
    /// let handles = scene.insert_all(&[cube; 3])?;
    /// scene.set_pose(handles[1], Quat::IDENTITY, Vec3::X * 9.0)?;
    /// let hits = scene.collide().run()?;
    /// assert_eq!((hits.len(), hits[0].a, hits[0].b), (1, handles[0], handles[2]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn collide(&mut self) -> SceneCollide<'_> {
        SceneCollide::new(self)
    }

    /// Finds the candidates, and submits the test of them.
    fn collide_as<M: Motion>(&mut self) -> Result<Ticket, SceneError>
    where
        AnyEngine: Backend<Frame3, M>,
    {
        self.leave_lost_device();
        let Found { mut broad, list } = std::mem::take(&mut self.found);
        let mut list = list.unwrap_or_else(|| PairList::new(self.id));
        let most = self.backend.most_pairs().0.min(self.options.max_candidates);
        let listed = {
            let changed = self.state.write().take_changed();
            let (cpu, state) = (&self.service.cpu, &*self.state.read());
            let pairs = cpu.install(|| broad.pairs::<M>(state, changed, cpu.level, most));
            pairs.map(|pairs| Listed::new(state, pairs))
        };
        let ticket = match listed {
            Ok(listed) => self.submit_listed::<M>(&mut list, &listed),
            Err(error) => Err(error),
        };
        // The ticket has the pairs. Slots of removed frames need not wait for the list.
        list.forget();
        self.found = Found { broad, list: Some(list) };
        ticket
    }

    /// Submits the test of the frames, and answers the other pairs meanwhile.
    fn submit_listed<M: Motion>(
        &mut self,
        list: &mut PairList,
        listed: &Listed<'_>,
    ) -> Result<Ticket, SceneError>
    where
        AnyEngine: Backend<Frame3, M>,
    {
        self.replace(list, &listed.frames)?;
        #[cfg(feature = "polytopes")]
        if listed.frames.is_empty() && !listed.others.is_empty() {
            // The list names no slot, but the pairs beside it do.
            self.state.write().slots.watch(&list.contents);
        }
        let ticket = self.submit_as::<M>(list, false)?;
        #[cfg(feature = "polytopes")]
        if !listed.others.is_empty() {
            let state = self.state.read();
            let mut answerer = Answerer {
                service: &self.service,
                view: View::of(&state),
                #[cfg(feature = "meshes")]
                meshes: &mut self.meshes,
                #[cfg(feature = "meshes")]
                steps: true,
            };
            let answered = answerer.answer::<M>(&listed.others);
            drop(state);
            // Frames, hulls and trees open nodes after the step of the meshes.
            #[cfg(feature = "meshes")]
            self.meshes.fit();
            return Ok(ticket.with(answered?));
        }
        Ok(ticket)
    }
}

/// The candidates of a scene.
pub(super) struct Listed<'a> {
    /// Pairs of frames.
    pub frames: Cow<'a, [Pair]>,
    /// Pairs with a shape of another kind.
    #[cfg(feature = "polytopes")]
    pub others: Vec<Pair>,
}

impl<'a> Listed<'a> {
    #[cfg(feature = "polytopes")]
    pub fn new<F: SceneFrame>(state: &State<F>, pairs: &'a [Pair]) -> Self {
        if state.bodies.is_empty() {
            return Self { frames: Cow::Borrowed(pairs), others: Vec::new() };
        }
        let is_frame = |slot: u32| state.bodies.get(slot as usize).is_none();
        let (frames, others): (Vec<_>, _) =
            pairs.iter().partition(|pair| is_frame(pair.a) && is_frame(pair.b));
        Self { frames: Cow::Owned(frames), others }
    }

    #[cfg(not(feature = "polytopes"))]
    pub fn new<F: SceneFrame>(_: &State<F>, pairs: &'a [Pair]) -> Self {
        Self { frames: Cow::Borrowed(pairs) }
    }
}

#[cfg(feature = "motion")]
impl<'a, S> SceneCollide<'a, Resting, S> {
    /// Lets the shapes move by their velocities while `t` runs over `[0, 1]`, as
    /// [`Query::moving`](crate::service::Query::moving) says.
    pub fn moving(self) -> SceneCollide<'a, Moving, S> {
        SceneCollide { scene: self.scene, motion: PhantomData }
    }
}

impl<M: Motion> SceneCollide<'_, M> {
    /// Finds the candidates and submits the test of them, as [`Scene::submit`] does.
    /// [`settle_hits`](super::RawAnswer::settle_hits) of the answer lists the pairs that meet, in
    /// ascending order of their slots.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Scene::submit`]. Returns [`SceneError::Broad`] if there are more
    /// candidates than [`SceneOptions::max_candidates`](super::SceneOptions::max_candidates) allows
    /// or one submission takes, with their exact number, and [`SceneError::List`] if the service's
    /// GPU memory has no room for them. Returns `SceneError::Meshes` if an occupancy test fails,
    /// and `SceneError::Polytopes` if the hulls have too many vertices for one set.
    pub fn submit(self) -> Result<Ticket, SceneError> {
        by_motion!(M::MOVES, self.scene.collide_as::<Moving>(), self.scene.collide_as::<Resting>())
    }

    /// Returns the pairs that meet. Blocks until they are there.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`submit`](Self::submit) and of the [ticket](Ticket).
    #[cfg(not(all(target_family = "wasm", feature = "gpu")))]
    pub fn run(self) -> Result<SettledHits, SceneError> {
        Ok(self.submit()?.wait()?.settle_hits()?)
    }
}

impl<M: Motion> IntoFuture for SceneCollide<'_, M> {
    type Output = Result<SettledHits, SceneError>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    /// Submits the test, and returns a future of the pairs that meet. The scene is free meanwhile.
    /// Pairs are settled when the future is polled.
    fn into_future(self) -> Self::IntoFuture {
        let ticket = self.submit();
        Box::pin(async move { Ok(ticket?.await?.settle_hits()?) })
    }
}
