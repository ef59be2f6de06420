//! Pairs whose numbers are so short that `f64` rounds nothing.

use crate::kernel::lanes::Lanes;

/// The numbers of a pair against a lattice: the multiples of a power of two `u`.
///
/// Where all numbers that a pair stores are multiples of `u`, so are their differences, and the
/// gaps, which are homogeneous polynomials of degree `k`, are multiples of `u^k`. None is rounded
/// while all sums on the way stay below `2^53 u^k`. So `u` is chosen by the size of the pair, as
/// small as the polynomials allow, and every stored number is held against it.
pub struct Lattice<V> {
    /// One and a half times `2^52 u`: sums with it are rounded to multiples of `u`.
    magic: V,
    /// The squares of what the numbers miss the lattice by.
    misses: V,
}

/// Where a pair can be decided without an error band, and where it can be decided at all.
#[derive(Clone, Copy)]
pub struct Exactness<V: Lanes> {
    /// Lanes in which nothing is rounded.
    pub exact: V::Mask,
    /// Lanes in which every number is finite.
    pub finite: V::Mask,
}

impl<V: Lanes> Lattice<V> {
    /// The lattice whose unit is `size`, rounded down to a power of two, over `2^(bits - 1)`, for
    /// pairs of which all vectors that enter a polynomial are at most of this size: below `2^bits`
    /// units. Where all vectors are zero, every number counts as on the lattice; no frame of edges
    /// of zero is valid.
    #[inline(always)]
    pub fn new<const BITS: i32>(size: V) -> Self {
        let magic = const { one_and_a_half_times_a_power(53 - BITS) };
        Self { magic: size.splat(magic) * size.power_below(), misses: size.splat(0.0) }
    }

    /// Holds the numbers of vectors against the lattice.
    #[inline(always)]
    pub fn take_all<const N: usize, const D: usize>(&mut self, vectors: [[V; D]; N]) {
        // Each vector has a sum of its own, so that few additions wait for each other.
        for vector in vectors {
            let first = self.miss(vector[0]);
            let mut misses = first * first;
            for &number in &vector[1..] {
                let miss = self.miss(number);
                misses = miss.mul_add(miss, misses);
            }
            self.misses = self.misses + misses;
        }
    }

    /// By how much a stored number misses the lattice. It is NaN where the number is not finite.
    /// Its square is never too small for an `f64`: stored numbers are multiples of `2^-149` and
    /// units are above `2^-180`, and so is what lies between; nor too large, below `2^256`.
    #[inline(always)]
    fn miss(&self, number: V) -> V {
        (number + self.magic) - self.magic - number
    }

    /// Returns what all numbers together allow.
    #[inline(always)]
    pub fn exactness(&self) -> Exactness<V> {
        let finite = self.misses.lt(self.misses.splat(f32::INFINITY));
        Exactness { exact: finite & !self.misses.splat(0.0).lt(self.misses), finite }
    }
}

/// `1.5 * 2^exponent`.
const fn one_and_a_half_times_a_power(exponent: i32) -> f32 {
    f32::from_bits(((127 + exponent) as u32) << 23 | 1 << 22)
}
