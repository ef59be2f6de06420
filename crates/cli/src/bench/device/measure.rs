//! One workload on a device.

use super::case::Case;
use crate::bench::buffer::{buffer, read_back};
use crate::bench::clock::{Spread, warm_up};
use crate::error::CliError;
use motzkin::gpu::layout::{ListHeader, codes_size, hits_size};
use motzkin::gpu::{
    Batch, BatchBuffers, BatchOptions, GpuError, Headless, Pipelines, RecordTarget, StageTimer,
};
use motzkin::{bytemuck, wgpu};
use serde::Serialize;
use std::time::Duration;
use wgpu::BufferUsages as Usage;

const HEADER: u64 = size_of::<ListHeader>() as u64;

/// Passes of a batch: the test, and the list.
const PASSES: u32 = 2;

/// What was found of a workload. Times are medians by the device's clock, null without timestamps.
#[derive(Debug, Serialize)]
pub struct Row {
    pub workload: String,
    pub pairs: usize,
    /// Pairs that meet.
    pub hits: u32,
    /// Pairs that the kernel leaves undecided.
    pub undecided: u32,
    /// Pairs that settling leaves undecided.
    pub left: u32,
    pub kernel_ns_per_pair: Option<f64>,
    /// The kernel and the settling.
    pub exact_ns_per_pair: Option<f64>,
    /// The list of hits, after settling.
    pub listing_ns_per_pair: Option<f64>,
}

/// A device, and the pipelines of all batches.
pub struct Bench {
    gpu: Headless,
    pipelines: Pipelines,
}

/// The buffers of a workload.
struct Buffers {
    frames: wgpu::Buffer,
    pairs: wgpu::Buffer,
    codes: wgpu::Buffer,
    hits: wgpu::Buffer,
    readback: wgpu::Buffer,
    timer: Option<StageTimer>,
}

/// The header of the list, and the medians of the test and of the list.
type Told = (ListHeader, [Option<f64>; PASSES as usize]);

impl Bench {
    pub fn new(gpu: Headless) -> Result<Self, CliError> {
        let pipelines = Pipelines::new(&gpu.device)?;
        Ok(Self { gpu, pipelines })
    }

    /// Measures a workload, without settling and with it.
    pub fn row(&self, case: &Case, repeat: u32) -> Result<Row, CliError> {
        let buffers = self.buffers(case, repeat)?;
        let run = |settle| self.run(case, &buffers, settle, repeat);
        let (raw, [kernel, _]) = run(false)?;
        let (settled, [exact, listing]) = run(true)?;
        for header in [raw, settled] {
            // A hit is certain or undecided, and whatever meets is one or the other.
            let found = header.found as usize;
            if !(found.saturating_sub(header.undecided as usize)..=found).contains(&case.hits) {
                return Err(CliError::Wrong(format!(
                    "{}: {} pairs meet, the GPU lists {found}, {} of them undecided",
                    case.name, case.hits, header.undecided
                )));
            }
        }
        let pairs = case.pairs.len();
        let per_pair = |time: Option<f64>| time.map(|ns| ns / pairs.max(1) as f64);
        Ok(Row {
            workload: case.name.clone(),
            pairs,
            hits: case.hits as u32,
            undecided: raw.undecided,
            left: settled.undecided,
            kernel_ns_per_pair: per_pair(kernel),
            exact_ns_per_pair: per_pair(exact),
            listing_ns_per_pair: per_pair(listing),
        })
    }

    fn buffers(&self, case: &Case, repeat: u32) -> Result<Buffers, CliError> {
        let Headless { device, queue, .. } = &self.gpu;
        let timer = StageTimer::new(device, queue, PASSES * repeat)?;
        let memory = device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let make = |label, size, usage| buffer(device, label, size, usage);
        let pairs = case.pairs.len() as u32;
        let times = timer.as_ref().map_or(0, StageTimer::bytes);
        let input = Usage::STORAGE | Usage::COPY_DST;
        let output = Usage::STORAGE | Usage::COPY_SRC;
        let read = Usage::MAP_READ | Usage::COPY_DST;
        let buffers = Buffers {
            frames: make("motzkin bench frames", case.frames.len() as u64, input),
            pairs: make("motzkin bench pairs", size_of_val(&case.pairs[..]) as u64, input),
            codes: make("motzkin bench codes", codes_size(pairs), Usage::STORAGE),
            hits: make("motzkin bench hits", hits_size(pairs), output),
            readback: make("motzkin bench readback", HEADER + times, read),
            timer,
        };
        if let Some(error) = pollster::block_on(memory.pop()) {
            return Err(GpuError::from(error).into());
        }
        queue.write_buffer(&buffers.frames, 0, &case.frames);
        queue.write_buffer(&buffers.pairs, 0, bytemuck::cast_slice(&case.pairs));
        Ok(buffers)
    }

    /// Runs a workload until the device is warm, and then as often as is asked for.
    fn run(
        &self,
        case: &Case,
        buffers: &Buffers,
        settle: bool,
        repeat: u32,
    ) -> Result<Told, CliError> {
        let bound = BatchBuffers {
            codes: Some(buffers.codes.slice(..)),
            hits: Some(buffers.hits.slice(..)),
            ..BatchBuffers::new(buffers.frames.slice(..), buffers.pairs.slice(..))
        };
        let options = BatchOptions { settle, ..case.options };
        let batch = self.pipelines.batch(&self.gpu.device, &bound, &options)?;
        let submit = || self.submit(&batch, buffers, repeat);
        warm_up(&self.gpu.adapter, submit)?;
        submit()
    }

    /// Records the batch again and again in one submission.
    fn submit(&self, batch: &Batch, buffers: &Buffers, repeat: u32) -> Result<Told, CliError> {
        let Headless { device, queue, .. } = &self.gpu;
        let Buffers { hits, readback, timer, .. } = buffers;
        let pairs = batch.pair_capacity();
        let label = Some("motzkin bench device");
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label });
        for turn in 0..repeat {
            match timer {
                Some(timer) => {
                    let (encoder, first) = (&mut encoder, PASSES * turn);
                    batch.record(RecordTarget::Timed { encoder, timer, first }, pairs)?;
                }
                None => batch.record(&mut encoder, pairs)?,
            }
        }
        encoder.copy_buffer_to_buffer(hits, 0, readback, 0, HEADER);
        if let Some(timer) = timer {
            timer.resolve(&mut encoder, readback, HEADER);
        }
        let bytes = read_back(device, queue, encoder.finish(), readback)?;
        let (head, stamps) = bytes.split_at(HEADER as usize);
        let times: Vec<Duration> = timer.iter().flat_map(|timer| timer.durations(stamps)).collect();
        let median = |pass: usize| {
            let own = times.iter().skip(pass).step_by(PASSES as usize).copied();
            Spread::of(own).map(|spread| spread.median_ns)
        };
        Ok((bytemuck::pod_read_unaligned(head), [median(0), median(1)]))
    }
}
