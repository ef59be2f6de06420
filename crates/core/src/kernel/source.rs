//! Where a batch finds the frames of its pairs.

use crate::geom::{Frame3, Pair};

/// The pairs of a batch and their frames. The number of a pair is its place in the source.
#[derive(Debug)]
pub enum Source<'a, F = Frame3> {
    /// Pairs of indices into one slice of frames. An index out of range panics: check them first.
    Indexed {
        /// The frames.
        frames: &'a [F],
        /// The pairs.
        pairs: &'a [Pair],
    },
    /// Two slices, tested element by element. The longer one's rest is left out.
    Zipped {
        /// The first frames.
        a: &'a [F],
        /// The second frames.
        b: &'a [F],
    },
    /// Pairs of frames that lie anywhere.
    Scattered(&'a [(&'a F, &'a F)]),
}

impl<F> Clone for Source<'_, F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F> Copy for Source<'_, F> {}

impl<'a, F> Source<'a, F> {
    /// Returns how many pairs there are.
    #[inline]
    pub fn count(&self) -> usize {
        match self {
            Self::Indexed { pairs, .. } => pairs.len(),
            Self::Zipped { a, b } => a.len().min(b.len()),
            Self::Scattered(pairs) => pairs.len(),
        }
    }

    /// Returns the frames of pair `i`.
    ///
    /// # Panics
    ///
    /// Panics if there is no such pair, or if the pair names a frame that does not exist.
    #[inline]
    pub fn pair(&self, i: usize) -> (&'a F, &'a F) {
        match self {
            Self::Indexed { frames, pairs } => {
                let Pair { a, b } = pairs[i];
                (&frames[a as usize], &frames[b as usize])
            }
            Self::Zipped { a, b } => (&a[i], &b[i]),
            Self::Scattered(pairs) => pairs[i],
        }
    }
}
