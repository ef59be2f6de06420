//! Triangles put into strips, as the 2006 article draws its models.

use super::names::Names;
use std::collections::{HashMap, VecDeque};

/// One strip of all triangles of a mesh.
pub struct Strip {
    /// Each triangle that follows shares an edge with the one before, and where there is none a
    /// vertex is named twice, which makes triangles without an area.
    pub vertices: Vec<u32>,
    /// Where each triangle is: there and at the two places that follow.
    places: Vec<u32>,
}

impl Strip {
    /// Puts triangles together. Greedy; their order decides. Not more than five vertices a
    /// triangle.
    pub fn new(triangles: &[[u32; 3]]) -> Self {
        let mut beside: HashMap<[u32; 2], VecDeque<u32>> = HashMap::new();
        for (number, triangle) in (0..).zip(triangles) {
            for [p, q] in edges(triangle) {
                beside.entry([p.min(q), p.max(q)]).or_default().push_back(number);
            }
        }
        let mut left = vec![true; triangles.len()];
        // Across an edge, to a triangle that is not in the strip yet. Those that are in it are not
        // looked at again.
        let mut next = |p: u32, q: u32, left: &[bool]| {
            let found = beside.get_mut(&[p.min(q), p.max(q)])?;
            while !left[*found.front()? as usize] {
                found.pop_front();
            }
            found.front().copied()
        };
        let mut strip: Vec<u32> = Vec::with_capacity(2 * triangles.len());
        let mut places = vec![0; triangles.len()];
        for (start, triangle) in triangles.iter().enumerate() {
            if !std::mem::take(&mut left[start]) {
                continue;
            }
            // The edge that the strip goes on across comes last.
            let turned =
                [0, 1, 2].map(|i| [triangle[i], triangle[(i + 1) % 3], triangle[(i + 2) % 3]]);
            let way =
                turned.iter().find(|[_, p, q]| next(*p, *q, &left).is_some()).unwrap_or(triangle);
            join(&mut strip, way);
            places[start] = strip.len() as u32 - 3;
            let (mut p, mut q) = (way[1], way[2]);
            while let Some(found) = next(p, q, &left) {
                left[found as usize] = false;
                let other =
                    triangles[found as usize].into_iter().find(|v| *v != p && *v != q).unwrap_or(q);
                strip.push(other);
                places[found as usize] = strip.len() as u32 - 3;
                (p, q) = (q, other);
            }
        }
        Self { vertices: strip, places }
    }

    /// Returns a strip of these triangles alone: a range of places of this strip, or vertices.
    pub fn part(&self, triangles: &[u32]) -> Names<'static> {
        let mut places: Vec<u32> =
            triangles.iter().map(|&triangle| self.places[triangle as usize]).collect();
        places.sort_unstable();
        places.dedup();
        if places.len() == self.places.len() {
            return Names::Range(0..self.vertices.len() as u32);
        }
        let runs = || places.chunk_by(|place, next| place + 1 == *next);
        let ends = |run: &[u32]| run[0]..run[0] + run.len() as u32 + 2;
        let mut alone = runs();
        if let (Some(run), None) = (alone.next(), alone.next()) {
            return Names::Range(ends(run));
        }
        let mut strip = Vec::with_capacity(2 * places.len());
        for run in runs() {
            let run = ends(run);
            join(&mut strip, &self.vertices[run.start as usize..run.end as usize]);
        }
        Names::List(strip.into())
    }
}

/// Appends a strip, with triangles without an area between.
fn join(strip: &mut Vec<u32>, more: &[u32]) {
    if let Some(&last) = strip.last() {
        strip.extend([last, more[0]]);
    }
    strip.extend(more);
}

fn edges([a, b, c]: &[u32; 3]) -> [[u32; 2]; 3] {
    [[*a, *b], [*b, *c], [*c, *a]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use motzkin_lab::workload::meshes;

    /// Triangles of a strip, those without an area left out, as sets of vertices.
    fn sets(triangles: impl Iterator<Item = [u32; 3]>) -> Vec<[u32; 3]> {
        let mut found: Vec<[u32; 3]> = triangles
            .map(|mut triangle| {
                triangle.sort_unstable();
                triangle
            })
            .filter(|[a, b, c]| a != b && b != c)
            .collect();
        found.sort_unstable();
        found
    }

    #[test]
    fn strips_have_the_triangles_that_they_are_made_of() {
        let lone = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 9, 1], [0, 1, 2]];
        let torus = meshes::torus(9, 7, 1.0, 0.4);
        let blob = meshes::blob(12, 8, 1.0, 0.5, 3);
        for triangles in [&[][..], &lone, torus.triangles(), &blob.triangles()[17..90]] {
            let strip = Strip::new(triangles);
            let windows = |strip: &[u32]| sets(strip.windows(3).map(|w| [w[0], w[1], w[2]]));
            assert_eq!(windows(&strip.vertices), sets(triangles.iter().copied()));
            assert!(strip.vertices.len() <= 5 * triangles.len());
            // Every second one, all but the first, one.
            let all: Vec<u32> = (0..triangles.len() as u32).collect();
            let some: Vec<u32> = all.iter().copied().step_by(2).rev().collect();
            for part in [&all[..], &some, all.get(1..).unwrap_or(&[]), all.get(..1).unwrap_or(&[])]
            {
                let vertices = match strip.part(part) {
                    Names::List(list) => list.into_owned(),
                    Names::Range(range) => {
                        strip.vertices[range.start as usize..range.end as usize].to_vec()
                    }
                };
                let expected = part.iter().map(|&triangle| triangles[triangle as usize]);
                assert_eq!(windows(&vertices), sets(expected));
            }
        }
        // All on one edge, and each of a million of them is looked at once.
        let fan: Vec<[u32; 3]> = (2..1 << 20).map(|k| [0, 1, k]).collect();
        assert!(Strip::new(&fan).vertices.len() <= 5 * fan.len());
        let strip = Strip::new(torus.triangles());
        assert!(strip.vertices.len() < 2 * torus.len());
    }
}
