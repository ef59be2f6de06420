//! The buffers of a search for pairs that meet, bound to all its stages.

mod testing;

use crate::geom::{Filter, Frame3, Pair};
use crate::gpu::device::limits::largest_bound;
use crate::gpu::device::own_buffer::OwnBuffer;
use crate::gpu::device::timer::StageTimer;
use crate::gpu::record::broad::{
    BroadPhase, BroadPhaseBuffers, BroadPhaseInput, BroadPhaseOptions,
};
use crate::gpu::record::error::BufferError;
use crate::gpu::record::pipelines::Pipelines;
use crate::gpu::record::target::RecordTarget;
use crate::gpu::run::budget::Held;
use crate::gpu::run::code_buffers::{INPUT, buffer};
use crate::gpu::run::job::Job;
use crate::gpu::shader::frame::ShaderFrame;
use crate::gpu::shader::layout::{CandidateHeader, HEADER};
use crate::gpu::shader::stage_layout::SETTLED_BYTES;
use crate::gpu::stages::frame_kind::FrameKind;
use crate::gpu::stages::listing::CodeSet;
use crate::gpu::stages::verdicts::ShapeMix;
use crate::gpu_error::GpuError;
use crate::verdict::RawCode;
use std::sync::Arc;
use wgpu::BufferUsages as Usage;

pub use testing::ENTRY;
pub(in crate::gpu) use testing::Tested;
use testing::{TestBuffers, Tests};

/// Bytes before the entries of a readback: the header of the candidates, the number of settled
/// pairs, and the header of the list.
pub const HEADS: u64 = size_of::<CandidateHeader>() as u64 + SETTLED_BYTES + HEADER;

/// Entries that are read back with the headers: 128 KiB.
const AT_ONCE: u32 = 1 << 14;

/// Candidates below which the memory budget is too small.
const LEAST_PAIRS: u32 = 1 << 10;

/// Passes of the test.
pub const TEST_PASSES: u32 = 2;

/// Frames whose pairs are asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MeetingFrames<'a, F> {
    pub frames: &'a [F],
    /// One for each frame.
    pub filters: Option<&'a [Filter]>,
    /// The world of each frame.
    pub worlds: Option<&'a [u32]>,
    /// Motion, margin, and one set or two. With a margin separate pairs are listed too.
    pub options: BroadPhaseOptions,
    /// The shapes that the frames have.
    pub shapes: ShapeMix,
}

/// The part of the candidates that a job tests.
#[derive(Clone, Copy, Debug)]
pub enum Window {
    /// The first ones. Their number is on the device.
    First,
    /// From this place on so many.
    Later(u64, u32),
}

/// What the stages are bound for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::gpu) struct Plan {
    kind: FrameKind,
    filtered: bool,
    worlds: bool,
    options: BroadPhaseOptions,
}

impl Plan {
    pub fn of<F: ShaderFrame>(asked: &MeetingFrames<'_, F>) -> Self {
        let MeetingFrames { filters, worlds, options, .. } = *asked;
        let kind = FrameKind { moving: options.moves(), in_plane: F::IN_PLANE };
        Self { kind, filtered: filters.is_some(), worlds: worlds.is_some(), options }
    }

    /// Pairs with these codes are listed.
    fn mask(&self) -> u32 {
        let meets = CodeSet::of(RawCode::OVERLAPPING).with(RawCode::TOUCHING);
        let listed = meets.with(RawCode::UNDECIDED);
        let near = self.options.margin > 0.0;
        if near { listed.with(RawCode::SEPARATE) } else { listed }.bits()
    }

    /// Bytes of frames, filters and worlds, which are uploaded.
    fn inputs(&self, shapes: u32) -> [u64; 3] {
        #[cfg(feature = "plane")]
        let in_plane = size_of::<crate::geom::Frame2>();
        #[cfg(not(feature = "plane"))]
        let in_plane = 0;
        let frame = if self.kind.in_plane { in_plane } else { size_of::<Frame3>() };
        let each = |is_there: bool, size: usize| {
            if is_there { u64::from(shapes.max(1)) * size as u64 } else { 0 }
        };
        [
            each(true, frame),
            each(self.filtered, size_of::<Filter>()),
            each(self.worlds, size_of::<u32>()),
        ]
    }

    /// Returns the most of `most` candidates whose space fits the memory that is left, and its
    /// bytes; `None` where that is too small.
    pub fn fitting(
        &self,
        limits: &wgpu::Limits,
        shapes: u32,
        most: u32,
        left: u64,
    ) -> Option<(u32, u64)> {
        let mut pairs = most.min(testing::most_pairs(largest_bound(limits)));
        loop {
            let bytes = self.bytes(limits, shapes, pairs)?;
            if bytes <= left {
                return Some((pairs, bytes));
            }
            if pairs <= LEAST_PAIRS {
                return None;
            }
            pairs = (pairs / 2).max(LEAST_PAIRS);
        }
    }

    /// All bytes for so many shapes and candidates; `None` if the device has no broad phase of so
    /// many shapes.
    fn bytes(&self, limits: &wgpu::Limits, shapes: u32, pairs: u32) -> Option<u64> {
        let scratch = BroadPhase::scratch_of(limits, shapes)?;
        let inputs = self.inputs(shapes);
        if inputs.iter().any(|&bytes| bytes > largest_bound(limits)) {
            return None;
        }
        // What is uploaded is staged.
        let uploads = 2 * inputs.iter().sum::<u64>();
        let lists = u64::from(pairs) * size_of::<Pair>() as u64 + testing::bytes(pairs);
        let head = size_of::<CandidateHeader>() as u64;
        Some(uploads + scratch + lists + head + readback_size(pairs) + TIMERS)
    }
}

/// Bytes of both timers.
const TIMERS: u64 = 2 * StageTimer::bytes_of(BroadPhase::PASSES + 1 + 2 * TEST_PASSES);

/// Entries that come with the headers.
fn at_once(pairs: u32) -> u32 {
    pairs.min(AT_ONCE)
}

/// Bytes of the buffer that is read: headers and entries and times, or the other entries.
fn readback_size(pairs: u32) -> u64 {
    let first = at_once(pairs);
    let times = StageTimer::bytes_of(BroadPhase::PASSES + TEST_PASSES);
    (HEADS + u64::from(first) * ENTRY + times).max(u64::from(pairs - first) * ENTRY)
}

/// Buffers for so many shapes and candidates, and all stages.
pub(in crate::gpu) struct MeetingSpace {
    pub plan: Plan,
    pub shapes: u32,
    /// Room for candidates.
    pub pairs: u32,
    pub frames: OwnBuffer,
    pub filters: Option<OwnBuffer>,
    pub worlds: Option<OwnBuffer>,
    header: OwnBuffer,
    /// Bound to the stages.
    _candidates: OwnBuffer,
    pub broad: BroadPhase,
    pub tests: Tests,
    readback: OwnBuffer,
    /// Of the first job, and of later ones.
    timers: [Option<StageTimer>; 2],
    /// The memory.
    pub held: Arc<Held>,
}

impl MeetingSpace {
    /// Makes the buffers, and binds all stages to them.
    pub fn new(
        (device, pipelines): (&wgpu::Device, &Pipelines),
        plan: &Plan,
        (shapes, pairs): (u32, u32),
        timers: [Option<StageTimer>; 2],
        held: Arc<Held>,
    ) -> Result<Self, GpuError> {
        let stages = pipelines.stages();
        let make = |label, size, usage| buffer(device, label, size, usage);
        let [frames, filters, worlds] = plan.inputs(shapes);
        let frames = make("collide frames", frames, INPUT);
        let filters = plan.filtered.then(|| make("collide filters", filters, INPUT));
        let worlds = plan.worlds.then(|| make("collide worlds", worlds, INPUT));
        let size = u64::from(pairs) * size_of::<Pair>() as u64;
        let candidates = make("collide candidates", size, Usage::STORAGE);
        let head = size_of::<CandidateHeader>() as u64;
        let header = make("collide header", head, Usage::STORAGE | Usage::COPY_SRC);
        let input = match plan.kind.in_plane {
            false => BroadPhaseInput::Frames(frames.slice(..)),
            #[cfg(feature = "plane")]
            true => BroadPhaseInput::PlaneFrames(frames.slice(..)),
            #[cfg(not(feature = "plane"))]
            true => return Err(GpuError::Internal("no plane".into())),
        };
        let buffers = BroadPhaseBuffers {
            filters: filters.as_ref().map(|filters| filters.slice(..)),
            worlds: worlds.as_ref().map(|worlds| worlds.slice(..)),
            ..BroadPhaseBuffers::new(input, candidates.slice(..), header.slice(..))
        };
        let broad =
            pipelines.broad_phase(device, &buffers, &plan.options).map_err(BufferError::of_own)?;
        let tested = TestBuffers { frames: &frames, pairs: &candidates, count: &header };
        let tests = Tests::new(device, stages, &tested, (shapes, pairs), (plan.kind, plan.mask()))?;
        let usage = Usage::MAP_READ | Usage::COPY_DST;
        let readback = make("collide readback", readback_size(pairs), usage);
        let plan = *plan;
        Ok(Self {
            plan,
            shapes,
            pairs,
            frames,
            filters,
            worlds,
            header,
            _candidates: candidates,
            broad,
            tests,
            readback,
            timers,
            held,
        })
    }

    /// Entries that come with the headers.
    pub fn at_once(&self) -> u32 {
        at_once(self.pairs)
    }

    /// The timer of a job.
    pub fn timer(&self, window: Window) -> Option<&StageTimer> {
        self.timers[usize::from(matches!(window, Window::Later(..)))].as_ref()
    }

    /// Records the broad phase of the first frames.
    pub fn record_all(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        count: u32,
        timer: Option<&StageTimer>,
    ) -> Result<(), GpuError> {
        let target = match timer {
            Some(timer) => RecordTarget::Timed { encoder, timer, first: 0 },
            None => RecordTarget::Encoder(encoder),
        };
        self.broad.record(target, count).map_err(|error| GpuError::Internal(error.to_string()))
    }

    /// Ends a job that reads headers, the first entries and times.
    pub fn copy_first(&self, mut encoder: wgpu::CommandEncoder, timer: Option<&StageTimer>) -> Job {
        let (head, readback) = (size_of::<CandidateHeader>() as u64, &self.readback);
        let listed = HEADER + u64::from(self.at_once()) * ENTRY;
        encoder.copy_buffer_to_buffer(&self.header, 0, readback, 0, head);
        encoder.copy_buffer_to_buffer(&self.tests.settled, 0, readback, head, SETTLED_BYTES);
        let before = head + SETTLED_BYTES;
        encoder.copy_buffer_to_buffer(&self.tests.found, 0, readback, before, listed);
        if let Some(timer) = timer {
            timer.resolve(&mut encoder, readback, before + listed);
        }
        let bytes = before + listed + timer.map_or(0, StageTimer::bytes);
        Job { commands: encoder.finish(), readback: readback.handle(), bytes }
    }

    /// The job that reads so many more entries.
    pub fn copy_rest(&self, device: &wgpu::Device, count: u32) -> Job {
        let label = Some("motzkin collide");
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label });
        let (from, bytes) = (HEADER + u64::from(self.at_once()) * ENTRY, u64::from(count) * ENTRY);
        encoder.copy_buffer_to_buffer(&self.tests.found, from, &self.readback, 0, bytes);
        Job { commands: encoder.finish(), readback: self.readback.handle(), bytes }
    }
}

/// Timed passes of the broad phase before the test.
pub const fn passes_before(window: Window) -> u32 {
    match window {
        Window::First => BroadPhase::PASSES,
        Window::Later(..) => 1,
    }
}
