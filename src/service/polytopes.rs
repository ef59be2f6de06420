//! Polytopes as operands.

use super::batch::{BatchError, check_indices, check_size, side};
use super::shape::{Operand, Operands, Pairs, Shape, same_length};
use crate::geom::{Aabb3, Pair, Polytope, PolytopeSet};
use glam::DVec3;

/// Pairs of polytopes of one set.
#[derive(Clone, Copy, Debug)]
pub struct HullPairs<'a> {
    /// The polytopes.
    pub set: &'a PolytopeSet,
    /// Indices into the set.
    pub pairs: &'a [Pair],
}

impl<'a> Pairs for HullPairs<'a> {
    type Both = (&'a PolytopeSet, Pair);

    fn count(&self) -> usize {
        self.pairs.len()
    }

    fn both(&self, pair: usize) -> Self::Both {
        (self.set, self.pairs[pair])
    }

    fn place(&self, pair: usize, second: bool) -> (u32, bool) {
        (side(self.pairs[pair], second), false)
    }
}

impl Shape for Polytope {
    type Point = DVec3;
    type Bounds = Aabb3;
}

impl Operand for Polytope {
    type Set = PolytopeSet;
    type Pairs<'a> = HullPairs<'a>;
    type Both<'a> = (&'a PolytopeSet, Pair);
    type Joined = Option<(PolytopeSet, Vec<Pair>)>;
    type Axis = glam::Vec3;

    fn checked(operands: Operands<'_, Self>) -> Result<Self::Joined, BatchError> {
        match operands {
            Operands::Indexed(set, pairs) => {
                check_size(pairs.len())?;
                check_indices(set.len(), pairs)?;
                Ok(None)
            }
            Operands::Between(a, b) => {
                same_length(a.len(), b.len())?;
                let joined = a.joined(b).map_err(|_| {
                    BatchError::TooLarge(a.vertices().len().saturating_add(b.vertices().len()))
                })?;
                let second = a.len() as u32;
                Ok(Some((joined, (0..second).map(|i| Pair::new(i, second + i)).collect())))
            }
        }
    }

    fn pairs<'a>(operands: Operands<'a, Self>, joined: &'a Self::Joined) -> Self::Pairs<'a> {
        match (operands, joined) {
            (_, Some((set, pairs))) => HullPairs { set, pairs },
            (Operands::Indexed(set, pairs), None) => HullPairs { set, pairs },
            (Operands::Between(set, _), None) => HullPairs { set, pairs: &[] },
        }
    }
}
