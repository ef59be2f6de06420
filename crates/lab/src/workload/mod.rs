//! Seeded scenes that tests, benchmarks and the command share, with their recorded answers.

pub mod boxes;
pub mod flight;
mod grid;
mod known;
pub mod meshes;
mod plane;
mod scatter;
pub mod torus;
pub mod validation;

pub use known::Known;
pub use plane::{PlaneScene, PlaneWorkload};

use motzkin_core::geom::{Frame3, Pair};

/// Frames and the pairs of them to be tested.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// The frames.
    pub frames: Vec<Frame3>,
    /// The pairs.
    pub pairs: Vec<Pair>,
}

impl Scene {
    /// Returns the frames of every pair side by side: what `CollisionService::query_between` takes.
    pub fn side_by_side(&self) -> (Vec<Frame3>, Vec<Frame3>) {
        let frame = |index: u32| self.frames[index as usize];
        self.pairs.iter().map(|pair| (frame(pair.a), frame(pair.b))).unzip()
    }

    /// Sets the scene in motion: each coordinate of each velocity is uniform in +-`speed`. A speed
    /// that is not finite leaves the frames as they are.
    pub fn in_motion(mut self, speed: f32, seed: u64) -> Self {
        let mut rng = fastrand::Rng::with_seed(seed);
        for frame in &mut self.frames {
            let velocity = [0.0; 3].map(|_| (rng.f32() * 2.0 - 1.0) * speed);
            *frame = frame.with_velocity(velocity.into()).unwrap_or(*frame);
        }
        self
    }
}

/// A family of scenes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Workload {
    /// Boxes in any orientation, half of the pairs hit.
    Boxes,
    /// The same, about one pair in twelve hits.
    BoxesSparse,
    /// Axis-aligned boxes of any size, half of the pairs hit.
    Aligned,
    /// Boxes that share one orientation.
    EquallyTurned,
    /// Boxes turned about the vertical only.
    YawOnly,
    /// Tetrahedra, half of the pairs hit; half of the tetrahedra are stored by their vertices.
    Tetras,
    /// A box against a tetrahedron, half of the pairs hit.
    BoxTetra,
    /// All four combinations of shapes in one batch.
    Mixed,
    /// The random cuboids of fmb-2019 section 6.1.2: every number uniform in +-100.
    PaperCuboids,
    /// The same for tetrahedra.
    PaperTetras,
    /// The same, each frame a cuboid or a tetrahedron with equal chance.
    PaperMixed,
    /// Shapes with small whole coordinates: many exact contacts.
    Lattice,
    /// A grid of boxes that share faces, edges and corners exactly.
    TouchingGrid,
    /// The same grid, each box turned by 1e-7 to 1e-2 about its centre.
    TurnedGrid,
    /// Boxes and tetrahedra a hundred thousand times longer than thick.
    Slivers,
    /// Boxes and tetrahedra whose sizes differ by factors up to 1e10.
    Ratios,
}

impl Workload {
    /// Every workload, the ordinary ones first.
    pub const ALL: [Self; 16] = [
        Self::Boxes,
        Self::BoxesSparse,
        Self::Aligned,
        Self::EquallyTurned,
        Self::YawOnly,
        Self::Tetras,
        Self::BoxTetra,
        Self::Mixed,
        Self::PaperCuboids,
        Self::PaperTetras,
        Self::PaperMixed,
        Self::Lattice,
        Self::TouchingGrid,
        Self::TurnedGrid,
        Self::Slivers,
        Self::Ratios,
    ];

    /// Returns the lower-case name that the command line takes and prints.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Boxes => "boxes",
            Self::BoxesSparse => "boxes-sparse",
            Self::Aligned => "aligned",
            Self::EquallyTurned => "equally-turned",
            Self::YawOnly => "yaw-only",
            Self::Tetras => "tetras",
            Self::BoxTetra => "box-tetra",
            Self::Mixed => "mixed",
            Self::PaperCuboids => "paper-cuboids",
            Self::PaperTetras => "paper-tetras",
            Self::PaperMixed => "paper-mixed",
            Self::Lattice => "lattice",
            Self::TouchingGrid => "touching-grid",
            Self::TurnedGrid => "turned-grid",
            Self::Slivers => "slivers",
            Self::Ratios => "ratios",
        }
    }

    /// Returns true for the scenes made to be hard: contacts, slivers, extreme ratios.
    pub const fn adversarial(self) -> bool {
        matches!(
            self,
            Self::Lattice | Self::TouchingGrid | Self::TurnedGrid | Self::Slivers | Self::Ratios
        )
    }

    /// Returns the scene with this many pairs. The same seed gives the same bits on every machine:
    /// nothing but sums, products, quotients and square roots goes into it.
    pub fn scene(self, pairs: usize, seed: u64) -> Scene {
        match self {
            Self::TouchingGrid | Self::TurnedGrid => grid::scene(self, pairs, seed),
            _ => scatter::scene(self, pairs, seed),
        }
    }

    /// Returns the recorded answer of `scene(Known::PAIRS, Known::SEED)`.
    pub fn known(self) -> Known {
        known::of(self)
    }
}
