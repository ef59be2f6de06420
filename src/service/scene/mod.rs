//! A scene that stays: frames that are uploaded once, changed in part, and tested again and again.

mod answer;
mod changes;
mod error;
mod handle;
mod history;
mod pair_list;
mod state;
mod ticket;

pub use answer::{RawAnswer, SceneHit, SettledHits, SubmitStats};
pub use error::{ChangeAllError, ChangeError, InsertAllError, InsertError, PairListError, SceneError};
pub use handle::Handle;
pub use pair_list::{PairList, ScenePair};
pub use ticket::Ticket;

use super::batch::Verdicts;
use super::collision_service::{Backend, CollisionService};
use crate::geom::{Filter, Frame3};
use crate::kernel::Indexed;
use crate::timing::timed;
use crate::verdict::RawCode;
use answer::Submission;
use rayon::prelude::*;
use state::State;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use ticket::Source;

/// Frames that stay where they are tested: on the GPU of a GPU engine, else in memory. Frames have stable
/// [`Handle`]s; only what changed is uploaded; a test is submitted and its answer taken later, while the next
/// one is prepared.
///
/// ```
/// use motzkin::glam::{Quat, Vec3};
/// use motzkin::{CollisionService, Engine, Frame3};
///
/// let mut scene = CollisionService::new(Engine::Cpu)?.scene();
/// let cube = Frame3::aligned_box(Vec3::splat(-0.5), Vec3::splat(0.5))?;
/// let (a, b) = (scene.insert(cube)?, scene.insert(cube)?);
/// let pairs = scene.pair_list(&[(a, b)])?;
/// for step in 0..3 {
///     scene.set_pose(b, Quat::IDENTITY, Vec3::X * step as f32)?;
///     let hits = scene.submit(&pairs)?.wait()?.settle_hits()?;
///     assert_eq!(hits.len(), if step < 2 { 1 } else { 0 });
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # What a submission sees
///
/// The frames, ids, filters and pairs as they are when [`submit`](Self::submit) is called, whatever happens to
/// them before its answer is taken or settled. To that end the scene logs what is overwritten while
/// submissions are open, at most [`SceneOptions::open`] of them; each frame changed between two of them costs
/// some 100 bytes on the CPU until the older is settled or dropped.
///
/// # Memory
///
/// On a GPU, 64 bytes a frame, and beside it 12 bytes for its filter and its id; 8 bytes and 2 bits a pair
/// of each list; [`memory`](Self::memory) and [`PairList::gpu_bytes`] tell, rooms to grow and staging included. On the CPU,
/// 64 bytes a frame, as much again once a pose was set, and 40 bytes of side arrays.
pub struct Scene {
    id: u64,
    state: Arc<Mutex<State>>,
    service: CollisionService,
    options: SceneOptions,
    engine: SceneEngine,
    changes: changes::Changes,
}

/// Limits of a [`Scene`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SceneOptions {
    /// Submissions that may be open: tickets, and raw answers that were not settled or dropped. At least 1 is
    /// taken; 3 by default.
    pub open: usize,
    /// Frames that it holds at most, slots that old pair lists still name included; what a 32-bit index and the
    /// GPU's limits allow by default.
    pub frames: usize,
}

impl Default for SceneOptions {
    fn default() -> Self {
        Self { open: 3, frames: u32::MAX as usize }
    }
}

enum SceneEngine {
    Cpu,
    Reference,
    #[cfg(feature = "gpu")]
    Gpu(Box<crate::gpu::ResidentScene>),
}

/// What a scene occupies, in bytes; pair lists apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SceneMemory {
    /// Frames on the GPU, room to grow included.
    pub frames: u64,
    /// Filters and ids on the GPU, room to grow included.
    pub sides: u64,
    /// Upload chunks, and the buffer that scattered updates pass through.
    pub staging: u64,
    /// Readback buffers that wait for use. Those in use lie with their tickets.
    pub readback: u64,
    /// Everything of the scene in the CPU's memory.
    pub cpu: u64,
}

impl Scene {
    pub(super) fn new(service: CollisionService, options: SceneOptions) -> Self {
        static SCENES: AtomicU64 = AtomicU64::new(0);
        let engine = match service.backend() {
            Backend::Cpu => SceneEngine::Cpu,
            Backend::Reference => SceneEngine::Reference,
            #[cfg(feature = "gpu")]
            Backend::Gpu(gpu) => {
                SceneEngine::Gpu(Box::new(crate::gpu::ResidentScene::new(gpu.runner().clone())))
            }
        };
        let most = match &engine {
            SceneEngine::Cpu | SceneEngine::Reference => u32::MAX as usize,
            #[cfg(feature = "gpu")]
            SceneEngine::Gpu(gpu) => gpu.most_frames(),
        };
        Self {
            id: SCENES.fetch_add(1, Ordering::Relaxed),
            state: Arc::default(),
            service,
            options: SceneOptions { open: options.open.max(1), frames: options.frames.min(most) },
            engine,
            changes: changes::Changes::default(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many frames there are.
    pub fn len(&self) -> usize {
        self.state().slots.live()
    }

    /// True for a scene without frames.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The handle's frame as it is now; `None` after its removal.
    pub fn get(&self, handle: Handle) -> Option<Frame3> {
        let state = self.state();
        state.slots.index(handle).ok().map(|slot| state.frames[slot])
    }

    /// The handle's id; `None` after its removal.
    pub fn id(&self, handle: Handle) -> Option<u32> {
        let state = self.state();
        state.slots.index(handle).ok().map(|slot| state.ids[slot])
    }

    /// The handle's filter; `None` after its removal.
    pub fn filter(&self, handle: Handle) -> Option<Filter> {
        let state = self.state();
        state.slots.index(handle).ok().map(|slot| state.filters[slot])
    }

    /// The frame in a slot; `None` for a free one.
    pub fn handle_at(&self, slot: u32) -> Option<Handle> {
        self.state().slots.at(slot)
    }

    /// What it occupies.
    pub fn memory(&self) -> SceneMemory {
        let cpu = self.state().bytes();
        match &self.engine {
            SceneEngine::Cpu | SceneEngine::Reference => SceneMemory { cpu, ..SceneMemory::default() },
            #[cfg(feature = "gpu")]
            SceneEngine::Gpu(gpu) => {
                let (frames, sides, scratch) = gpu.frames.bytes();
                let (staging, readback) = (gpu.belt.bytes() + scratch, gpu.readback_bytes());
                SceneMemory { frames, sides, staging, readback, cpu }
            }
        }
    }

    /// The buffers of a GPU engine, to draw from on the device of the service: rows are slots, and those of removed
    /// frames hold what was there last. They follow the scene with each submission. `None` on other engines.
    #[cfg(feature = "gpu")]
    pub fn resident(&self) -> Option<&crate::gpu::ResidentFrames> {
        match &self.engine {
            SceneEngine::Gpu(gpu) => Some(&gpu.frames),
            _ => None,
        }
    }

    /// A list of pairs, by handles or, for speed, by the slots of [`Pair`](crate::Pair)s. It may name frames twice, and
    /// a frame with itself.
    pub fn pair_list<P: ScenePair>(&self, pairs: &[P]) -> Result<PairList, PairListError> {
        let mut list = PairList::new(self.id);
        list.set(&mut self.state().slots, 0, pairs, self.most_pairs())?;
        Ok(list)
    }

    /// Gives a list new contents. Tests submitted before keep the old ones.
    pub fn replace<P: ScenePair>(&self, list: &mut PairList, pairs: &[P]) -> Result<(), PairListError> {
        self.set_pairs(list, 0, pairs)
    }

    /// Appends pairs to a list; only they are uploaded.
    pub fn append<P: ScenePair>(&self, list: &mut PairList, pairs: &[P]) -> Result<(), PairListError> {
        let kept = list.len();
        self.set_pairs(list, kept, pairs)
    }

    fn set_pairs<P: ScenePair>(
        &self,
        list: &mut PairList,
        kept: usize,
        pairs: &[P],
    ) -> Result<(), PairListError> {
        if list.scene != self.id {
            return Err(PairListError::Foreign);
        }
        list.set(&mut self.state().slots, kept, pairs, self.most_pairs())
    }

    fn most_pairs(&self) -> usize {
        match &self.engine {
            SceneEngine::Cpu | SceneEngine::Reference => u32::MAX as usize,
            #[cfg(feature = "gpu")]
            SceneEngine::Gpu(gpu) => gpu.most_pairs(),
        }
    }

    /// Tests the pairs of a list against the frames as they are now. A GPU engine returns as soon as the work is
    /// submitted; the others compute first, and their ticket is ready.
    ///
    /// # Errors
    ///
    /// As many submissions open as the scene allows ([`SceneError::TooManyOpen`]: nothing is waited for in
    /// secret), another scene's list, a GPU that fails. After a failure everything is uploaded anew by the
    /// next submission.
    pub fn submit(&mut self, list: &PairList) -> Result<Ticket, SceneError> {
        if list.scene != self.id {
            return Err(SceneError::ForeignList);
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.history.open() >= self.options.open {
            return Err(SceneError::TooManyOpen(self.options.open));
        }
        let mut times = self.service.times();
        let source = match &mut self.engine {
            SceneEngine::Cpu => {
                let cpu = self.service.cpu();
                let indexed = Indexed { frames: &state.frames, pairs: list.pairs() };
                let judge = || cpu.install(|| cpu.raw_codes(&indexed));
                let codes = timed(&mut times, |times| &mut times.kernel, judge);
                Source::Ready(filtered(&state, list, codes))
            }
            SceneEngine::Reference => {
                Source::Ready(filtered(&state, list, vec![RawCode::UNDECIDED; list.len()]))
            }
            #[cfg(feature = "gpu")]
            SceneEngine::Gpu(gpu) => {
                let State { frames, filters, ids, .. } = &*state;
                let arrays = crate::gpu::FrameArrays { frames, filters, ids };
                let shapes = state.shapes();
                let resident = &mut *list.resident.lock().unwrap_or_else(PoisonError::into_inner);
                let pending = gpu.submit(&arrays, shapes, resident, list.pairs())?;
                Source::Gpu(pending)
            }
        };
        let number = state.history.submit();
        drop(state);
        let submission = Submission {
            state: self.state.clone(),
            number,
            contents: list.contents.clone(),
            cpu: self.service.cpu().clone(),
            decide: self.service.decide(),
            stats: SubmitStats { pairs: list.len(), ..source.stats() },
            times,
        };
        Ok(Ticket::new(source, submission))
    }

    /// The exact verdicts of a list, for the frames as they are now. Blocks until they are there.
    pub fn verdicts(&mut self, list: &PairList) -> Result<Verdicts, SceneError> {
        Ok(self.submit(list)?.wait()?.settle()?)
    }

    /// [`verdicts`](Self::verdicts) as a future that leaves the scene free: submitted before this returns, settled
    /// where the future is polled.
    pub fn verdicts_async(
        &mut self,
        list: &PairList,
    ) -> impl Future<Output = Result<Verdicts, SceneError>> + Send + use<> {
        let ticket = self.submit(list);
        async move { Ok(ticket?.await?.settle()?) }
    }
}

/// Pairs that the filters exclude are separate, whatever the kernels say.
fn filtered(state: &State, list: &PairList, mut codes: Vec<RawCode>) -> Vec<RawCode> {
    if state.is_filtered() {
        let each = codes.par_iter_mut().zip(list.pairs()).with_min_len(1 << 14);
        each.for_each(|(code, pair)| {
            if !state.filters[pair.a as usize].meets(state.filters[pair.b as usize]) {
                *code = RawCode::SEPARATE;
            }
        });
    }
    codes
}
