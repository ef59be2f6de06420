//! Whether vertices of one polytope lie in another one.

use super::points::{self, Narrow};
use super::simplex;
use crate::geom::{Pair, PolytopeSet};
use rayon::prelude::*;

/// Returns true if the second polytope contains these vertices of the first one. Both are closed
/// sets.
///
/// Ends at the first vertex that lies outside. Costs up to a millisecond for each vertex and
/// thousand vertices of the second polytope, on the threads of the current rayon pool.
///
/// # Panics
///
/// Panics if the pair refers to no polytope of the set, or an index to no vertex.
pub fn contains(set: &PolytopeSet, pair: Pair, vertices: &[u32]) -> bool {
    if vertices.is_empty() {
        return true;
    }
    let (sides, _) = points::common(set, [pair.a, pair.b]);
    let (rounded, narrow) = (points::scaled(&sides), points::narrow(&sides));
    let [a, b] = sides.each_ref().map(|side| &side.points[..]);
    vertices.par_iter().all(|&vertex| {
        let own = vertex as usize..=vertex as usize;
        let rounded = [&rounded[0][own.clone()], &rounded[1]];
        let proven = match &narrow {
            Some(Narrow { points: [a, b], .. }) => simplex::meeting(&a[own.clone()], b, rounded),
            None => simplex::meeting(&a[own.clone()], b, rounded),
        };
        proven.unwrap_or_else(|| simplex::verdict(&a[own], b).meets())
    })
}
