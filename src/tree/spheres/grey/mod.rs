//! Which octants of a node's box the surface passes through: the article's *grey* ones.

mod cpu;

pub use cpu::CpuGrey;

use crate::geom::{Aabb3, TriangleMesh};
use std::sync::Arc;

/// A node that is to be opened.
#[derive(Clone, Copy, Debug)]
pub struct GreyParent<'a> {
    /// Its mesh.
    pub mesh: &'a Arc<TriangleMesh>,
    /// Its triangles, the only ones that are looked at.
    pub triangles: &'a [u32],
    /// The octants of its box, in the mesh's coordinates. Octant `i` lies above in x for bit 0 of
    /// `i`, in y for bit 1, in z for bit 2.
    pub octants: [Aabb3; 8],
}

/// Tells grey octants from white ones.
///
/// A test that never misses changes no verdict: an octant with the centroid of a triangle is grey.
/// One that misses makes its tree lose triangles.
pub trait GreyTest: Send + Sync {
    /// For each parent a mask: bit `i` is set where one of the triangles passes through octant `i`.
    /// All parents at once: they are one level of all that is tested.
    ///
    /// # Errors
    ///
    /// Whatever the engine that tests cannot do.
    fn grey(&mut self, parents: &[GreyParent]) -> Result<Vec<u8>, GreyFault>;

    /// Octants that were asked about so far, times the queries for each.
    fn queries(&self) -> u64;
}

/// The failure of a grey test.
#[derive(Debug, thiserror::Error)]
#[error("the grey test failed: {0}")]
pub struct GreyFault(#[source] pub Box<dyn std::error::Error + Send + Sync>);
