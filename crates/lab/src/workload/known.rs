//! The recorded answers.

use super::Workload;

/// The exact answer of a workload at a fixed size and seed. Benchmarks assert it before they time,
/// so that nothing wrong is ever fast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Pairs that overlap.
    pub overlapping: usize,
    /// Pairs that touch.
    pub touching: usize,
}

impl Known {
    /// The number of pairs that the answers are recorded for.
    pub const PAIRS: usize = 100_000;
    /// The seed that they are recorded for.
    pub const SEED: u64 = 2013;
}

/// Recorded once with the exact stage and confirmed by the vertex-enumeration oracle on a sample.
pub(super) fn of(workload: Workload) -> Known {
    let (overlapping, touching) = match workload {
        Workload::Boxes => (52_335, 0),
        Workload::BoxesSparse => (9178, 0),
        Workload::Aligned => (52_782, 0),
        Workload::EquallyTurned => (53_056, 0),
        Workload::YawOnly => (54_590, 0),
        Workload::Tetras => (46_804, 0),
        Workload::BoxTetra => (53_897, 0),
        Workload::Mixed => (54_645, 0),
        Workload::PaperCuboids => (21_205, 0),
        Workload::PaperTetras => (10_639, 0),
        Workload::PaperMixed => (15_969, 0),
        Workload::Lattice => (5882, 4205),
        Workload::TouchingGrid => (0, 100_000),
        Workload::TurnedGrid => (59_881, 0),
        Workload::Slivers => (47_275, 0),
        Workload::Ratios => (26_035, 0),
    };
    Known { overlapping, touching }
}
