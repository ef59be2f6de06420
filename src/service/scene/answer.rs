//! What a submission answers: raw codes, and the step to exact verdicts.

use super::contents::Contents;
use super::handle::Handle;
use super::shared::Shared;
use crate::geom::{Frame3, Pair};
use crate::gpu_error::GpuError;
use crate::service::backend::{RawCodes, SceneCodes, Settler};
use crate::service::batch::{BatchError, Verdicts, side};
use crate::service::collision_service::CollisionService;
use crate::service::settle::{GRAIN, settle};
use crate::service::stats::BatchStats;
use crate::timing::{Instant, StageTimes, add};
use crate::verdict::{RawCode, Undecided, Verdict};
use motzkin_core::Source;
use std::fmt;
use std::sync::Arc;

/// What a submission moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SubmitStats {
    /// Pairs that were tested.
    pub pairs: usize,
    /// Bytes that went to the GPU for it: frames, filters, ids and pairs changed since the
    /// submission before.
    pub uploaded: u64,
    /// Bytes that come back: two bits a pair, in words, and a word for each dispatch, the number of
    /// pairs that it settled. Of 65,536 pairs and more, where the last submission of the list found
    /// few that are not separate: of each dispatch a word for each of those, for some more, and for
    /// their number, in the place of the codes. Where that turns out to be too little, the codes
    /// come back too; the answer counts them, its ticket does not.
    pub read_back: u64,
}

/// A pair that meets, or for raw answers may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SceneHit<V> {
    /// Number of the pair in its list, or among the candidates.
    pub pair: u32,
    /// The first shape of the pair: of a list as the list names it, of a
    /// [`collide`](super::Scene::collide) the one with the smaller slot.
    pub a: Handle,
    /// The second shape.
    pub b: Handle,
    /// The ids of both at the time of the submission; a shape without an id has its slot.
    pub ids: [u32; 2],
    /// How they lie to each other: a [`Verdict`], or a [`RawCode`] in a raw answer.
    pub verdict: V,
}

impl<V> SceneHit<V> {
    /// Returns the handles of both shapes, as [`Scene::details`](super::Scene::details) takes them.
    pub const fn handles(&self) -> (Handle, Handle) {
        (self.a, self.b)
    }
}

/// A pair of slots that was answered with its submission, because not both shapes are frames.
pub(super) type Answered = (Pair, Verdict);

/// A submission whose frames may still be asked for. Its drop lets the scene forget them.
pub(super) struct Submission {
    pub state: Arc<Shared>,
    pub number: u64,
    pub contents: Arc<Contents>,
    /// The pairs behind those of the list.
    pub others: Vec<Answered>,
    pub service: CollisionService,
    pub settler: Settler<Frame3>,
    /// The frames move.
    pub moves: bool,
    pub stats: SubmitStats,
    /// Where times are asked for.
    pub times: Option<StageTimes>,
    /// Why the CPU answered in place of the GPU.
    pub gpu_failure: Option<GpuError>,
}

impl Submission {
    /// The answer of a GPU that failed: where the CPU takes over, its answer for what the
    /// submission saw.
    pub fn after(mut self, error: GpuError) -> Result<RawAnswer, GpuError> {
        self.gpu_failure = Some(self.service.engine.failed(error)?);
        let (frames, filters) = self.state.read().all_seen(self.number);
        self.times = self.times.map(|_| StageTimes::default());
        let source = Source::Indexed { frames: &frames, pairs: &self.contents.pairs };
        let cpu = &self.service.cpu;
        let codes = cpu.scene_codes(source, Some(&filters), self.moves, &mut self.times);
        Ok(RawAnswer::new(SceneCodes { codes, ..SceneCodes::default() }, self))
    }

    fn hits<V>(&self, found: impl Iterator<Item = (u32, V)>) -> Vec<SceneHit<V>> {
        let state = self.state.read();
        let hit = |(pair, verdict)| {
            let slots = match self.contents.pairs.get(pair as usize) {
                Some(slots) => slots,
                None => &self.others[pair as usize - self.contents.pairs.len()].0,
            };
            let [a, b] = [slots.a, slots.b].map(|slot| state.slots.last_at(slot));
            let ids = [slots.a, slots.b].map(|slot| state.seen_id(self.number, slot));
            SceneHit { pair, a, b, ids, verdict }
        };
        let mut hits: Vec<SceneHit<V>> = found.map(hit).collect();
        if !self.others.is_empty() {
            hits.sort_unstable_by_key(|hit| (hit.a, hit.b));
        }
        hits
    }
}

/// Pairs that are looked at together where none of them meets.
const TOGETHER: usize = 64;

/// The values that are not that of a separate pair, with their numbers: of the pairs that are
/// listed, or of all.
fn not_separate<'a, V: Copy + PartialEq>(
    values: &'a [V],
    separate: V,
    listed: Option<&'a [u32]>,
) -> impl Iterator<Item = (u32, V)> {
    let all = listed.is_none().then(|| {
        let spans = (0..).step_by(TOGETHER).zip(values.chunks(TOGETHER));
        let some =
            move |values: &[V]| values.iter().fold(false, |s, &value| s | (value != separate));
        let spans = spans.filter(move |(_, values)| some(values));
        spans.flat_map(|(first, values)| first..first + values.len() as u32)
    });
    let pairs = listed.into_iter().flatten().copied().chain(all.into_iter().flatten());
    pairs.map(|pair| (pair, values[pair as usize])).filter(move |&(_, value)| value != separate)
}

impl Drop for Submission {
    fn drop(&mut self) {
        self.state.close(self.number);
    }
}

/// What the engine says of a submission before all of it is exact.
///
/// Some pairs may be undecided. A GPU settles most pairs in whole numbers before it answers, so
/// that hardly any are. [`settle`](Self::settle) makes the answer exact. While the raw answer is
/// there, the submission counts as open.
pub struct RawAnswer {
    codes: Vec<RawCode>,
    /// The pairs that are not separate, ascending, where they were listed.
    listed: Option<Vec<u32>>,
    /// How many pairs the GPU settled.
    settled: usize,
    submission: Submission,
}

impl fmt::Debug for RawAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RawAnswer").field("codes", &self.codes).finish_non_exhaustive()
    }
}

impl RawAnswer {
    /// The codes of a list, and behind them those of the other pairs of its submission.
    pub(super) fn new(answer: SceneCodes, submission: Submission) -> Self {
        let SceneCodes { mut codes, mut listed, settled, .. } = answer;
        if let Some(listed) = &mut listed {
            let others = (codes.len() as u32..).zip(&submission.others);
            listed.extend(others.filter(|(_, (_, verdict))| verdict.meets()).map(|(pair, _)| pair));
        }
        codes.extend(submission.others.iter().map(|&(_, verdict)| RawCode::from(verdict)));
        Self { codes, listed, settled, submission }
    }

    /// Returns one code a pair, in the order of the list. A pair that the filters exclude is
    /// separate. Of a search for all pairs, the codes of candidates that are not two frames follow
    /// behind.
    pub fn codes(&self) -> &[RawCode] {
        &self.codes
    }

    /// Returns the undecided pairs, ascending. Costs a pass over the codes where the device has not
    /// listed the hits.
    pub fn undecided(&self) -> Vec<u32> {
        let is_open = |&pair: &u32| self.codes[pair as usize] == RawCode::UNDECIDED;
        match &self.listed {
            Some(listed) => listed.iter().copied().filter(is_open).collect(),
            None => RawCode::list_undecided(&self.codes),
        }
    }

    /// Returns the pairs that meet for certain and, if they are to be kept, the undecided pairs; in
    /// the order of the list, and ascending by handles where some pair is not of two frames. Costs
    /// some 20 ns a hit, and a pass over the codes where the device has not listed the hits.
    pub fn hits(&self, undecided: Undecided) -> Vec<SceneHit<RawCode>> {
        let kept = |code| undecided == Undecided::Keep || code != RawCode::UNDECIDED;
        let found = not_separate(&self.codes, RawCode::SEPARATE, self.listed.as_deref());
        self.submission.hits(found.filter(|&(_, code)| kept(code)))
    }

    /// Returns what the submission moved.
    pub fn stats(&self) -> SubmitStats {
        self.submission.stats
    }

    /// Returns why the CPU answered in place of the GPU, if it did.
    pub fn gpu_failure(&self) -> Option<&GpuError> {
        self.submission.gpu_failure.as_ref()
    }

    /// Returns how long the stages so far took: `None` unless
    /// [`ServiceBuilder::profile`](crate::service::ServiceBuilder::profile) asks for it.
    pub fn times(&self) -> Option<StageTimes> {
        self.submission.times
    }

    /// Settles the undecided pairs exactly, for the frames as they were when they were submitted,
    /// on all threads of the service; about a microsecond each.
    ///
    /// # Errors
    ///
    /// Returns a [`BatchError`], as [`verdicts`](crate::CollisionService::verdicts) does.
    pub fn settle(self) -> Result<Verdicts, BatchError> {
        let (verdicts, ..) = self.settle_open()?;
        Ok(verdicts)
    }

    /// Settles the undecided pairs as [`settle`](Self::settle) does, and lists the pairs that meet.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`settle`](Self::settle).
    pub fn settle_hits(self) -> Result<SettledHits, BatchError> {
        let (verdicts, submission, listed) = self.settle_open()?;
        let hits = submission.hits(not_separate(&verdicts, Verdict::Separate, listed.as_deref()));
        Ok(SettledHits { hits, verdicts })
    }

    fn settle_open(self) -> Result<(Verdicts, Submission, Option<Vec<u32>>), BatchError> {
        let begun = Instant::now();
        let undecided = self.undecided();
        let Self { codes, listed: hits, settled: settled_gpu, submission } = self;
        let mut times = submission.times;
        if let Some(times) = &mut times {
            let listing = begun.elapsed();
            add(&mut times.listing, listing);
            // As where a GPU lists: within the readback.
            times.readback = times.readback.map(|readback| readback + listing);
        }
        let pairs = &submission.contents.pairs;
        let frames: Vec<[Frame3; 2]> = {
            let state = submission.state.read();
            let seen = |slot| state.seen(submission.number, slot).frame;
            let both = |&pair: &u32| {
                let Pair { a, b } = pairs[pair as usize];
                [seen(a), seen(b)]
            };
            undecided.iter().map(both).collect()
        };
        let gpu_failure = submission.gpu_failure.clone();
        let listed = undecided.clone();
        let mut raw =
            RawCodes { codes, undecided, settled_gpu, times, gpu_failure, ..RawCodes::default() };
        let cpu = &submission.service.cpu;
        let settled = || {
            if let Some(in_vectors) = submission.settler.in_vectors {
                let seen: Vec<_> = frames.iter().map(|[a, b]| (a, b)).collect();
                let places: Vec<u32> = (0..).zip(&seen).map(|(place, _)| place).collect();
                raw.refine(|_| in_vectors(Source::Scattered(&seen), &places, cpu.level));
            }
            let decide = |_, pair: u32| {
                let place = listed.partition_point(|&other| other < pair);
                (submission.settler.decide)((&frames[place][0], &frames[place][1]))
            };
            let place = |pair: usize, second| (side(pairs[pair], second), false);
            settle(raw, GRAIN, decide, place)
        };
        let verdicts = cpu.install_beyond(GRAIN, frames.len(), settled)?;
        Ok((verdicts, submission, hits))
    }
}

/// The exact verdicts of a submission, and its pairs that meet. Dereferences to the hits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettledHits {
    hits: Vec<SceneHit<Verdict>>,
    verdicts: Verdicts,
}

impl SettledHits {
    /// Puts hits into ascending order of their handles.
    #[cfg(feature = "plane")]
    pub(super) fn ascending(mut hits: Vec<SceneHit<Verdict>>, verdicts: Verdicts) -> Self {
        hits.sort_unstable_by_key(|hit| (hit.a, hit.b));
        Self { hits, verdicts }
    }

    /// Returns the verdict of every pair.
    pub fn verdicts(&self) -> &Verdicts {
        &self.verdicts
    }

    /// Returns how the pairs were decided.
    pub fn stats(&self) -> BatchStats {
        self.verdicts.stats()
    }

    /// Returns the handles of the pairs that meet, as [`Scene::details`](super::Scene::details)
    /// takes them.
    pub fn pairs(&self) -> Vec<(Handle, Handle)> {
        self.iter().map(SceneHit::handles).collect()
    }

    /// Returns the hits alone.
    pub fn into_vec(self) -> Vec<SceneHit<Verdict>> {
        self.hits
    }
}

impl std::ops::Deref for SettledHits {
    type Target = [SceneHit<Verdict>];
    fn deref(&self) -> &[SceneHit<Verdict>] {
        &self.hits
    }
}

impl<'a> IntoIterator for &'a SettledHits {
    type Item = &'a SceneHit<Verdict>;
    type IntoIter = std::slice::Iter<'a, SceneHit<Verdict>>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
