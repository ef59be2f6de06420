//! The test of a pair list.

use super::answer::{Submission, SubmitStats};
use super::error::SceneError;
use super::pair_list::PairList;
use super::space::{Scene, most_slots};
use super::ticket::Ticket;
use crate::gpu_error::GpuError;
use crate::service::backend::{AnyEngine, Backend, SceneBackend, SceneInput, Settler};
use crate::service::batch::Verdicts;
#[cfg(feature = "motion")]
use motzkin_core::Moving;
use motzkin_core::{Motion, Resting, by_motion};
use std::marker::PhantomData;
use std::pin::Pin;

/// A question about the pairs of a list. [`submit`](Self::submit) hands out a ticket,
/// [`run`](Self::run) blocks, and `.await` leaves the scene free until the verdicts are there.
#[derive(Debug)]
#[must_use = "a query does nothing until it is submitted, run or awaited"]
pub struct SceneQuery<'a, M: Motion = Resting> {
    scene: &'a mut Scene,
    list: &'a PairList,
    motion: PhantomData<M>,
}

impl Scene {
    /// Asks about the pairs of a list. The returned [`SceneQuery`] has the options.
    pub fn query<'a>(&'a mut self, list: &'a PairList) -> SceneQuery<'a> {
        SceneQuery { scene: self, list, motion: PhantomData }
    }

    /// Tests the pairs of a list against the frames as they are now. A GPU engine returns as soon
    /// as the work is submitted. Other engines compute first, and their ticket is ready.
    ///
    /// # Errors
    ///
    /// Returns [`SceneError::TooManyOpen`] if as many submissions are open as the scene allows:
    /// nothing is waited for in secret. Returns [`SceneError::ForeignList`] for a list of another
    /// scene. Returns [`SceneError::Gpu`] if the GPU fails, or if the submission needs memory
    /// beyond the budget of the service; staging and readback of submissions under way count too.
    /// After a failure the scene is as it was, and the next submission uploads everything anew.
    ///
    /// Where the [CPU takes over](crate::service::OnGpuFailure::CpuTakesOver), a GPU that fails is
    /// no error, here or of the ticket: the CPU answers for the frames that were submitted, and the
    /// answer says why. Once the device is lost, the scene goes on on the CPU.
    pub fn submit(&mut self, list: &PairList) -> Result<Ticket, SceneError> {
        self.query(list).submit()
    }

    /// Returns the exact verdicts of a list, for the frames as they are now. Blocks until the
    /// verdicts are there.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`submit`](Self::submit), of [`Ticket::wait`] and of
    /// [`RawAnswer::settle`](super::RawAnswer::settle).
    #[cfg(not(all(target_family = "wasm", feature = "gpu")))]
    pub fn verdicts(&mut self, list: &PairList) -> Result<Verdicts, SceneError> {
        self.query(list).run()
    }

    /// Submits a list. With `every` all verdicts are wanted, not those of the pairs that meet
    /// alone.
    pub(super) fn submit_as<M: Motion>(
        &mut self,
        list: &PairList,
        every: bool,
    ) -> Result<Ticket, SceneError>
    where
        AnyEngine: Backend<crate::geom::Frame3, M>,
    {
        if list.scene != self.id {
            return Err(SceneError::ForeignList);
        }
        self.leave_lost_device();
        let mut gpu_failure = self.lost.clone();
        if gpu_failure.is_some() {
            *list.on_device() = None;
        }
        let Self { state, service, backend, .. } = self;
        let open = self.options.max_open;
        if state.write().history.open() >= open {
            return Err(SceneError::TooManyOpen(open));
        }
        let seen = state.read();
        let input = SceneInput {
            frames: &seen.frames,
            filters: &seen.filters,
            is_filtered: seen.is_filtered(),
            ids: &seen.ids,
            form: seen.only_form(),
            pairs: list.pairs(),
            moves: M::MOVES,
            every,
        };
        let source = match backend.submit(input, &list.on_device) {
            Ok(pending) => pending,
            Err(error) => {
                gpu_failure = Some(service.engine.failed(error)?);
                let cpu: &AnyEngine = &service.cpu;
                cpu.scene().submit(input, &list.on_device)?
            }
        };
        drop(seen);
        let number = state.write().history.submit();
        let [uploaded, read_back] = source.moved();
        let settler: Settler<_> = Backend::<_, M>::settler(&*service.engine);
        let submission = Submission {
            state: self.state.clone(),
            number,
            contents: list.contents.clone(),
            others: Vec::new(),
            service: service.clone(),
            moves: M::MOVES,
            settler,
            stats: SubmitStats { pairs: list.len(), uploaded, read_back },
            times: service.cpu.times(),
            gpu_failure,
        };
        Ok(Ticket::new(source, submission))
    }

    /// What the scene goes on on once the device is lost and the CPU takes over, and why.
    pub(super) fn in_place_of_lost(&self) -> Option<(Box<dyn SceneBackend>, GpuError)> {
        let lost = self.service.engine.failed(self.backend.lost()?).ok()?;
        let cpu: &AnyEngine = &self.service.cpu;
        Some((cpu.scene(), lost))
    }

    /// Goes on on the CPU once the device is lost and the CPU takes over. Limits and memory of the
    /// device count no more. To be called before they are asked for.
    pub(super) fn leave_lost_device(&mut self) {
        if let Some((cpu, lost)) = self.in_place_of_lost() {
            self.most = most_slots(&*cpu, self.options);
            (self.backend, self.lost) = (cpu, Some(lost));
            if let Some(list) = &self.found.list {
                *list.on_device() = None;
            }
        }
    }
}

#[cfg(feature = "motion")]
impl<'a> SceneQuery<'a> {
    /// Lets the frames move by their velocities while `t` runs over `[0, 1]`, as
    /// [`Query::moving`](crate::service::Query::moving) says. The first such query on a GPU
    /// compiles the pipelines of moving pairs.
    pub fn moving(self) -> SceneQuery<'a, Moving> {
        SceneQuery { scene: self.scene, list: self.list, motion: PhantomData }
    }
}

impl<M: Motion> SceneQuery<'_, M> {
    /// Submits the test, as [`Scene::submit`] does.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Scene::submit`].
    pub fn submit(self) -> Result<Ticket, SceneError> {
        self.submit_for(false)
    }

    fn submit_for(self, every: bool) -> Result<Ticket, SceneError> {
        by_motion!(
            M::MOVES,
            self.scene.submit_as::<Moving>(self.list, every),
            self.scene.submit_as::<Resting>(self.list, every)
        )
    }

    /// Returns the exact verdicts. Blocks until they are there.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Scene::verdicts`].
    #[cfg(not(all(target_family = "wasm", feature = "gpu")))]
    pub fn run(self) -> Result<Verdicts, SceneError> {
        Ok(self.submit_for(true)?.wait()?.settle()?)
    }
}

impl<M: Motion> IntoFuture for SceneQuery<'_, M> {
    type Output = Result<Verdicts, SceneError>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    /// Submits the test, and returns a future of the exact verdicts. The scene is free meanwhile.
    /// Pairs are settled when the future is polled.
    fn into_future(self) -> Self::IntoFuture {
        let ticket = self.submit_for(true);
        Box::pin(async move { Ok(ticket?.await?.settle()?) })
    }
}
