//! Objects against convex shapes.

use super::jobs::run_here;
use super::state::{MeshWorld, Object};
use crate::geom::{Pair, PolytopeSet};
use crate::tree::spheres::convex::{ConvexRound, ConvexSearch, Exact, Seen, Surface};
use crate::tree::spheres::descent::Side;
use crate::tree::spheres::error::MeshWorldError;
use crate::tree::spheres::rays::Crossed;
use crate::tree::spheres::verdict::{ConvexVerdict, QueryBudget};
use rayon::prelude::*;

/// Pairs that are searched at a time. One that waits for nodes takes some hundred bytes.
const PIECE: usize = 1 << 14;

/// Pairs that one thread searches at a time.
const GRAIN: usize = 256;

/// A shape that may meet an object.
struct Near<'a> {
    seen: Seen,
    shape: Exact<'a>,
    /// The surface was searched and is separate; the object is solid.
    inside: bool,
}

/// An object and a shape that wait for nodes.
struct Job<'a> {
    /// The place of the pair.
    place: usize,
    object: u32,
    mesh: u32,
    near: Near<'a>,
    search: ConvexSearch,
    verdict: Option<ConvexVerdict>,
    wants: Vec<u32>,
}

/// What came of a search: its verdict, or the nodes that it waits for.
enum Found {
    Verdict(ConvexVerdict),
    Wants(Vec<u32>),
}

/// Pairs that were searched as far as nodes are open.
#[derive(Default)]
struct Begun<'a> {
    jobs: Vec<Job<'a>>,
    tests: u64,
    triangle_tests: u64,
}

impl MeshWorld {
    /// Tests objects with convex shapes: `pair.a` is an object of this world, `pair.b` a polytope
    /// of the set. Returns a verdict for each pair, in the order of the pairs.
    ///
    /// The surface of the object is tested with the closed shape: a triangle within the shape meets
    /// it. A shape without vertices meets nothing, and nor does a mesh without triangles.
    /// Velocities of the set are not read. [Frames](PolytopeSet::push_frame) and
    /// [posed hulls](PolytopeSet::push_posed) are put into a set as they are.
    ///
    /// The verdicts depend neither on earlier calls nor on the number of threads, without a time
    /// limit and a limit of tests. The call is no step: no node is dropped. Nodes that it needs
    /// count as opened in the last step.
    ///
    /// # Errors
    ///
    /// Returns [`MeshWorldError::Pair`], with the place of the pair, if there is no such object or
    /// polytope. Returns an error if the occupancy test fails.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::glam::Vec3;
    /// use motzkin::tree::spheres::{ConvexVerdict, MeshWorld};
    /// use motzkin::{Frame3, Pair, PolytopeSet, Pose, TriangleMesh};
    ///
    /// let floor = [[-9.0, 0.0, -9.0], [9.0, 0.0, -9.0], [0.0, 0.0, 9.0]];
    /// let mut world = MeshWorld::default();
    /// let floor = world.insert_mesh(TriangleMesh::from_soup(&[floor])?);
    /// let floor = world.insert(floor, Pose::IDENTITY)?;
    /// let mut set = PolytopeSet::new();
    /// let stands = set.push_frame(&Frame3::aligned_box(Vec3::ZERO, Vec3::ONE)?)?;
    /// let floats = set.push_posed(stands, &Pose::at(Vec3::Y * 0.5)?)?;
    /// let pairs = [Pair::new(floor, stands), Pair::new(floor, floats)];
    /// let found = world.verdicts_with(&set, &pairs)?;
    /// assert_eq!(found, [ConvexVerdict::Meeting { triangle: 0 }, ConvexVerdict::Separate]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verdicts_with(
        &mut self,
        set: &PolytopeSet,
        pairs: &[Pair],
    ) -> Result<Vec<ConvexVerdict>, MeshWorldError> {
        for (place, &pair) in pairs.iter().enumerate() {
            self.check_with(set, pair).map_err(|error| error.of_pair(place))?;
        }
        let budget = self.budget;
        self.verdicts_within(set, pairs, &budget)
    }

    /// Checks that there is the object and the polytope of a pair.
    pub(super) fn check_with(&self, set: &PolytopeSet, pair: Pair) -> Result<(), MeshWorldError> {
        self.object(pair.a)?;
        if pair.b as usize >= set.len() {
            return Err(MeshWorldError::NoSuchPolytope(pair.b));
        }
        Ok(())
    }

    /// Tests objects with convex shapes within a budget that is not the world's. The pairs were
    /// checked.
    pub(super) fn verdicts_within(
        &mut self,
        set: &PolytopeSet,
        pairs: &[Pair],
        budget: &QueryBudget,
    ) -> Result<Vec<ConvexVerdict>, MeshWorldError> {
        let mut found = vec![ConvexVerdict::Separate; pairs.len()];
        for (pairs, found) in pairs.chunks(PIECE).zip(found.chunks_mut(PIECE)) {
            let mut jobs = Vec::new();
            for begun in self.begin_all(set, pairs, found, budget) {
                self.stats.node_tests += begun.tests;
                self.stats.triangle_tests += begun.triangle_tests;
                jobs.extend(begun.jobs);
            }
            self.run_convex(&mut jobs, budget)?;
            for job in jobs {
                self.stats.node_tests += job.search.tests;
                self.stats.triangle_tests += job.search.triangle_tests;
                found[job.place] = job.verdict.unwrap_or(ConvexVerdict::Separate);
            }
        }
        Ok(found)
    }

    /// Searches pairs as far as nodes are open, and writes the verdicts that are found so.
    fn begin_all<'a>(
        &self,
        set: &'a PolytopeSet,
        pairs: &[Pair],
        found: &mut [ConvexVerdict],
        budget: &QueryBudget,
    ) -> Vec<Begun<'a>> {
        if pairs.len() <= GRAIN || run_here(pairs.len()) {
            return vec![self.begin(set, 0, pairs, found, budget)];
        }
        let pieces = pairs.par_chunks(GRAIN).zip(found.par_chunks_mut(GRAIN)).enumerate();
        let begin = |(i, (pairs, found))| self.begin(set, i * GRAIN, pairs, found, budget);
        pieces.map(begin).collect()
    }

    /// The same on one thread. `start` is the place of the first pair.
    fn begin<'a>(
        &self,
        set: &'a PolytopeSet,
        start: usize,
        pairs: &[Pair],
        found: &mut [ConvexVerdict],
        budget: &QueryBudget,
    ) -> Begun<'a> {
        let (mut begun, mut search) = (Begun::default(), ConvexSearch::default());
        let mut first = 0;
        for pairs in pairs.chunk_by(|one, next| one.a == next.a) {
            let own = first..first + pairs.len();
            first = own.end;
            let Some((object, surface)) = self.surface(pairs[0].a) else { continue };
            for (at, pair) in own.zip(pairs) {
                let Some(seen) = Seen::new(&surface, set, pair.b) else { continue };
                let shape = Exact::new(set, pair.b);
                let mut near = Near { seen, shape, inside: false };
                search.begin();
                match self.advance(object, surface.side, &mut near, &mut search, budget) {
                    Found::Verdict(verdict) => {
                        begun.tests += search.tests;
                        begun.triangle_tests += search.triangle_tests;
                        found[at] = verdict;
                    }
                    Found::Wants(wants) => begun.jobs.push(Job {
                        place: start + at,
                        object: pair.a,
                        mesh: object.mesh,
                        near,
                        search: std::mem::take(&mut search),
                        verdict: None,
                        wants,
                    }),
                }
            }
        }
        begun
    }

    /// Returns an object and its mesh as shapes are compared with it, if there are triangles.
    fn surface(&self, number: u32) -> Option<(&Object, Surface<'_>)> {
        let object = self.object(number).ok()?;
        let [side, _] = self.sides([object; 2]).ok()?;
        Some((object, Surface::new(side, object.extent)?))
    }

    /// Runs rounds until every job has its verdict.
    fn run_convex(&mut self, jobs: &mut [Job], budget: &QueryBudget) -> Result<(), MeshWorldError> {
        let is_open = |job: &Job| job.verdict.is_none();
        let mut jobs: Vec<&mut Job> = jobs.iter_mut().filter(|job| is_open(job)).collect();
        while !jobs.is_empty() {
            let wants = jobs.iter().flat_map(|job| job.wants.iter().map(|&node| (job.mesh, node)));
            let mut wanted: Vec<(u32, u32)> = wants.collect();
            wanted.sort_unstable();
            wanted.dedup();
            self.open_nodes(&wanted)?;
            let world = &*self;
            let advance = |job: &mut &mut Job| world.advance_job(job, budget);
            if run_here(jobs.len()) {
                jobs.iter_mut().try_for_each(advance)?;
            } else {
                jobs.par_iter_mut().try_for_each(advance)?;
            }
            jobs.retain(|job| is_open(job));
        }
        Ok(())
    }

    /// Takes a job to its verdict, or to nodes that it wants.
    fn advance_job(&self, job: &mut Job, budget: &QueryBudget) -> Result<(), MeshWorldError> {
        let object = self.object(job.object)?;
        let [side, _] = self.sides([object; 2])?;
        match self.advance(object, side, &mut job.near, &mut job.search, budget) {
            Found::Verdict(verdict) => job.verdict = Some(verdict),
            Found::Wants(nodes) => job.wants = nodes,
        }
        Ok(())
    }

    /// Continues a search.
    #[inline(always)]
    fn advance(
        &self,
        object: &Object,
        side: Side,
        near: &mut Near,
        search: &mut ConvexSearch,
        budget: &QueryBudget,
    ) -> Found {
        let step = self.stats.steps;
        if !near.inside {
            let patience = self.patience();
            let (seen, shape) = (&near.seen, &mut near.shape);
            match search.round(side, seen, shape, budget, patience, step) {
                ConvexRound::Wants(nodes) => return Found::Wants(nodes),
                ConvexRound::Done(ConvexVerdict::Separate) if object.solid => near.inside = true,
                ConvexRound::Done(verdict) => return Found::Verdict(verdict),
            }
        }
        // No surface meets the shape, so that all of it lies on the side of any of its points.
        let surface = Crossed { side, extent: object.extent, step };
        match surface.winding(&near.shape.vertex()) {
            Err(nodes) => Found::Wants(nodes),
            Ok(number) => {
                let held = number.is_some_and(|number| number != 0);
                Found::Verdict(match held {
                    true => ConvexVerdict::Enclosed,
                    false => ConvexVerdict::Separate,
                })
            }
        }
    }
}
