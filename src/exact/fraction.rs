//! Quotients of whole numbers.

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

    pub fn value(self) -> RBig {
        RBig::from(self.numerator) / RBig::from(self.denominator)
    }
}
