//! What the gaps of a pair prove.

use super::lattice::Exactness;
use crate::kernel::lanes::Lanes;

/// The results of settling in vectors. A lane with none of them is undecided.
pub struct Decided<M> {
    /// Lanes that are separate.
    pub separate: M,
    /// Lanes that touch.
    pub touching: M,
    /// Lanes that overlap.
    pub overlapping: M,
}

/// The gaps of a pair so far. Only their signs matter.
pub struct Gaps<V: Lanes> {
    zero: V,
    /// The error of a gap, per unit of the size of its axis.
    band: V,
    /// The least of error less gap: negative proves a gap.
    excess: V,
    /// The largest of gap and error: negative proves that nothing separates, nor touches.
    highest: V,
    /// The largest gap.
    largest: V,
}

impl<V: Lanes> Gaps<V> {
    /// No gaps yet.
    #[inline(always)]
    pub fn new(band: V) -> Self {
        let (one, zero) = (band.splat(1.0), band.splat(0.0));
        Self { zero, band, excess: one, highest: zero - one, largest: zero - one }
    }

    /// Takes a gap along an axis of a size in, which is null in no lane.
    #[cfg(feature = "plane")]
    #[inline(always)]
    pub fn take_sure(&mut self, gap: V, size: V) {
        let error = self.band * size;
        self.excess = self.excess.min(error - gap);
        self.highest = self.highest.max(gap + error);
        self.largest = self.largest.max(gap);
    }

    /// Takes a gap along an axis of a size in, in the lanes in which the axis is not null.
    #[inline(always)]
    pub fn take(&mut self, gap: V, size: V, null: V::Mask) {
        let error = self.band * size;
        self.excess = self.excess.min(error - gap);
        self.highest = V::select(null, self.highest, self.highest.max(gap + error));
        self.largest = V::select(null, self.largest, self.largest.max(gap));
    }

    /// Returns what the gaps prove, once all of them are taken in.
    #[inline(always)]
    pub fn decided(
        &self,
        Exactness { exact, finite }: Exactness<V>,
        solid: V::Mask,
    ) -> Decided<V::Mask> {
        let Self { zero, excess, highest, largest, .. } = *self;
        let valid = solid & finite;
        let (above, below) = (zero.lt(largest), largest.lt(zero));
        Decided {
            separate: (excess.lt(zero) | (exact & above)) & valid,
            touching: exact & !above & !below & valid,
            overlapping: (highest.lt(zero) | (exact & below)) & valid,
        }
    }
}
