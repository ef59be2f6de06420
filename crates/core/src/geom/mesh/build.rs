//! The constructors of triangle meshes.

use super::super::aabb::Aabb3;
use super::triangles::TriangleMesh;
use crate::error::MeshError;
use glam::Vec3A;
use std::collections::HashMap;
use std::sync::OnceLock;

impl TriangleMesh {
    /// Creates a mesh from vertices and from triangles as indices of vertices. Both are stored
    /// unchanged. Takes time linear in their number.
    ///
    /// # Errors
    ///
    /// Returns [`MeshError::NotFinite`] for a vertex that is not finite, [`MeshError::Index`] for
    /// an index of no vertex, and [`MeshError::TooLarge`] for 2^32 - 1 or more vertices or
    /// triangles. The first two name the first vertex or triangle that is wrong.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::{MeshError, TriangleMesh};
    ///
    /// let corners = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    /// assert!(TriangleMesh::new(corners.clone(), vec![[0, 1, 2]]).is_ok());
    /// let wrong = TriangleMesh::new(corners, vec![[0, 1, 3]]);
    /// assert_eq!(wrong, Err(MeshError::Index { triangle: 0, corner: 2, index: 3, vertices: 3 }));
    /// ```
    pub fn new(vertices: Vec<[f32; 3]>, triangles: Vec<[u32; 3]>) -> Result<Self, MeshError> {
        check_counts(vertices.len(), triangles.len())?;
        check_vertices(&vertices)?;
        let mut used = vec![false; vertices.len()];
        for (number, triangle) in triangles.iter().enumerate() {
            for (corner, &index) in triangle.iter().enumerate() {
                let Some(found) = used.get_mut(index as usize) else {
                    let vertices = vertices.len();
                    return Err(MeshError::Index { triangle: number, corner, index, vertices });
                };
                *found = true;
            }
        }
        let seen = vertices
            .iter()
            .zip(&used)
            .filter(|(_, used)| **used)
            .map(|(vertex, _)| Vec3A::from(*vertex));
        let none = [Vec3A::INFINITY, Vec3A::NEG_INFINITY];
        let [min, max] = seen.fold(none, |[min, max], vertex| [min.min(vertex), max.max(vertex)]);
        let bounds = (!triangles.is_empty()).then_some(Aabb3 { min: min.into(), max: max.into() });
        Ok(Self { vertices, triangles, bounds, closed: OnceLock::new() })
    }

    /// Creates a mesh from a triangle soup, in which each triangle has its own corners. Corners
    /// with equal coordinates become one vertex. A hash table of all corners is built meanwhile.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`new`](Self::new). An error that names a vertex means corner
    /// `vertex % 3` of triangle `vertex / 3`.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::TriangleMesh;
    ///
    /// # fn main() -> Result<(), motzkin::MeshError> {
    /// let [a, b, c, d] = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]];
    /// let square = TriangleMesh::from_soup(&[[a, b, c], [c, b, d]])?;
    /// assert_eq!(square.vertices().len(), 4);
    /// # Ok(())
    /// # }
    /// ```
    pub fn from_soup(soup: &[[[f32; 3]; 3]]) -> Result<Self, MeshError> {
        check_counts(soup.len(), soup.len())?;
        check_vertices(soup.as_flattened())?;
        let mut known = HashMap::new();
        let mut vertices = Vec::new();
        let mut index_of = |corner: [f32; 3]| {
            // Zeros of either sign are one number.
            let bits = corner.map(|x| (x + 0.0).to_bits());
            *known.entry(bits).or_insert_with(|| {
                vertices.push(corner);
                (vertices.len() - 1) as u32
            })
        };
        let triangles = soup.iter().map(|corners| corners.map(&mut index_of)).collect();
        Self::new(vertices, triangles)
    }

    /// Creates a mesh from triangle strips, with [`RESTART`](Self::RESTART) between two strips.
    ///
    /// In a strip, every index after the first two forms a triangle with the two indices before it.
    /// Every second triangle is turned over, so that all of them face the same way. A triangle that
    /// names a vertex twice only connects two parts of a strip, and is left out.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`new`](Self::new). Triangles are counted without those left out.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::TriangleMesh;
    ///
    /// # fn main() -> Result<(), motzkin::MeshError> {
    /// let corners = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]];
    /// let indices = [0, 1, 2, TriangleMesh::RESTART, 2, 1, 3];
    /// let square = TriangleMesh::from_strips(corners, &indices)?;
    /// assert_eq!(square.triangles(), [[0, 1, 2], [2, 1, 3]]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn from_strips(vertices: Vec<[f32; 3]>, indices: &[u32]) -> Result<Self, MeshError> {
        let mut triangles = Vec::new();
        Self::strip_triangles(indices, &mut triangles);
        Self::new(vertices, triangles)
    }

    /// Appends the triangles of strips to `triangles`, by the rules of
    /// [`from_strips`](Self::from_strips). Indices are not checked.
    pub fn strip_triangles(indices: &[u32], triangles: &mut Vec<[u32; 3]>) {
        for strip in indices.split(|&index| index == Self::RESTART) {
            for (number, window) in strip.windows(3).enumerate() {
                let &[a, b, c] = window else { continue };
                if a != b && b != c && c != a {
                    triangles.push(if number % 2 == 0 { [a, b, c] } else { [b, a, c] });
                }
            }
        }
    }
}

/// Checks that 32 bits can name every element. One value is taken: it ends strips.
fn check_counts(vertices: usize, triangles: usize) -> Result<(), MeshError> {
    for (what, count) in [("vertices", vertices), ("triangles", triangles)] {
        if count >= u32::MAX as usize {
            return Err(MeshError::TooLarge { what, count });
        }
    }
    Ok(())
}

fn check_vertices(vertices: &[[f32; 3]]) -> Result<(), MeshError> {
    // The bits of magnitudes, read as whole numbers, have the order of the magnitudes. Infinities
    // and NaN come last.
    let magnitude = |x: &f32| x.to_bits() & 0x7fff_ffff;
    if vertices.as_flattened().iter().map(magnitude).fold(0, u32::max) < f32::INFINITY.to_bits() {
        return Ok(());
    }
    for (vertex, coordinates) in vertices.iter().enumerate() {
        if let Some(axis) = coordinates.iter().position(|x| !x.is_finite()) {
            return Err(MeshError::NotFinite { vertex, axis, value: coordinates[axis] });
        }
    }
    Ok(())
}
