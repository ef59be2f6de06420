//! Pairs of forms, which are the rows of every table of kernels and of shaders.

use super::form::Form;
use core::fmt;

/// A pair of forms, in the order in which kernels take them: the later form of [`Form::ALL`] first.
///
/// A *parallelotope* is a cuboid in space and a parallelogram in the plane. A *simplex* is a
/// tetrahedron in space and a triangle in the plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PairKind {
    first: Form,
    second: Form,
}

impl PairKind {
    /// The number of kinds.
    pub const COUNT: usize = Form::COUNT * (Form::COUNT + 1) / 2;

    /// Every kind, each at the index of its number.
    pub const ALL: [Self; Self::COUNT] = {
        let mut all = [Self::of(Form::ALL[0], Form::ALL[0]); Self::COUNT];
        let mut first = 0;
        while first < Form::COUNT {
            let mut second = 0;
            while second <= first {
                let kind = Self::of(Form::ALL[first], Form::ALL[second]);
                all[kind.number()] = kind;
                second += 1;
            }
            first += 1;
        }
        all
    };

    /// Returns the kind of a pair in either order.
    pub const fn of(a: Form, b: Form) -> Self {
        match Self::swaps(a, b) {
            true => Self { first: b, second: a },
            false => Self { first: a, second: b },
        }
    }

    /// Returns true if the frames of a pair must be swapped for the kernels.
    pub const fn swaps(a: Form, b: Form) -> bool {
        (a as usize) < b as usize
    }

    /// Returns the number of the kind: 0 for two parallelotopes, 1 for a simplex and a
    /// parallelotope, 2 for two simplices. Kinds of later forms have greater numbers.
    pub const fn number(self) -> usize {
        let first = self.first as usize;
        first * (first + 1) / 2 + self.second as usize
    }
}

impl fmt::Display for PairKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [[first, several], [second, _]] = [self.first, self.second].map(Form::names);
        match self.first == self.second {
            true => write!(f, "two {several}"),
            false => write!(f, "a {first} and a {second}"),
        }
    }
}
