//! How pairs were decided.

/// How a batch was decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BatchStats {
    /// Pairs in the batch.
    pub pairs: usize,
    /// Pairs that the `f32` kernels left undecided.
    pub undecided: usize,
    /// Of these, settled in `f64`,
    pub settled_f64: usize,
    /// in whole numbers of 128 bits,
    pub settled_narrow: usize,
    /// and in longer whole numbers.
    pub settled_wide: usize,
}
