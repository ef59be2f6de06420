//! Points against a polytope.

use super::collision_service::CollisionService;
use crate::error::PolytopeError;
use crate::geom::{Pair, Polytope, PolytopeSet};
use crate::verdict::Verdict;
use glam::Vec3;

/// Points that are tested at once: each takes some 400 bytes meanwhile.
const MOST: usize = 1 << 16;

impl CollisionService {
    /// Returns where each point lies: *overlapping* in the relative interior of the polytope,
    /// *touching* on its relative boundary, *separate* elsewhere. [`Verdict::meets`] is membership.
    ///
    /// Computed on the CPU, for the cost of a verdict for each point; a service of the
    /// [reference](crate::Engine::Reference) computes it there. Takes some 26 MB meanwhile, or 400
    /// bytes for each vertex of the polytope if there are more than 65,536.
    ///
    /// # Errors
    ///
    /// Returns a [`PolytopeError`]:
    ///
    /// - [`PolytopeError::NoSuch`] if there is no such polytope,
    /// - [`PolytopeError::Point`] for the first point that is not finite,
    /// - [`PolytopeError::TooLarge`] for more points or vertices than an index names.
    pub fn points_in_polytope(
        &self,
        set: &PolytopeSet,
        polytope: u32,
        points: &[Vec3],
    ) -> Result<Vec<Verdict>, PolytopeError> {
        let number = polytope as usize;
        let no_such = PolytopeError::NoSuch { polytope: number, polytopes: set.len() };
        let found = *set.polytopes().get(number).ok_or(no_such)?;
        for (point, at) in points.iter().enumerate() {
            if let Some(axis) = at.as_ref().iter().position(|x| !x.is_finite()) {
                return Err(PolytopeError::Point { point, axis, value: at[axis] });
            }
        }
        let vertices = set.vertices_of(polytope);
        let mut verdicts = Vec::with_capacity(points.len());
        // The polytope is prepared anew each time, which is not to cost more than the points do.
        for points in points.chunks(MOST.max(vertices.len())) {
            let mut all = vertices.to_vec();
            all.extend(points.iter().map(Vec3::to_array));
            let too_large = PolytopeError::TooLarge { polytope: number, vertices: all.len() };
            let end = u32::try_from(all.len()).map_err(|_| too_large)?;
            let mut polytopes = vec![Polytope { start: 0, ..found }];
            let first = vertices.len() as u32;
            polytopes.extend((first..end).map(|vertex| Polytope::of_range(vertex, 1)));
            let probes = PolytopeSet::from_parts(all, polytopes)?;
            let pairs: Vec<Pair> = (1..probes.len() as u32).map(|i| Pair::new(0, i)).collect();
            // What the CPU computes is there when it is asked for, in a browser too.
            let answer = pollster::block_on(self.query(&probes, &pairs).on_cpu().into_future());
            // Every index names a polytope of a valid set.
            verdicts.extend_from_slice(answer.map_err(|_| too_large)?.verdicts());
        }
        Ok(verdicts)
    }
}
