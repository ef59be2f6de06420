//! What is worked out once for each range of vertices, and for each polytope.

use super::Polytope;
use std::ops::Range;

/// Vertices in a block of the scanned array.
pub const SCAN_LANES: usize = 8;

/// Eight vertices as seen from their centroid: x, then y, then z, each in two halves.
pub type Block = [[[f32; 4]; 2]; 3];

/// A distinct range of vertices.
#[derive(Clone, Debug)]
pub struct Body {
    /// Its first vertex and their number.
    pub(super) range: (u32, u32),
    /// Its blocks in the scanned array; the last block repeats its last vertex.
    pub scan: Range<usize>,
    /// The mean of the vertices, within as many roundings of `size` as there are vertices.
    pub centroid: [f64; 3],
    /// The largest magnitude of a coordinate seen from the centroid, rounded up.
    pub reach: f64,
    /// The largest magnitude of a coordinate.
    pub size: f64,
    /// True when all vertices have `z = 0`.
    pub flat: bool,
}

impl Body {
    /// Appends its blocks to the scanned array.
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
        let mut reach = 0.0_f64;
        for block in vertices.chunks(SCAN_LANES) {
            let mut lanes: Block = [[[0.0; 4]; 2]; 3];
            for i in 0..SCAN_LANES {
                let vertex = block[i.min(block.len() - 1)];
                for axis in 0..3 {
                    let seen = f64::from(vertex[axis]) - centroid[axis];
                    reach = reach.max(seen.abs());
                    lanes[axis][i / 4][i % 4] = seen as f32;
                }
            }
            scan.push(lanes);
        }
        // Two roundings up, for those of the difference; infinite where sums of three could leave
        // the range of `f32`.
        let reach = if reach < 3e37 { reach.next_up().next_up() } else { f64::INFINITY };
        let flat = vertices.iter().all(|vertex| vertex[2] == 0.0);
        Self { range, scan: start..scan.len(), centroid, reach, size, flat }
    }
}

/// A polytope's body and where it is.
#[derive(Clone, Debug)]
pub struct Placed {
    /// Index of the body,
    pub body: u32,
    /// its blocks in the scanned array,
    pub scan: Range<usize>,
    /// and the largest magnitude of a coordinate seen from its centroid, rounded up.
    pub reach: f64,
    /// How far a vertex lies from the centre in the world, at the most: the largest magnitude of a
    /// coordinate, rounded up.
    pub spread: f64,
    /// The transform is the identity.
    pub stays: bool,
    /// It lies in the plane `z = 0`, and its transform does not turn that plane.
    pub in_plane: bool,
    /// The body's centroid in the world.
    pub centre: [f64; 3],
    /// Bounds every sum of magnitudes that makes a coordinate of a vertex in the world.
    pub size: f64,
}

impl Placed {
    /// Places a body; `number` is that of the polytope.
    pub fn new(polytope: &Polytope, number: u32, body: &Body) -> Self {
        let stays = polytope.stays();
        let size = |row: [f32; 4]| {
            let [x, y, z, shift] = row.map(|x| f64::from(x.abs()));
            ((x + y + z) * body.size + shift).next_up()
        };
        let linear =
            polytope.rows.map(|[x, y, z, _]| [x, y, z].map(|x| f64::from(x.abs())).iter().sum());
        let [.., z] = &polytope.rows;
        Self {
            body: number,
            scan: body.scan.clone(),
            reach: body.reach,
            spread: if stays {
                body.reach
            } else {
                linear.into_iter().fold(0.0, f64::max) * body.reach * 1.001
            },
            stays,
            in_plane: body.flat && z[..2] == [0.0; 2] && z[3] == 0.0,
            centre: if stays { body.centroid } else { place(polytope, body.centroid) },
            size: if stays {
                body.size
            } else {
                polytope.rows.map(size).into_iter().fold(0.0, f64::max) * 1.001
            },
        }
    }
}

/// The image of a point.
#[inline(always)]
pub fn place(polytope: &Polytope, [x, y, z]: [f64; 3]) -> [f64; 3] {
    polytope.rows.map(|row| {
        let [a, b, c, shift] = row.map(f64::from);
        a * x + b * y + c * z + shift
    })
}
