//! A number that knows only how large it is and how wrong it can be.

use motzkin_core::kernel::Real;
use std::cell::Cell;
use std::ops::{Add, Mul, Sub};

/// Bounds of a value and of its error, after the rules in `src/num/band.rs`.
#[derive(Clone, Copy, Debug)]
pub struct Bound {
    pub size: f64,
    /// In units of half the spacing of floats at 1, for sums formed in the order of the source.
    pub err: f64,
    /// The error of the terms of the sum that this is, their additions not counted.
    of_terms: f64,
    /// The sizes of those terms, the largest first; one for anything but a sum.
    terms: [f64; TERMS],
    /// Tells a number from others, so that `x - x` is zero and `x + x` is exact, as they are in
    /// floats.
    identity: u32,
}

/// The longest sum has 39 terms: the fourth row of a tetrahedron at the end of an edge of another.
const TERMS: usize = 48;

thread_local!(static NEXT: Cell<u32> = const { Cell::new(0) });

impl Bound {
    pub fn new(size: f64, err: f64) -> Self {
        Self::term(size, err, err)
    }

    fn term(size: f64, err: f64, any: f64) -> Self {
        let mut terms = [0.0; TERMS];
        terms[0] = size;
        Self { size, err, of_terms: any, terms, identity: identity() }
    }

    /// The error when a compiler may add in any order. The worst one adds the largest two terms
    /// first, and then one after the other: that rounds each partial sum, and they are as large as
    /// can be.
    pub fn err_in_any_order(self) -> f64 {
        let mut partial = self.terms[0];
        self.terms[1..].iter().filter(|term| **term != 0.0).fold(self.of_terms, |err, term| {
            partial += term;
            err + partial
        })
    }
}

fn identity() -> u32 {
    NEXT.replace(NEXT.get() + 1)
}

/// The terms of two sums, the largest first.
fn joined(x: &[f64; TERMS], y: &[f64; TERMS]) -> [f64; TERMS] {
    let mut all = [x.as_slice(), y].concat();
    all.sort_by(|x, y| y.total_cmp(x));
    assert!(all[TERMS..].iter().all(|term| *term == 0.0), "a sum of more than {TERMS} terms");
    std::array::from_fn(|i| all[i])
}

/// A vector whose components have this size, and are each the result of so many roundings.
pub fn vector(size: f64, roundings: f64) -> [Bound; 3] {
    [(); 3].map(|()| Bound::new(size, roundings * size))
}

impl Add for Bound {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let (x, y) = (self, other);
        let size = x.size + y.size;
        if x.size == 0.0 || y.size == 0.0 {
            return if x.size == 0.0 { y } else { x };
        }
        if x.identity == y.identity {
            return Self::term(size, 2.0 * x.err, 2.0 * x.err_in_any_order());
        }
        let of_terms = x.of_terms + y.of_terms;
        let terms = joined(&x.terms, &y.terms);
        Self { size, err: x.err + y.err + size, of_terms, terms, identity: identity() }
    }
}

impl Sub for Bound {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        if self.identity == other.identity { Self::new(0.0, 0.0) } else { self + other }
    }
}

impl Mul for Bound {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        product(self, other)
    }
}

fn product(x: Bound, y: Bound) -> Bound {
    let size = x.size * y.size;
    let err = |x_err: f64, y_err: f64| x_err * y.size + x.size * y_err + size;
    Bound::term(size, err(x.err, y.err), err(x.err_in_any_order(), y.err_in_any_order()))
}

impl Real for Bound {
    fn abs(self) -> Self {
        Self::term(self.size, self.err, self.err_in_any_order())
    }
    fn min(self, other: Self) -> Self {
        self.max(other)
    }
    fn max(self, other: Self) -> Self {
        let any = self.err_in_any_order().max(other.err_in_any_order());
        Self::term(self.size.max(other.size), self.err.max(other.err), any)
    }
}
