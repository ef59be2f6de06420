//! Which pairs of triangles hang together.

use super::super::solid::Joined;
use crate::geom::TriangleMesh;
use std::collections::HashMap;
use std::ops::Range;

/// The triangles of one surface that meet the other.
struct Surface {
    /// The numbers of the corners of each. Corners with the same coordinates have one number.
    corners: HashMap<u32, [u32; 3]>,
    /// How many numbers there are.
    count: usize,
}

impl Surface {
    fn new(mesh: &TriangleMesh, triangles: impl Iterator<Item = u32>) -> Self {
        let (mut numbers, mut corners) = (HashMap::new(), HashMap::new());
        let mut number = |corner: [f32; 3]| {
            let next = numbers.len() as u32;
            *numbers.entry(corner.map(|x| (x + 0.0).to_bits())).or_insert(next)
        };
        for triangle in triangles {
            corners.entry(triangle).or_insert_with(|| mesh.corners(triangle).map(&mut number));
        }
        Self { corners, count: numbers.len() }
    }
}

/// Joins the numbers of pairs of triangles that share a vertex on both surfaces. The pairs are in
/// ascending order.
///
/// The vertices of the first surface are looked at one by one, so that no table holds the pairs of
/// vertices: there may be nine for each pair of triangles.
pub fn together(meshes: [&TriangleMesh; 2], pairs: &[[u32; 2]]) -> Joined {
    let surface = |side: usize| Surface::new(meshes[side], pairs.iter().map(|pair| pair[side]));
    let (first, second) = (surface(0), surface(1));
    // The pairs of one triangle of the first surface follow one another.
    let mut runs: Vec<(u32, Range<u32>)> = Vec::new();
    let mut end = 0;
    for run in pairs.chunk_by(|pair, next| pair[0] == next[0]) {
        let start = end;
        end += run.len() as u32;
        runs.extend(first.corners[&run[0][0]].map(|corner| (corner, start..end)));
    }
    runs.sort_unstable_by_key(|(corner, _)| *corner);
    let mut joined = Joined::new(end);
    // Of each corner of the second surface: the last one of the first that came with it, and the
    // first pair of both.
    let mut seen = vec![(u32::MAX, 0); second.count];
    for (corner, run) in runs {
        for number in run {
            for other in second.corners[&pairs[number as usize][1]] {
                let (last, pair) = &mut seen[other as usize];
                if *last == corner {
                    joined.join(number, *pair);
                } else {
                    (*last, *pair) = (corner, number);
                }
            }
        }
    }
    joined
}
