//! Runs: boxes over consecutive triangles of a large mesh.
//!
//! Programs write neighbours after one another, so that some triangles in the order of a file
//! mostly lie close together. Their boxes take one pass over the mesh. The upper nodes of a tree
//! are sorted by these boxes, of which there are far fewer than triangles.

use glam::Vec4;

/// The greatest number of triangles of a run.
pub const RUN: usize = 16;

/// A mesh whose runs have fewer triangles than this, in the mean, is scattered.
const FEWEST: usize = 4;

/// The runs of a mesh.
#[derive(Debug)]
pub struct Runs {
    /// The first triangle of each run, and the number of all triangles.
    starts: Vec<u32>,
    /// The least and the greatest coordinates of each run.
    boxes: Vec<[[f32; 3]; 2]>,
    /// The numbers of the runs, by their place in the tree.
    pub order: Vec<u32>,
}

/// A box that grows, and the sum of the extents of the triangles in it.
#[derive(Clone, Copy)]
struct Growing {
    low: Vec4,
    high: Vec4,
    sum: Vec4,
}

impl Growing {
    const NOTHING: Self = Self { low: Vec4::INFINITY, high: Vec4::NEG_INFINITY, sum: Vec4::ZERO };

    #[inline(always)]
    fn with(self, (low, high): (Vec4, Vec4)) -> Self {
        Self { low: self.low.min(low), high: self.high.max(high), sum: self.sum + (high - low) }
    }

    /// Returns true if some of the triangles lie apart from the others: together they are less
    /// wide than the box.
    #[inline(always)]
    fn has_a_gap(&self) -> bool {
        (self.high - self.low).cmpgt(self.sum).bitmask() & 0b111 != 0
    }

    fn ends(&self) -> [[f32; 3]; 2] {
        [self.low, self.high].map(|end| end.truncate().to_array())
    }
}

impl Runs {
    /// Makes the runs of a mesh. `None` where triangles that follow one another lie apart.
    pub fn new(vertices: &[[f32; 3]], triangles: &[[u32; 3]]) -> Option<Self> {
        let most = triangles.len() / FEWEST;
        let expected = triangles.len() / RUN + triangles.len() / (8 * RUN) + 1;
        let (mut starts, mut boxes) =
            (Vec::with_capacity(expected + 1), Vec::with_capacity(expected));
        let coordinates = vertices.as_flattened();
        for (number, run) in triangles.chunks(RUN).enumerate() {
            let start = (number * RUN) as u32;
            let all = run
                .iter()
                .fold(Growing::NOTHING, |all, triangle| all.with(ends(coordinates, triangle)));
            if !all.has_a_gap() {
                starts.push(start);
                boxes.push(all.ends());
                continue;
            }
            // The end of a row and the beginning of the next one: a run each.
            let mut part = Growing::NOTHING;
            for (number, triangle) in (start..).zip(run) {
                let more = part.with(ends(coordinates, triangle));
                if number == start || more.has_a_gap() {
                    if number != start {
                        boxes.push(part.ends());
                    }
                    starts.push(number);
                    part = Growing::NOTHING.with(ends(coordinates, triangle));
                } else {
                    part = more;
                }
            }
            boxes.push(part.ends());
            if boxes.len() > most {
                return None;
            }
        }
        let order = (0..boxes.len() as u32).collect();
        starts.push(triangles.len() as u32);
        Some(Self { starts, boxes, order })
    }

    /// Returns the triangles of a run.
    #[inline(always)]
    pub fn triangles(&self, run: u32) -> core::ops::Range<u32> {
        self.starts[run as usize]..self.starts[run as usize + 1]
    }

    /// Returns the least and the greatest coordinates of a run.
    #[inline(always)]
    pub fn ends(&self, run: u32) -> [[f32; 3]; 2] {
        self.boxes[run as usize]
    }

    /// Returns the places of a node's runs: those from the first place on that have so many
    /// triangles together.
    pub fn places(&self, first: u32, count: u32) -> core::ops::Range<usize> {
        let (mut last, mut left) = (first as usize, count);
        while left > 0 {
            left -= self.triangles(self.order[last]).len() as u32;
            last += 1;
        }
        first as usize..last
    }

    /// Returns the bytes that the runs take.
    pub fn bytes(&self) -> usize {
        (self.starts.capacity() + self.order.capacity()) * size_of::<u32>()
            + self.boxes.capacity() * size_of::<[[f32; 3]; 2]>()
    }
}

/// Returns the box of a triangle. The fourth number of either end means nothing.
#[inline(always)]
fn ends(coordinates: &[f32], triangle: &[u32; 3]) -> (Vec4, Vec4) {
    let [a, b, c] = *triangle;
    let (a, b, c) = (corner(coordinates, a), corner(coordinates, b), corner(coordinates, c));
    (a.min(b).min(c), a.max(b).max(c))
}

/// Returns a vertex and a number more, which one load gets where a vertex follows.
#[inline(always)]
fn corner(coordinates: &[f32], vertex: u32) -> Vec4 {
    let at = 3 * vertex as usize;
    match coordinates.get(at..at + 4) {
        Some(numbers) => Vec4::from_slice(numbers),
        None => Vec4::new(coordinates[at], coordinates[at + 1], coordinates[at + 2], 0.0),
    }
}
