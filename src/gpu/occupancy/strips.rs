//! Triangles put into strips, as the 2006 article draws its models.

use std::collections::HashMap;

/// The most places that a strip of a lone triangle takes: its corners, one twice before and one
/// after it.
pub const PLACES: usize = 5;

/// Vertices of one strip of all these triangles: each that follows shares an edge with the one
/// before, and where there is none a vertex is named twice, which makes triangles without an area.
/// Greedy; the order of triangles decides. Not more than [`PLACES`] vertices a triangle.
pub fn strip(triangles: &[[u32; 3]]) -> Vec<u32> {
    let mut beside: HashMap<[u32; 2], Vec<u32>> = HashMap::new();
    for (number, triangle) in (0..).zip(triangles) {
        for [p, q] in edges(triangle) {
            beside.entry([p.min(q), p.max(q)]).or_default().push(number);
        }
    }
    let mut left = vec![true; triangles.len()];
    // Across an edge, to a triangle that is not in the strip yet.
    let next = |p: u32, q: u32, left: &[bool]| {
        let found = beside.get(&[p.min(q), p.max(q)])?;
        found.iter().copied().find(|triangle| left[*triangle as usize])
    };
    let mut strip = Vec::with_capacity(2 * triangles.len());
    for (start, triangle) in triangles.iter().enumerate() {
        if !std::mem::take(&mut left[start]) {
            continue;
        }
        // The edge that the strip goes on across comes last.
        let turned = [0, 1, 2].map(|i| [triangle[i], triangle[(i + 1) % 3], triangle[(i + 2) % 3]]);
        let way = turned.iter().find(|[_, p, q]| next(*p, *q, &left).is_some()).unwrap_or(triangle);
        if let Some(&last) = strip.last() {
            strip.extend([last, way[0]]);
        }
        strip.extend(way);
        let (mut p, mut q) = (way[1], way[2]);
        while let Some(found) = next(p, q, &left) {
            left[found as usize] = false;
            let other =
                triangles[found as usize].into_iter().find(|v| *v != p && *v != q).unwrap_or(q);
            strip.push(other);
            (p, q) = (q, other);
        }
    }
    strip
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
            let strip = strip(triangles);
            let made = sets(strip.windows(3).map(|w| [w[0], w[1], w[2]]));
            assert_eq!(made, sets(triangles.iter().copied()));
            assert!(strip.len() <= PLACES * triangles.len());
        }
        assert!(strip(torus.triangles()).len() < 2 * torus.len());
    }
}
