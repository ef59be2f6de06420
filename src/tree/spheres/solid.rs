//! Meshes that enclose a solid: their connected parts, and whether they are closed.

use crate::error::MeshError;
use crate::geom::TriangleMesh;
use std::collections::HashMap;

/// Returns a triangle of each connected part. Vertices with the same coordinates count as one.
pub fn parts(mesh: &TriangleMesh) -> Vec<u32> {
    let welded = weld(mesh);
    let mut join = Joined::new(mesh.vertices().len() as u32);
    for triangle in mesh.triangles() {
        let [a, b, c] = triangle.map(|index| welded[index as usize]);
        join.join(a, b);
        join.join(b, c);
    }
    let mut seen = HashMap::new();
    for (number, triangle) in mesh.triangles().iter().enumerate() {
        let part = join.root(welded[triangle[0] as usize]);
        seen.entry(part).or_insert(number as u32);
    }
    let mut parts: Vec<u32> = seen.into_values().collect();
    parts.sort_unstable();
    parts
}

/// Checks that along every edge as many triangles run in one direction as in the other.
pub fn check_closed(mesh: &TriangleMesh) -> Result<(), MeshError> {
    let welded = weld(mesh);
    let mut edges: HashMap<(u32, u32), (i64, u32, u8)> = HashMap::new();
    for (number, triangle) in mesh.triangles().iter().enumerate() {
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
pub fn weld(mesh: &TriangleMesh) -> Vec<u32> {
    let mut known = HashMap::new();
    let first = |(number, vertex): (usize, &[f32; 3])| {
        *known.entry(vertex.map(|x| (x + 0.0).to_bits())).or_insert(number as u32)
    };
    mesh.vertices().iter().enumerate().map(first).collect()
}

/// Sets of vertices that triangles connect, or of anything else that has numbers.
pub struct Joined {
    parent: Vec<u32>,
}

impl Joined {
    /// Each of so many by itself.
    pub fn new(count: u32) -> Self {
        Self { parent: (0..count).collect() }
    }

    /// Returns the least number of a set.
    pub fn root(&mut self, mut vertex: u32) -> u32 {
        while self.parent[vertex as usize] != vertex {
            let above = self.parent[self.parent[vertex as usize] as usize];
            self.parent[vertex as usize] = above;
            vertex = above;
        }
        vertex
    }

    pub fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.parent[a.max(b) as usize] = a.min(b);
    }
}
