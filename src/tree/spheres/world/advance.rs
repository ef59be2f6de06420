//! A frame: candidates, rounds of searches and openings, ageing.

use super::{Memory, MeshWorld, Object};
use crate::exact::triangles::{meet, winding_number};
use crate::geom::Pair;
use crate::tree::spheres::broad::{Ball, candidates};
use crate::tree::spheres::descent::{Round, Search, Side};
use crate::tree::spheres::error::WorldError;
use crate::tree::spheres::grey::GreyParent;
use crate::tree::spheres::relative::Relative;
use crate::tree::spheres::verdict::{Contact, MeshVerdict, QueryBudget};
use glam::DVec3;
use rayon::prelude::*;
use std::sync::Arc;

/// Fewer searches than these go one after the other: threads would cost more than they save.
const FEW: usize = 8;

/// So many nodes are opened at once for a pair where no grey test is asked.
const FEW_NODES: usize = 4;

/// A pair of objects on its way to a verdict.
struct Job {
    pair: [u32; 2],
    relative: Relative,
    search: Search,
    verdict: Option<MeshVerdict>,
    gap: f64,
    remembered: bool,
    wants: Vec<(u32, u32)>,
}

impl MeshWorld {
    /// Tests all objects against all others, and ends the frame: trees age. Answers the pairs that
    /// are not separate, ordered.
    ///
    /// # Errors
    ///
    /// A failure of the grey test, after which trees are as they were.
    pub fn collide(&mut self) -> Result<Vec<Contact>, WorldError> {
        self.stats.frames += 1;
        let pairs = candidates(self.balls());
        self.stats.candidates += pairs.len() as u64;
        let jobs =
            pairs.iter().map(|&pair| self.job(pair, Search::new())).collect::<Result<_, _>>()?;
        let budget = self.budget;
        let jobs = self.settle(jobs, &budget)?;
        let mut contacts = Vec::new();
        for job in jobs {
            let verdict = job.verdict.unwrap_or(MeshVerdict::Separate);
            if verdict != MeshVerdict::Separate {
                contacts.push(Contact { pair: Pair::new(job.pair[0], job.pair[1]), verdict });
            }
        }
        self.end_frame();
        Ok(contacts)
    }

    /// Tests two objects. Ends no frame.
    ///
    /// # Errors
    ///
    /// No such object, twice the same one, a failure of the grey test.
    pub fn verdict(&mut self, a: u32, b: u32) -> Result<MeshVerdict, WorldError> {
        let job = self.checked_job(a, b, Search::new())?;
        let budget = self.budget;
        let found = self.settle(vec![job], &budget)?;
        let verdict = found.first().and_then(|job| job.verdict).unwrap_or(MeshVerdict::Separate);
        Ok(if a <= b { verdict } else { swapped(verdict) })
    }

    /// Every triangle of the first object that meets one of the second, in order. No budget ends
    /// this.
    ///
    /// # Errors
    ///
    /// As [`verdict`](Self::verdict).
    pub fn meeting_triangles(&mut self, a: u32, b: u32) -> Result<Vec<[u32; 2]>, WorldError> {
        let job = self.checked_job(a, b, Search::for_all())?;
        let found = self.settle(vec![job], &QueryBudget::default())?;
        let all = found.into_iter().next().and_then(|job| job.search.all).unwrap_or_default();
        let mut all: Vec<[u32; 2]> =
            all.into_iter().map(|[p, q]| if a <= b { [p, q] } else { [q, p] }).collect();
        all.sort_unstable();
        Ok(all)
    }

    /// Whether the first object lies within the second, and the second within the first, which has
    /// to be solid for that.
    ///
    /// Exact where surfaces are separate. Where they meet, `Some(false)` means that a vertex was
    /// found outside, and `None` that none was among the first 4096: what touches from within is
    /// not told from what does not.
    ///
    /// # Errors
    ///
    /// As [`verdict`](Self::verdict).
    pub fn inside(&mut self, a: u32, b: u32) -> Result<[Option<bool>; 2], WorldError> {
        let budget = std::mem::take(&mut self.budget);
        let verdict = self.verdict(a, b);
        self.budget = budget;
        if matches!(verdict?, MeshVerdict::Meeting { .. }) {
            let told = |outside: bool| outside.then_some(false);
            return Ok([told(self.has_outside(a, b)?), told(self.has_outside(b, a)?)]);
        }
        for object in [a, b] {
            self.find_parts(self.object(object)?.mesh);
        }
        let parts_inside = |inner: u32, outer: u32| -> Result<(usize, usize), WorldError> {
            let (inner, outer) = (self.object(inner)?, self.object(outer)?);
            let parts = self.parts(inner.mesh);
            let count = parts.iter().filter(|&&part| self.is_within(inner, part, outer)).count();
            Ok((count, parts.len()))
        };
        let ((of_a, all_a), (of_b, all_b)) = (parts_inside(a, b)?, parts_inside(b, a)?);
        // A hollow of the outer one within the inner one would not be filled by it.
        Ok([Some(of_a == all_a && of_b == 0), Some(of_b == all_b && of_a == 0)])
    }

    /// True when one of the first vertices of an object lies outside the other, or the other has no
    /// inside.
    fn has_outside(&self, inner: u32, outer: u32) -> Result<bool, WorldError> {
        let (inner, outer) = (self.object(inner)?, self.object(outer)?);
        if !outer.solid {
            return Ok(true);
        }
        let [of_inner, of_outer] = self.sides([inner, outer])?;
        let mesh = &of_outer.tree.mesh;
        let triangles: Vec<_> =
            (0..mesh.len() as u32).map(|triangle| of_outer.placed(triangle)).collect();
        let count = of_inner.tree.mesh.len().min(4096) as u32;
        let mut corners = (0..count).flat_map(|triangle| of_inner.placed(triangle));
        Ok(corners.any(|corner| winding_number(corner, triangles.iter().copied()) == Some(0)))
    }

    fn checked_job(&self, a: u32, b: u32, search: Search) -> Result<Job, WorldError> {
        self.object(a)?;
        self.object(b)?;
        if a == b {
            return Err(WorldError::Itself(a));
        }
        self.job([a.min(b), a.max(b)], search)
    }

    /// A pair before its first round; one whose last findings answer it has its verdict already.
    fn job(&self, pair: [u32; 2], search: Search) -> Result<Job, WorldError> {
        let [a, b] = [self.object(pair[0])?, self.object(pair[1])?];
        let relative = Relative::new(&a.pose, &b.pose, a.reach + b.reach, a.local + b.local);
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
            // Nothing shares no point with anything.
            job.verdict = Some(MeshVerdict::Separate);
            return Ok(job);
        };
        let apart = job.relative.gap(root_a, root_b);
        if apart > 0.0 {
            job.verdict = Some(MeshVerdict::Separate);
            return Ok(job);
        }
        let memory =
            self.memory.get(&pair).filter(|_| self.options.coherence && job.search.all.is_none());
        if let Some(memory) = memory {
            let spheres = [root_a, root_b].map(|root| (root.centre(), f64::from(root.radius)));
            if let Some([p, q]) =
                memory.witness.filter(|[p, q]| meet(&side_a.placed(*p), &side_b.placed(*q)))
            {
                job.verdict = Some(MeshVerdict::Meeting { triangles: [p, q] });
            } else if memory.still_apart([&a.pose, &b.pose], spheres, job.relative.slack())
                && !a.solid
                && !b.solid
            {
                job.verdict = Some(MeshVerdict::Separate);
            }
            job.remembered = job.verdict.is_some();
        }
        Ok(job)
    }

    /// Rounds until every pair has its verdict.
    fn settle(&mut self, mut jobs: Vec<Job>, budget: &QueryBudget) -> Result<Vec<Job>, WorldError> {
        let frame = self.stats.frames;
        // A grey test is asked about a whole level at once. Without one nodes are opened soon after
        // they are met: others may be spared.
        let patience = if self.grey.is_some() { usize::MAX } else { FEW_NODES };
        let mut open: Vec<usize> = (0..jobs.len()).filter(|&i| jobs[i].verdict.is_none()).collect();
        while !open.is_empty() {
            let world = &*self;
            let advance = |job: &mut Job| -> Result<(), WorldError> {
                if job.verdict.is_some() {
                    return Ok(());
                }
                let objects = [world.object(job.pair[0])?, world.object(job.pair[1])?];
                let sides = world.sides(objects)?;
                job.wants.clear();
                match job.search.round(sides, &job.relative, budget, patience, frame) {
                    Round::Done { verdict, gap } => (job.verdict, job.gap) = (Some(verdict), gap),
                    Round::Wants(nodes) => {
                        let mesh = |second: bool| objects[usize::from(second)].mesh;
                        job.wants
                            .extend(nodes.into_iter().map(|(second, node)| (mesh(second), node)));
                    }
                }
                Ok(())
            };
            if open.len() < FEW {
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

    /// Opens nodes, all that a round asks for in one batch of grey tests.
    fn open_nodes(&mut self, wanted: &[(u32, u32)]) -> Result<(), WorldError> {
        if wanted.is_empty() {
            return Ok(());
        }
        self.stats.rounds += 1;
        let masks = match &mut self.grey {
            None => vec![u8::MAX; wanted.len()],
            Some(grey) => {
                for &(mesh, _) in wanted {
                    if let Some(Some(member)) = self.meshes.get_mut(mesh as usize) {
                        member.tree.ensure_order();
                    }
                }
                let parent = |&(mesh, node): &(u32, u32)| {
                    let tree = &self.meshes.get(mesh as usize)?.as_ref()?.tree;
                    let found = &tree.nodes[node as usize];
                    let range = found.first as usize..(found.first + found.count) as usize;
                    Some(GreyParent {
                        mesh: &tree.mesh,
                        triangles: &tree.order[range],
                        octants: tree.octants(node),
                    })
                };
                let parents: Vec<GreyParent> = wanted.iter().filter_map(parent).collect();
                grey.grey(&parents)?
            }
        };
        let masked: Vec<(u32, u32, u8)> =
            wanted.iter().zip(masks).map(|(&(mesh, node), mask)| (mesh, node, mask)).collect();
        // Wanted nodes are sorted by mesh; each tree is opened by one thread.
        let open = |(number, member): (usize, &mut Option<super::Member>)| {
            let start = masked.partition_point(|(mesh, ..)| (*mesh as usize) < number);
            let Some(member) = member else { return };
            for &(_, node, mask) in
                masked[start..].iter().take_while(|(mesh, ..)| *mesh as usize == number)
            {
                member.tree.open(node, mask);
            }
        };
        let heavy = wanted.len() >= FEW;
        if heavy {
            self.meshes.par_iter_mut().enumerate().for_each(open);
        } else {
            self.meshes.iter_mut().enumerate().for_each(open);
        }
        Ok(())
    }

    /// What solids hold, statistics, memory.
    fn finish(&mut self, jobs: &mut [Job]) -> Result<(), WorldError> {
        for job in jobs {
            self.stats.node_tests += job.search.tests;
            self.stats.triangle_tests += job.search.triangle_tests;
            self.stats.remembered += u64::from(job.remembered);
            // Objects whose roots are apart were not searched.
            if job.verdict == Some(MeshVerdict::Separate)
                && job.search.tests > 0
                && job.search.all.is_none()
            {
                job.verdict = Some(self.enclosed(job.pair)?);
            }
            if job.remembered || job.search.tests == 0 {
                if let Some(memory) = self.memory.get_mut(&job.pair) {
                    memory.frame = self.stats.frames;
                }
                continue;
            }
            let poses = [self.object(job.pair[0])?.pose, self.object(job.pair[1])?.pose];
            let witness = match job.verdict {
                Some(MeshVerdict::Meeting { triangles }) => Some(triangles),
                _ => None,
            };
            self.memory.insert(
                job.pair,
                Memory { witness, gap: job.gap, poses, frame: self.stats.frames },
            );
        }
        Ok(())
    }

    /// Of objects whose surfaces are separate: does one hold a part of the other?
    fn enclosed(&mut self, [a, b]: [u32; 2]) -> Result<MeshVerdict, WorldError> {
        for (inner, outer, of_second) in [(a, b, false), (b, a, true)] {
            if !self.object(outer)?.solid {
                continue;
            }
            self.find_parts(self.object(inner)?.mesh);
            let (inner, outer) = (self.object(inner)?, self.object(outer)?);
            let parts = self.parts(inner.mesh);
            if let Some(&triangle) = parts.iter().find(|&&part| self.is_within(inner, part, outer))
            {
                return Ok(MeshVerdict::Enclosed { of_second, triangle });
            }
        }
        Ok(MeshVerdict::Separate)
    }

    fn find_parts(&mut self, mesh: u32) {
        if let Some(Some(member)) = self.meshes.get_mut(mesh as usize)
            && member.parts.is_none()
        {
            member.parts = Some(Arc::new(crate::tree::spheres::solid::parts(&member.tree.mesh)));
        }
    }

    fn parts(&self, mesh: u32) -> Arc<Vec<u32>> {
        self.member(mesh).ok().and_then(|member| member.parts.clone()).unwrap_or_default()
    }

    /// True when a part of one object, which meets the other nowhere, lies within it.
    fn is_within(&self, inner: &Object, part: u32, outer: &Object) -> bool {
        let Ok([inner, side]) = self.sides([inner, outer]) else { return false };
        if !outer.solid {
            return false;
        }
        let [point, ..] = inner.placed(part);
        let mesh = &side.tree.mesh;
        let triangles = (0..mesh.len() as u32).map(|triangle| side.placed(triangle));
        winding_number(point, triangles).is_some_and(|number| number != 0)
    }

    fn sides<'a>(&'a self, objects: [&'a Object; 2]) -> Result<[Side<'a>; 2], WorldError> {
        let side = |object: &'a Object| {
            self.member(object.mesh).map(|member| Side { tree: &member.tree, pose: &object.pose })
        };
        Ok([side(objects[0])?, side(objects[1])?])
    }

    fn balls(&self) -> Vec<Ball> {
        let ball = |(number, object): (usize, &Option<Object>)| {
            let object = object.as_ref()?;
            let root = self.member(object.mesh).ok()?.tree.root()?;
            let [x, y, z] = object.pose.rows().map(|[a, b, c, shift]| {
                let centre = root.centre();
                a * centre.x + b * centre.y + c * centre.z + shift
            });
            // As much more as placed vertices may be off.
            let radius = f64::from(root.radius) + object.reach * 2e-7 + 1e-44;
            Some(Ball { object: number as u32, centre: DVec3::new(x, y, z), radius })
        };
        self.objects.iter().enumerate().filter_map(ball).collect()
    }

    fn end_frame(&mut self) {
        let (frame, age) = (self.stats.frames, self.options.age);
        // Now and then is often enough, and the same in every run.
        if frame.is_multiple_of((age / 4).max(1)) {
            let oldest = frame.saturating_sub(age);
            for member in self.meshes.iter_mut().flatten() {
                member.tree.age(oldest);
            }
            self.memory.retain(|_, memory| memory.frame >= oldest);
        }
        let held = |world: &Self| {
            world.meshes.iter().flatten().map(|m| m.tree.stats().bytes).sum::<usize>()
        };
        let total = held(self);
        if total > self.options.memory {
            for member in self.meshes.iter_mut().flatten() {
                // Each gives up the same part of what it has.
                let own = member.tree.stats().bytes as u128;
                let share = own * self.options.memory as u128 / total as u128;
                member.tree.fit(share as usize);
            }
        }
    }
}

/// The same of the pair turned round.
fn swapped(verdict: MeshVerdict) -> MeshVerdict {
    match verdict {
        MeshVerdict::Meeting { triangles: [p, q] } => MeshVerdict::Meeting { triangles: [q, p] },
        MeshVerdict::Enclosed { of_second, triangle } => {
            MeshVerdict::Enclosed { of_second: !of_second, triangle }
        }
        other => other,
    }
}
