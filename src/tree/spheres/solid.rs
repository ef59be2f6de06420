//! The connected parts of meshes.

use crate::geom::TriangleMesh;
use std::collections::HashMap;

/// Returns a triangle of each connected part. Vertices with the same coordinates count as one.
pub fn parts(mesh: &TriangleMesh) -> Vec<u32> {
    let welded = mesh.welded();
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
