//! What a sphere tree needs of an occupancy test.

use crate::geom::{Aabb3, TriangleMesh};
use std::sync::Arc;

/// A node that has to be opened.
#[derive(Clone, Copy, Debug)]
pub struct OccupancyParent<'a> {
    /// The mesh of the node.
    pub mesh: &'a Arc<TriangleMesh>,
    /// The triangles of the node. The test looks at no others.
    pub triangles: &'a [u32],
    /// The octants of the node's box, in the coordinates of the mesh. Octant `i` is the upper half
    /// in x if bit 0 of `i` is set, in y for bit 1, and in z for bit 2.
    pub octants: [Aabb3; 8],
}

/// Finds the octants that hold surface.
///
/// A test that never misses an octant changes no verdict: an octant that holds the centroid of a
/// triangle holds surface. A test that misses an octant makes its tree lose triangles.
///
/// ```
/// use motzkin::tree::spheres::{CpuOccupancyTest, OccupancyParent, OccupancyTest};
/// use motzkin::{Aabb3, TriangleMesh, glam::Vec3};
/// use std::sync::Arc;
///
/// let corner = [[0.1; 3], [0.2, 0.1, 0.1], [0.1, 0.2, 0.1]];
/// let mesh = Arc::new(TriangleMesh::from_soup(&[corner])?);
/// let octants = std::array::from_fn(|i| {
///     let low = [0, 1, 2].map(|axis| if i >> axis & 1 == 1 { 0.0 } else { -1.0 });
///     let low = Vec3::from_array(low);
///     Aabb3 { min: low, max: low + Vec3::ONE }
/// });
/// let parent = OccupancyParent { mesh: &mesh, triangles: &[0], octants };
/// // The triangle lies in the octant that is the upper half along all three axes.
/// assert_eq!(CpuOccupancyTest::default().occupied(&[parent])?, [0b1000_0000]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait OccupancyTest: Send + Sync {
    /// Returns a mask for each parent: bit `i` is set if a triangle passes through octant `i`.
    ///
    /// One call has all parents of a level of all pairs that are tested.
    ///
    /// # Errors
    ///
    /// Returns an error if the engine of the test fails.
    fn occupied(&mut self, parents: &[OccupancyParent]) -> Result<Vec<u8>, OccupancyFault>;

    /// Returns the number of queries so far: one for each octant that was tested, or as many as the
    /// test needed for it.
    fn queries(&self) -> u64;

    /// Takes note that a world has removed a mesh. A test that keeps something of it frees that. By
    /// default nothing is kept.
    fn forget(&mut self, _mesh: &Arc<TriangleMesh>) {}

    /// Returns what the test holds on a device and has sent to it. By default there is none.
    fn device_use(&self) -> OccupancyDeviceUse {
        OccupancyDeviceUse::default()
    }
}

/// What an occupancy test holds on a device and has sent to it, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OccupancyDeviceUse {
    /// The geometry of meshes that is on the device at present, with what is staged for it.
    pub geometry: u64,
    /// The geometry that was uploaded so far to stay on the device.
    pub geometry_uploaded: u64,
    /// What was uploaded so far for single openings: boxes, the numbers of triangles, and the
    /// triangles of meshes that do not stay on the device.
    pub openings_uploaded: u64,
}

/// The error of an occupancy test.
#[derive(Debug, thiserror::Error)]
#[error("the occupancy test failed: {0}")]
pub struct OccupancyFault(#[source] pub Box<dyn std::error::Error + Send + Sync>);
