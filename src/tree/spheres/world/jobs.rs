//! The searches of many pairs at once: rounds of descents and of opening nodes.

use super::job::Job;
use super::memory::{Apart, Finding, Memory};
use super::state::{Member, MeshWorld};
use crate::geom::Pair;
use crate::tree::spheres::descent::Search;
use crate::tree::spheres::error::MeshWorldError;
use crate::tree::spheres::occupancy::OccupancyParent;
use crate::tree::spheres::verdict::{MeshVerdict, QueryBudget};
use rayon::prelude::*;

/// Fewer searches than these run one after the other: threads would cost more than they save.
const FEW: usize = 8;

/// Returns true if so many searches, or nodes to open, run one after the other on this thread. One
/// other thread would save nothing, and being woken costs it microseconds.
pub(super) fn run_here(count: usize) -> bool {
    count < FEW || rayon::current_num_threads() == 1
}

impl MeshWorld {
    /// Takes pairs of a list through their first round. `start` is the place of the first one.
    /// Those whose root nodes are apart are left out.
    pub(super) fn begin_pairs(
        &self,
        start: usize,
        pairs: &[Pair],
        budget: &QueryBudget,
    ) -> Result<Vec<Job>, MeshWorldError> {
        let begin = |search: &mut Search, (place, &Pair { a, b }): (usize, &Pair)| {
            self.begin_pair(start + place, [a.min(b), a.max(b)], search, budget).transpose()
        };
        if run_here(pairs.len()) {
            let mut search = Search::default();
            return pairs.iter().enumerate().filter_map(|pair| begin(&mut search, pair)).collect();
        }
        let begun = pairs.par_iter().enumerate().map_init(Search::default, begin);
        begun.filter_map(|job| job).collect()
    }

    /// Runs rounds until every pair has its verdict.
    pub(super) fn run(
        &mut self,
        jobs: &mut [Job],
        budget: &QueryBudget,
    ) -> Result<(), MeshWorldError> {
        let mut jobs: Vec<&mut Job> = jobs.iter_mut().filter(|job| job.rest.is_some()).collect();
        while !jobs.is_empty() {
            let wants =
                jobs.iter().filter_map(|job| job.rest.as_ref()).flat_map(|rest| &rest.wants);
            let mut wanted: Vec<(u32, u32)> = wants.copied().collect();
            wanted.sort_unstable();
            wanted.dedup();
            self.open_nodes(&wanted)?;
            let world = &*self;
            if run_here(jobs.len()) {
                jobs.iter_mut().try_for_each(|job| world.go_on(job, budget))?;
            } else {
                jobs.par_iter_mut().try_for_each(|job| world.go_on(job, budget))?;
            }
            // One long search is not to look at a million that are done in each of its rounds.
            jobs.retain(|job| job.rest.is_some());
        }
        Ok(())
    }

    /// Opens all nodes that a round asks for, with one batch of occupancy tests.
    pub(super) fn open_nodes(&mut self, wanted: &[(u32, u32)]) -> Result<(), MeshWorldError> {
        // Another search may have opened some since they were asked for. Its children stay in use.
        let is_closed = |&(mesh, node): &(u32, u32)| {
            let member = self.meshes.get(mesh as usize).and_then(Option::as_ref);
            member.is_some_and(|member| !member.tree.nodes[node as usize].is_open())
        };
        let wanted: Vec<(u32, u32)> = wanted.iter().copied().filter(is_closed).collect();
        if wanted.is_empty() {
            return Ok(());
        }
        self.stats.rounds += 1;
        let mut masked: Vec<(u32, u32, u8)> =
            wanted.iter().map(|&(mesh, node)| (mesh, node, u8::MAX)).collect();
        if let Some(test) = &mut self.occupancy {
            for &(mesh, _) in &wanted {
                if let Some(Some(member)) = self.meshes.get_mut(mesh as usize) {
                    member.tree.ensure_order(true);
                }
            }
            let parent = |&(mesh, node): &(u32, u32)| {
                let tree = &self.meshes.get(mesh as usize)?.as_ref()?.tree;
                let found = &tree.nodes[node as usize];
                let range = found.first as usize..(found.first + found.count) as usize;
                // A tree of runs, opened before there was a test, stays as it is.
                let triangles = tree.order.get(range).filter(|_| tree.runs.is_none())?;
                Some(OccupancyParent { mesh: &tree.mesh, triangles, octants: tree.octants(node) })
            };
            let asked: Vec<(usize, OccupancyParent)> = (0..)
                .zip(&wanted)
                .filter_map(|(place, wanted)| Some((place, parent(wanted)?)))
                .collect();
            let (places, parents): (Vec<usize>, Vec<OccupancyParent>) = asked.into_iter().unzip();
            let masks = if parents.is_empty() { Vec::new() } else { test.occupied(&parents)? };
            for (place, mask) in places.into_iter().zip(masks) {
                masked[place].2 = mask;
            }
        }
        if run_here(masked.len()) {
            for (mesh, node, mask) in masked {
                if let Some(Some(member)) = self.meshes.get_mut(mesh as usize) {
                    member.tree.open(node, mask);
                }
            }
            return Ok(());
        }
        // Wanted nodes are sorted by mesh. One thread opens the nodes of a tree.
        let (mut rest, mut passed) = (&mut self.meshes[..], 0);
        let mut asked = Vec::new();
        for nodes in masked.chunk_by(|(mesh, ..), (next, ..)| mesh == next) {
            let behind = nodes[0].0 as usize + 1;
            let (until, others) = std::mem::take(&mut rest).split_at_mut(behind - passed);
            (rest, passed) = (others, behind);
            asked.extend(until.last_mut().and_then(Option::as_mut).map(|member| (member, nodes)));
        }
        let open = |(member, nodes): (&mut Member, &[(u32, u32, u8)])| {
            nodes.iter().for_each(|&(_, node, mask)| member.tree.open(node, mask));
        };
        asked.into_par_iter().for_each(open);
        Ok(())
    }

    /// Tests what solids hold, updates statistics and memory, and returns the verdict.
    pub(super) fn finish(&mut self, job: &Job) -> Result<MeshVerdict, MeshWorldError> {
        self.stats.node_tests += job.tests;
        self.stats.triangle_tests += job.triangle_tests;
        self.stats.remembered += u64::from(job.remembered);
        let mut verdict = job.verdict.unwrap_or(MeshVerdict::Separate);
        if job.remembered {
            if let Some(memory) = self.memory.get_mut(&job.pair.into()) {
                memory.step = self.stats.steps;
            }
            return Ok(verdict);
        }
        // A search for all triangles that meet does not ask what solids hold.
        if job.all.is_some() {
            return Ok(verdict);
        }
        if verdict == MeshVerdict::Separate {
            verdict = self.enclosed(job.pair)?;
        }
        let [a, b] = [self.object(job.pair[0])?, self.object(job.pair[1])?];
        let finding = match verdict {
            MeshVerdict::Meeting { triangles } => Finding::Meeting(triangles),
            _ if job.gap > 0.0 => {
                let moved = [a.moved.so_far(), b.moved.so_far()];
                Finding::Apart(Apart { verdict, gap: job.gap, moved })
            }
            // However little they move, they have to be searched again.
            _ => {
                if job.is_known {
                    self.memory.remove(&job.pair.into());
                }
                return Ok(verdict);
            }
        };
        let (births, step) = ([a.birth, b.birth], self.stats.steps);
        let memory = Memory { finding, step, searched: step, births };
        self.memory.insert(job.pair.into(), memory);
        Ok(verdict)
    }
}
