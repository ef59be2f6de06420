//! The occupancy test on the CPU: a triangle against a box by separating axes, in `f32`. Its twin
//! is `shaders/parts/triangle_box.wgsl`.

use super::test::{OccupancyFault, OccupancyParent, OccupancyTest};
use glam::Vec3;
use glam::swizzles::Vec3Swizzles;

/// The occupancy test on the CPU.
///
/// It misses no octant that holds surface. An octant that it reports without reason is close to a
/// triangle: within some `1e-5` of the largest coordinate of either as the octant's centre sees it,
/// and of the largest one of that centre. An octant or a triangle with a coordinate of `1e37` or
/// more is not tested: the octant is reported, or every octant of the triangle's node.
#[derive(Clone, Copy, Debug, Default)]
pub struct CpuOccupancyTest {
    queries: u64,
}

impl OccupancyTest for CpuOccupancyTest {
    fn occupied(&mut self, parents: &[OccupancyParent]) -> Result<Vec<u8>, OccupancyFault> {
        self.queries += 8 * parents.len() as u64;
        Ok(parents.iter().map(mask).collect())
    }

    fn queries(&self) -> u64 {
        self.queries
    }
}

fn mask(parent: &OccupancyParent) -> u8 {
    let is_occupied = |octant: usize| {
        let bounds = parent.octants[octant];
        parent.triangles.iter().any(|&triangle| {
            let [p, q, r] = parent.mesh.corners(triangle);
            passes_through([p.into(), q.into(), r.into()], bounds.min, bounds.max)
        })
    };
    (0..8).filter(|&octant| is_occupied(octant)).fold(0, |mask, octant| mask | 1 << octant)
}

/// Error of a projection, in units of the size of the projected points. Along the product of an
/// edge and an axis, a corner's projection sums two products of differences: some ten roundings of
/// `2^-24`, `6e-7`. Along the triangle's normal it sums three: some sixteen roundings. The rest
/// pays for a GPU, which may reorder sums.
const BAND: f32 = 4e-6;

/// Error of denormals that are flushed to zero.
const FLUSHED: f32 = 1e-37;

/// Numbers from here on may overflow: then nothing is known.
const LARGEST: f32 = 1e37;

/// Returns true if a triangle passes through a box, or within the band of the box.
fn passes_through([p, q, r]: [Vec3; 3], low: Vec3, high: Vec3) -> bool {
    let largest = p.abs().max(q.abs()).max(r.abs()).max(low.abs()).max(high.abs());
    if largest.max_element() >= LARGEST {
        return true;
    }
    let centre = low * 0.5 + high * 0.5;
    let half = high * 0.5 - low * 0.5;
    let [a, b, c] = [p - centre, q - centre, r - centre];
    let largest = a.abs().max(b.abs()).max(c.abs());
    let size = largest.max(half).max_element() + centre.abs().max_element();
    let band = BAND * size + FLUSHED;
    // The box's own axes.
    let least = a.min(b).min(c);
    let most = a.max(b).max(c);
    if least.cmpgt(half + band).any() || most.cmplt(-half - band).any() {
        return false;
    }
    // Edges are scaled to a size of 1, so that no product vanishes or overflows.
    let scaled = |edge: Vec3| edge / (edge.abs().max_element() + FLUSHED);
    let edges = [scaled(b - a), scaled(c - b), scaled(a - c)];
    if edges.iter().any(|edge| beyond_edge(*edge, [a, b, c], half, band)) {
        return false;
    }
    let normal = edges[0].cross(edges[1]);
    let along = Vec3::new(normal.dot(a), normal.dot(b), normal.dot(c));
    let reach = half.dot(normal.abs()) + 4.0 * band;
    along.min_element() <= reach && along.max_element() >= -reach
}

/// Returns true if the product of an edge and an axis separates.
fn beyond_edge(edge: Vec3, [a, b, c]: [Vec3; 3], half: Vec3, band: f32) -> bool {
    let [p, q, r] = [edge.cross(a), edge.cross(b), edge.cross(c)];
    let size = edge.abs();
    let reach = size.yzx() * half.zxy() + size.zxy() * half.yzx() + 2.0 * band;
    p.min(q).min(r).cmpgt(reach).any() || p.max(q).max(r).cmplt(-reach).any()
}
