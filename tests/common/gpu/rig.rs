//! What an embedder has: a device, buffers and an encoder; and a naive account of what a batch must
//! write.

use motzkin::bytemuck::{self, Pod, cast_slice, pod_read_unaligned};
use motzkin::gpu::layout::{
    Filter, HitRecord, ListHeader, NO_ID, codes_size, hits_size, plane_undecided_size,
    undecided_size,
};
use motzkin::gpu::{Batch, BatchBuffers, BatchOptions, Headless, Pipelines, Undecided};
use motzkin::{Frame2, Frame3, Pair, Verdict, wgpu};
use motzkin_core::exact;
use motzkin_core::verdict::RawCode;
use motzkin_lab::workload::Scene;
use std::collections::HashMap;
use wgpu::{Buffer, BufferUsages as Usage, CommandEncoder};

pub const STORAGE: Usage = Usage::STORAGE.union(Usage::COPY_SRC).union(Usage::COPY_DST);
/// What lies in every output beforehand.
pub const JUNK: u32 = 0xdead_beef;

/// A device of the caller's, and what was compiled for it.
pub struct Rig {
    pub device: wgpu::Device,
    pub queue: wgpu::Queue,
    pub pipelines: Pipelines,
}

impl Rig {
    pub fn new() -> Self {
        Self::on(super::device())
    }

    pub fn on(gpu: Headless) -> Self {
        let Headless { device, queue, .. } = gpu;
        // Not the headless device's own, which keeps errors for its runner.
        device.on_uncaptured_error(std::sync::Arc::new(|error: wgpu::Error| panic!("{error}")));
        let pipelines = Pipelines::new(&device).unwrap();
        Self { device, queue, pipelines }
    }

    /// On a device that offers no more than wgpu's defaults, changed.
    pub fn with_limits(change: impl Fn(&mut wgpu::Limits)) -> Self {
        let (device, queue) = limited_device(change);
        let pipelines = Pipelines::new(&device).unwrap();
        Self { device, queue, pipelines }
    }

    pub fn empty(&self, size: u64, usage: Usage) -> Buffer {
        let (label, mapped_at_creation) = (None, false);
        self.device.create_buffer(&wgpu::BufferDescriptor {
            label,
            size,
            usage,
            mapped_at_creation,
        })
    }

    pub fn filled<T: Pod>(&self, items: &[T], usage: Usage) -> Buffer {
        let bytes: &[u8] = cast_slice(items);
        let buffer = self.empty(bytes.len().max(4) as u64, usage | Usage::COPY_DST);
        self.queue.write_buffer(&buffer, 0, bytes);
        buffer
    }

    pub fn junk(&self, size: u64, usage: Usage) -> Buffer {
        self.filled(&vec![JUNK; size as usize / 4], usage)
    }

    pub fn encoder(&self) -> CommandEncoder {
        self.device.create_command_encoder(&Default::default())
    }

    /// Copies a buffer as it is at this point of the encoder.
    pub fn snapshot(&self, encoder: &mut CommandEncoder, buffer: &Buffer) -> Buffer {
        let copy = self.empty(buffer.size(), Usage::MAP_READ | Usage::COPY_DST);
        encoder.copy_buffer_to_buffer(buffer, 0, &copy, 0, buffer.size());
        copy
    }

    pub fn submit(&self, encoder: CommandEncoder) {
        self.queue.submit([encoder.finish()]);
    }

    /// The words of a snapshot, once submitted.
    pub fn words(&self, copy: &Buffer) -> Vec<u32> {
        copy.map_async(wgpu::MapMode::Read, .., |mapped| mapped.unwrap());
        self.device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
        cast_slice(&copy.get_mapped_range(..).unwrap()).to_vec()
    }
}

/// The adapter that the other tests run on, of another instance.
pub fn adapter() -> wgpu::Adapter {
    super::adapter_of(&wgpu::Instance::new(super::plain_instance()))
}

/// A device with wgpu's default limits, changed.
pub fn limited_device(change: impl Fn(&mut wgpu::Limits)) -> (wgpu::Device, wgpu::Queue) {
    let mut limits = wgpu::Limits::default();
    change(&mut limits);
    super::device_of(&adapter(), limits)
}

/// Frames that a batch tests, in space or in the plane.
pub trait Recorded: Pod {
    const IN_PLANE: bool;

    fn undecided_size(capacity: u32) -> u64;

    /// The verdict of two frames; `None` of invalid ones.
    fn verdict(frames: [&Self; 2], moving: bool) -> Option<Verdict>;
}

impl Recorded for Frame3 {
    const IN_PLANE: bool = false;

    fn undecided_size(capacity: u32) -> u64 {
        undecided_size(capacity)
    }

    fn verdict([a, b]: [&Self; 2], moving: bool) -> Option<Verdict> {
        let decide = if moving { exact::decide_moving } else { exact::decide };
        decide(a, b).ok().map(|settled| settled.verdict)
    }
}

impl Recorded for Frame2 {
    const IN_PLANE: bool = true;

    fn undecided_size(capacity: u32) -> u64 {
        plane_undecided_size(capacity)
    }

    fn verdict([a, b]: [&Self; 2], moving: bool) -> Option<Verdict> {
        let decide = if moving { exact::plane::decide_moving } else { exact::plane::decide };
        decide(a, b).ok().map(|settled| settled.verdict)
    }
}

/// Frames, and pairs of them.
#[derive(Clone)]
pub struct Shapes<F> {
    pub frames: Vec<F>,
    pub pairs: Vec<Pair>,
}

impl From<Scene> for Shapes<Frame3> {
    fn from(Scene { frames, pairs }: Scene) -> Self {
        Self { frames, pairs }
    }
}

/// A scene in buffers, with all outputs a batch can have, and the batch.
pub struct Bench<F = Frame3> {
    pub scene: Shapes<F>,
    pub filters: Option<Vec<Filter>>,
    pub ids: Option<Vec<u32>>,
    pub options: BatchOptions,
    pub hit_capacity: u32,
    pub undecided_capacity: u32,
    pub frames: Buffer,
    pub pairs: Buffer,
    pub count: Buffer,
    pub codes: Buffer,
    pub hits: Buffer,
    pub undecided: Buffer,
    pub batch: Batch,
}

/// How a bench departs from the plain one: filters, ids, options, and room for hits and undecided
/// pairs.
#[derive(Default)]
pub struct Plan {
    pub filters: Option<Vec<Filter>>,
    pub ids: Option<Vec<u32>>,
    pub options: BatchOptions,
    pub hit_capacity: Option<u32>,
    pub undecided_capacity: Option<u32>,
}

/// One recording's outputs, as copied within the encoder.
pub struct Snapshot {
    codes: Buffer,
    hits: Buffer,
    undecided: Buffer,
}

impl<F: Recorded> Bench<F> {
    pub fn new(rig: &Rig, scene: impl Into<Shapes<F>>, plan: Plan) -> Self {
        let Plan { filters, ids, options, hit_capacity, undecided_capacity } = plan;
        let options = BatchOptions { in_plane: F::IN_PLANE, ..options };
        let scene = scene.into();
        let room = scene.pairs.len() as u32;
        let (hit_capacity, undecided_capacity) =
            (hit_capacity.unwrap_or(room), undecided_capacity.unwrap_or(room));
        let frames = rig.filled(&scene.frames, STORAGE);
        let pairs = rig.filled(&scene.pairs, STORAGE);
        let count = rig.filled(&[0_u32], STORAGE);
        let codes = rig.junk(codes_size(room), STORAGE);
        // A buffer for indirect draws of no vertices would be refused.
        let drawn = if options.vertices_per_hit > 0 { Usage::INDIRECT } else { Usage::empty() };
        let hits = rig.junk(hits_size(hit_capacity), STORAGE | drawn);
        let undecided = rig.junk(F::undecided_size(undecided_capacity), STORAGE);
        let filter_buffer = filters.as_ref().map(|filters| rig.filled(filters, STORAGE));
        let id_buffer = ids.as_ref().map(|ids| rig.filled(ids, STORAGE));
        let buffers = BatchBuffers {
            count: Some(count.slice(..)),
            filters: filter_buffer.as_ref().map(|buffer| buffer.slice(..)),
            ids: id_buffer.as_ref().map(|buffer| buffer.slice(..)),
            codes: Some(codes.slice(..)),
            hits: Some(hits.slice(..)),
            undecided: Some(undecided.slice(..)),
            ..BatchBuffers::new(frames.slice(..), pairs.slice(..))
        };
        let batch = rig.pipelines.batch(&rig.device, &buffers, &options).unwrap();
        Self {
            scene,
            filters,
            ids,
            options,
            hit_capacity,
            undecided_capacity,
            frames,
            pairs,
            count,
            codes,
            hits,
            undecided,
            batch,
        }
    }

    /// Copies the outputs, and then spoils them.
    pub fn take(&self, rig: &Rig, encoder: &mut CommandEncoder) -> Snapshot {
        let [codes, hits, undecided] = [&self.codes, &self.hits, &self.undecided].map(|buffer| {
            let copy = rig.snapshot(encoder, buffer);
            let junk = rig.junk(buffer.size(), Usage::COPY_SRC);
            encoder.copy_buffer_to_buffer(&junk, 0, buffer, 0, buffer.size());
            copy
        });
        Snapshot { codes, hits, undecided }
    }

    /// Compares a recording of the first pairs with what it must have written; answers its codes.
    pub fn check(&self, rig: &Rig, snapshot: &Snapshot, offered: u32) -> Vec<RawCode> {
        let pairs = offered.min(self.scene.pairs.len() as u32);
        let words = rig.words(&snapshot.codes);
        let codes = self.check_codes(&words, pairs);
        let is_hit = |code: RawCode| {
            matches!(code, RawCode::TOUCHING | RawCode::OVERLAPPING)
                || (code == RawCode::UNDECIDED && self.options.undecided == Undecided::Keep)
        };
        let open: Vec<u32> = listed(&codes, |code| code == RawCode::UNDECIDED);
        let hits: Vec<Vec<u8>> = listed(&codes, is_hit)
            .into_iter()
            .map(|pair| bytemuck::bytes_of(&self.hit(pair)).to_vec())
            .collect();
        let header = |vertices, found: usize, room: u32| ListHeader {
            vertices,
            listed: room.min(found as u32),
            zeros: [0; 3],
            found: found as u32,
            undecided: open.len() as u32,
            offered,
        };
        let expected = header(self.options.vertices_per_hit, hits.len(), self.hit_capacity);
        check_list(&rig.words(&snapshot.hits), expected, &hits);
        let records: Vec<Vec<u8>> = open.iter().map(|&pair| self.record(pair)).collect();
        let expected = header(0, records.len(), self.undecided_capacity);
        check_list(&rig.words(&snapshot.undecided), expected, &records);
        codes
    }

    fn check_codes(&self, words: &[u32], pairs: u32) -> Vec<RawCode> {
        let code = |i: u32| RawCode::from_low_bits(words[i as usize / 16] >> (2 * (i % 16)));
        let codes: Vec<RawCode> = (0..pairs).map(code).collect();
        let mut known = HashMap::new();
        for (i, (code, pair)) in codes.iter().zip(&self.scene.pairs).enumerate() {
            let inside = (pair.a.max(pair.b) as usize) < self.scene.frames.len();
            if !inside {
                assert_eq!(*code, RawCode::UNDECIDED, "pair {i} names no frame");
            } else if !self.is_judged(pair) {
                assert_eq!(*code, RawCode::SEPARATE, "pair {i} is filtered");
            } else if let Some(verdict) = code.verdict() {
                let exactly = *known.entry(*pair).or_insert_with(|| self.exactly(pair));
                assert_eq!(Some(verdict), exactly, "pair {i}");
            }
        }
        // The bits behind the last pair are zero, the words behind it are left alone.
        let (used, last) = (pairs.div_ceil(16) as usize, pairs % 16);
        assert!(last == 0 || words[used - 1] >> (2 * last) == 0, "bits behind the last pair");
        assert!(words[used..].iter().all(|&word| word == JUNK), "words behind the last pair");
        codes
    }

    fn is_judged(&self, pair: &Pair) -> bool {
        self.filters.as_ref().is_none_or(|filters| {
            let (a, b) = (filters[pair.a as usize], filters[pair.b as usize]);
            (a.group & b.mask) != 0 && (b.group & a.mask) != 0
        })
    }

    /// The verdict of a pair of frames that there are; `None` of invalid ones, which stay
    /// undecided.
    pub fn exactly(&self, pair: &Pair) -> Option<Verdict> {
        let frames = [pair.a, pair.b].map(|index| &self.scene.frames[index as usize]);
        F::verdict(frames, self.options.moving)
    }

    fn hit(&self, index: u32) -> HitRecord {
        let Pair { a, b } = self.scene.pairs[index as usize];
        let name = |frame: u32| match &self.ids {
            Some(ids) => ids.get(frame as usize).copied().unwrap_or(NO_ID),
            None => frame,
        };
        HitRecord { pair: index, a: name(a), b: name(b) }
    }

    /// An entry of the list of undecided pairs, as it is documented: byte by byte.
    fn record(&self, index: u32) -> Vec<u8> {
        let pair = self.scene.pairs[index as usize];
        let frames = &self.scene.frames;
        let frame = |index: u32| frames.get(index as usize).copied().unwrap_or(F::zeroed());
        let beyond = |index: u32| u32::from(index as usize >= frames.len());
        let missing = beyond(pair.a) | beyond(pair.b) << 1;
        let head = [index, pair.a, pair.b, missing];
        [cast_slice(&head), bytemuck::bytes_of(&[frame(pair.a), frame(pair.b)])].concat()
    }
}

fn listed(codes: &[RawCode], wanted: impl Fn(RawCode) -> bool) -> Vec<u32> {
    (0..codes.len() as u32).filter(|&i| wanted(codes[i as usize])).collect()
}

/// Header, entries and, behind them, what was there before; bit by bit, since frames may hold NaN.
fn check_list(words: &[u32], header: ListHeader, entries: &[Vec<u8>]) {
    let bytes: &[u8] = cast_slice(words);
    let (head, mut rest) = bytes.split_at(32);
    assert_eq!(pod_read_unaligned::<ListHeader>(head), header);
    for (i, expected) in entries.iter().take(header.listed as usize).enumerate() {
        let (found, behind) = rest.split_at(expected.len());
        assert_eq!(found, expected, "entry {i}");
        rest = behind;
    }
    assert!(rest.chunks_exact(4).all(|word| word == JUNK.to_le_bytes()), "behind the list");
}

/// The frames' bytes changed in place, so that they no longer overlap anything: far away, each
/// elsewhere.
pub fn scattered(frames: &[Frame3]) -> Vec<Frame3> {
    let far = |(i, frame): (usize, &Frame3)| {
        let mut rows = *frame.rows();
        let by_vertices = frame.kind() == Ok(motzkin::ShapeKind::TetraByVertices);
        for row in rows.iter_mut().take(if by_vertices { 4 } else { 1 }) {
            row[0] += 100.0 * (i as f32 + 1.0);
        }
        bytemuck::cast(rows)
    };
    frames.iter().enumerate().map(far).collect()
}
