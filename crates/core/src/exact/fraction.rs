//! Quotients of whole numbers, and ranges between two of them.

use dashu_int::IBig;
use dashu_ratio::RBig;

/// A quotient with a positive denominator, not reduced: comparing two costs two products.
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

/// The ends of a coordinate's range; none while nothing is known of it.
pub(super) type Range = Option<(Fraction, Fraction)>;

/// Cuts a range down to these ends.
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
