//! The vector of numbers that a kernel computes with: one algorithm, stamped per instruction set.
//!
//! Everything that runs inside a kernel is `#[inline(always)]`, closures included, and none of it
//! goes through a standard adapter such as `array::map`: a function that is not inlined into the
//! one that enables the instruction set is compiled without it (seen: ten times slower).

use super::transpose::{transpose4, transpose8, transpose16};
use fearless_simd::{
    Select, Simd, SimdBase, SimdFloat, SimdMask, f32x4, f32x8, f32x16, f64x2, f64x4, f64x8,
};
use std::ops::{Add, BitAnd, BitOr, Div, Mul, Not, Sub};

/// The arithmetic of the certificates. Besides the vectors of [`Lanes`], tests run the kernels'
/// polynomials on exact integers and on error bounds.
pub trait Real: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> {
    /// The magnitude.
    fn abs(self) -> Self;
    /// The smaller of two.
    fn min(self, other: Self) -> Self;
    /// The larger of two.
    fn max(self, other: Self) -> Self;

    /// `self * b + c`, fused where that is one instruction.
    #[inline(always)]
    fn mul_add(self, b: Self, c: Self) -> Self {
        self * b + c
    }

    /// `self * b - c`, fused where that is one instruction.
    #[inline(always)]
    fn mul_sub(self, b: Self, c: Self) -> Self {
        self * b - c
    }
}

/// The widest vector.
pub const MAX_WIDTH: usize = 16;

/// `WIDTH` pairs side by side.
pub trait Lanes: Real + Div<Output = Self> {
    /// Proof that the processor has the instructions.
    type Token: Copy;
    /// One truth value a lane.
    type Mask: Copy
        + BitAnd<Output = Self::Mask>
        + BitOr<Output = Self::Mask>
        + Not<Output = Self::Mask>;
    /// As precise as `f64`, in half as many lanes, with the same instructions.
    type Wide: Lanes<Token = Self::Token>;
    /// How many pairs are tested at once.
    const WIDTH: usize;
    /// Half the spacing of the numbers at 1, as a part of that of `f32`: what a band for `f32` is
    /// multiplied by.
    const FINENESS: f32;

    /// Calls a function from one of its own that has the instructions. Large bodies are compiled
    /// faster where they are not all inlined into one.
    fn apart<R>(token: Self::Token, body: impl FnOnce() -> R) -> R;
    /// The same number in every lane.
    fn splat(self, value: f32) -> Self;
    /// One row of a frame a lane, transposed: x, y, z and w vectors.
    fn transpose<'a>(token: Self::Token, row: impl Fn(usize) -> &'a [f32; 4] + Copy) -> [Self; 4];
    /// Lanes in which `self < other`; false where either is NaN.
    fn lt(self, other: Self) -> Self::Mask;
    /// `yes` where the mask is set, `no` elsewhere.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;
    /// The square root.
    fn sqrt(self) -> Self;
    /// The power of two that brings the magnitude of `self` (not negative, below `2^127`) into
    /// `[1, 2)`; `2^127` (`2^1023`) for zero and denormals.
    fn unit_scale(self) -> Self;
    /// The largest power of two that is at most `self` (not negative): zero for zero and denormals.
    fn power_below(self) -> Self;
    /// True when some lane is set.
    fn any(mask: Self::Mask) -> bool;
    /// Bit `i` is lane `i`.
    fn bits(mask: Self::Mask) -> u32;
    /// As many of the lanes as [`Wide`](Self::Wide) has, which is exact; `part` counts such parts.
    fn widen(self, part: usize) -> Self::Wide;
    /// Writes the lanes to the beginning of `out`, which is as long or longer.
    fn store(self, out: &mut [f32]);
    /// Writes the lanes as `f64`, which is exact.
    fn store_wide(self, out: &mut [f64]);
}

/// Lanes that hold numbers of one list, not of several pairs.
pub trait Scan: Lanes {
    /// The same in eight lanes, or as many as there are if they are fewer.
    type Eight: Scan<Token = Self::Token>;
    /// Reads the lanes from the beginning of `numbers`, which has as many.
    fn load(token: Self::Token, numbers: &[f32]) -> Self;
    /// The largest lane, of vectors without NaN.
    #[cfg(feature = "polytopes")]
    fn highest(self) -> f32;
}

/// The bits of the exponent of an `f32`.
const EXPONENT: u32 = 0x7f80_0000;
/// The exponent field of `2^127`: the scale's field is this less the number's.
const SCALE_BASE: u32 = 0x7f00_0000;

impl Real for f32 {
    #[inline(always)]
    fn abs(self) -> Self {
        f32::abs(self)
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        if self < other { self } else { other }
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        if self > other { self } else { other }
    }
}

impl Lanes for f32 {
    type Token = ();
    type Mask = bool;
    type Wide = f64;
    const WIDTH: usize = 1;
    const FINENESS: f32 = 1.0;

    #[inline(never)]
    fn apart<R>((): (), body: impl FnOnce() -> R) -> R {
        body()
    }
    #[inline(always)]
    fn splat(self, value: f32) -> Self {
        value
    }
    #[inline(always)]
    fn transpose<'a>((): (), row: impl Fn(usize) -> &'a [f32; 4] + Copy) -> [Self; 4] {
        *row(0)
    }
    #[inline(always)]
    fn lt(self, other: Self) -> bool {
        self < other
    }
    #[inline(always)]
    fn select(mask: bool, yes: Self, no: Self) -> Self {
        if mask { yes } else { no }
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        f32::sqrt(self)
    }
    #[inline(always)]
    fn unit_scale(self) -> Self {
        f32::from_bits(SCALE_BASE.wrapping_sub(self.to_bits() & EXPONENT))
    }
    #[inline(always)]
    fn power_below(self) -> Self {
        f32::from_bits(self.to_bits() & EXPONENT)
    }
    #[inline(always)]
    fn any(mask: bool) -> bool {
        mask
    }
    #[inline(always)]
    fn bits(mask: bool) -> u32 {
        mask.into()
    }
    #[inline(always)]
    fn widen(self, _: usize) -> f64 {
        self.into()
    }
    #[inline(always)]
    fn store(self, out: &mut [f32]) {
        out[0] = self;
    }
    #[inline(always)]
    fn store_wide(self, out: &mut [f64]) {
        out[0] = self.into();
    }
}

impl Scan for f32 {
    type Eight = Self;

    #[inline(always)]
    fn load((): (), numbers: &[f32]) -> Self {
        numbers[0]
    }
    #[cfg(feature = "polytopes")]
    #[inline(always)]
    fn highest(self) -> f32 {
        self
    }
}

macro_rules! simd_lanes {
    ($($vector:ident, $width:literal, $transpose:ident($($lane:literal)*), $wide:ident $widen:ident, $eight:ident;)*) => {$(
        impl<S: Simd> Real for $vector<S> {
            #[inline(always)]
            fn abs(self) -> Self {
                SimdBase::abs(self)
            }
            #[inline(always)]
            fn min(self, other: Self) -> Self {
                SimdBase::min(self, other)
            }
            #[inline(always)]
            fn max(self, other: Self) -> Self {
                SimdBase::max(self, other)
            }
            #[inline(always)]
            fn mul_add(self, b: Self, c: Self) -> Self {
                SimdFloat::mul_add(self, b, c)
            }
            #[inline(always)]
            fn mul_sub(self, b: Self, c: Self) -> Self {
                SimdFloat::mul_sub(self, b, c)
            }
        }

        impl<S: Simd> Lanes for $vector<S> {
            type Token = S;
            type Mask = <Self as SimdBase<S>>::Mask;
            type Wide = $wide<S>;
            const WIDTH: usize = $width;
            const FINENESS: f32 = 1.0;

            #[inline(never)]
            fn apart<R>(simd: S, body: impl FnOnce() -> R) -> R {
                simd.vectorize(body)
            }
            #[inline(always)]
            fn splat(self, value: f32) -> Self {
                SimdBase::splat(self.simd, value)
            }
            #[inline(always)]
            fn transpose<'a>(simd: S, row: impl Fn(usize) -> &'a [f32; 4] + Copy) -> [Self; 4] {
                $transpose(simd, [$(row($lane)),*])
            }
            #[inline(always)]
            fn lt(self, other: Self) -> Self::Mask {
                self.simd_lt(other)
            }
            #[inline(always)]
            fn select(mask: Self::Mask, yes: Self, no: Self) -> Self {
                mask.select(yes, no)
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                SimdFloat::sqrt(self)
            }
            #[inline(always)]
            fn unit_scale(self) -> Self {
                Self::from_bits(SCALE_BASE - (self.to_bits() & EXPONENT))
            }
            #[inline(always)]
            fn power_below(self) -> Self {
                Self::from_bits(self.to_bits() & EXPONENT)
            }
            #[inline(always)]
            fn any(mask: Self::Mask) -> bool {
                mask.any_true()
            }
            #[inline(always)]
            fn bits(mask: Self::Mask) -> u32 {
                mask.to_bitmask() as u32
            }
            #[inline(always)]
            fn widen(self, part: usize) -> Self::Wide {
                let (low, high) = self.simd.$widen(self);
                if part == 0 { low } else { high }
            }
            #[inline(always)]
            fn store(self, out: &mut [f32]) {
                self.store_slice(&mut out[..$width]);
            }
            #[inline(always)]
            fn store_wide(self, out: &mut [f64]) {
                for (out, value) in out.iter_mut().zip(*self) {
                    *out = value.into();
                }
            }
        }

        impl<S: Simd> Scan for $vector<S> {
            type Eight = $eight<S>;

            #[inline(always)]
            fn load(simd: S, numbers: &[f32]) -> Self {
                SimdBase::from_slice(simd, &numbers[..$width])
            }
            #[cfg(feature = "polytopes")]
            #[inline(always)]
            fn highest(self) -> f32 {
                self.reduce_max()
            }
        }
    )*};
}
simd_lanes! {
    f32x4, 4, transpose4(0 1 2 3), f64x2 widen_f32x4, f32x4;
    f32x8, 8, transpose8(0 1 2 3 4 5 6 7), f64x4 widen_f32x8, f32x8;
    f32x16, 16, transpose16(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15), f64x8 widen_f32x16, f32x8;
}
