//! Meshes that enclose a solid.

use super::triangles::TriangleMesh;
use crate::error::MeshError;
use std::collections::HashMap;

impl TriangleMesh {
    /// Checks that the mesh is closed: along each edge as many triangles run one way as the other.
    /// Vertices with the same coordinates count as one. A solid needs a closed mesh.
    ///
    /// Costs a hash of each vertex and each edge. The answer is kept: later calls cost nothing.
    ///
    /// # Errors
    ///
    /// Returns [`MeshError::Open`] with the first triangle that has an open edge.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::{MeshError, TriangleMesh};
    ///
    /// # fn main() -> Result<(), MeshError> {
    /// let corners = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// let faces = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    /// assert_eq!(TriangleMesh::new(corners.clone(), faces.clone())?.check_closed(), Ok(()));
    /// let open = TriangleMesh::new(corners, faces[..3].to_vec())?;
    /// assert_eq!(open.check_closed(), Err(MeshError::Open { triangle: 0, edge: 1 }));
    /// # Ok(())
    /// # }
    /// ```
    pub fn check_closed(&self) -> Result<(), MeshError> {
        *self.closed.get_or_init(|| self.looked_at_edges())
    }

    fn looked_at_edges(&self) -> Result<(), MeshError> {
        let welded = self.welded();
        let mut edges: HashMap<(u32, u32), (i64, u32, u8)> = HashMap::new();
        for (number, triangle) in self.triangles.iter().enumerate() {
            let corners = triangle.map(|index| welded[index as usize]);
            for edge in 0..3 {
                let (p, q) = (corners[edge], corners[(edge + 1) % 3]);
                if p != q {
                    let entry =
                        edges.entry((p.min(q), p.max(q))).or_insert((0, number as u32, edge as u8));
                    entry.0 += if p < q { 1 } else { -1 };
                }
            }
        }
        let open = edges
            .values()
            .filter(|(sum, ..)| *sum != 0)
            .map(|(_, triangle, edge)| (*triangle, *edge))
            .min();
        match open {
            Some((triangle, edge)) => {
                Err(MeshError::Open { triangle: triangle as usize, edge: usize::from(edge) })
            }
            None => Ok(()),
        }
    }

    /// Returns for each vertex the first vertex with the same coordinates.
    #[doc(hidden)] // For the parts of a mesh.
    pub fn welded(&self) -> Vec<u32> {
        let mut known = HashMap::new();
        let first = |(number, vertex): (usize, &[f32; 3])| {
            *known.entry(vertex.map(|x| (x + 0.0).to_bits())).or_insert(number as u32)
        };
        self.vertices.iter().enumerate().map(first).collect()
    }
}
