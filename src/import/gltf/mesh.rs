//! The triangles of a mesh of a glTF file.

use super::REPEATED;
use super::data::Data;
use super::document::{Index, Mesh};
use super::json::Whole;
use crate::error::MeshError;
use crate::geom::TriangleMesh;
use crate::import::error::ImportFault;
use crate::import::polygon::fan;
use std::collections::HashMap;

/// Returns the triangles of all primitives of a mesh.
pub fn mesh(number: usize, mesh: &Mesh, data: &mut Data<'_>) -> Result<TriangleMesh, ImportFault> {
    let mut built = Building::new(number);
    for (at, primitive) in mesh.primitives.iter().enumerate() {
        let mode = match primitive.mode.map(|Whole(mode)| mode) {
            // Points and lines.
            Some(0..=3) => continue,
            None | Some(4) => Mode::List,
            Some(5) => Mode::Strip,
            Some(6) => Mode::Fan,
            Some(_) => {
                let what = format!("primitive {at} has a mode that is none of glTF");
                return Err(built.broken(&what));
            }
        };
        // Without positions there are no triangles either.
        if let Some(position) = primitive.attributes.position {
            built.add(mode, position, primitive.indices, data)?;
        }
    }
    built.finish()
}

/// How corners make triangles.
#[derive(Clone, Copy, PartialEq)]
enum Mode {
    List,
    Strip,
    Fan,
}

impl Mode {
    /// Returns how many bytes of triangles come of a corner. In a strip or a fan each makes one.
    fn made(self) -> usize {
        if self == Self::List { 4 } else { 12 }
    }
}

/// Some of the vertices of a mesh.
#[derive(Clone, Copy)]
struct Points {
    first: u32,
    count: u32,
}

/// A mesh that primitives are added to.
struct Building {
    number: usize,
    vertices: Vec<[f32; 3]>,
    triangles: Vec<[u32; 3]>,
    /// The points of each accessor: primitives of a mesh often share theirs.
    known: HashMap<u32, Points>,
}

impl Building {
    fn new(number: usize) -> Self {
        Self { number, vertices: Vec::new(), triangles: Vec::new(), known: HashMap::new() }
    }

    fn broken(&self, what: &str) -> ImportFault {
        ImportFault::broken(format!("mesh {}: {what}", self.number))
    }

    /// Adds the triangles of a primitive.
    fn add(
        &mut self,
        mode: Mode,
        position: Index,
        indices: Option<Index>,
        data: &mut Data<'_>,
    ) -> Result<(), ImportFault> {
        let points = self.points(position, data)?;
        let indices = indices.map(|index| data.indices(self.number, index)).transpose()?;
        let count = indices.as_ref().map_or(points.count as usize, Vec::len);
        if !data.take(count.checked_mul(mode.made())) {
            return Err(self.broken(REPEATED));
        }
        let corners = match indices {
            Some(indices) => self.shifted(&indices, points)?,
            None => (points.first..points.first + points.count).collect(),
        };
        self.cut(mode, &corners)
    }

    /// Returns the points of an accessor, which become vertices of the mesh.
    fn points(&mut self, index: Index, data: &mut Data<'_>) -> Result<Points, ImportFault> {
        if let Some(&points) = self.known.get(&index.0) {
            return Ok(points);
        }
        let found = data.points(self.number, index)?;
        let first = self.vertices.len();
        self.vertices.extend(found);
        let end = u32::try_from(self.vertices.len()).map_err(|_| {
            let error = MeshError::TooLarge { what: "vertices", count: self.vertices.len() };
            ImportFault::Mesh { mesh: Some(self.number), error }
        })?;
        let points = Points { first: first as u32, count: end - first as u32 };
        self.known.insert(index.0, points);
        Ok(points)
    }

    /// Returns the vertices that the indices of a primitive name. They count from its own first
    /// point, and name no other primitive's.
    fn shifted(&self, indices: &[u32], points: Points) -> Result<Vec<u32>, ImportFault> {
        let Points { first, count } = points;
        let shifted = |&index: &u32| match index < count {
            true => Ok(first + index),
            false => Err(self.broken(&format!("an index names vertex {index}, of {count}"))),
        };
        indices.iter().map(shifted).collect()
    }

    /// Adds the triangles that corners make.
    fn cut(&mut self, mode: Mode, corners: &[u32]) -> Result<(), ImportFault> {
        match mode {
            Mode::Strip => TriangleMesh::strip_triangles(corners, &mut self.triangles),
            Mode::Fan => fan(corners, &mut self.triangles),
            Mode::List => {
                let (whole, rest) = corners.as_chunks();
                if !rest.is_empty() {
                    let what = format!("{} corners make no triangles", corners.len());
                    return Err(self.broken(&what));
                }
                self.triangles.extend(whole);
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<TriangleMesh, ImportFault> {
        TriangleMesh::new(self.vertices, self.triangles)
            .map_err(|error| ImportFault::Mesh { mesh: Some(self.number), error })
    }
}
