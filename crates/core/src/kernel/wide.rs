//! The vectors of [`super::lanes`] as precise as `f64`, half as many lanes of them.

use super::lanes::{Lanes, Real};
use super::transpose::{widened2, widened4, widened8};
use fearless_simd::{Select, Simd, SimdBase, SimdFloat, SimdMask, f64x2, f64x4, f64x8};

/// The bits of the exponent of an `f64`.
const EXPONENT: u64 = 0x7ff0_0000_0000_0000;
/// The exponent field of `2^1023`: the scale's field is this less the number's.
const SCALE_BASE: u64 = 0x7fe0_0000_0000_0000;
/// Half the spacing at 1, `2^-53`, as a part of that of `f32`.
const FINENESS: f32 = 1.0 / 536_870_912.0;

impl Real for f64 {
    #[inline(always)]
    fn abs(self) -> Self {
        f64::abs(self)
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

impl Lanes for f64 {
    type Token = ();
    type Mask = bool;
    type Wide = Self;
    const WIDTH: usize = 1;
    const FINENESS: f32 = FINENESS;

    #[inline(never)]
    fn apart<R>((): (), body: impl FnOnce() -> R) -> R {
        body()
    }
    #[inline(always)]
    fn splat(self, value: f32) -> Self {
        value.into()
    }
    #[inline(always)]
    fn transpose<'a>((): (), row: impl Fn(usize) -> &'a [f32; 4] + Copy) -> [Self; 4] {
        let [x, y, z, w] = *row(0);
        [x.into(), y.into(), z.into(), w.into()]
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
        f64::sqrt(self)
    }
    #[inline(always)]
    fn unit_scale(self) -> Self {
        f64::from_bits(SCALE_BASE.wrapping_sub(self.to_bits() & EXPONENT))
    }
    #[inline(always)]
    fn power_below(self) -> Self {
        f64::from_bits(self.to_bits() & EXPONENT)
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
    fn widen(self, _: usize) -> Self {
        self
    }
    #[inline(always)]
    fn store(self, out: &mut [f32]) {
        out[0] = self as f32;
    }
    #[inline(always)]
    fn store_wide(self, out: &mut [f64]) {
        out[0] = self;
    }
}

macro_rules! wide_lanes {
    ($($vector:ident, $width:literal, $transpose:ident($($lane:literal)*);)*) => {$(
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
            type Wide = Self;
            const WIDTH: usize = $width;
            const FINENESS: f32 = FINENESS;

            #[inline(never)]
            fn apart<R>(simd: S, body: impl FnOnce() -> R) -> R {
                simd.vectorize(body)
            }
            #[inline(always)]
            fn splat(self, value: f32) -> Self {
                SimdBase::splat(self.simd, value.into())
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
            fn widen(self, _: usize) -> Self {
                self
            }
            #[inline(always)]
            fn store(self, out: &mut [f32]) {
                for (out, value) in out.iter_mut().zip(*self) {
                    *out = value as f32;
                }
            }
            #[inline(always)]
            fn store_wide(self, out: &mut [f64]) {
                self.store_slice(&mut out[..$width]);
            }
        }
    )*};
}
wide_lanes! {
    f64x2, 2, widened2(0 1);
    f64x4, 4, widened4(0 1 2 3);
    f64x8, 8, widened8(0 1 2 3 4 5 6 7);
}
