//! The stages of the search of object trees, level by level: `shaders/search_*.wgsl`. A level is
//! tested, its outcomes are counted and scanned, and the pairs of the next level written; how many
//! they are is known to the GPU alone. Nothing is read back before the end.

use crate::gpu::device::own_buffer::OwnBuffer;
use crate::gpu::shader::search_layout::{SearchLevel, SearchNode};
use crate::gpu::shader::sources::{SEARCH_EMIT, SEARCH_SCAN, SEARCH_TEST};
use crate::gpu::shader::stage::{Compiler, Stage};
use crate::gpu::shader::stage_layout::PAIRS_PER_GROUP;
use wgpu::BufferUsages as Usage;

/// The compiled stages.
#[derive(Clone, Debug)]
pub(in crate::gpu) struct SearchStages {
    test: Stage,
    scan: Stage,
    emit: Stage,
    pub row: u32,
}

impl SearchStages {
    pub fn new(compiler: Compiler<'_>, row: u32) -> Self {
        Self {
            test: Stage::new(compiler, &SEARCH_TEST, "", &[]),
            scan: Stage::new(compiler, &SEARCH_SCAN, "ROW", &[row]),
            emit: Stage::new(compiler, &SEARCH_EMIT, "", &[]),
            row,
        }
    }
}

/// The buffers of a search. What one level writes and the next reads is there twice.
pub(in crate::gpu) struct SearchBuffers {
    pub nodes: OwnBuffer,
    pub pairs: [OwnBuffer; 2],
    pub levels: [OwnBuffer; 2],
    pub dispatches: [OwnBuffer; 2],
    counts: OwnBuffer,
    sums: OwnBuffer,
    hits: OwnBuffer,
    pub readback: OwnBuffer,
}

/// Bytes of a search: its buffers, and what is staged for the uploads.
pub(in crate::gpu) fn search_bytes(nodes: usize, pair_capacity: u32, hit_capacity: u32) -> u64 {
    let nodes = (nodes.max(1) * size_of::<SearchNode>()) as u64;
    2 * nodes
        + u64::from(pair_capacity) * (2 * 8 + 8 + 16 + 1)
        + u64::from(hit_capacity) * 16
        + 4096
}

impl SearchBuffers {
    pub fn new(device: &wgpu::Device, nodes: usize, pair_capacity: u32, hit_capacity: u32) -> Self {
        let make = |label: &str, size: u64, usage: Usage| {
            let (label, mapped_at_creation) = (Some(label), false);
            let descriptor = wgpu::BufferDescriptor { label, size, usage, mapped_at_creation };
            OwnBuffer::from(device.create_buffer(&descriptor))
        };
        let (input, level) = (Usage::STORAGE | Usage::COPY_DST, size_of::<SearchLevel>() as u64);
        let (pairs, hits) = (u64::from(pair_capacity) * 8, u64::from(hit_capacity) * 8);
        let groups = u64::from(pair_capacity.div_ceil(PAIRS_PER_GROUP));
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
    pub fn record(
        &self,
        device: &wgpu::Device,
        buffers: &SearchBuffers,
        levels: u32,
    ) -> wgpu::CommandBuffer {
        let SearchBuffers { nodes, pairs, levels: heads, dispatches, counts, sums, hits, readback } =
            buffers;
        let bound = [(0, 1), (1, 0)].map(|(own, next)| {
            let (head, after) = (&heads[own], &heads[next]);
            [
                self.test.bind_all(device, &[head, nodes, &pairs[own], counts, sums]),
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
            let ([test, scan, emit], groups) = (&bound[level % 2], &dispatches[level % 2]);
            self.test.set(&mut pass, 0, test, &[]);
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
