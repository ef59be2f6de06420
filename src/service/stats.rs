//! How pairs were decided.

use crate::exact::SettledBy;
use std::ops::AddAssign;

/// How a batch was decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BatchStats {
    /// Pairs in the batch.
    pub pairs: usize,
    /// Pairs that the `f32` kernels left undecided.
    pub undecided: usize,
    /// Of these, settled by a GPU in whole numbers,
    pub settled_gpu: usize,
    /// by the CPU in `f64`,
    pub settled_f64: usize,
    /// in whole numbers of 128 bits,
    pub settled_narrow: usize,
    /// and in longer whole numbers.
    pub settled_wide: usize,
}

impl BatchStats {
    /// Counts a pair that was settled exactly.
    pub(super) fn count(&mut self, by: SettledBy) {
        match by {
            SettledBy::Double => self.settled_f64 += 1,
            SettledBy::Narrow => self.settled_narrow += 1,
            SettledBy::Wide => self.settled_wide += 1,
        }
    }
}

impl AddAssign for BatchStats {
    /// Adds the pairs of another batch.
    fn add_assign(&mut self, more: Self) {
        let Self { pairs, undecided, settled_gpu, settled_f64, settled_narrow, settled_wide } =
            more;
        self.pairs += pairs;
        self.undecided += undecided;
        self.settled_gpu += settled_gpu;
        self.settled_f64 += settled_f64;
        self.settled_narrow += settled_narrow;
        self.settled_wide += settled_wide;
    }
}
