//! Boxes round polytopes.

use super::super::aabb::{Aabb, Aabb3};
use super::super::span::range_of_sums;
use super::set::PolytopeSet;
use crate::by_motion;
use crate::motion::Motion;

impl PolytopeSet {
    /// Returns a box that contains a polytope, rounded outward to `f32`. The box of a polytope
    /// without vertices is [`NOTHING`](Aabb::NOTHING). Costs some nanoseconds a vertex.
    ///
    /// # Panics
    ///
    /// Panics if there is no polytope with this index.
    pub fn aabb(&self, polytope: u32) -> Aabb3 {
        self.box_over(polytope, [0.0; 3])
    }

    /// Returns a box that contains a polytope at every `t` in `[0, 1]`, rounded outward as
    /// [`aabb`](Self::aabb) is.
    ///
    /// # Panics
    ///
    /// Panics if there is no polytope with this index.
    #[cfg(feature = "motion")]
    pub fn swept_aabb(&self, polytope: u32) -> Aabb3 {
        self.box_over(polytope, self.velocities[polytope as usize])
    }

    /// Returns a box round a polytope for a broad phase: at `t = 0`, or over `t` in `[0, 1]` if `M`
    /// moves. It is rounded outward, then [clamped](Aabb::clamped) to the range of `f32`.
    ///
    /// # Panics
    ///
    /// Panics if there is no polytope with this index.
    pub fn bounds<M: Motion>(&self, polytope: u32) -> Aabb3 {
        by_motion!(M::MOVES, self.swept_aabb(polytope), self.aabb(polytope)).clamped()
    }

    fn box_over(&self, polytope: u32, way: [f32; 3]) -> Aabb3 {
        if self.vertices_of(polytope).is_empty() {
            return Aabb3::NOTHING;
        }
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        let placed = self.polytopes[polytope as usize];
        for vertex in self.vertices_of(polytope) {
            let point = placed.place(*vertex);
            for axis in 0..3 {
                low[axis] = low[axis].min(point[axis]);
                high[axis] = high[axis].max(point[axis]);
            }
        }
        let size = self.placed[polytope as usize].size;
        Aabb3::from_ends(|axis| range_of_sums([low[axis], high[axis]], size, way[axis]))
    }
}
