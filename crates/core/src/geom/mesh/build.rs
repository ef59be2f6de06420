//! Checked building.

use super::TriangleMesh;
use crate::error::MeshError;
use crate::geom::Aabb3;
use glam::Vec3A;
use std::collections::HashMap;

impl TriangleMesh {
    /// An indexed list of triangles, kept as it is.
    ///
    /// # Errors
    ///
    /// A vertex that is not finite, an index of no vertex, more than 2^32 - 1 of either; each names
    /// the first at fault.
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
        Ok(Self { vertices, triangles, bounds })
    }

    /// A triangle soup: each triangle by its own corners. Corners of the same coordinates become
    /// one vertex. Costs a hash table beside the mesh.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new); the vertex that an error names is corner `vertex % 3` of triangle
    /// `vertex / 3`.
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

    /// Triangle strips, one after the other with [`RESTART`](Self::RESTART) between them. Of each
    /// strip, every index after the first two makes a triangle with the two before it, turned so
    /// that all face the same way. A triangle that names a vertex twice is how strips are stitched
    /// together, and is left out.
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
    // As whole numbers magnitudes are ordered as they are, infinities and what is no number above
    // all others.
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
