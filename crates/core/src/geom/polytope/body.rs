//! What is computed once for each range of vertices, and once for each polytope.

use super::super::aabb::{Aabb, Aabb3};
use super::shape::Polytope;
use glam::Vec3;
use std::ops::Range;

/// The number of vertices in a [`Block`].
pub const SCAN_LANES: usize = 8;

/// Eight vertices as seen from their centroid: x, then y, then z, each in two halves of four.
pub type Block = [[[f32; 4]; 2]; 3];

/// A distinct range of vertices.
#[derive(Clone, Debug)]
pub(super) struct Body {
    /// The index of the first vertex and the number of vertices.
    pub range: (u32, u32),
    /// The blocks of the range. The last block repeats the last vertex.
    pub scan: Range<usize>,
    /// The mean of the vertices, within as many roundings of `size` as there are vertices.
    pub centroid: [f64; 3],
    /// The largest magnitude of a coordinate as seen from the centroid, rounded up.
    pub extent: f64,
    /// The largest magnitude of a coordinate.
    pub size: f64,
    /// True if all vertices have `z = 0`.
    pub flat: bool,
    /// The smallest box that holds the vertices.
    pub around: Aabb3,
    /// True if the hull is all of that box: its eight corners are vertices.
    pub is_box: bool,
}

impl Body {
    /// Computes a body and appends its blocks to `scan`.
    pub fn new(range: (u32, u32), vertices: &[[f32; 3]], scan: &mut Vec<Block>) -> Self {
        let mut sum = [0.0; 3];
        let mut size = 0.0_f64;
        for vertex in vertices {
            for (sum, x) in sum.iter_mut().zip(vertex) {
                *sum += f64::from(*x);
                size = size.max(f64::from(x.abs()));
            }
        }
        let centroid =
            sum.map(|sum| if vertices.is_empty() { 0.0 } else { sum / vertices.len() as f64 });
        let start = scan.len();
        let mut extent = 0.0_f64;
        for block in vertices.chunks(SCAN_LANES) {
            let mut lanes: Block = [[[0.0; 4]; 2]; 3];
            for i in 0..SCAN_LANES {
                let vertex = block[i.min(block.len() - 1)];
                for axis in 0..3 {
                    let seen = f64::from(vertex[axis]) - centroid[axis];
                    extent = extent.max(seen.abs());
                    lanes[axis][i / 4][i % 4] = seen as f32;
                }
            }
            scan.push(lanes);
        }
        // Two roundings up, for those of the difference; infinite where sums of three could leave
        // the range of `f32`.
        let extent = if extent < 3e37 { extent.next_up().next_up() } else { f64::INFINITY };
        let flat = vertices.iter().all(|vertex| vertex[2] == 0.0);
        let (around, is_box) = box_round(vertices);
        Self { range, scan: start..scan.len(), centroid, extent, size, flat, around, is_box }
    }
}

/// Returns the smallest box that holds points, and whether each of its eight corners is one of
/// them.
fn box_round(points: &[[f32; 3]]) -> (Aabb3, bool) {
    let around = points.iter().fold(Aabb3::NOTHING, |around, &point| {
        let point = Vec3::from(point);
        Aabb3 { min: around.min.min(point), max: around.max.max(point) }
    });
    let mut corners = 0_u8;
    for &point in points {
        let point = Vec3::from(point);
        let (low, high) = (point.cmpeq(around.min), point.cmpeq(around.max));
        if (low | high).all() {
            corners |= 1 << high.bitmask();
        }
    }
    // A corner of a box without thickness has several names, so that some are missing.
    (around, corners == u8::MAX)
}

/// What a kernel reads of a polytope: where its vertices are, and bounds that its error bands use.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The index of the distinct range of vertices.
    pub body: u32,
    /// The blocks of that range in [`PolytopeSet::scanned`](super::set::PolytopeSet::scanned).
    pub scan: Range<usize>,
    /// The largest magnitude of a coordinate of a stored vertex as seen from the centroid, rounded
    /// up. It is infinite if sums of three such numbers could leave the range of `f32`.
    pub extent: f64,
    /// The largest magnitude of a coordinate of a transformed vertex as seen from the transformed
    /// centroid, rounded up.
    pub spread: f64,
    /// True if the transform is the identity.
    pub stays: bool,
    /// True if the polytope lies in the plane `z = 0` and its transform keeps that plane.
    pub in_plane: bool,
    /// The transformed centroid.
    pub centre: [f64; 3],
    /// A bound of the sum of the magnitudes of all terms of a transformed coordinate.
    pub size: f64,
}

impl Placed {
    /// Computes the bounds of `polytope`, whose vertices are those of body `number`.
    pub(super) fn new(polytope: &Polytope, number: u32, body: &Body) -> Self {
        let mut placed = Self {
            body: number,
            scan: body.scan.clone(),
            extent: body.extent,
            spread: body.extent,
            stays: polytope.stays(),
            in_plane: false,
            centre: body.centroid,
            size: body.size,
        };
        let [.., z] = &polytope.rows;
        placed.in_plane = body.flat && z[0] == 0.0 && z[1] == 0.0 && z[3] == 0.0;
        if !placed.stays {
            let (mut linear, mut size) = (0.0_f64, 0.0_f64);
            for [x, y, z, shift] in polytope.rows {
                let sum = f64::from(x.abs()) + f64::from(y.abs()) + f64::from(z.abs());
                linear = linear.max(sum);
                size = size.max((sum * body.size + f64::from(shift.abs())).next_up());
            }
            placed.spread = linear * body.extent * 1.001;
            placed.size = size * 1.001;
            placed.centre = polytope.place_point(body.centroid);
        }
        placed
    }
}
