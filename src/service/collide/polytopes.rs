//! What a broad phase has to know of polytopes.

use super::bounded::Bounded;
use crate::error::FrameError;
use crate::exact::hull::is_closer;
use crate::geom::{Aabb3, Pair, Polytope, PolytopeSet};
use crate::kernel::hull::{Approach, approach};
use crate::service::batch::BatchError;
use motzkin_core::Motion;

impl Bounded for Polytope {
    type Owned = PolytopeSet;

    fn count(set: &PolytopeSet) -> usize {
        set.len()
    }

    fn bounds<M: Motion>(set: &PolytopeSet, shape: usize) -> Result<Aabb3, FrameError> {
        Ok(set.bounds::<M>(shape))
    }

    fn joined(a: &PolytopeSet, b: &PolytopeSet) -> Result<PolytopeSet, BatchError> {
        let vertices = a.vertices().len().saturating_add(b.vertices().len());
        a.joined(b).map_err(|_| BatchError::TooLarge(vertices))
    }

    fn is_closer<M: Motion>(
        (set, pair): (&PolytopeSet, Pair),
        margin: f32,
        is_reference: bool,
    ) -> bool {
        if !is_reference {
            let Approach { at_least, at_most } = approach::<M>(set, pair);
            let limit = f64::from(margin);
            if at_most < limit || at_least >= limit {
                return at_most < limit;
            }
        }
        is_closer::<M>(set, pair, margin)
    }
}
