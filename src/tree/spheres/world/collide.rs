//! The verdicts of a world: all objects against all others, and two objects.

use super::job::Job;
use super::state::MeshWorld;
use crate::geom::Pair;
use crate::tree::spheres::broad::{RootSphere, candidates};
use crate::tree::spheres::descent::Search;
use crate::tree::spheres::ends::three;
use crate::tree::spheres::error::MeshWorldError;
use crate::tree::spheres::verdict::{MeshContact, MeshVerdict, QueryBudget};
use glam::DVec3;

/// So many pairs are searched at a time: what is found of all of them would not stay in the caches.
const BLOCK: usize = 4096;

/// The most pairs that wait for nodes at a time: the search of each is about a kilobyte. Tests come
/// by this.
const WAITING: usize = if cfg!(debug_assertions) { 1 << 12 } else { 1 << 16 };

impl MeshWorld {
    /// Tests all objects against all others, and returns the pairs that are not separate, in
    /// ascending order.
    ///
    /// The call is one step of the world. At its end it drops nodes that exceed
    /// [`MeshWorldOptions::memory`](super::MeshWorldOptions::memory), and from time to time nodes
    /// that no step has opened for more than
    /// [`MeshWorldOptions::age`](super::MeshWorldOptions::age) steps.
    ///
    /// # Errors
    ///
    /// Returns an error if the occupancy test fails, or if there are more objects than a tree of
    /// boxes takes. Returns [`BroadError::TooManyPairs`](crate::broad::BroadError::TooManyPairs) if
    /// the root spheres of more pairs meet than the [options](super::MeshWorldOptions::max_pairs)
    /// allow: then the call is no step. The search ends within some millions of pairs beyond that,
    /// and the error has their number so far. Nodes that were opened before the test failed stay
    /// open. They change no verdict, and a later call goes on from them.
    pub fn collide(&mut self) -> Result<Vec<MeshContact>, MeshWorldError> {
        self.sort_live();
        let pairs = candidates(&self.root_spheres(), self.options.max_pairs)?;
        self.step(&pairs)
    }

    /// Tests the pairs of objects that a broad phase of the caller's listed, and returns those that
    /// are not separate, in the order of the list and as they are listed. A pair that is listed
    /// twice is answered twice.
    ///
    /// The call is one step of the world, as [`collide`](Self::collide) is.
    ///
    /// # Errors
    ///
    /// Returns [`MeshWorldError::Pair`], with the place of the pair, if there is no such object, or
    /// if an object is paired with itself. Then the call is no step. Returns an error if the
    /// occupancy test fails.
    ///
    /// ```
    /// use motzkin::tree::spheres::MeshWorld;
    /// use motzkin::{Pair, Pose, TriangleMesh};
    ///
    /// let triangle = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    /// let mut world = MeshWorld::default();
    /// let mesh = world.insert_mesh(TriangleMesh::from_soup(&[triangle])?);
    /// let a = world.insert(mesh, Pose::IDENTITY)?;
    /// let b = world.insert(mesh, Pose::IDENTITY)?;
    /// let found = world.collide_pairs(&[Pair::new(b, a)])?;
    /// assert_eq!(found[0].pair, Pair::new(b, a));
    /// assert!(world.collide_pairs(&[Pair::new(a, 7)]).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn collide_pairs(&mut self, pairs: &[Pair]) -> Result<Vec<MeshContact>, MeshWorldError> {
        self.check_pairs(pairs)?;
        self.step(pairs)
    }

    /// Tests pairs of objects as [`collide_pairs`](Self::collide_pairs) does, but takes no step: no
    /// node grows older, and none is dropped but those beyond the options' memory.
    #[cfg(feature = "polytopes")]
    pub(crate) fn between_steps(
        &mut self,
        pairs: &[Pair],
    ) -> Result<Vec<MeshContact>, MeshWorldError> {
        self.check_pairs(pairs)?;
        let contacts = self.contacts(pairs)?;
        self.fit();
        Ok(contacts)
    }

    /// Takes a step over pairs of objects.
    fn step(&mut self, pairs: &[Pair]) -> Result<Vec<MeshContact>, MeshWorldError> {
        self.begin_step();
        let contacts = self.contacts(pairs)?;
        self.end_step();
        Ok(contacts)
    }

    fn contacts(&mut self, pairs: &[Pair]) -> Result<Vec<MeshContact>, MeshWorldError> {
        self.stats.candidates += pairs.len() as u64;
        let budget = self.budget;
        let (mut found, mut open) = (Vec::new(), Vec::new());
        for (number, block) in pairs.chunks(BLOCK).enumerate() {
            for job in self.begin_pairs(number * BLOCK, block, &budget)? {
                match job.verdict {
                    Some(_) => self.note(&job, &mut found)?,
                    None => open.push(job),
                }
            }
            // No node is opened before many pairs have had their first round, so that those who
            // want the same nodes ask for them at once.
            if open.len() >= WAITING {
                self.finish_all(&mut open, &budget, &mut found)?;
            }
        }
        self.finish_all(&mut open, &budget, &mut found)?;
        found.sort_by_key(|&(place, _)| place);
        let contact = |(place, verdict): (usize, MeshVerdict)| {
            let pair = pairs[place];
            let verdict = if pair.a < pair.b { verdict } else { swapped(verdict) };
            MeshContact { pair, verdict }
        };
        Ok(found.into_iter().map(contact).collect())
    }

    /// Searches pairs that wait for nodes to the end.
    fn finish_all(
        &mut self,
        open: &mut Vec<Job>,
        budget: &QueryBudget,
        found: &mut Vec<(usize, MeshVerdict)>,
    ) -> Result<(), MeshWorldError> {
        self.run(open, budget)?;
        open.drain(..).try_for_each(|job| self.note(&job, found))
    }

    /// Notes the verdict of a pair that was searched, unless it is separate.
    fn note(
        &mut self,
        job: &Job,
        found: &mut Vec<(usize, MeshVerdict)>,
    ) -> Result<(), MeshWorldError> {
        let verdict = self.finish(job)?;
        if verdict != MeshVerdict::Separate {
            found.push((job.place, verdict));
        }
        Ok(())
    }

    /// Tests two objects. The call is no step: no node is dropped.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such object, if both numbers are the same, or if the
    /// occupancy test fails.
    pub fn verdict(&mut self, a: u32, b: u32) -> Result<MeshVerdict, MeshWorldError> {
        let budget = self.budget;
        self.verdict_within(a, b, &budget)
    }

    /// Tests two objects within a budget that is not the world's.
    pub(super) fn verdict_within(
        &mut self,
        a: u32,
        b: u32,
        budget: &QueryBudget,
    ) -> Result<MeshVerdict, MeshWorldError> {
        let found = self.search_pair(a, b, Search::default(), budget)?;
        let verdict = found.map_or(Ok(MeshVerdict::Separate), |job| self.finish(&job))?;
        Ok(if a <= b { verdict } else { swapped(verdict) })
    }

    /// Returns every pair of triangles that meets: one of the first object and one of the second,
    /// in ascending order. The budget does not apply.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`verdict`](Self::verdict), and
    /// [`MeshWorldError::TooManyTrianglePairs`] if more pairs meet than the
    /// [options](super::MeshWorldOptions::max_triangle_pairs) allow.
    pub fn meeting_triangles(&mut self, a: u32, b: u32) -> Result<Vec<[u32; 2]>, MeshWorldError> {
        self.meeting_up_to(a, b, self.options.max_triangle_pairs)
    }

    /// Returns the pairs of triangles that meet, or an error if there are more than `most`.
    pub(super) fn meeting_up_to(
        &mut self,
        a: u32,
        b: u32,
        most: usize,
    ) -> Result<Vec<[u32; 2]>, MeshWorldError> {
        let found = self.search_pair(a, b, Search::for_all(most), &QueryBudget::default())?;
        if let Some(job) = &found {
            self.finish(job)?;
        }
        let Some(all) = found.and_then(|job| job.all) else { return Ok(Vec::new()) };
        if all.are_more {
            return Err(MeshWorldError::TooManyTrianglePairs { a, b, most });
        }
        let mut pairs = all.pairs;
        if a > b {
            pairs.iter_mut().for_each(|pair| pair.reverse());
        }
        pairs.sort_unstable();
        Ok(pairs)
    }

    /// Searches two objects. `None` if their root nodes are apart.
    fn search_pair(
        &mut self,
        a: u32,
        b: u32,
        mut search: Search,
        budget: &QueryBudget,
    ) -> Result<Option<Job>, MeshWorldError> {
        self.check_pair(a, b)?;
        let mut job = self.begin_pair(0, [a.min(b), a.max(b)], &mut search, budget)?;
        self.run(job.as_mut_slice(), budget)?;
        Ok(job)
    }

    fn check_pairs(&self, pairs: &[Pair]) -> Result<(), MeshWorldError> {
        pairs.iter().enumerate().try_for_each(|(place, &Pair { a, b })| {
            self.check_pair(a, b).map_err(|error| error.of_pair(place))
        })
    }

    fn check_pair(&self, a: u32, b: u32) -> Result<(), MeshWorldError> {
        self.object(a)?;
        self.object(b)?;
        if a == b { Err(MeshWorldError::Itself(a)) } else { Ok(()) }
    }

    fn root_spheres(&self) -> Vec<RootSphere> {
        let sphere = |&number: &u32| {
            let object = self.object(number).ok()?;
            let root = self.member(object.mesh).ok()?.tree.root()?;
            let (rows, centre) = (object.pose.rows(), root.centre());
            let [x, y, z] = three(|i| {
                let [a, b, c, shift] = rows[i];
                a * centre.x + b * centre.y + c * centre.z + shift
            });
            // Grown by the error of placed vertices.
            let radius = f64::from(root.radius) * object.pose.scale();
            let radius = radius + object.extent * 2e-7 + 1e-44;
            Some(RootSphere { object: number, centre: DVec3::new(x, y, z), radius })
        };
        self.live.iter().filter_map(sphere).collect()
    }

    /// Counts a step. After `2^32 - 1` of them the count begins anew, and with it what has an age.
    fn begin_step(&mut self) {
        if self.stats.steps == u32::MAX {
            self.stats.steps = 0;
            self.memory.clear();
            self.meshes.iter_mut().flatten().for_each(|member| member.tree.rejuvenate());
        }
        self.stats.steps += 1;
    }

    fn end_step(&mut self) {
        let (step, age) = (self.stats.steps, self.options.age);
        // Every few steps is often enough, and the same in every run.
        if step.is_multiple_of((age / 4).max(1)) {
            let oldest = step.saturating_sub(age);
            for member in self.meshes.iter_mut().flatten() {
                member.tree.age(oldest);
            }
            self.memory.retain(|_, memory| memory.step >= oldest);
        }
        self.fit();
    }

    /// Drops nodes beyond the options' memory.
    pub(crate) fn fit(&mut self) {
        let held = |world: &Self| {
            world.meshes.iter().flatten().map(|m| m.tree.stats().bytes).sum::<usize>()
        };
        let total = held(self);
        if total > self.options.memory {
            for member in self.meshes.iter_mut().flatten() {
                // Each tree gives up the same share of its bytes.
                let own = member.tree.stats().bytes as u128;
                let share = own * self.options.memory as u128 / total as u128;
                member.tree.fit(share as usize);
            }
        }
    }
}

/// Returns the verdict of the swapped pair.
fn swapped(verdict: MeshVerdict) -> MeshVerdict {
    match verdict {
        MeshVerdict::Meeting { triangles: [p, q] } => MeshVerdict::Meeting { triangles: [q, p] },
        MeshVerdict::Enclosed { of_second, triangle } => {
            MeshVerdict::Enclosed { of_second: !of_second, triangle }
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Pose;
    use motzkin_lab::workload::meshes;

    /// A world that is only asked about pairs, and takes no steps, forgets those of objects that
    /// were removed.
    #[test]
    fn findings_of_removed_objects_go() -> Result<(), MeshWorldError> {
        let mut world = MeshWorld::default();
        let ball = world.insert_mesh(meshes::sphere(12, 8, 1.0));
        let ground = world.insert(ball, Pose::IDENTITY)?;
        for _ in 0..100 {
            let other = world.insert(ball, Pose::at(glam::Vec3::X).expect("finite"))?;
            assert!(matches!(world.verdict(ground, other)?, MeshVerdict::Meeting { .. }));
            assert_eq!(world.memory.get(&[ground, other].into()).map(|_| ()), Some(()));
            world.remove(other)?;
            // Removed ones have their numbers again.
            assert!(world.memory.len() <= 1, "{}", world.memory.len());
        }
        let many: Vec<u32> =
            (0..50).map(|_| world.insert(ball, Pose::IDENTITY)).collect::<Result<_, _>>()?;
        for &other in &many {
            world.verdict(ground, other)?;
        }
        assert_eq!(world.memory.len(), 50);
        for &other in &many[..40] {
            world.remove(other)?;
        }
        let left = world.memory.len();
        assert!((10..=25).contains(&left), "{left} findings");
        for &other in &many[40..] {
            assert!(world.memory.contains_key(&[ground, other].into()));
        }
        Ok(())
    }

    /// The count of steps begins anew, and nodes grow old as before.
    #[test]
    fn steps_are_counted_without_end() -> Result<(), MeshWorldError> {
        let mut world = MeshWorld::default();
        let ball = world.insert_mesh(meshes::sphere(40, 30, 1.0));
        let near = world.insert(ball, Pose::IDENTITY)?;
        world.insert(ball, Pose::IDENTITY)?;
        world.stats.steps = u32::MAX - 200;
        for _ in 0..400 {
            assert_eq!(world.collide()?.len(), 1);
        }
        assert!(world.stats().alive > 1, "{:?}", world.stats());
        world.remove(near)?;
        for _ in 0..200 {
            assert!(world.collide()?.is_empty());
        }
        assert_eq!((world.stats().alive, world.stats().steps), (1, 400));
        Ok(())
    }
}
