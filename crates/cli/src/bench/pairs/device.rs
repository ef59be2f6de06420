//! The broad phase on a GPU: boxes in a buffer, recorded into an encoder.

use super::on_gpu::{GpuRow, OnGpu, Stages};
use crate::bench::Which;
use crate::bench::bandwidth;
use crate::bench::buffer::{buffer, read_back};
use crate::bench::clock::{Spread, timed, warm_up};
use crate::engine::describe;
use crate::error::CliError;
use crate::output::note;
use motzkin::gpu::layout::CandidateHeader;
use motzkin::gpu::{
    AdapterChoice, BroadPhase, BroadPhaseBuffers, BroadPhaseInput, BroadPhaseOptions, GpuError,
    Headless, Pipelines, RecordTarget, StageTimer, headless,
};
use motzkin::{Aabb3, CollisionService, Engine, Pair, bytemuck, wgpu};
use std::time::Duration;
use wgpu::BufferUsages as Usage;

/// Bytes of a box in the caller's buffer.
const BOX: usize = 24;

/// Bytes that boxes, order and tree read and write of each box at the least: 100 for boxes and
/// codes, 28 for each of six turns of the sort, 68 for the leaves, 41 for the levels above them.
const TREE_BYTES_PER_BOX: f64 = 377.0;

const HEADER: u64 = size_of::<CandidateHeader>() as u64;

/// A GPU that is measured.
pub struct Device {
    gpu: Headless,
    pipelines: Pipelines,
    found: OnGpu,
}

impl Device {
    /// Opens the GPU that is asked for; `None` if none is.
    pub fn open(which: Which, adapter: Option<&str>) -> Result<Option<Self>, CliError> {
        if which == Which::Cpu {
            return Ok(None);
        }
        let engine = if which == Which::Auto { Engine::Auto } else { Engine::Gpu };
        let builder = CollisionService::builder().engine(engine);
        let builder = adapter.into_iter().fold(builder, |builder, name| builder.adapter(name));
        let service = builder.build()?;
        let info = service.info();
        let Some(name) = &info.adapter_description else {
            note(&format!("no GPU is measured: {}", info.reason));
            return Ok(None);
        };
        let gpu = pollster::block_on(headless(&AdapterChoice::Named(name.clone())))?;
        let pipelines = Pipelines::new(&gpu.device)?;
        let description = describe(info);
        let copy_bytes_per_s = bandwidth::of_gpu(name)?;
        let found = OnGpu { description, copy_bytes_per_s, rows: Vec::new() };
        Ok(Some(Self { gpu, pipelines, found }))
    }

    /// What was measured.
    pub fn finish(self) -> OnGpu {
        self.found
    }

    /// Measures a scene, whose number of pairs is known.
    pub fn measure(
        &mut self,
        scene: &'static str,
        boxes: &[Aabb3],
        pairs: usize,
        repeat: usize,
    ) -> Result<(), CliError> {
        let bench = Bench::new(self, boxes, pairs)?;
        let (mut uploads, mut steps) = (Vec::new(), Vec::new());
        let mut stages = [const { Vec::new() }; BroadPhase::PASSES as usize];
        warm_up(&self.gpu.adapter, || bench.step(&self.gpu))?;
        for _ in 0..repeat {
            let ((header, times), upload, step) = bench.step(&self.gpu)?;
            if header.total() != pairs as u64 {
                let found = header.total();
                return Err(CliError::Wrong(format!(
                    "{scene}: {pairs} pairs of {} boxes meet, the GPU finds {found}",
                    boxes.len()
                )));
            }
            uploads.push(upload);
            steps.push(step);
            stages.iter_mut().zip(times).for_each(|(all, time)| all.push(time));
        }
        let median = |times: Vec<Duration>| Spread::of(times).map(|all| all.median_ns * 1e-6);
        let stages = match stages.map(median) {
            [Some(boxes), Some(order), Some(tree), Some(pairs)] => Some(Stages {
                boxes_median_ms: boxes,
                order_median_ms: order,
                tree_median_ms: tree,
                pairs_median_ms: pairs,
            }),
            _ => None,
        };
        let rate = |stages: Stages| {
            let Stages { boxes_median_ms, order_median_ms, tree_median_ms, .. } = stages;
            let time = 1e-3 * (boxes_median_ms + order_median_ms + tree_median_ms);
            TREE_BYTES_PER_BOX * boxes.len() as f64 / time.max(1e-9)
        };
        let tree_bytes_per_s = stages.map(rate);
        self.found.rows.push(GpuRow {
            scene,
            boxes: boxes.len(),
            pairs,
            boxes_bytes: bench.boxes.size(),
            scratch_bytes: bench.broad.scratch_bytes(),
            pairs_bytes: bench.pairs_bytes,
            moved_bytes_per_step: bench.boxes.size() + HEADER,
            upload_median_ms: median(uploads).unwrap_or_default(),
            stages,
            step_median_ms: median(steps).unwrap_or_default(),
            tree_bytes_per_s,
            share_of_copy: tree_bytes_per_s.map(|rate| rate / self.found.copy_bytes_per_s),
        });
        Ok(())
    }
}

/// Boxes in a buffer, and the broad phase that is bound to it.
struct Bench {
    words: Vec<[f32; BOX / 4]>,
    boxes: wgpu::Buffer,
    header: wgpu::Buffer,
    readback: wgpu::Buffer,
    broad: BroadPhase,
    pairs_bytes: u64,
    timer: Option<StageTimer>,
}

/// The header, and the times of the stages on the device.
type Told = (CandidateHeader, Vec<Duration>);

impl Bench {
    fn new(device: &Device, boxes: &[Aabb3], pairs: usize) -> Result<Self, CliError> {
        let Device { gpu, pipelines, .. } = device;
        let timer = StageTimer::new(&gpu.device, &gpu.queue, BroadPhase::PASSES)?;
        let memory = gpu.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let make = |label, size, usage| buffer(&gpu.device, label, size, usage);
        let words = boxes.iter().map(|own| {
            let (low, high) = (own.min, own.max);
            [low.x, low.y, low.z, high.x, high.y, high.z]
        });
        let words: Vec<[f32; BOX / 4]> = words.collect();
        let pairs_bytes = (pairs.max(1) * size_of::<Pair>()) as u64;
        let times = timer.as_ref().map_or(0, StageTimer::bytes);
        let input = Usage::STORAGE | Usage::COPY_DST;
        let boxes = make("motzkin bench boxes", size_of_val(&words[..]) as u64, input);
        let list = make("motzkin bench pairs", pairs_bytes, Usage::STORAGE);
        let header = make("motzkin bench header", HEADER, Usage::STORAGE | Usage::COPY_SRC);
        let usage = Usage::MAP_READ | Usage::COPY_DST;
        let readback = make("motzkin bench readback", HEADER + times, usage);
        if let Some(error) = pollster::block_on(memory.pop()) {
            return Err(GpuError::from(error).into());
        }
        let input = BroadPhaseInput::Boxes(boxes.slice(..));
        let bound = BroadPhaseBuffers::new(input, list.slice(..), header.slice(..));
        let broad = pipelines.broad_phase(&gpu.device, &bound, &BroadPhaseOptions::default())?;
        Ok(Self { words, boxes, header, readback, broad, pairs_bytes, timer })
    }

    /// New boxes and their pairs: what the device tells, and the host's times of the upload and of
    /// the whole step.
    fn step(&self, gpu: &Headless) -> Result<(Told, Duration, Duration), CliError> {
        let Headless { device, queue, .. } = gpu;
        let ((), upload) =
            timed(|| queue.write_buffer(&self.boxes, 0, bytemuck::cast_slice(&self.words)));
        let (told, rest) = timed(|| self.record_and_read(device, queue));
        Ok((told?, upload, upload + rest))
    }

    fn record_and_read(
        &self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
    ) -> Result<Told, CliError> {
        let Self { header, readback, timer, broad, .. } = self;
        let label = Some("motzkin bench step");
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label });
        let count = self.words.len() as u32;
        match timer {
            Some(timer) => {
                broad.record(RecordTarget::Timed { encoder: &mut encoder, timer, first: 0 }, count)
            }
            None => broad.record(&mut encoder, count),
        }?;
        encoder.copy_buffer_to_buffer(header, 0, readback, 0, HEADER);
        if let Some(timer) = timer {
            timer.resolve(&mut encoder, readback, HEADER);
        }
        let bytes = read_back(device, queue, encoder.finish(), readback)?;
        let (head, stamps) = bytes.split_at(HEADER as usize);
        let stages = timer.iter().flat_map(|timer| timer.durations(stamps)).collect();
        Ok((bytemuck::pod_read_unaligned(head), stages))
    }
}
