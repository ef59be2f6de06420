//! All pairs that meet among frames: candidates, tests and the list of what meets, on the device.
//!
//! Frames are uploaded once. Candidates that are more than their buffer holds are listed window by
//! window, from the tree that stands; their exact number is known after the first.

use crate::geom::Pair;
use crate::gpu::device::scopes::checked;
use crate::gpu::device::timer::StageTimer;
use crate::gpu::run::job::Job;
use crate::gpu::run::meeting_space::{
    ENTRY, HEADS, MeetingFrames, MeetingSpace, Plan, TEST_PASSES, Tested, Window, passes_before,
};
use crate::gpu::run::runner::Runner;
use crate::gpu::run::turns::Kept;
use crate::gpu::run::upload::Uploads;
use crate::gpu::shader::frame::ShaderFrame;
use crate::gpu::shader::groups::BROAD;
use crate::gpu::shader::layout::{CandidateHeader, ListHeader};
use crate::gpu::shader::stage_layout::SETTLED_BYTES;
use crate::gpu::stages::verdicts::ShapeMix;
use crate::gpu_error::GpuError;
use crate::timing::{CollideTimes, StageTimes, add};
use crate::verdict::RawCode;

/// What it took to find the pairs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MeetingStats {
    /// Pairs whose boxes meet.
    pub candidates: u64,
    /// How long the stages took, where times are asked for.
    pub times: Option<CollideTimes>,
}

/// Takes pairs, a portion at a time, in no order.
pub(crate) type TakePairs<'a> = dyn FnMut(FoundPairs) + Send + 'a;

/// The mask of the bits of an index, below those of the code.
const INDEX: u32 = (1 << 30) - 1;

impl Runner {
    /// Finds the pairs of frames that meet or are undecided, with a margin all whose boxes are
    /// closer. Answers `None` where the device or the budget is too small for the frames, or the
    /// device for the stages. Pairs of frames that are not finite or of no known shape are left
    /// out.
    pub(crate) async fn meeting<F: ShaderFrame>(
        &self,
        asked: &MeetingFrames<'_, F>,
        take: &mut TakePairs<'_>,
    ) -> Result<Option<MeetingStats>, GpuError> {
        self.jobs.call(self.meet(asked, take)).await
    }

    async fn meet<F: ShaderFrame>(
        &self,
        asked: &MeetingFrames<'_, F>,
        take: &mut TakePairs<'_>,
    ) -> Result<Option<MeetingStats>, GpuError> {
        let Ok(count) = u32::try_from(asked.frames.len()) else { return Ok(None) };
        if !self.has(&BROAD) {
            return Ok(None);
        }
        let possible = possible(count, asked.options.between);
        let turn = self.jobs.turn().await?;
        let most = u32::try_from(possible).unwrap_or(u32::MAX).clamp(1, self.limits.pairs);
        let mut times = self.jobs.times();
        let mut begun = self.begin(asked, (count, most), &mut times).await;
        if self.makes_room(&begun) {
            begun = self.begin(asked, (count, most), &mut times).await;
        }
        let Some((space, uploads)) = begun? else { return Ok(None) };
        let kept = Kept::new(space.held.clone(), &turn);
        let mut portion =
            Portion { runner: self, space: &space, count, shapes: asked.shapes, kept, sums: None };
        portion.sums = times.map(|_| CollideTimes::default());
        let first = portion.run(Window::First, uploads, &mut times, take).await?;
        let (total, size) = (first.total(), u64::from(space.pairs));
        if total > possible {
            let told = format!("the device lists {total} pairs where there are {possible}");
            return Err(GpuError::Internal(told));
        }
        for begin in (1..total.div_ceil(size)).map(|number| number * size) {
            let rest = (total - begin).min(size) as u32;
            let uploads = self.jobs.uploads();
            portion.run(Window::Later(begin, rest), uploads, &mut times, take).await?;
        }
        let times = portion.sums.zip(times).map(|(sums, tests)| CollideTimes { tests, ..sums });
        drop(portion);
        // A space that an error or a dropped future left in use is not given back.
        self.leave_meeting_space(space);
        Ok(Some(MeetingStats { candidates: total, times }))
    }

    /// Takes memory for so many shapes and at most so many candidates, and writes the shapes.
    /// Nothing was handed over yet: this may be done twice.
    async fn begin<'a, F: ShaderFrame>(
        &'a self,
        asked: &MeetingFrames<'_, F>,
        (shapes, most): (u32, u32),
        times: &mut Option<StageTimes>,
    ) -> Result<Option<(MeetingSpace, Uploads<'a>)>, GpuError> {
        let MeetingFrames { frames, filters, worlds, .. } = *asked;
        let Some(space) = self.meeting_space(&Plan::of(asked), shapes, most).await? else {
            return Ok(None);
        };
        let write = |uploads: &mut Uploads<'_>| -> Result<(), GpuError> {
            uploads.write(&space.frames, frames)?;
            for (buffer, words) in [
                (&space.filters, filters.map(bytemuck::cast_slice::<_, u32>)),
                (&space.worlds, worlds),
            ] {
                if let Some((buffer, words)) = buffer.as_ref().zip(words) {
                    uploads.write(buffer, words)?;
                }
            }
            Ok(())
        };
        let uploads = self.jobs.upload(times, write).await?;
        Ok(Some((space, uploads)))
    }
}

/// How many pairs there can be.
fn possible(count: u32, between: Option<u32>) -> u64 {
    let count = u64::from(count);
    match between {
        Some(first) => u64::from(first) * count.saturating_sub(first.into()),
        None => count * count.saturating_sub(1) / 2,
    }
}

/// The job of a window, and what all of them have in common.
struct Portion<'a> {
    runner: &'a Runner,
    space: &'a MeetingSpace,
    count: u32,
    shapes: ShapeMix,
    kept: Kept,
    sums: Option<CollideTimes>,
}

impl Portion<'_> {
    /// Tests a window, and hands over what is found. What was written before goes up with it.
    async fn run(
        &mut self,
        window: Window,
        mut uploads: Uploads<'_>,
        times: &mut Option<StageTimes>,
        take: &mut TakePairs<'_>,
    ) -> Result<CandidateHeader, GpuError> {
        let (jobs, space) = (&self.runner.jobs, self.space);
        let (kept, listed_at_once) = (self.kept.clone(), space.at_once());
        let job = checked(&jobs.gpu.device, || self.record(window, &mut uploads)).await??;
        let sums = &mut self.sums;
        let read = |bytes: &[u8], times: &mut Option<StageTimes>| {
            let (heads, rest) = bytes.split_at(HEADS as usize);
            let (candidates, rest_of_heads) = heads.split_at(size_of::<CandidateHeader>());
            let (settled, list) = rest_of_heads.split_at(SETTLED_BYTES as usize);
            let candidates: CandidateHeader = bytemuck::pod_read_unaligned(candidates);
            let settled: u32 = bytemuck::pod_read_unaligned(settled);
            let list: ListHeader = bytemuck::pod_read_unaligned(list);
            let (entries, stamps) = rest.split_at((u64::from(listed_at_once) * ENTRY) as usize);
            if let (Some(timer), Some(times), Some(sums)) = (space.timer(window), times, sums) {
                add_stages(window, timer.durations(stamps), times, sums);
            }
            let mut found = FoundPairs { settled: settled as usize, ..FoundPairs::default() };
            found.extend(entries, list.listed.min(listed_at_once));
            (candidates, list.listed.min(space.pairs), found)
        };
        let (candidates, listed, mut found) =
            jobs.run_one(uploads, |_| Ok(job), kept.clone(), read, times).await?;
        if listed > listed_at_once {
            let rest = listed - listed_at_once;
            let copy = |_: &mut Uploads<'_>| Ok(space.copy_rest(&jobs.gpu.device, rest));
            let more = |bytes: &[u8], _: &mut Option<StageTimes>| found.extend(bytes, rest);
            jobs.run_one(jobs.uploads(), copy, kept, more, times).await?;
        }
        take(found);
        Ok(candidates)
    }

    fn record(&self, window: Window, uploads: &mut Uploads<'_>) -> Result<Job, GpuError> {
        let (gpu, space) = (&self.runner.jobs.gpu, self.space);
        let stages = self.runner.pipelines.stages();
        let label = Some("motzkin collide");
        let mut encoder =
            gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label });
        let timer = space.timer(window);
        let stamps = |pass| timer.and_then(|timer: &StageTimer| timer.pass(pass));
        let tested = match window {
            Window::First => {
                space.record_all(&mut encoder, self.count, timer)?;
                Tested::Counted
            }
            Window::Later(first, pairs) => {
                let (params, place) = space.broad.window();
                uploads.write_at(params, place, &[first as u32, (first >> 32) as u32])?;
                let timestamp_writes = stamps(0);
                let mut pass = encoder
                    .begin_compute_pass(&wgpu::ComputePassDescriptor { label, timestamp_writes });
                space.broad.record_window(&mut pass, self.count);
                Tested::First(pairs)
            }
        };
        let first = passes_before(window);
        let passes = [stamps(first), stamps(first + 1)];
        space.tests.record(stages, &mut encoder, tested, self.shapes, passes);
        Ok(space.copy_first(encoder, timer))
    }
}

/// Adds what the device's clock says of a job.
fn add_stages(
    window: Window,
    durations: impl Iterator<Item = std::time::Duration>,
    times: &mut StageTimes,
    sums: &mut CollideTimes,
) {
    let CollideTimes { boxes, order, tree, candidates, .. } = sums;
    let begin = match window {
        Window::First => vec![boxes, order, tree],
        Window::Later(..) => Vec::new(),
    };
    let stages = begin.into_iter().chain([candidates, &mut times.kernel, &mut times.listing]);
    stages.zip(durations).for_each(|(sum, time)| add(sum, time));
}

/// Pairs that are kept, as they are read back.
#[derive(Default)]
pub(crate) struct FoundPairs {
    pub pairs: Vec<Pair>,
    pub codes: Vec<RawCode>,
    /// How many candidates the device settled, those that are not kept included.
    pub settled: usize,
}

impl FoundPairs {
    fn extend(&mut self, bytes: &[u8], count: u32) {
        for entry in bytes.chunks_exact(ENTRY as usize).take(count as usize) {
            let Pair { a, b } = bytemuck::pod_read_unaligned(entry);
            self.pairs.push(Pair::new(a & INDEX, b));
            self.codes.push(RawCode::from_low_bits(a >> 30));
        }
    }
}

impl Runner {
    /// A space for so many shapes, and as many of `most` candidates as the budget has memory for;
    /// that of an earlier call where it fits.
    async fn meeting_space(
        &self,
        plan: &Plan,
        shapes: u32,
        most: u32,
    ) -> Result<Option<MeetingSpace>, GpuError> {
        let idle = self.meeting_idle().take();
        let fits = |space: &MeetingSpace| {
            space.plan == *plan && space.shapes >= shapes && space.pairs >= most
        };
        if let Some(space) = idle.filter(fits) {
            return Ok(Some(space));
        }
        let (budget, device) = (&self.jobs.budget, &self.jobs.gpu.device);
        if budget.most().is_some() {
            self.free_idle();
        }
        if shapes > self.limits.frames {
            return Ok(None);
        }
        let fitting = || plan.fitting(&device.limits(), shapes, most, budget.left());
        // Calls that take no turn may have taken the memory since it was looked at.
        let taken = || {
            let (pairs, bytes) = fitting()?;
            Some((pairs, budget.take("a search for pairs that meet", bytes).ok()?))
        };
        let held = taken().or_else(|| {
            budget.free_spare();
            taken()
        });
        let Some((pairs, held)) = held else { return Ok(None) };
        let passes = |window| passes_before(window) + TEST_PASSES;
        let [first, later] = [Window::First, Window::Later(0, 0)].map(passes);
        let [first, later] = [self.jobs.timers(1, first).await?, self.jobs.timers(1, later).await?];
        let timers = [first, later].map(|mut timers| timers.pop().flatten());
        let make = || {
            let gpu = (device, &self.pipelines);
            MeetingSpace::new(gpu, plan, (shapes, pairs), timers, held)
        };
        self.jobs.make(make).await?.map(Some)
    }
}
