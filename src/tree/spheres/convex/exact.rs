//! A convex shape, and exact tests of triangles of a placed mesh.

use super::super::descent::Side;
use super::super::node::SphereNode;
use super::seen::Seen;
use crate::exact::hull;
use crate::exact::triangles::{Origin, Triangle};
use crate::geom::{Pair, Polytope, PolytopeSet};
use crate::kernel::hull::Prepared;

/// A polytope that is not empty, and exact tests of triangles.
pub struct Exact<'a> {
    set: &'a PolytopeSet,
    number: u32,
    /// Its vertices in the world, once they are needed.
    prepared: Option<Prepared>,
}

impl<'a> Exact<'a> {
    pub fn new(set: &'a PolytopeSet, number: u32) -> Self {
        Self { set, number, prepared: None }
    }

    /// Returns a vertex, exactly.
    pub fn vertex(&self) -> Origin {
        Origin::vertex(self.set, self.number, 0)
    }

    /// Returns the first triangle of a leaf that shares a point with the closed shape, and the
    /// number of triangles that were tested. Exact.
    ///
    /// A triangle costs some ten nanoseconds where `f32` can tell, some hundred where `f64` can,
    /// and some microseconds on contacts.
    #[inline]
    pub fn first(&mut self, seen: &Seen, side: Side, node: &SphereNode) -> (Option<u32>, u64) {
        let mut tested = 0;
        let meets = |&triangle: &u32| {
            tested += 1;
            let known = seen.meets(&side.tree.raw(triangle));
            known.unwrap_or_else(|| self.meets(&side.placed(triangle)))
        };
        let found = match side.tree.places(node) {
            Some(places) => places.map(|place| side.tree.triangle(place)).find(meets),
            None => side.tree.triangles(node).find(meets),
        };
        (found, tested)
    }

    /// Returns true if a placed triangle and the shape share a point.
    #[cold]
    fn meets(&mut self, triangle: &Triangle) -> bool {
        let (set, number) = (self.set, self.number);
        let prepared = self.prepared.get_or_insert_with(|| Prepared::new(set, number));
        prepared.meets(triangle).unwrap_or_else(|| settle(set, number, triangle))
    }
}

/// Decides what `f64` could not.
#[cold]
pub(super) fn settle(set: &PolytopeSet, number: u32, triangle: &Triangle) -> bool {
    let (shape, vertices) = (&set.polytopes()[number as usize], set.vertices_of(number));
    let vertices = [&triangle[..], vertices].concat();
    let shape = Polytope { start: 3, ..*shape };
    // A set can always be made of finite numbers and of a polytope that a set had.
    PolytopeSet::from_parts(vertices, vec![Polytope::of_range(0, 3), shape])
        .is_ok_and(|set| hull::decide(&set, Pair::new(0, 1)).verdict.meets())
}
