//! The search of object trees, level by level: `shaders/search_*.wgsl`. A level is judged, its
//! outcomes are counted and scanned, and the pairs of the next level written; how many they are is
//! known to the GPU alone. Nothing is read back before the end.

pub mod layout;

use super::bindings::grid;
use super::device::Headless;
use super::layout::PAIRS_PER_GROUP;
use super::runner::Runner;
use super::scopes::checked;
use super::sources::{SEARCH_EMIT, SEARCH_JUDGE, SEARCH_SCAN};
use super::stage::Stage;
use super::staging::upload;
use super::watch::Answer;
use crate::geom::Pair;
use crate::gpu_error::GpuError;
use layout::{SearchLevel, SearchNode};
use wgpu::BufferUsages as Usage;

/// Pairs that a level has room for: 16 bytes each twice over.
const PAIR_ROOM: u32 = 1 << 20;

/// Hits that there is room for.
const HIT_ROOM: u32 = 1 << 18;

/// The compiled stages.
#[derive(Clone, Debug)]
pub(super) struct SearchStages {
    judge: Stage,
    scan: Stage,
    emit: Stage,
    row: u32,
}

impl SearchStages {
    pub fn new(device: &wgpu::Device, row: u32) -> Self {
        Self {
            judge: Stage::new(device, &SEARCH_JUDGE, "", &[]),
            scan: Stage::new(device, &SEARCH_SCAN, "ROW", &[row]),
            emit: Stage::new(device, &SEARCH_EMIT, "", &[]),
            row,
        }
    }
}

/// What a search found.
#[derive(Clone, Debug, Default)]
pub(crate) struct SearchAnswer {
    /// Pairs of places among the nodes, level by level; with [`layout::DOUBT`] where the path to
    /// them has to be settled.
    pub hits: Vec<Pair>,
    /// Pairs that were judged.
    pub tests: u32,
}

/// The buffers of a search. What one level writes and the next reads is there twice.
struct Buffers {
    nodes: wgpu::Buffer,
    pairs: [wgpu::Buffer; 2],
    levels: [wgpu::Buffer; 2],
    dispatches: [wgpu::Buffer; 2],
    counts: wgpu::Buffer,
    sums: wgpu::Buffer,
    hits: wgpu::Buffer,
    readback: wgpu::Buffer,
}

impl Runner {
    /// Goes down from these pairs of roots for so many levels. `None` where there is no room for
    /// that: then fewer roots at a time may do.
    pub(crate) async fn search(
        &self,
        nodes: &[SearchNode],
        roots: &[Pair],
        levels: u32,
    ) -> Result<Option<SearchAnswer>, GpuError> {
        if let Some(lost) = self.lost() {
            return Err(lost.clone());
        }
        if roots.is_empty() {
            return Ok(Some(SearchAnswer::default()));
        }
        let Headless { device, queue, .. } = self.gpu();
        let limits = device.limits();
        let binding = limits.max_storage_buffer_binding_size.min(limits.max_buffer_size);
        let within =
            |room: u32, size: u64| room.min(u32::try_from(binding / size).unwrap_or(u32::MAX));
        let (pair_room, hit_room) = (within(PAIR_ROOM, 16), within(HIT_ROOM, 8));
        let bytes = bytes(nodes.len(), pair_room, hit_room);
        let too_large = size_of_val(nodes) as u64 > binding || roots.len() > pair_room as usize;
        if too_large || nodes.len() >= layout::DOUBT as usize || bytes > self.budget().left() {
            return Ok(None);
        }
        let stages = {
            let stages = self.pipelines().stages();
            checked(device, || stages.search(device).clone()).await?
        };
        let held = self.budget().take("a search", bytes)?;
        let (answer, receiver) = Answer::pending();
        let first = SearchLevel {
            pairs: roots.len() as u32,
            pair_room,
            hit_room,
            ..SearchLevel::default()
        };
        let work = || {
            let buffers = Buffers::new(device, nodes.len(), pair_room, hit_room);
            upload(queue, &buffers.nodes, nodes);
            upload(queue, &buffers.pairs[0], roots);
            upload(queue, &buffers.levels[0], &[first]);
            let [x, y] = grid(first.pairs.div_ceil(PAIRS_PER_GROUP), stages.row);
            upload(queue, &buffers.dispatches[0], &[x, y, 1]);
            queue.submit([stages.record(device, &buffers, levels)]);
            // Even if the future is dropped before, which answers the mapping at once.
            self.until_done(held);
            self.watch(&answer);
            buffers.readback.map_async(wgpu::MapMode::Read, .., move |mapped| {
                answer.give(mapped.map_err(|error| GpuError::Refused(error.to_string())));
            });
            buffers
        };
        let buffers = checked(device, work).await.map_err(|error| self.cause(error))?;
        let gone = || GpuError::Internal("the answer's sender is gone".into());
        let answer = receiver.receive().await.unwrap_or_else(|| Err(gone()));
        self.outcome(answer)?;
        let mapped = buffers
            .readback
            .get_mapped_range(..)
            .map_err(|error| GpuError::Refused(error.to_string()))?;
        let (level, hits) = mapped.split_at(size_of::<SearchLevel>());
        let last: SearchLevel = bytemuck::pod_read_unaligned(level);
        let found = hits.chunks_exact(size_of::<Pair>()).map(bytemuck::pod_read_unaligned);
        let hits = found.take(last.hits as usize).collect();
        Ok((last.overflowed == 0).then_some(SearchAnswer { hits, tests: last.tests }))
    }
}

/// Bytes of a search: its buffers, and what is staged for the uploads.
fn bytes(nodes: usize, pair_room: u32, hit_room: u32) -> u64 {
    let nodes = (nodes.max(1) * size_of::<SearchNode>()) as u64;
    2 * nodes + u64::from(pair_room) * (2 * 8 + 8 + 16 + 1) + u64::from(hit_room) * 16 + 4096
}

impl Buffers {
    fn new(device: &wgpu::Device, nodes: usize, pair_room: u32, hit_room: u32) -> Self {
        let make = |label: &str, size: u64, usage: Usage| {
            let (label, mapped_at_creation) = (Some(label), false);
            device.create_buffer(&wgpu::BufferDescriptor { label, size, usage, mapped_at_creation })
        };
        let (input, level) = (Usage::STORAGE | Usage::COPY_DST, size_of::<SearchLevel>() as u64);
        let (pairs, hits) = (u64::from(pair_room) * 8, u64::from(hit_room) * 8);
        let groups = u64::from(pair_room.div_ceil(PAIRS_PER_GROUP));
        let levels = || make("motzkin search level", level, input | Usage::COPY_SRC);
        let dispatches = || make("motzkin search dispatch", 12, input | Usage::INDIRECT);
        Self {
            nodes: make(
                "motzkin search nodes",
                (nodes.max(1) * size_of::<SearchNode>()) as u64,
                input,
            ),
            pairs: [(); 2].map(|()| make("motzkin search pairs", pairs, input)),
            levels: [(); 2].map(|()| levels()),
            dispatches: [(); 2].map(|()| dispatches()),
            counts: make("motzkin search counts", 2 * pairs, Usage::STORAGE),
            sums: make("motzkin search sums", 8 * groups, Usage::STORAGE),
            hits: make("motzkin search hits", hits, Usage::STORAGE | Usage::COPY_SRC),
            readback: make(
                "motzkin search readback",
                level + hits,
                Usage::MAP_READ | Usage::COPY_DST,
            ),
        }
    }
}

impl SearchStages {
    /// Three dispatches a level, then the copies.
    fn record(&self, device: &wgpu::Device, buffers: &Buffers, levels: u32) -> wgpu::CommandBuffer {
        let Buffers { nodes, pairs, levels: heads, dispatches, counts, sums, hits, readback } =
            buffers;
        let bound = [(0, 1), (1, 0)].map(|(own, next)| {
            let (head, after) = (&heads[own], &heads[next]);
            [
                self.judge.bind_all(device, &[head, nodes, &pairs[own], counts, sums]),
                self.scan.bind_all(device, &[head, sums, after, &dispatches[next]]),
                self.emit.bind_all(
                    device,
                    &[head, nodes, &pairs[own], counts, sums, after, &pairs[next], hits],
                ),
            ]
        });
        let label = Some("motzkin search");
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label });
        for level in 0..levels as usize {
            let timestamp_writes = None;
            let mut pass = encoder
                .begin_compute_pass(&wgpu::ComputePassDescriptor { label, timestamp_writes });
            let ([judge, scan, emit], groups) = (&bound[level % 2], &dispatches[level % 2]);
            self.judge.set(&mut pass, 0, judge, &[]);
            pass.dispatch_workgroups_indirect(groups, 0);
            self.scan.set(&mut pass, 0, scan, &[]);
            pass.dispatch_workgroups(1, 1, 1);
            self.emit.set(&mut pass, 0, emit, &[]);
            pass.dispatch_workgroups_indirect(groups, 0);
        }
        let head = size_of::<SearchLevel>() as u64;
        encoder.copy_buffer_to_buffer(&heads[levels as usize % 2], 0, readback, 0, head);
        encoder.copy_buffer_to_buffer(hits, 0, readback, head, hits.size());
        encoder.finish()
    }
}
