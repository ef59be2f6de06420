//! Conversions between `f32` and exact numbers.

use super::ring::Whole;
use dashu_int::IBig;
use dashu_ratio::RBig;

/// Splits a finite `f32` into `mantissa * 2^exponent`, exactly.
fn decompose(x: f32) -> (i32, i32) {
    let bits = x.to_bits();
    let biased = (bits >> 23 & 0xff) as i32;
    let fraction = (bits & 0x7f_ffff) as i32;
    let mantissa = if biased == 0 { fraction } else { fraction | 0x80_0000 };
    (if x.is_sign_negative() { -mantissa } else { mantissa }, biased.max(1) - 150)
}

/// Returns the exact value of a finite `f32`.
pub fn f32_to_rational(x: f32) -> RBig {
    let (mantissa, exponent) = decompose(x);
    let shift = exponent.unsigned_abs() as usize;
    if exponent < 0 {
        RBig::from_parts(mantissa.into(), dashu_int::UBig::ONE << shift)
    } else {
        RBig::from(IBig::from(mantissa) << shift)
    }
}

/// Returns the largest `f32` that is not above the value. A value above every finite `f32` gives
/// [`f32::MAX`].
pub fn f32_below(value: &RBig) -> f32 {
    let nearest = value.to_f32().value();
    match nearest {
        f32::NEG_INFINITY => nearest,
        // Above every float: solids reach there by origin and edges that are below.
        f32::INFINITY => f32::MAX,
        _ if f32_to_rational(nearest) > *value => nearest.next_down(),
        _ => nearest,
    }
}

/// Returns the least `f32` that is not below a number. A number below every finite `f32` gives
/// [`f32::MIN`].
pub fn f32_above_f64(x: f64) -> f32 {
    let nearest = x as f32;
    if f64::from(nearest) < x { nearest.next_up() } else { nearest }
}

/// Finite `f32` values over one common power of two: `value = integer * 2^exponent`.
///
/// A common scale does not change the sign of a homogeneous polynomial, so the exact stage computes
/// on the integers alone. Their width depends on how far the exponents lie apart: 24 bits if they
/// are equal, 277 in the worst case (`2^-149` beside `2^127`).
pub(crate) struct Integers {
    /// The exponent of the common power of two.
    pub exponent: i32,
    /// The number of bits of the largest integer, without its sign.
    pub width: u32,
}

impl Integers {
    /// Returns the common scale of these values.
    pub fn common<'a>(values: impl Iterator<Item = &'a f32>) -> Self {
        let (mut low, mut high) = (i32::MAX, i32::MIN);
        for &value in values {
            let (mantissa, exponent) = decompose(value);
            if mantissa != 0 {
                low = low.min(exponent + mantissa.trailing_zeros() as i32);
                high = high.max(exponent + 32 - mantissa.unsigned_abs().leading_zeros() as i32);
            }
        }
        if low > high {
            return Self { exponent: 0, width: 0 };
        }
        Self { exponent: low, width: (high - low) as u32 }
    }

    /// Returns the integer of one of the values. A number of type `N` must have more bits than
    /// [`width`](Self::width).
    pub fn whole<N: Whole>(&self, value: f32) -> N {
        let (mantissa, exponent) = decompose(value);
        // Zero has no place among the exponents.
        if mantissa == 0 {
            return N::zero();
        }
        let (shift, mantissa) = (exponent - self.exponent, N::from(mantissa));
        let places = shift.unsigned_abs() as usize;
        if shift < 0 { mantissa >> places } else { mantissa << places }
    }

    /// Returns the integer of any number, if it is whole and at most three bits longer than the
    /// values.
    pub fn whole_if<N: Whole>(&self, value: f32) -> Option<N> {
        let (mantissa, exponent) = decompose(value);
        let lowest = exponent + mantissa.trailing_zeros() as i32;
        let length = exponent + 32 - mantissa.unsigned_abs().leading_zeros() as i32;
        let fits = lowest >= self.exponent && length <= self.exponent + self.width as i32 + 3;
        (value == 0.0 || value.is_finite() && fits).then(|| self.whole(value))
    }

    /// Returns the value of a number in units of the common power of two.
    pub fn value(&self, number: RBig) -> RBig {
        let unit = RBig::from(IBig::ONE << self.exponent.unsigned_abs() as usize);
        if self.exponent < 0 { number / unit } else { number * unit }
    }
}
