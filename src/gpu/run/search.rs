//! The search of object trees.

use crate::geom::Pair;
use crate::gpu::device::limits::largest_bound;
use crate::gpu::run::job::Job;
use crate::gpu::run::runner::Runner;
use crate::gpu::run::turns::Kept;
use crate::gpu::run::upload::Uploads;
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

/// The pairs of a level with which a search is worth its while, where memory is short.
const LEAST_PAIRS: u32 = 1 << 14;

/// The most nodes of a search: some 200 MB, which the caller holds, too.
const MOST_NODES: usize = 1 << 21;

/// What a search found.
#[derive(Clone, Debug, Default)]
pub(crate) struct SearchAnswer {
    /// Pairs of places among the nodes, level by level; with [`DOUBT`] where the path to them has
    /// to be settled.
    pub hits: Vec<Pair>,
    /// Pairs that were tested.
    pub tests: u32,
}

/// What comes of a search.
#[derive(Clone, Debug)]
pub(crate) enum Searched {
    Found(SearchAnswer),
    /// There is too little memory: fewer roots at a time may do.
    TooMany,
    /// There is too little memory for any roots.
    NoRoom,
}

impl Runner {
    /// Returns true if the device has enough for a search.
    pub(crate) fn searches(&self) -> bool {
        self.has(&SEARCH)
    }

    /// Returns how many nodes a search takes at most.
    pub(crate) fn most_search_nodes(&self) -> usize {
        let bound = largest_bound(&self.jobs.gpu.device.limits()) / size_of::<SearchNode>() as u64;
        usize::try_from(bound).unwrap_or(usize::MAX).min(MOST_NODES)
    }

    /// Goes down from these pairs of roots for so many levels.
    pub(crate) async fn search(
        &self,
        nodes: &[SearchNode],
        roots: &[Pair],
        levels: u32,
    ) -> Result<Searched, GpuError> {
        let attempt = || self.jobs.call(self.search_levels(nodes, roots, levels));
        let searched = attempt().await;
        if self.makes_room(&searched) { attempt().await } else { searched }
    }

    async fn search_levels(
        &self,
        nodes: &[SearchNode],
        roots: &[Pair],
        levels: u32,
    ) -> Result<Searched, GpuError> {
        if roots.is_empty() {
            return Ok(Searched::Found(SearchAnswer::default()));
        }
        let device = &self.jobs.gpu.device;
        let binding = largest_bound(&device.limits());
        let within = |most: u32, bytes: u64| most.min(u32::try_from(bytes).unwrap_or(u32::MAX));
        // Hits are read behind a level.
        let level = size_of::<SearchLevel>() as u64;
        let mut pair_capacity = within(PAIR_CAPACITY, binding / 16);
        let mut hit_capacity = within(HIT_CAPACITY, binding.saturating_sub(level) / 8);
        let turn = self.jobs.turn().await?;
        if search_bytes(nodes.len(), pair_capacity, hit_capacity) > self.jobs.budget.left() {
            self.free_idle();
            self.jobs.budget.free_spare();
        }
        let left = self.jobs.budget.left();
        let bytes = loop {
            let bytes = search_bytes(nodes.len(), pair_capacity, hit_capacity);
            if bytes <= left || pair_capacity <= LEAST_PAIRS {
                break bytes;
            }
            (pair_capacity, hit_capacity) = (pair_capacity / 2, hit_capacity / 2);
        };
        if search_bytes(0, pair_capacity, hit_capacity) > left {
            return Ok(Searched::NoRoom);
        }
        let too_large = size_of_val(nodes) as u64 > binding || roots.len() > pair_capacity as usize;
        if too_large {
            return Ok(Searched::TooMany);
        }
        // Before anything is awaited: calls that take no turn may be after the memory too.
        let Ok(held) = self.jobs.budget.take("a search", bytes) else {
            return Ok(Searched::TooMany);
        };
        let stages = self.pipelines.stages();
        let stages = self.jobs.make(|| stages.search(device)).await??;
        let pairs = roots.len() as u32;
        let first = SearchLevel { pairs, pair_capacity, hit_capacity, ..SearchLevel::default() };
        // Given back after the buffers, which are there until the answer is.
        let kept = Kept::new(held, &turn);
        let mut made = None;
        let submit = |uploads: &mut Uploads<'_>| -> Result<Job, GpuError> {
            let new = SearchBuffers::new(device, nodes.len(), pair_capacity, hit_capacity);
            let buffers = &*made.insert(new);
            uploads.write(&buffers.nodes, nodes)?;
            uploads.write(&buffers.pairs[0], roots)?;
            uploads.write(&buffers.levels[0], &[first])?;
            let [x, y] = grid(pairs.div_ceil(PAIRS_PER_GROUP), stages.row);
            uploads.write(&buffers.dispatches[0], &[x, y, 1])?;
            let commands = stages.record(device, buffers, levels);
            let bytes = buffers.readback.size();
            Ok(Job { commands, readback: buffers.readback.handle(), bytes })
        };
        let read = |bytes: &[u8], _: &mut Option<_>| {
            let (level, hits) = bytes.split_at(size_of::<SearchLevel>());
            let last: SearchLevel = bytemuck::pod_read_unaligned(level);
            let found = hits.chunks_exact(size_of::<Pair>()).map(bytemuck::pod_read_unaligned);
            let hits = found.take(last.hits as usize).collect();
            match last.overflowed {
                0 => Searched::Found(SearchAnswer { hits, tests: last.tests }),
                _ => Searched::TooMany,
            }
        };
        let uploads = self.jobs.uploads();
        let searched = self.jobs.run_one(uploads, submit, kept.clone(), read, &mut None).await?;
        drop((made, kept));
        let is_lost = |pair: &Pair| (pair.a & !DOUBT).max(pair.b) as usize >= nodes.len();
        match &searched {
            Searched::Found(answer) if answer.hits.iter().any(is_lost) => {
                Err(GpuError::Internal("the device names a node that there is not".into()))
            }
            _ => Ok(searched),
        }
    }
}
