//! What a broad phase has to know of polytopes.

use super::bounded::Bounded;
use crate::error::FrameError;
use crate::geom::{Aabb3, Polytope, PolytopeSet};
use crate::service::batch::BatchError;
use motzkin_core::Motion;

impl Bounded for Polytope {
    type Owned = PolytopeSet;

    fn count(set: &PolytopeSet) -> usize {
        set.len()
    }

    fn bounds<M: Motion>(set: &PolytopeSet, shape: usize) -> Result<Aabb3, FrameError> {
        Ok(set.bounds::<M>(shape as u32))
    }

    fn joined(a: &PolytopeSet, b: &PolytopeSet) -> Result<PolytopeSet, BatchError> {
        let vertices = a.vertices().len().saturating_add(b.vertices().len());
        a.joined(b).map_err(|_| BatchError::TooLarge(vertices))
    }
}
