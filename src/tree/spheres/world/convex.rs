//! Objects against convex shapes.

use super::jobs::{FEW, FEW_NODES};
use super::state::MeshWorld;
use crate::geom::{Pair, PolytopeSet};
use crate::tree::spheres::convex::{Convex, ConvexRound, ConvexSearch, may_reach};
use crate::tree::spheres::error::MeshWorldError;
use crate::tree::spheres::rays::{Winding, winding};
use crate::tree::spheres::relative::Relative;
use crate::tree::spheres::verdict::ConvexVerdict;
use rayon::prelude::*;

/// Pairs that are searched at a time. Each takes some hundred bytes.
const PIECE: usize = 1 << 14;

/// An object and a shape that are searched.
struct Job<'a> {
    object: u32,
    mesh: u32,
    shape: &'a Convex<'a>,
    relative: Relative,
    search: ConvexSearch,
    /// The surface was searched and is separate; the object is solid.
    inside: bool,
    verdict: Option<ConvexVerdict>,
    wants: Vec<u32>,
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
    /// Returns an error if there is no such object or polytope, or if the occupancy test fails.
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
    /// let floor = world.add_mesh(TriangleMesh::from_soup(&[floor])?);
    /// let floor = world.add(floor, Pose::IDENTITY)?;
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
        for pair in pairs {
            self.object(pair.a)?;
            if pair.b as usize >= set.len() {
                return Err(MeshWorldError::NoSuchPolytope(pair.b));
            }
        }
        let mut found = vec![ConvexVerdict::Separate; pairs.len()];
        for (pairs, found) in pairs.chunks(PIECE).zip(found.chunks_mut(PIECE)) {
            let near: Vec<usize> =
                (0..pairs.len()).filter(|&place| self.is_near(set, pairs[place])).collect();
            let mut numbers: Vec<u32> = near.iter().map(|&place| pairs[place].b).collect();
            numbers.sort_unstable();
            numbers.dedup();
            let shape = |&number: &u32| Convex::new(set, number);
            let shapes: Vec<Option<Convex>> =
                numbers.par_iter().with_min_len(64).map(shape).collect();
            // Jobs of pairs that may meet, and their places.
            let (mut places, mut jobs) = (Vec::new(), Vec::new());
            for place in near {
                let pair = pairs[place];
                let shape = numbers.binary_search(&pair.b).ok().and_then(|at| shapes[at].as_ref());
                if let Some(job) = shape.and_then(|shape| self.convex_job(pair.a, shape)) {
                    places.push(place);
                    jobs.push(job);
                }
            }
            self.run_convex(&mut jobs)?;
            for (place, job) in places.into_iter().zip(jobs) {
                self.stats.node_tests += job.search.tests;
                self.stats.triangle_tests += job.search.triangle_tests;
                found[place] = job.verdict.unwrap_or(ConvexVerdict::Separate);
            }
        }
        Ok(found)
    }

    /// Returns false only if a sphere round the polytope is separate from the box of the mesh,
    /// which shows before the polytope is prepared.
    fn is_near(&self, set: &PolytopeSet, pair: Pair) -> bool {
        let Ok(object) = self.object(pair.a) else { return false };
        let root = self.member(object.mesh).ok().and_then(|member| member.tree.root());
        root.is_some_and(|root| {
            may_reach(set.placed(pair.b as usize).0, root, &object.pose, object.extent)
        })
    }

    /// Returns the job of a pair whose roots come close.
    fn convex_job<'a>(&self, number: u32, shape: &'a Convex<'a>) -> Option<Job<'a>> {
        let object = self.object(number).ok()?;
        let root = self.member(object.mesh).ok()?.tree.root()?;
        let (extent, local) = (object.extent + shape.size(), object.local + shape.local);
        let relative = Relative::new(&object.pose, &shape.pose, extent, local);
        (relative.gap(root, &shape.bounds) <= 0.0).then(|| Job {
            object: number,
            mesh: object.mesh,
            shape,
            relative,
            search: ConvexSearch::new(),
            inside: false,
            verdict: None,
            wants: Vec::new(),
        })
    }

    /// Runs rounds until every job has its verdict.
    fn run_convex(&mut self, jobs: &mut [Job]) -> Result<(), MeshWorldError> {
        let patience = if self.occupancy.is_some() { usize::MAX } else { FEW_NODES };
        let mut open = jobs.len();
        while open > 0 {
            let world = &*self;
            let advance = |job: &mut Job| world.advance_convex(job, patience);
            if open < FEW {
                jobs.iter_mut().try_for_each(advance)?;
            } else {
                jobs.par_iter_mut().try_for_each(advance)?;
            }
            let unsettled = || jobs.iter().filter(|job| job.verdict.is_none());
            open = unsettled().count();
            let mut wanted: Vec<(u32, u32)> = unsettled()
                .flat_map(|job| job.wants.iter().map(|&node| (job.mesh, node)))
                .collect();
            wanted.sort_unstable();
            wanted.dedup();
            self.open_nodes(&wanted)?;
        }
        Ok(())
    }

    /// Takes a job to its verdict, or to nodes that it wants.
    fn advance_convex(&self, job: &mut Job, patience: usize) -> Result<(), MeshWorldError> {
        if job.verdict.is_some() {
            return Ok(());
        }
        let (object, step) = (self.object(job.object)?, self.stats.steps);
        let [side, _] = self.sides([object; 2])?;
        if !job.inside {
            let (shape, relative) = (job.shape, &job.relative);
            match job.search.round(side, shape, relative, &self.budget, patience, step) {
                ConvexRound::Wants(nodes) => {
                    job.wants = nodes;
                    return Ok(());
                }
                ConvexRound::Done(ConvexVerdict::Separate) if object.solid => job.inside = true,
                ConvexRound::Done(verdict) => {
                    job.verdict = Some(verdict);
                    return Ok(());
                }
            }
        }
        // No surface meets the shape, so that all of it lies on the side of any of its points.
        match winding(side, object.extent, &job.shape.vertex(), step) {
            Winding::Wants(nodes) => job.wants = nodes,
            Winding::Number(number) => {
                let held = number.is_some_and(|number| number != 0);
                let verdict = if held { ConvexVerdict::Enclosed } else { ConvexVerdict::Separate };
                job.verdict = Some(verdict);
            }
        }
        Ok(())
    }
}
