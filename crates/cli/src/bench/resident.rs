//! Frames and pairs in buffers of one's own: what a renderer's frame costs that records into its
//! own encoder.

use super::buffer::{buffer, read_back};
use super::clock::{Spread, timed, warm_up};
use super::contestant::Contestant;
use crate::error::CliError;
use crate::table::counted;
use motzkin::Verdict;
use motzkin::gpu::layout::{ListHeader, codes_size, hits_size};
use motzkin::gpu::{
    AdapterChoice, BatchBuffers, BatchOptions, BufferError, GpuError, Headless, Pipelines,
    RecordError, RecordTarget, StageTimer, headless,
};
use motzkin::{bytemuck, wgpu};
use motzkin_lab::workload::{Known, Scene, Workload};
use serde::Serialize;
use std::time::Duration;
use wgpu::BufferUsages as Usage;

/// Pairs; a tenth as many frames.
const PAIRS: usize = 1_000_000;

/// Every frame uploads all shapes, tests all pairs, lists the hits and reads nothing back but the
/// list's header.
#[derive(Debug, Serialize)]
pub struct Resident {
    pub workload: &'static str,
    pub frames: usize,
    pub pairs: usize,
    /// Hits, undecided pairs among them.
    pub hits: u32,
    pub undecided: u32,
    /// On the device: frames, pairs, codes, the list of hits, and what the batch adds.
    pub frames_bytes: u64,
    pub pairs_bytes: u64,
    pub codes_bytes: u64,
    pub hits_bytes: u64,
    pub scratch_bytes: u64,
    /// To the device and back in each frame.
    pub moved_bytes_per_frame: u64,
    /// Host's clock: recording the test into an encoder.
    pub record_median_ns: f64,
    /// Host's clock: writing the shapes for the device.
    pub upload_median_ns: f64,
    /// Device's clock; null without timestamps.
    pub kernel_median_ns: Option<f64>,
    pub listing_median_ns: Option<f64>,
    /// Host's clock: from the upload until the header is back.
    pub frame_median_ns: f64,
    /// What the kernel reads and writes, and the share of the measured copy rate.
    pub kernel_bytes_per_s: Option<f64>,
    pub share_of_copy: Option<f64>,
}

/// `None` without a GPU among the engines.
pub fn run(contestants: &[Contestant], repeat: usize) -> Result<Option<Resident>, CliError> {
    let Some(contestant) = contestants.iter().find(|contestant| contestant.is_gpu()) else {
        return Ok(None);
    };
    let name = contestant.service.info().adapter_description.clone().unwrap_or_default();
    let gpu = pollster::block_on(headless(&AdapterChoice::Named(name)))?;
    let workload = Workload::Boxes;
    let scene = workload.scene(PAIRS, Known::SEED);
    let verdicts = contestant.service.verdicts(&scene.frames, &scene.pairs)?;
    let overlapping =
        verdicts.iter().filter(|&&verdict| verdict == Verdict::Overlapping).count() as u32;
    let mut found = measure(&gpu, &scene, repeat, contestant.about.copy_bytes_per_s)?;
    found.workload = workload.name();
    // A hit is certain or undecided, and whatever overlaps is one or the other.
    if !(found.hits.saturating_sub(found.undecided)..=found.hits).contains(&overlapping) {
        let hits = found.hits;
        return Err(CliError::Wrong(format!(
            "resident: the list holds {}, but {} overlap",
            counted(hits as usize, "hit", "hits"),
            counted(overlapping as usize, "pair", "pairs"),
        )));
    }
    Ok(Some(found))
}

/// The renderer's buffers.
struct Buffers {
    frames: wgpu::Buffer,
    pairs: wgpu::Buffer,
    codes: wgpu::Buffer,
    hits: wgpu::Buffer,
    readback: wgpu::Buffer,
}

impl Buffers {
    fn new(gpu: &Headless, scene: &Scene, times: u64) -> Result<Self, GpuError> {
        let memory = gpu.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let make = |label, size, usage| buffer(&gpu.device, label, size, usage);
        let pairs = scene.pairs.len() as u32;
        let input = Usage::STORAGE | Usage::COPY_DST;
        let header = size_of::<ListHeader>() as u64;
        let buffers = Self {
            frames: make("motzkin bench frames", size_of_val(&scene.frames[..]) as u64, input),
            pairs: make("motzkin bench pairs", size_of_val(&scene.pairs[..]) as u64, input),
            codes: make("motzkin bench codes", codes_size(pairs), Usage::STORAGE),
            hits: make("motzkin bench hits", hits_size(pairs), Usage::STORAGE | Usage::COPY_SRC),
            readback: make(
                "motzkin bench readback",
                header + times,
                Usage::MAP_READ | Usage::COPY_DST,
            ),
        };
        match pollster::block_on(memory.pop()) {
            Some(error) => Err(error.into()),
            None => Ok(buffers),
        }
    }
}

fn measure(gpu: &Headless, scene: &Scene, repeat: usize, copy: f64) -> Result<Resident, CliError> {
    let Headless { device, queue, .. } = gpu;
    let pipelines = Pipelines::new(device)?;
    let timer = StageTimer::new(device, queue, 2)?;
    let times_bytes = timer.as_ref().map_or(0, StageTimer::bytes);
    let buffers = Buffers::new(gpu, scene, times_bytes)?;
    let Buffers { frames, pairs, codes, hits, readback } = &buffers;
    let bound = BatchBuffers {
        codes: Some(codes.slice(..)),
        hits: Some(hits.slice(..)),
        ..BatchBuffers::new(frames.slice(..), pairs.slice(..))
    };
    let batch = pipelines.batch(device, &bound, &BatchOptions::default())?;
    queue.write_buffer(pairs, 0, bytemuck::cast_slice(&scene.pairs));
    let count = scene.pairs.len() as u32;
    let header_bytes = size_of::<ListHeader>() as u64;

    // What is told, the stages by the device's clock, and the host's times of uploading, recording
    // and all of it.
    let frame = || -> Result<_, CliError> {
        let ((), upload) =
            timed(|| queue.write_buffer(frames, 0, bytemuck::cast_slice(&scene.frames)));
        let (read, rest) = timed(|| -> Result<_, CliError> {
            let label = Some("motzkin bench frame");
            let mut encoder =
                device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label });
            let (recorded, recording) = timed(|| match &timer {
                Some(timer) => {
                    let target = RecordTarget::Timed { encoder: &mut encoder, timer, first: 0 };
                    batch.record(target, count)
                }
                None => batch.record(&mut encoder, count),
            });
            recorded?;
            encoder.copy_buffer_to_buffer(hits, 0, readback, 0, header_bytes);
            if let Some(timer) = &timer {
                timer.resolve(&mut encoder, readback, header_bytes);
            }
            let bytes = read_back(device, queue, encoder.finish(), readback)?;
            let (head, stamps) = bytes.split_at(header_bytes as usize);
            let stages: Vec<Duration> =
                timer.iter().flat_map(|timer| timer.durations(stamps)).collect();
            Ok((bytemuck::pod_read_unaligned::<ListHeader>(head), stages, recording))
        });
        let (told, stages, recording) = read?;
        Ok((told, stages, [upload, recording, upload + rest]))
    };
    warm_up(&gpu.adapter, frame)?;
    let (mut recordings, mut uploads, mut whole) = (Vec::new(), Vec::new(), Vec::new());
    let (mut kernels, mut listings, mut header) = (Vec::new(), Vec::new(), ListHeader::default());
    for _ in 0..repeat {
        let (told, stages, [upload, recording, all]) = frame()?;
        header = told;
        recordings.push(recording);
        uploads.push(upload);
        whole.push(all);
        kernels.extend(stages.first());
        listings.extend(stages.get(1));
    }
    let median = |times: Vec<Duration>| Spread::of(times).map(|spread| spread.median_ns);
    let kernel_median_ns = median(kernels);
    let bytes = scene.pairs.len() as f64 * (2.0 * size_of::<motzkin::Frame3>() as f64 + 8.25);
    let kernel_bytes_per_s = kernel_median_ns.filter(|&ns| ns > 0.0).map(|ns| 1e9 * bytes / ns);
    Ok(Resident {
        workload: "",
        frames: scene.frames.len(),
        pairs: scene.pairs.len(),
        hits: header.found,
        undecided: header.undecided,
        frames_bytes: frames.size(),
        pairs_bytes: pairs.size(),
        codes_bytes: codes.size(),
        hits_bytes: hits.size(),
        scratch_bytes: batch.scratch_bytes(),
        moved_bytes_per_frame: frames.size() + header_bytes,
        record_median_ns: median(recordings).unwrap_or_default(),
        upload_median_ns: median(uploads).unwrap_or_default(),
        kernel_median_ns,
        listing_median_ns: median(listings),
        frame_median_ns: median(whole).unwrap_or_default(),
        kernel_bytes_per_s,
        share_of_copy: kernel_bytes_per_s.map(|rate| rate / copy),
    })
}

impl From<GpuError> for CliError {
    fn from(error: GpuError) -> Self {
        Self::Service(motzkin::ServiceError::Gpu(error))
    }
}

impl From<BufferError> for CliError {
    fn from(error: BufferError) -> Self {
        match error {
            BufferError::Gpu(error) => error.into(),
            other => GpuError::Internal(other.to_string()).into(),
        }
    }
}

impl From<RecordError> for CliError {
    fn from(error: RecordError) -> Self {
        GpuError::Internal(error.to_string()).into()
    }
}
