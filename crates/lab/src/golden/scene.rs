//! What a scene is drawn from and what it holds.

/// The numbers that a scene is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// Numbers of 24 bits: nothing touches.
    Random,
    /// Small whole numbers: much touches.
    Touching,
    /// Small whole numbers and their neighbours, tiny numbers beside large ones, and pairs at all
    /// scales, denormal numbers among them.
    Adversarial,
}

impl Style {
    /// Every style.
    pub const ALL: [Self; 3] = [Self::Random, Self::Touching, Self::Adversarial];

    /// Returns the lower-case name that the command line prints.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Touching => "touching",
            Self::Adversarial => "adversarial",
        }
    }
}

/// What a scene holds, and what it is asked for beside the verdicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Pairs of frames at rest: boxes.
    Frames,
    /// The same pairs many times over in one batch, in any order: verdicts alone.
    Batch,
    /// Pairs of frames that move: boxes and contact intervals.
    MovingFrames,
    /// Pairs of frames in the plane: boxes.
    PlaneFrames,
    /// Pairs of frames that move in the plane: boxes and contact intervals.
    MovingPlaneFrames,
    /// Pairs of polytopes at rest: subsets.
    Polytopes,
    /// Pairs of polytopes that move: contact intervals.
    MovingPolytopes,
    /// Axes, depths, gaps and common points of all these pairs.
    Chosen,
    /// Frames of all shapes, tested all against all, with a margin.
    Crowd,
    /// Frames that move, tested all against all.
    MovingCrowd,
    /// Frames in the plane, tested all against all.
    PlaneCrowd,
    /// Polytopes, tested all against all.
    PolytopeCrowd,
    /// Objects with trees of frames: collisions and their boxes.
    Trees,
    /// Triangle meshes and closed tetrahedra, tested all against all.
    Meshes,
    /// Frames, hulls, trees, surfaces and solids in one scene, tested all against all, at rest and
    /// in motion.
    Mixed,
    /// Frames and hulls in one scene in the plane, tested all against all, at rest and in motion.
    PlaneMixed,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 16] = [
        Self::Frames,
        Self::Batch,
        Self::MovingFrames,
        Self::PlaneFrames,
        Self::MovingPlaneFrames,
        Self::Polytopes,
        Self::MovingPolytopes,
        Self::Chosen,
        Self::Crowd,
        Self::MovingCrowd,
        Self::PlaneCrowd,
        Self::PolytopeCrowd,
        Self::Trees,
        Self::Meshes,
        Self::Mixed,
        Self::PlaneMixed,
    ];

    /// Returns the lower-case name that the command line prints.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Frames => "frames",
            Self::Batch => "batch",
            Self::MovingFrames => "moving-frames",
            Self::PlaneFrames => "plane-frames",
            Self::MovingPlaneFrames => "moving-plane-frames",
            Self::Polytopes => "polytopes",
            Self::MovingPolytopes => "moving-polytopes",
            Self::Chosen => "chosen",
            Self::Crowd => "crowd",
            Self::MovingCrowd => "moving-crowd",
            Self::PlaneCrowd => "plane-crowd",
            Self::PolytopeCrowd => "polytope-crowd",
            Self::Trees => "trees",
            Self::Meshes => "meshes",
            Self::Mixed => "mixed",
            Self::PlaneMixed => "plane-mixed",
        }
    }
}

/// A scene whose answers have a recorded hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scene {
    /// What it holds.
    pub kind: Kind,
    /// What it is drawn from.
    pub style: Style,
}

impl Scene {
    /// Returns every scene: each kind in each style.
    pub fn all() -> impl Iterator<Item = Self> {
        Kind::ALL.into_iter().flat_map(|kind| Style::ALL.map(|style| Self { kind, style }))
    }
}

impl std::fmt::Display for Scene {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.kind.name(), self.style.name())
    }
}
