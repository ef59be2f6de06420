//! Any hit: codes that are reduced to bits of groups before they are read.

use crate::geom::Pair;
use crate::gpu::device::timer::StageTimer;
use crate::gpu::run::chunks::{Chunk, ChunkLimits};
use crate::gpu::run::code_buffers::{CodeBuffers, GroupBuffers, KERNEL, LISTING};
use crate::gpu::run::codes::{Tests, bind_list, upload_pairs};
use crate::gpu::run::frame_list::FrameList;
use crate::gpu::run::frame_test::FrameTest;
use crate::gpu::run::groups::{Groups, set_bit};
use crate::gpu::run::job::{Job, Work};
use crate::gpu::run::runner::Runner;
use crate::gpu::run::turns::Kept;
use crate::gpu::run::upload::Uploads;
use crate::gpu::shader::frame::ShaderFrame;
use crate::gpu::shader::layout::{GROUPS_PER_WORD, any_hits_size};
use crate::gpu::shader::stage_layout::{SETTLED_BYTES, list_size};
use crate::gpu::stages::any_hit::{AnyHitBindings, AnyHitBuffers};
use crate::gpu::stages::listing::{ListBindings, ListStage};
use crate::gpu::stages::workgroups::Dispatched;
use crate::gpu_error::GpuError;
use crate::timing::{Instant, StageTimes, add};
use std::ops::Range;

/// Which groups have a pair that meets, as far as the device knows.
#[derive(Clone, Debug, Default)]
pub(crate) struct AnyHitBits {
    /// Bit `g % 32` of word `g / 32` is set where some pair of group `g` meets.
    pub words: Vec<u32>,
    /// The undecided pairs, ascending: all of them that are in groups without a pair that meets.
    pub undecided: Vec<u32>,
    /// How many pairs are undecided.
    pub open: usize,
    /// How many pairs float arithmetic left undecided that the device settled.
    pub settled: usize,
    /// How long the stages took, where times are asked for.
    pub times: Option<StageTimes>,
}

/// A chunk, its first pair, and the groups that it has pairs of.
struct Grouped<'a, G> {
    chunk: Chunk<'a, G>,
    first: u32,
    groups: Range<usize>,
}

/// The bits of a batch.
struct AnyHit<'a, T> {
    tests: T,
    groups: &'a Groups<'a>,
    buffers: &'a CodeBuffers,
    own: &'a GroupBuffers,
    lister: &'a ListStage,
    listed: ListBindings,
    reduced: AnyHitBindings,
    limits: ChunkLimits,
    bits: &'a mut AnyHitBits,
    /// False once a list was too small for the undecided pairs of groups that are open.
    complete: bool,
}

impl<'a, T: Tests> Work for AnyHit<'a, T>
where
    T::Gathered: 'a,
{
    type Chunk = Grouped<'a, T::Gathered>;

    const SLOTS: usize = T::SLOTS;

    fn upload(
        &self,
        uploads: &mut Uploads<'_>,
        Grouped { chunk, first, groups }: &Self::Chunk,
    ) -> Result<(), GpuError> {
        upload_pairs(&self.tests, self.buffers, self.limits, uploads, chunk)?;
        uploads.write(&self.own.starts, &self.groups.starts_in(groups, *first))?;
        uploads.write(&self.own.count, &[groups.len() as u32])
    }

    fn record(
        &self,
        device: &wgpu::Device,
        Grouped { chunk, groups, .. }: &Self::Chunk,
        slot: usize,
    ) -> Job {
        let (pairs, groups) = (chunk.pairs.len() as u32, groups.len() as u32);
        let CodeBuffers { list, settled, readbacks, .. } = self.buffers;
        let (readback, timer) = &readbacks[slot];
        let label = Some("motzkin any hit");
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label });
        let stamps = |pass| timer.as_ref().and_then(|timer| timer.pass(pass));
        encoder.clear_buffer(settled, 0, None);
        self.tests.record(&mut encoder, chunk, stamps(KERNEL));
        {
            let timestamp_writes = stamps(LISTING);
            let descriptor = wgpu::ComputePassDescriptor { label, timestamp_writes };
            let mut pass = encoder.begin_compute_pass(&descriptor);
            self.reduced.record(&mut pass, Dispatched::Of(pairs), groups);
            self.lister.record_in(&mut pass, &self.listed, pairs);
        }
        let sizes =
            [any_hits_size(groups), list_size(self.limits.list_capacity(pairs)), SETTLED_BYTES];
        let mut answers = 0;
        for (buffer, size) in [&self.own.bits, list, settled].into_iter().zip(sizes) {
            encoder.copy_buffer_to_buffer(buffer, 0, readback, answers, size);
            answers += size;
        }
        if let Some(timer) = timer {
            timer.resolve(&mut encoder, readback, answers);
        }
        let bytes = answers + timer.as_ref().map_or(0, StageTimer::bytes);
        Job { commands: encoder.finish(), readback: readback.handle(), bytes }
    }

    fn read(
        &mut self,
        Grouped { chunk, first, groups }: Self::Chunk,
        slot: usize,
        bytes: &[u8],
        times: &mut Option<StageTimes>,
    ) {
        let pairs = chunk.pairs.len() as u32;
        let capacity = self.limits.list_capacity(pairs);
        let (bits, rest) = bytes.split_at(any_hits_size(groups.len() as u32) as usize);
        let (list, rest) = rest.split_at(list_size(capacity) as usize);
        let (settled, stamps) = rest.split_at(SETTLED_BYTES as usize);
        let bits: Vec<u32> = words(bits).collect();
        let list: Vec<u32> = words(list).collect();
        // A list without room has a word all the same.
        let (found, listed) = (list[0], &list[1..][..capacity as usize]);
        let all = &mut *self.bits;
        all.settled += words(settled).sum::<u32>() as usize;
        all.open += found as usize;
        let mut is_some_open = false;
        for (word, pair) in bits.chunks_exact(2).enumerate() {
            let mut meeting = pair[0];
            is_some_open |= pair[1] & !meeting != 0;
            while meeting != 0 {
                let group = word * GROUPS_PER_WORD as usize + meeting.trailing_zeros() as usize;
                // A driver that goes wrong may set bits of no group.
                if group < groups.len() {
                    set_bit(&mut all.words, self.groups.number(groups.start + group));
                }
                meeting &= meeting - 1;
            }
        }
        if is_some_open {
            let listed = listed.get(..found as usize).unwrap_or(&[]);
            self.complete &= names_all(self.groups, (first, pairs), &groups, &bits, listed);
            all.undecided.extend(listed.iter().map(|pair| first + pair));
        }
        if let (Some(timer), Some(times)) = (&self.buffers.readbacks[slot].1, times) {
            let stages = [&mut times.kernel, &mut times.listing];
            stages.into_iter().zip(timer.durations(stamps)).for_each(|(sum, time)| add(sum, time));
        }
    }
}

/// Words are little-endian on every GPU, whatever the CPU.
fn words(bytes: &[u8]) -> impl Iterator<Item = u32> {
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
}

/// Whether a list ascends and names pairs of just those groups that have an undecided one by their
/// bits: false where the list was too small, or a driver went wrong.
fn names_all(
    all: &Groups<'_>,
    (first, pairs): (u32, u32),
    groups: &Range<usize>,
    bits: &[u32],
    listed: &[u32],
) -> bool {
    let mut named = vec![0; bits.len() / 2];
    for pair in listed.iter().filter(|&&pair| pair < pairs) {
        let group = all.of(&(first + pair..first + pair + 1)).start;
        set_bit(&mut named, group - groups.start);
    }
    listed.is_sorted_by(|a, b| a < b)
        && listed.last().is_none_or(|&last| last < pairs)
        && named.iter().eq(bits.iter().skip(1).step_by(2))
}

impl Runner {
    /// Returns which groups of consecutive pairs have a pair that meets, settled as
    /// [`settled_codes`](Self::settled_codes) are, and the undecided pairs that matter. Codes stay
    /// on the device: two bits a group come back. Starts ascend from 0, the last of them at most
    /// the number of pairs. Returns `None` where a dispatch had more undecided pairs, in groups
    /// that are open, than its list has capacity for: then the codes may be asked for.
    pub(crate) async fn any_hits<F: ShaderFrame>(
        &self,
        frames: FrameList<'_, F>,
        moving: bool,
        pairs: &[Pair],
        starts: &[u32],
    ) -> Result<Option<AnyHitBits>, GpuError> {
        let begun = Instant::now();
        let none = || AnyHitBits {
            words: vec![0; starts.len().div_ceil(GROUPS_PER_WORD as usize)],
            times: self.jobs.times(),
            ..AnyHitBits::default()
        };
        let mut bits = none();
        if pairs.is_empty() {
            return Ok(Some(bits));
        }
        let groups = Groups::new(starts, pairs.len() as u32);
        let test = FrameTest { moving, settle: true };
        let asked = (pairs, &groups);
        let mut complete = self.jobs.call(self.reduce(frames, test, asked, &mut bits)).await;
        if self.makes_room(&complete) {
            bits = none();
            complete = self.jobs.call(self.reduce(frames, test, asked, &mut bits)).await;
        }
        let complete = complete?;
        if let Some(times) = &mut bits.times {
            times.close(begun, StageTimes::default());
        }
        Ok(complete.then_some(bits))
    }

    /// Fills in the bits, and answers whether the undecided pairs are complete.
    async fn reduce<F: ShaderFrame>(
        &self,
        frames: FrameList<'_, F>,
        test: FrameTest,
        (pairs, groups): (&[Pair], &Groups<'_>),
        bits: &mut AnyHitBits,
    ) -> Result<bool, GpuError> {
        let (device, stages) = (&self.jobs.gpu.device, self.pipelines.stages());
        let reduce = self.jobs.make(|| stages.any_hit(device)).await??;
        let turn = self.jobs.turn().await?;
        let mut workspace = self.pooled().unwrap_or_default();
        let mut times = bits.times;
        let count = Some(groups.count());
        let ready = self.ready(&mut workspace, (frames, test, pairs), count, &mut times).await?;
        let (buffers, own) = ready.buffers;
        let own = own.ok_or_else(|| GpuError::Internal("there are no buffers of groups".into()))?;
        let bind = || {
            let whole = wgpu::Buffer::as_entire_buffer_binding;
            let reduced = AnyHitBuffers {
                params: whole(&buffers.params),
                codes: whole(&buffers.codes),
                starts: whole(&own.starts),
                group_count: whole(&own.count),
                bits: whole(&own.bits),
            };
            (reduce.bind(device, &reduced), bind_list(device, buffers, &stages.list))
        };
        let (reduced, listed) = self.jobs.make(bind).await?;
        let mut next = 0;
        let grouped = ready.chunks.map(|chunk| {
            let first = next;
            next += chunk.pairs.len() as u32;
            Grouped { groups: groups.of(&(first..next)), chunk, first }
        });
        let (tests, lister, limits) = (ready.tests, &stages.list, ready.limits);
        let complete = true;
        let mut work =
            AnyHit { tests, groups, buffers, own, lister, listed, reduced, limits, bits, complete };
        let kept = Kept::new(ready.held, &turn);
        self.jobs.run(&mut work, grouped, ready.uploads, kept, &mut times).await?;
        let complete = work.complete;
        bits.times = times;
        self.give_back(workspace);
        Ok(complete)
    }
}
