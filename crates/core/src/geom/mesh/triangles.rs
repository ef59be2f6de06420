//! Triangles over an array of vertices.

use super::super::aabb::Aabb3;
use crate::error::MeshError;
use core::fmt;
use std::sync::OnceLock;

/// Triangles over an array of vertices: a surface, open or closed, in one piece or in many.
///
/// Every vertex is finite and every index refers to a vertex. Nothing else is required. A triangle
/// may be degenerate: a segment or a point. Triangles may repeat and may cross. A mesh without
/// triangles collides with nothing. Coordinates are in any unit of length that you choose.
///
/// A mesh takes 12 bytes a vertex and 12 bytes a triangle.
///
/// # Examples
///
/// ```
/// use motzkin::TriangleMesh;
///
/// # fn main() -> Result<(), motzkin::MeshError> {
/// // A square of two triangles.
/// let corners = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]];
/// let listed = TriangleMesh::new(corners.clone(), vec![[0, 1, 2], [2, 1, 3]])?;
/// let strip = TriangleMesh::from_strips(corners, &[0, 1, 2, 3])?;
/// assert_eq!(listed, strip);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default)]
pub struct TriangleMesh {
    pub(super) vertices: Vec<[f32; 3]>,
    pub(super) triangles: Vec<[u32; 3]>,
    pub(super) bounds: Option<Aabb3>,
    /// Whether the mesh is closed, once somebody has asked.
    pub(super) closed: OnceLock<Result<(), MeshError>>,
}

impl PartialEq for TriangleMesh {
    fn eq(&self, other: &Self) -> bool {
        self.vertices == other.vertices && self.triangles == other.triangles
    }
}

impl TriangleMesh {
    /// The index that ends a strip, as a GPU's primitive restart does.
    pub const RESTART: u32 = u32::MAX;

    /// Returns the vertices. Some of them may belong to no triangle.
    pub fn vertices(&self) -> &[[f32; 3]] {
        &self.vertices
    }

    /// Returns the triangles as indices of vertices, in the order in which they were given.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// Returns the three corners of a triangle.
    ///
    /// # Panics
    ///
    /// Panics if there is no triangle with this index.
    #[inline]
    pub fn corners(&self, triangle: u32) -> [[f32; 3]; 3] {
        self.triangles[triangle as usize].map(|index| self.vertices[index as usize])
    }

    /// Returns the number of triangles.
    pub fn len(&self) -> usize {
        self.triangles.len()
    }

    /// Returns true if the mesh has no triangles.
    pub fn is_empty(&self) -> bool {
        self.triangles.is_empty()
    }

    /// Returns the smallest box that contains every triangle, or `None` for a mesh without
    /// triangles. The box was computed when the mesh was built.
    pub fn bounds(&self) -> Option<Aabb3> {
        self.bounds
    }
}

impl fmt::Display for TriangleMesh {
    /// Writes the numbers of triangles and vertices.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} triangles, {} vertices", self.triangles.len(), self.vertices.len())
    }
}
