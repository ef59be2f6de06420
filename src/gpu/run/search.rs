//! The search of object trees.

use crate::geom::Pair;
use crate::gpu::device::limits::largest_bound;
use crate::gpu::run::job::Job;
use crate::gpu::run::runner::Runner;
use crate::gpu::run::turns::Kept;
use crate::gpu::run::upload::upload;
use crate::gpu::shader::bindings::grid;
use crate::gpu::shader::groups::SEARCH;
use crate::gpu::shader::search_layout::{DOUBT, SearchLevel, SearchNode};
use crate::gpu::shader::stage_layout::PAIRS_PER_GROUP;
use crate::gpu::stages::search::{SearchBuffers, search_bytes};
use crate::gpu_error::GpuError;

/// The most pairs of a level: 16 bytes each twice over.
const PAIR_CAPACITY: u32 = 1 << 20;

/// The most hits.
const HIT_CAPACITY: u32 = 1 << 18;

/// What a search found.
#[derive(Clone, Debug, Default)]
pub(crate) struct SearchAnswer {
    /// Pairs of places among the nodes, level by level; with [`DOUBT`] where the path to them has
    /// to be settled.
    pub hits: Vec<Pair>,
    /// Pairs that were tested.
    pub tests: u32,
}

impl Runner {
    /// Returns true if the device has enough for a search.
    pub(crate) fn searches(&self) -> bool {
        self.has(&SEARCH)
    }

    /// Goes down from these pairs of roots for so many levels. Answers `None` where there is too
    /// little memory for that: then fewer roots at a time may do.
    pub(crate) async fn search(
        &self,
        nodes: &[SearchNode],
        roots: &[Pair],
        levels: u32,
    ) -> Result<Option<SearchAnswer>, GpuError> {
        self.jobs.call(self.search_levels(nodes, roots, levels)).await
    }

    async fn search_levels(
        &self,
        nodes: &[SearchNode],
        roots: &[Pair],
        levels: u32,
    ) -> Result<Option<SearchAnswer>, GpuError> {
        if roots.is_empty() {
            return Ok(Some(SearchAnswer::default()));
        }
        let (device, queue) = (&self.jobs.gpu.device, &self.jobs.gpu.queue);
        let binding = largest_bound(&device.limits());
        let within = |most: u32, bytes: u64| most.min(u32::try_from(bytes).unwrap_or(u32::MAX));
        // Hits are read behind a level.
        let level = size_of::<SearchLevel>() as u64;
        let pair_capacity = within(PAIR_CAPACITY, binding / 16);
        let hit_capacity = within(HIT_CAPACITY, binding.saturating_sub(level) / 8);
        let bytes = search_bytes(nodes.len(), pair_capacity, hit_capacity);
        let turn = self.jobs.turn().await?;
        if bytes > self.jobs.budget.left() {
            self.free_idle();
            self.jobs.budget.free_spare();
        }
        let too_large = size_of_val(nodes) as u64 > binding || roots.len() > pair_capacity as usize;
        if too_large || nodes.len() >= DOUBT as usize {
            return Ok(None);
        }
        // Before anything is awaited: calls that take no turn may be after the memory too.
        let Ok(held) = self.jobs.budget.take("a search", bytes) else { return Ok(None) };
        let stages = self.pipelines.stages();
        let stages = self.jobs.make(|| stages.search(device).cloned()).await??;
        let pairs = roots.len() as u32;
        let first = SearchLevel { pairs, pair_capacity, hit_capacity, ..SearchLevel::default() };
        let submit = || {
            let buffers = SearchBuffers::new(device, nodes.len(), pair_capacity, hit_capacity);
            upload(queue, &buffers.nodes, nodes);
            upload(queue, &buffers.pairs[0], roots);
            upload(queue, &buffers.levels[0], &[first]);
            let [x, y] = grid(pairs.div_ceil(PAIRS_PER_GROUP), stages.row);
            upload(queue, &buffers.dispatches[0], &[x, y, 1]);
            let commands = stages.record(device, &buffers, levels);
            let bytes = buffers.readback.size();
            Job { commands, readback: buffers.readback, bytes }
        };
        let read = |bytes: &[u8], _: &mut Option<_>| {
            let (level, hits) = bytes.split_at(size_of::<SearchLevel>());
            let last: SearchLevel = bytemuck::pod_read_unaligned(level);
            let found = hits.chunks_exact(size_of::<Pair>()).map(bytemuck::pod_read_unaligned);
            let hits = found.take(last.hits as usize).collect();
            (last.overflowed == 0).then_some(SearchAnswer { hits, tests: last.tests })
        };
        self.jobs.run_one(submit, Kept::new(held, &turn), read, &mut None).await
    }
}
