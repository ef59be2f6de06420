//! The searches of many pairs at once: rounds of descents and of opening nodes.

use super::memory::Memory;
use super::state::{Member, MeshWorld};
use crate::exact::triangles::meet;
use crate::tree::spheres::descent::{Round, Search};
use crate::tree::spheres::error::MeshWorldError;
use crate::tree::spheres::occupancy::OccupancyParent;
use crate::tree::spheres::relative::Relative;
use crate::tree::spheres::verdict::{MeshVerdict, QueryBudget};
use rayon::prelude::*;

/// Fewer searches than these run one after the other: threads would cost more than they save.
const FEW: usize = 8;

/// Returns true if so many searches, or nodes to open, run one after the other on this thread. One
/// other thread would save nothing, and being woken costs it microseconds.
pub(super) fn run_here(count: usize) -> bool {
    count < FEW || rayon::current_num_threads() == 1
}

/// The number of nodes that are opened at once for a pair if there is no occupancy test.
pub(super) const FEW_NODES: usize = 4;

/// A pair of objects that is searched.
pub(super) struct Job {
    pub pair: [u32; 2],
    relative: Relative,
    pub search: Search,
    pub verdict: Option<MeshVerdict>,
    gap: f64,
    remembered: bool,
    wants: Vec<(u32, u32)>,
}

impl MeshWorld {
    /// Returns a pair before its first round. A pair that an earlier finding answers has its
    /// verdict already.
    pub(super) fn job(&self, pair: [u32; 2], search: Search) -> Result<Job, MeshWorldError> {
        let [a, b] = [self.object(pair[0])?, self.object(pair[1])?];
        let relative = Relative::new(&a.pose, &b.pose, a.extent + b.extent, a.local + b.local);
        let mut job = Job {
            pair,
            relative,
            search,
            verdict: None,
            gap: 0.0,
            remembered: false,
            wants: Vec::new(),
        };
        let [side_a, side_b] = self.sides([a, b])?;
        let (Some(root_a), Some(root_b)) = (side_a.tree.root(), side_b.tree.root()) else {
            // An empty mesh shares no point with anything.
            job.verdict = Some(MeshVerdict::Separate);
            return Ok(job);
        };
        let apart = job.relative.gap(root_a, root_b);
        if apart > 0.0 {
            job.verdict = Some(MeshVerdict::Separate);
            return Ok(job);
        }
        // A finding is searched again before the nodes of its search grow old: whoever rests for
        // long and moves then needs them.
        let births = [a.birth, b.birth];
        let trusted = self.options.coherence && job.search.all.is_none();
        let memory = self.memory.get(&pair).filter(|memory| trusted && memory.births == births);
        let hint = memory.and_then(|memory| memory.witness);
        job.search.hint =
            hint.map(|[p, q]| [side_a.tree.mesh.corners(p), side_b.tree.mesh.corners(q)]);
        let is_fresh =
            |memory: &&Memory| self.stats.steps - memory.searched <= self.options.age / 2;
        if let Some(memory) = memory.filter(is_fresh) {
            let spheres = [root_a, root_b].map(|root| (root.centre(), f64::from(root.radius)));
            if let Some([p, q]) =
                memory.witness.filter(|[p, q]| meet(&side_a.placed(*p), &side_b.placed(*q)))
            {
                job.verdict = Some(MeshVerdict::Meeting { triangles: [p, q] });
            } else if memory.still_apart([&a.pose, &b.pose], spheres, job.relative.slack()) {
                job.verdict = Some(memory.apart);
            }
            job.remembered = job.verdict.is_some();
        }
        Ok(job)
    }

    /// Runs rounds until every pair has its verdict.
    pub(super) fn run(
        &mut self,
        mut jobs: Vec<Job>,
        budget: &QueryBudget,
    ) -> Result<Vec<Job>, MeshWorldError> {
        let step = self.stats.steps;
        // An occupancy test gets a whole level at once. Without a test, nodes are opened soon after
        // they are met: the others may never be needed.
        let patience = if self.occupancy.is_some() { usize::MAX } else { FEW_NODES };
        let mut open: Vec<usize> = (0..jobs.len()).filter(|&i| jobs[i].verdict.is_none()).collect();
        while !open.is_empty() {
            let world = &*self;
            let advance = |job: &mut Job| -> Result<(), MeshWorldError> {
                if job.verdict.is_some() {
                    return Ok(());
                }
                let objects = [world.object(job.pair[0])?, world.object(job.pair[1])?];
                let sides = world.sides(objects)?;
                job.wants.clear();
                match job.search.round(sides, &job.relative, budget, patience, step) {
                    Round::Done { verdict, gap } => (job.verdict, job.gap) = (Some(verdict), gap),
                    Round::Wants(nodes) => {
                        let mesh = |second: bool| objects[usize::from(second)].mesh;
                        job.wants
                            .extend(nodes.into_iter().map(|(second, node)| (mesh(second), node)));
                    }
                }
                Ok(())
            };
            if run_here(open.len()) {
                open.iter().try_for_each(|&i| advance(&mut jobs[i]))?;
            } else {
                jobs.par_iter_mut().try_for_each(advance)?;
            }
            open.retain(|&i| jobs[i].verdict.is_none());
            let mut wanted: Vec<(u32, u32)> =
                open.iter().flat_map(|&i| jobs[i].wants.iter().copied()).collect();
            wanted.sort_unstable();
            wanted.dedup();
            self.open_nodes(&wanted)?;
        }
        self.finish(&mut jobs)?;
        Ok(jobs)
    }

    /// Opens all nodes that a round asks for, with one batch of occupancy tests.
    pub(super) fn open_nodes(&mut self, wanted: &[(u32, u32)]) -> Result<(), MeshWorldError> {
        if wanted.is_empty() {
            return Ok(());
        }
        self.stats.rounds += 1;
        let mut masked: Vec<(u32, u32, u8)> =
            wanted.iter().map(|&(mesh, node)| (mesh, node, u8::MAX)).collect();
        if let Some(test) = &mut self.occupancy {
            for &(mesh, _) in wanted {
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
                .zip(wanted)
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
        let open = |(number, member): (usize, &mut Option<Member>)| {
            let start = masked.partition_point(|(mesh, ..)| (*mesh as usize) < number);
            let Some(member) = member else { return };
            for &(_, node, mask) in
                masked[start..].iter().take_while(|(mesh, ..)| *mesh as usize == number)
            {
                member.tree.open(node, mask);
            }
        };
        self.meshes.par_iter_mut().enumerate().for_each(open);
        Ok(())
    }

    /// Tests what solids hold, and updates statistics and memory.
    fn finish(&mut self, jobs: &mut [Job]) -> Result<(), MeshWorldError> {
        for job in jobs {
            self.stats.node_tests += job.search.tests;
            self.stats.triangle_tests += job.search.triangle_tests;
            self.stats.remembered += u64::from(job.remembered);
            // Objects whose roots are apart were not searched, so nothing is enclosed.
            if job.verdict == Some(MeshVerdict::Separate)
                && job.search.tests > 0
                && job.search.all.is_none()
            {
                job.verdict = Some(self.enclosed(job.pair)?);
            }
            // A search for all triangles that meet does not ask what solids hold.
            if job.remembered || job.search.tests == 0 || job.search.all.is_some() {
                if let Some(memory) = self.memory.get_mut(&job.pair) {
                    memory.step = self.stats.steps;
                }
                continue;
            }
            let [a, b] = [self.object(job.pair[0])?, self.object(job.pair[1])?];
            let apart = job.verdict.unwrap_or(MeshVerdict::Separate);
            let witness = match apart {
                MeshVerdict::Meeting { triangles } => Some(triangles),
                _ => None,
            };
            let (poses, births, step) = ([a.pose, b.pose], [a.birth, b.birth], self.stats.steps);
            let memory =
                Memory { witness, apart, gap: job.gap, poses, step, searched: step, births };
            self.memory.insert(job.pair, memory);
        }
        Ok(())
    }
}
