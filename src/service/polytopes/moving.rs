//! Polytopes that move by their velocities, on the CPU whatever the engine.

use crate::exact;
use crate::geom::{ContactInterval, Pair, Passage, PolytopeSet};
use crate::num::{f32_below, f32_to_rational};
use crate::reference::simplex;
use crate::service::batch::{BatchError, Verdicts, check_indices, check_size};
use crate::service::collision_service::CollisionService;
use crate::verdict::Verdict;
use dashu_ratio::RBig;
use glam::DVec3;
use rayon::prelude::*;

impl CollisionService {
    /// The exact verdict of every pair of polytopes that move by their
    /// [velocities](PolytopeSet::velocities) while `t` runs over the closed interval `[0, 1]`:
    /// *overlapping* where their relative interiors meet at some `t`, be it the first or the last,
    /// so that a flat polytope that passes through another overlaps it. Polytopes of equal
    /// velocities have their resting verdict, frames that of
    /// [`moving_verdicts`](Self::moving_verdicts).
    ///
    /// Computed on the CPU, for about what [`polytope_verdicts`](Self::polytope_verdicts) costs
    /// there; errors are the same.
    ///
    /// ```
    /// use motzkin::{CollisionService, Engine, Pair, PolytopeSet, Verdict, glam::Vec3};
    ///
    /// let mut set = PolytopeSet::new();
    /// let gem = set.push(&[Vec3::X, -Vec3::X, Vec3::Y, -Vec3::Y, Vec3::Z, -Vec3::Z])?;
    /// let sheet = set.push(&[Vec3::new(5.0, -9.0, -9.0), Vec3::new(5.0, 9.0, -9.0), Vec3::new(5.0, 0.0, 9.0)])?;
    /// set.set_velocity(gem, Vec3::X * 16.0)?;
    /// let service = CollisionService::new(Engine::Cpu)?;
    /// let hit = service.polytope_contact_intervals(&set, &[Pair::new(gem, sheet)])?[0];
    /// assert_eq!(hit.verdict, Verdict::Overlapping);
    /// assert_eq!(hit.interval.map(|interval| (interval.first, interval.last)), Some((0.25, 0.375)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn polytope_moving_verdicts(
        &self,
        set: &PolytopeSet,
        pairs: &[Pair],
    ) -> Result<Verdicts, BatchError> {
        check_size(pairs.len())?;
        check_indices(set.polytopes(), pairs)?;
        Ok(self.cpu().install(|| self.judged_in_motion(set, pairs)))
    }

    /// The verdicts of [`polytope_moving_verdicts`](Self::polytope_moving_verdicts), and for each
    /// pair that meets the first and the last contact of the closed polytopes, exact and rounded
    /// outward once. Costs some ten to a hundred microseconds more for each pair that meets, with
    /// hundreds of vertices a millisecond; errors are the same.
    pub fn polytope_contact_intervals(
        &self,
        set: &PolytopeSet,
        pairs: &[Pair],
    ) -> Result<Vec<Passage>, BatchError> {
        let verdicts = self.polytope_moving_verdicts(set, pairs)?;
        let one = |(pair, verdict): (&Pair, &Verdict)| {
            let interval =
                if verdict.meets() { self.interval_of_polytopes(set, *pair) } else { None };
            Passage { verdict: *verdict, interval }
        };
        Ok(self.cpu().install(|| pairs.par_iter().zip(&verdicts[..]).map(one).collect()))
    }

    /// A point that the polytopes of each pair share at their first contact, where it is in the
    /// world at that `t`; `None` where they never meet. Each coordinate is that of an exact common
    /// point, rounded once to `f64`. Costs what half a contact interval does; errors are those of
    /// [`polytope_verdicts`](Self::polytope_verdicts).
    pub fn polytope_moving_witnesses(
        &self,
        set: &PolytopeSet,
        pairs: &[Pair],
    ) -> Result<Vec<Option<DVec3>>, BatchError> {
        check_size(pairs.len())?;
        check_indices(set.polytopes(), pairs)?;
        let one = |pair: &Pair| exact::hull::moving_witness(set, *pair);
        Ok(self.cpu().install(|| pairs.par_iter().map(one).collect()))
    }

    fn interval_of_polytopes(&self, set: &PolytopeSet, pair: Pair) -> Option<ContactInterval> {
        if !self.is_reference() {
            return exact::hull::contact_interval(set, pair);
        }
        let [first, last] = passage_by_reference(set, pair).1?;
        // Adding zero makes a negative zero positive.
        Some(ContactInterval { first: f32_below(&first), last: -f32_below(&-last) + 0.0 })
    }
}

/// The verdict and the contact by the textbook method.
pub(super) fn passage_by_reference(set: &PolytopeSet, pair: Pair) -> (Verdict, Option<[RBig; 2]>) {
    let [a, b] = [pair.a, pair.b].map(|index| simplex::points::<RBig>(set, index as usize));
    let velocity = |index: u32| set.velocities()[index as usize].map(f32_to_rational);
    let (of_a, of_b) = (velocity(pair.a), velocity(pair.b));
    simplex::passage(&a, &std::array::from_fn(|axis| &of_a[axis] - &of_b[axis]), &b)
}
