//! What the simplex method proves about two hulls: by its steps in whole numbers, or by a basis
//! that was guessed in `f64`.

use super::basis::Basis;
use super::system::{Member, Point, ROWS, Whole};
use crate::verdict::Verdict;
use dashu_int::IBig;

/// Steps after which a guess is given up.
const MOST_GUESSES: usize = 100;

/// Returns the verdict of two hulls.
pub(super) fn verdict<N: Whole>(a: &[Point<N>], b: &[Point<N>]) -> Verdict {
    if a.is_empty() || b.is_empty() { Verdict::Separate } else { Basis::solved(a, b).1 }
}

/// Guesses the members of the last basis in `f64`, for points with coordinates of a magnitude up
/// to 1.
pub(super) fn guess(a: &[Point<f64>], b: &[Point<f64>]) -> [Member; ROWS] {
    guess_until(a, b, |basis| basis.is_met() && basis.some_for_every())
}

fn guess_until(
    a: &[Point<f64>],
    b: &[Point<f64>],
    is_enough: impl Fn(&Basis<'_, f64>) -> bool,
) -> [Member; ROWS] {
    let mut basis = Basis::new(a, b);
    let next =
        |basis: &Basis<'_, f64>, first| if is_enough(basis) { None } else { basis.entering(first) };
    basis.step(MOST_GUESSES, next);
    basis.members
}

/// Returns the verdict that a basis proves, or `None` if it proves nothing. Takes no products but
/// those of a determinant.
pub(super) fn proven<N: Whole>(
    a: &[Point<N>],
    b: &[Point<N>],
    members: [Member; ROWS],
) -> Option<Verdict> {
    let basis = Basis::of(a, b, members)?;
    if (0..ROWS).any(|row| basis.value(row) < N::zero()) {
        return None;
    }
    match basis.is_met() {
        true if basis.some_for_every() => Some(Verdict::Overlapping),
        _ if basis.entering(true).is_some() => None,
        true => Some(Verdict::Touching),
        false => Some(Verdict::Separate),
    }
}

/// Returns whether two hulls that are not empty have a common point, or `None` if a basis guessed
/// in `f64` proves neither. `rounded` has their points with coordinates of a magnitude up to 1.
///
/// Of hulls that meet, a basis with nothing missing proves it. There is no need to look at the
/// points outside the basis, as there is to tell that they do not overlap.
pub(super) fn meeting<N: Whole>(
    a: &[Point<N>],
    b: &[Point<N>],
    [p, q]: [&[Point<f64>]; 2],
) -> Option<bool> {
    let members = guess_until(p, q, |basis| basis.is_met());
    let basis = Basis::of(a, b, members)?;
    if (0..ROWS).any(|row| basis.value(row) < N::zero()) {
        return None;
    }
    let is_met = basis.is_met();
    (is_met || basis.entering(true).is_none()).then_some(is_met)
}

/// Returns a point that two hulls share, as numerators and a denominator. The point lies inside
/// both hulls if they overlap.
pub(super) fn common_point(a: &[Point<IBig>], b: &[Point<IBig>]) -> Option<(Point<IBig>, IBig)> {
    if a.is_empty() || b.is_empty() {
        return None;
    }
    let (basis, verdict) = Basis::solved(a, b);
    verdict.meets().then(|| (basis.point(), basis.determinant.clone()))
}
