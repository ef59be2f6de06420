//! Which of the pairs of triangles that meet hang together.

use motzkin::TriangleMesh;

/// Pairs that share corners on both sides, one after the other, are one region. Regions are in the
/// order of their first pairs.
pub fn regions([a, b]: [&TriangleMesh; 2], mut left: Vec<[u32; 2]>) -> Vec<Vec<[u32; 2]>> {
    let touch = |mesh: &TriangleMesh, x: u32, y: u32| {
        mesh.corners(x).iter().any(|corner| mesh.corners(y).contains(corner))
    };
    let mut regions = Vec::new();
    while !left.is_empty() {
        // All that the first one reaches, by looking at every pair.
        let mut region = vec![left.remove(0)];
        let mut next = 0;
        while let Some(&[p, q]) = region.get(next) {
            next += 1;
            let is_near = |[r, s]: &[u32; 2]| touch(a, p, *r) && touch(b, q, *s);
            let (near, far) = left.into_iter().partition(is_near);
            left = far;
            region.extend::<Vec<_>>(near);
        }
        region.sort_unstable();
        regions.push(region);
    }
    regions
}
