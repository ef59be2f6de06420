//! Checked building.

use super::TriangleMesh;
use crate::error::MeshError;
use crate::geom::Aabb3;
use glam::Vec3;
use std::collections::HashMap;

impl TriangleMesh {
    /// An indexed list of triangles, kept as it is.
    ///
    /// # Errors
    ///
    /// A vertex that is not finite, an index of no vertex, more than 2^32 - 1 of either; each names the first at fault.
    pub fn new(vertices: Vec<[f32; 3]>, triangles: Vec<[u32; 3]>) -> Result<Self, MeshError> {
        check_counts(vertices.len(), triangles.len())?;
        check_vertices(&vertices)?;
        let mut ends = [Vec3::INFINITY, Vec3::NEG_INFINITY];
        for (number, triangle) in triangles.iter().enumerate() {
            for (corner, &index) in triangle.iter().enumerate() {
                let found = vertices.get(index as usize).ok_or(MeshError::Index {
                    triangle: number,
                    corner,
                    index,
                    vertices: vertices.len(),
                })?;
                let vertex = Vec3::from(*found);
                ends = [ends[0].min(vertex), ends[1].max(vertex)];
            }
        }
        let bounds = (!triangles.is_empty()).then_some(Aabb3 { min: ends[0], max: ends[1] });
        Ok(Self { vertices, triangles, bounds })
    }

    /// A triangle soup: each triangle by its own corners. Corners of the same coordinates become one vertex. Costs a
    /// hash table beside the mesh.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new); the vertex that an error names is corner `vertex % 3` of triangle `vertex / 3`.
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

    /// Triangle strips, one after the other with [`RESTART`](Self::RESTART) between them. Of each strip, every index after the first two makes a
    /// triangle with the two before it, turned so that all face the same way. A triangle that names a vertex twice is
    /// how strips are stitched together, and is left out.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new); triangles are counted as they come out.
    pub fn from_strips(vertices: Vec<[f32; 3]>, indices: &[u32]) -> Result<Self, MeshError> {
        let mut triangles = Vec::new();
        Self::strip_triangles(indices, &mut triangles);
        Self::new(vertices, triangles)
    }

    /// Appends the triangles of strips.
    pub(crate) fn strip_triangles(indices: &[u32], triangles: &mut Vec<[u32; 3]>) {
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

/// Indices have 32 bits, of which one value ends strips.
fn check_counts(vertices: usize, triangles: usize) -> Result<(), MeshError> {
    for (what, count) in [("vertices", vertices), ("triangles", triangles)] {
        if count >= u32::MAX as usize {
            return Err(MeshError::TooLarge { what, count });
        }
    }
    Ok(())
}

fn check_vertices(vertices: &[[f32; 3]]) -> Result<(), MeshError> {
    for (vertex, coordinates) in vertices.iter().enumerate() {
        if let Some(axis) = coordinates.iter().position(|x| !x.is_finite()) {
            return Err(MeshError::NotFinite { vertex, axis, value: coordinates[axis] });
        }
    }
    Ok(())
}
