//! Which triangles meet at each vertex of a mesh.

use crate::geom::TriangleMesh;
use std::collections::HashSet;

/// The triangles round each vertex. Vertices with the same coordinates count as one.
#[derive(Debug)]
pub struct Fans {
    /// For each vertex the first one with the same coordinates.
    first: Vec<u32>,
    /// Where the triangles of each vertex begin, and where those of the last end.
    starts: Vec<usize>,
    triangles: Vec<u32>,
}

impl Fans {
    pub fn new(mesh: &TriangleMesh) -> Self {
        let first = mesh.welded();
        let mut starts = vec![0_usize; first.len() + 1];
        for corner in mesh.triangles().as_flattened() {
            starts[first[*corner as usize] as usize + 1] += 1;
        }
        for vertex in 1..starts.len() {
            starts[vertex] += starts[vertex - 1];
        }
        let (mut next, mut triangles) = (starts.clone(), vec![0; mesh.len() * 3]);
        for (number, corners) in mesh.triangles().iter().enumerate() {
            for corner in corners {
                let place = &mut next[first[*corner as usize] as usize];
                triangles[*place] = number as u32;
                *place += 1;
            }
        }
        Self { first, starts, triangles }
    }

    /// Returns the corners of triangles, each once.
    pub fn corners(&self, mesh: &TriangleMesh, triangles: impl Iterator<Item = u32>) -> Vec<u32> {
        let corners = |triangle: u32| mesh.triangles()[triangle as usize];
        let mut all: Vec<u32> =
            triangles.flat_map(corners).map(|v| self.first[v as usize]).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Returns a vertex and those that triangles connect with it, without the triangles of the
    /// border.
    pub fn flood(&self, mesh: &TriangleMesh, from: u32, border: &HashSet<u32>) -> Vec<u32> {
        let mut seen = HashSet::from([from]);
        let mut reached = vec![from];
        let mut next = 0;
        while let Some(&vertex) = reached.get(next) {
            next += 1;
            let range = self.starts[vertex as usize]..self.starts[vertex as usize + 1];
            for triangle in &self.triangles[range] {
                if border.contains(triangle) {
                    continue;
                }
                let corners = mesh.triangles()[*triangle as usize];
                let corners = corners.map(|corner| self.first[corner as usize]);
                reached.extend(corners.into_iter().filter(|&corner| seen.insert(corner)));
            }
        }
        reached
    }
}
