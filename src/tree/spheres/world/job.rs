//! A pair of objects in a step: what earlier steps know of it, and its first round.

use super::memory::Finding;
use super::state::MeshWorld;
use crate::exact::triangles::meet;
use crate::tree::spheres::descent::{AllMeeting, Round, Search};
use crate::tree::spheres::error::MeshWorldError;
use crate::tree::spheres::relative::Relative;
use crate::tree::spheres::verdict::{MeshVerdict, QueryBudget};

/// The number of nodes that are opened at once for a pair if there is no occupancy test.
const FEW_NODES: usize = 4;

/// With a test it gets a whole level at once, of so many nodes at most: two meshes whose triangles
/// all come equally close have more pairs of nodes than memory holds.
const MANY_NODES: usize = 4096;

/// A pair whose root nodes are close.
pub(super) struct Job {
    /// The place of the pair in the list.
    pub place: usize,
    /// The lesser number first.
    pub pair: [u32; 2],
    pub verdict: Option<MeshVerdict>,
    /// A lower bound of the distance of the surfaces, if they are separate.
    pub gap: f64,
    /// An earlier finding answers it.
    pub remembered: bool,
    /// There is an earlier finding.
    pub is_known: bool,
    pub tests: u64,
    pub triangle_tests: u64,
    /// Every pair of triangles that meets, if the search looked for all of them.
    pub all: Option<AllMeeting>,
    /// What is needed to go on, if nodes have to be opened first. Most searches need none, and the
    /// state of those is used again for the next one.
    pub rest: Option<Box<Rest>>,
}

/// A search that waits for nodes.
pub(super) struct Rest {
    relative: Relative,
    search: Search,
    /// The nodes, by their meshes.
    pub wants: Vec<(u32, u32)>,
}

impl MeshWorld {
    /// Returns a pair after its first round, or `None` if its root nodes are apart. A pair that an
    /// earlier finding answers is not searched.
    pub(super) fn begin_pair(
        &self,
        place: usize,
        pair: [u32; 2],
        search: &mut Search,
        budget: &QueryBudget,
    ) -> Result<Option<Job>, MeshWorldError> {
        let [a, b] = [self.object(pair[0])?, self.object(pair[1])?];
        let [side_a, side_b] = self.sides([a, b])?;
        let (Some(root_a), Some(root_b)) = (side_a.tree.root(), side_b.tree.root()) else {
            // An empty mesh shares no point with anything.
            return Ok(None);
        };
        let (extent, local) = (a.extent + b.extent, a.local + b.local);
        let radii = [self.radius(a)?, self.radius(b)?];
        let relative = Relative::new(&a.pose, &b.pose, extent, local, radii);
        if relative.gap(root_a, root_b) > 0.0 {
            return Ok(None);
        }
        search.restart();
        let trusted = self.options.coherence && search.all.is_none();
        let births = [a.birth, b.birth];
        let memory = self.memory.get(&pair.into()).filter(|memory| memory.births == births);
        let mut job = Job {
            place,
            pair,
            verdict: None,
            gap: 0.0,
            remembered: false,
            is_known: memory.is_some(),
            tests: 0,
            triangle_tests: 0,
            all: None,
            rest: None,
        };
        if let Some(memory) = memory.filter(|_| trusted) {
            // A finding is searched again before the nodes of its search grow old: whoever rests
            // for long and moves then needs them.
            let is_fresh = self.stats.steps - memory.searched <= self.options.age / 2;
            let moved = [a.moved.so_far(), b.moved.so_far()];
            match &memory.finding {
                &Finding::Meeting([p, q]) => {
                    search.hint = Some([side_a.tree.raw(p), side_b.tree.raw(q)]);
                    if is_fresh && meet(&side_a.placed(p), &side_b.placed(q)) {
                        job.verdict = Some(MeshVerdict::Meeting { triangles: [p, q] });
                    }
                }
                Finding::Apart(apart) if is_fresh && apart.is_still(moved, relative.slack()) => {
                    job.verdict = Some(apart.verdict);
                }
                Finding::Apart(_) => {}
            }
            job.remembered = job.verdict.is_some();
        }
        if job.verdict.is_none() {
            let wants = self.round(&mut job, &relative, search, budget)?;
            if job.verdict.is_none() {
                let search = std::mem::take(search);
                job.rest = Some(Box::new(Rest { relative, search, wants }));
            }
        }
        Ok(Some(job))
    }

    /// Takes a pair that waited for nodes to its verdict, or to more nodes that it wants.
    pub(super) fn go_on(&self, job: &mut Job, budget: &QueryBudget) -> Result<(), MeshWorldError> {
        let Some(mut rest) = job.rest.take() else { return Ok(()) };
        rest.wants = self.round(job, &rest.relative, &mut rest.search, budget)?;
        if job.verdict.is_none() {
            job.rest = Some(rest);
        }
        Ok(())
    }

    /// The pairs of nodes that may wait for nodes to be opened before these are. Without a test,
    /// nodes are opened soon after they are met: the others may never be needed.
    pub(super) fn patience(&self) -> usize {
        if self.occupancy.is_some() { MANY_NODES } else { FEW_NODES }
    }

    /// One round of a search. Returns the nodes that have to be opened, by their meshes.
    fn round(
        &self,
        job: &mut Job,
        relative: &Relative,
        search: &mut Search,
        budget: &QueryBudget,
    ) -> Result<Vec<(u32, u32)>, MeshWorldError> {
        let patience = self.patience();
        let objects = [self.object(job.pair[0])?, self.object(job.pair[1])?];
        let sides = self.sides(objects)?;
        let found = search.round(sides, relative, budget, patience, self.stats.steps);
        (job.tests, job.triangle_tests) = (search.tests, search.triangle_tests);
        match found {
            Round::Done { verdict, gap } => {
                (job.verdict, job.all) = (Some(verdict), search.all.take());
                // A gap within the slack says nothing of later steps.
                job.gap = if gap > relative.slack() { gap } else { 0.0 };
                Ok(Vec::new())
            }
            Round::Wants(nodes) => {
                let mesh = |second: bool| objects[usize::from(second)].mesh;
                Ok(nodes.into_iter().map(|(second, node)| (mesh(second), node)).collect())
            }
        }
    }
}
