//! Seeded scenes in the plane, with their recorded answers.

use super::Known;
use fastrand::Rng;
use glam::Vec2;
use motzkin_core::error::FrameError;
use motzkin_core::geom::{Frame2, Pair};

/// Frames and the pairs of them to be tested.
#[derive(Clone, Debug, Default)]
pub struct PlaneScene {
    /// The frames.
    pub frames: Vec<Frame2>,
    /// The pairs.
    pub pairs: Vec<Pair>,
}

impl PlaneScene {
    /// Returns the frames of every pair side by side.
    pub fn side_by_side(&self) -> (Vec<Frame2>, Vec<Frame2>) {
        let frame = |index: u32| self.frames[index as usize];
        self.pairs.iter().map(|pair| (frame(pair.a), frame(pair.b))).unzip()
    }

    /// Sets the scene in motion: each coordinate of each velocity is uniform in +-`speed`. A speed
    /// that is not finite leaves the frames as they are.
    pub fn in_motion(mut self, speed: f32, seed: u64) -> Self {
        let mut rng = Rng::with_seed(seed);
        for frame in &mut self.frames {
            *frame = frame.with_velocity(point(speed, &mut rng)).unwrap_or(*frame);
        }
        self
    }
}

/// A family of scenes in the plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlaneWorkload {
    /// Rectangles in any orientation, four pairs of nine hit.
    Boxes,
    /// The same, about one pair in nine hits.
    BoxesSparse,
    /// Triangles, three pairs of eight hit; half of the triangles are stored by their vertices.
    Triangles,
    /// Rectangles and triangles in one batch.
    Mixed,
    /// Shapes with small whole coordinates: many exact contacts.
    Lattice,
    /// A grid of squares that share sides and corners exactly.
    TouchingGrid,
    /// The random frames of fmb-2019 section 7.1: a parallelogram or a triangle with equal chance,
    /// every number uniform in +-100.
    Paper,
}

/// Pairs that share a frame, on average.
const PAIRS_PER_FRAME: usize = 10;

impl PlaneWorkload {
    /// Every workload, the ordinary ones first.
    pub const ALL: [Self; 7] = [
        Self::Boxes,
        Self::BoxesSparse,
        Self::Triangles,
        Self::Mixed,
        Self::Paper,
        Self::Lattice,
        Self::TouchingGrid,
    ];

    /// Returns the lower-case name that the command line prints.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Boxes => "plane-boxes",
            Self::BoxesSparse => "plane-boxes-sparse",
            Self::Triangles => "plane-triangles",
            Self::Mixed => "plane-mixed",
            Self::Lattice => "plane-lattice",
            Self::TouchingGrid => "plane-touching-grid",
            Self::Paper => "plane-paper",
        }
    }

    /// Returns the scene with this many pairs. The same seed gives the same bits on every machine:
    /// nothing but sums, products, quotients and square roots goes into it.
    pub fn scene(self, pairs: usize, seed: u64) -> PlaneScene {
        let mut rng = Rng::with_seed(seed ^ (self as u64) << 40);
        let count = if pairs == 0 { 0 } else { (pairs / PAIRS_PER_FRAME).max(2) };
        let side = (count as f64).sqrt().ceil() as usize;
        let mut frames = Vec::with_capacity(count);
        while frames.len() < count {
            let cell = Vec2::new((frames.len() % side) as f32, (frames.len() / side) as f32);
            // Numbers that make a flat frame are drawn again.
            frames.extend(self.draw(frames.len(), cell, &mut rng));
        }
        let pair = |_| {
            let a = rng.usize(..count);
            let step = match self {
                // The neighbour to the right, above, or across; those at the rim have the first of
                // the next row.
                Self::TouchingGrid => [1, side, side + 1][rng.usize(..3)],
                _ => rng.usize(1..count),
            };
            Pair::new(a as u32, ((a + step) % count) as u32)
        };
        let pairs = (0..pairs).map(pair).collect();
        PlaneScene { frames, pairs }
    }

    fn draw(self, index: usize, cell: Vec2, rng: &mut Rng) -> Result<Frame2, FrameError> {
        let even = index.is_multiple_of(2);
        match self {
            Self::Boxes => rectangle(1.25, rng),
            Self::BoxesSparse => rectangle(3.0, rng),
            Self::Triangles => triangle(0.75, even, rng),
            Self::Mixed if even => rectangle(1.1, rng),
            Self::Mixed => triangle(1.1, index % 4 == 1, rng),
            Self::Lattice => {
                let mut point = || Vec2::new(rng.i32(-4..=4) as f32, rng.i32(-4..=4) as f32);
                let (origin, edges) = (point(), [point(), point()]);
                if even {
                    Frame2::parallelogram(origin, edges)
                } else {
                    Frame2::triangle(origin, edges)
                }
            }
            Self::TouchingGrid => Frame2::aligned_box(cell, cell + 1.0),
            Self::Paper => {
                let (triangle, origin, edges) =
                    (rng.bool(), point(100.0, rng), [(); 2].map(|()| point(100.0, rng)));
                if triangle {
                    Frame2::triangle(origin, edges)
                } else {
                    Frame2::parallelogram(origin, edges)
                }
            }
        }
    }

    /// Returns the recorded answer of `scene(Known::PAIRS, Known::SEED)`.
    pub const fn known(self) -> Known {
        let (overlapping, touching) = match self {
            Self::Boxes => (44_285, 0),
            Self::BoxesSparse => (10_707, 0),
            Self::Triangles => (38_179, 0),
            Self::Mixed => (38_612, 0),
            Self::Lattice => (21_330, 6691),
            Self::TouchingGrid => (0, 98_608),
            Self::Paper => (23_578, 0),
        };
        Known { overlapping, touching }
    }
}

/// A number in `[-extent, extent)`.
fn number(extent: f32, rng: &mut Rng) -> f32 {
    (rng.f32() * 2.0 - 1.0) * extent
}

fn point(extent: f32, rng: &mut Rng) -> Vec2 {
    Vec2::new(number(extent, rng), number(extent, rng))
}

/// Half extents of 0.25 to 0.75, any orientation with equal chance: a point of the disc, by
/// rejection.
fn rectangle(extent: f32, rng: &mut Rng) -> Result<Frame2, FrameError> {
    let half = Vec2::new(0.25 + 0.5 * rng.f32(), 0.25 + 0.5 * rng.f32());
    let turn = loop {
        let turn = point(1.0, rng);
        if (0.01..1.0).contains(&turn.length_squared()) {
            break turn;
        }
    };
    Frame2::rotated_box(point(extent, rng), half, turn)
}

/// Three vertices within a square, by its vertices or by the edges between them.
fn triangle(extent: f32, by_vertices: bool, rng: &mut Rng) -> Result<Frame2, FrameError> {
    let centre = point(extent, rng);
    let vertices = [(); 3].map(|()| centre + point(1.0, rng));
    if by_vertices {
        return Frame2::triangle_by_vertices(vertices);
    }
    let [origin, p, q] = vertices;
    Frame2::triangle(origin, [p - origin, q - origin])
}
