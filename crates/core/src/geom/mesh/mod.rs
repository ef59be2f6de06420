//! Triangle meshes: vertices and triangles, as they are.

mod build;
mod pose;

pub use pose::Pose;

use crate::geom::Aabb3;

/// Triangles over an array of vertices: a surface, open or closed, in one piece or many.
///
/// Every vertex is finite and every index names one. Nothing else is asked: triangles may be
/// degenerate (then they are segments or points), they may repeat, and they may cross. A mesh
/// without triangles collides with nothing. Units are the caller's. 12 bytes a vertex and 12 a
/// triangle.
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
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TriangleMesh {
    vertices: Vec<[f32; 3]>,
    triangles: Vec<[u32; 3]>,
    bounds: Option<Aabb3>,
}

impl TriangleMesh {
    /// Ends a strip in an array of indices, as a GPU's primitive restart does.
    pub const RESTART: u32 = u32::MAX;

    /// The vertices; some may belong to no triangle.
    pub fn vertices(&self) -> &[[f32; 3]] {
        &self.vertices
    }

    /// The triangles, as indices of vertices, in the order in which they were given.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// The corners of a triangle.
    ///
    /// # Panics
    ///
    /// When there is no such triangle, as indexing a slice does.
    #[inline]
    pub fn corners(&self, triangle: u32) -> [[f32; 3]; 3] {
        self.triangles[triangle as usize].map(|index| self.vertices[index as usize])
    }

    /// The number of triangles.
    pub fn len(&self) -> usize {
        self.triangles.len()
    }

    /// True without triangles.
    pub fn is_empty(&self) -> bool {
        self.triangles.is_empty()
    }

    /// The smallest box that holds every triangle; `None` without triangles.
    pub fn bounds(&self) -> Option<Aabb3> {
        self.bounds
    }
}
