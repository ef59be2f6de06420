//! Quotients of whole numbers, and ranges between two quotients.

use dashu_int::IBig;
use dashu_ratio::RBig;

/// A quotient with a positive denominator, not reduced. A comparison costs two products.
#[derive(Clone)]
pub(super) struct Fraction {
    pub numerator: IBig,
    pub denominator: IBig,
}

impl Fraction {
    pub fn is_above(&self, other: &Self) -> bool {
        &self.numerator * &other.denominator > &other.numerator * &self.denominator
    }

    pub fn value(&self) -> RBig {
        RBig::from(self.numerator.clone()) / RBig::from(self.denominator.clone())
    }
}

/// The ends of the range of a coordinate. `None` while nothing is known of the coordinate.
pub(super) type Range = Option<(Fraction, Fraction)>;

/// Cuts a range down to what lies between these ends too.
pub(super) fn narrow(range: &mut Range, (low, high): (Fraction, Fraction)) {
    let Some((lowest, highest)) = range else {
        *range = Some((low, high));
        return;
    };
    if low.is_above(lowest) {
        *lowest = low;
    }
    if highest.is_above(&high) {
        *highest = high;
    }
}
