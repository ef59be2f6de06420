//! When moving hulls meet: the least and the largest weight of the points that stand for the end of
//! the motion.
//!
//! A swept hull has each point twice, as it stands at first and at last. A point of it that lies in
//! the hull at time `t` is a convex combination in which the latter weigh `t` altogether, and of
//! two hulls that meet at `t` such combinations are equal: so the ends of the contact are optima of
//! the system that the verdict has, and the same method finds them.

use super::basis::Basis;
use super::simplex::{Member, Point, ROWS, STEEPEST, Whole};

/// Steps after which a guess is given up.
const MOST_GUESSES: usize = 120;

/// Which of the points of the first hull stand for the end of the motion, and which end of the
/// contact is looked for.
#[derive(Clone, Copy)]
pub(super) struct Aim {
    pub from: usize,
    pub last: bool,
}

impl Aim {
    fn counts(self, member: Member) -> bool {
        matches!(member, Member::A(i) if i >= self.from)
    }
}

/// The basis of one end of the contact of two hulls that meet; `None` where they do not.
pub(super) fn solved<'a, N: Whole>(
    a: &'a [Point<N>],
    b: &'a [Point<N>],
    aim: Aim,
) -> Option<Basis<'a, N>> {
    let mut basis = Basis::new(a, b);
    let mut steps = 0;
    while let Some(member) = lessening(&basis, steps >= STEEPEST) {
        basis.enter(member);
        steps += 1;
    }
    if !basis.is_met() {
        return None;
    }
    drive_out(&mut basis);
    steps = 0;
    while let Some(member) = improving(&basis, aim, steps >= STEEPEST) {
        basis.enter(member);
        steps += 1;
    }
    Some(basis)
}

/// The members of that basis in `f64`, for points with coordinates of a magnitude up to 1: a guess.
pub(super) fn guess(a: &[Point<f64>], b: &[Point<f64>], aim: Aim) -> [Member; ROWS] {
    let mut basis = Basis::new(a, b);
    let mut steps = 0;
    while let Some(member) = lessening(&basis, steps >= STEEPEST).filter(|_| steps < MOST_GUESSES) {
        basis.enter(member);
        steps += 1;
    }
    drive_out(&mut basis);
    while let Some(member) =
        improving(&basis, aim, steps >= STEEPEST).filter(|_| steps < MOST_GUESSES)
    {
        basis.enter(member);
        steps += 1;
    }
    basis.members
}

/// The basis of these members, if it is that of the end looked for: nothing negative, nothing
/// missing, and nothing that would improve.
pub(super) fn proven<'a, N: Whole>(
    a: &'a [Point<N>],
    b: &'a [Point<N>],
    members: [Member; ROWS],
    aim: Aim,
) -> Option<Basis<'a, N>> {
    let basis = Basis::of(a, b, members)?;
    let holds = (0..ROWS).all(|row| basis.value(row) >= N::zero()) && basis.is_met();
    (holds && improving(&basis, aim, true).is_none()).then_some(basis)
}

/// The numerator of the time that a basis tells; its determinant is the denominator.
pub(super) fn time<N: Whole>(basis: &Basis<'_, N>, aim: Aim) -> N {
    let rows = (0..ROWS).filter(|&row| aim.counts(basis.members[row]));
    rows.fold(N::zero(), |sum, row| sum + basis.value(row))
}

/// A point that takes from what is missing: the steepest, or for Bland's rule the first.
fn lessening<N: Whole>(basis: &Basis<'_, N>, first: bool) -> Option<Member> {
    if basis.is_met() {
        return None;
    }
    let missing = basis.prices(|member| matches!(member, Member::Missing(_)));
    best_of(basis, first, |member| basis.along(&missing, member))
}

/// A point that brings the time nearer to the end that is looked for.
fn improving<N: Whole>(basis: &Basis<'_, N>, aim: Aim, first: bool) -> Option<Member> {
    let time = basis.prices(|member| aim.counts(member));
    best_of(basis, first, |member| {
        let own = if aim.counts(member) { basis.determinant.clone() } else { N::zero() };
        let more = own - basis.along(&time, member);
        if aim.last { more } else { -more }
    })
}

fn best_of<N: Whole>(
    basis: &Basis<'_, N>,
    first: bool,
    gain: impl Fn(Member) -> N,
) -> Option<Member> {
    let mut best: Option<(N, Member)> = None;
    for member in basis.points().filter(|member| !basis.members.contains(member)) {
        let gain = gain(member);
        if !gain.exceeds_zero(&basis.determinant) {
            continue;
        }
        if first {
            return Some(member);
        }
        if best.as_ref().is_none_or(|(most, _)| *most < gain) {
            best = Some((gain, member));
        }
    }
    best.map(|(_, member)| member)
}

/// Exchanges members that stand for what is missing, which is nothing by now, for points, as far as
/// these differ in their rows.
fn drive_out<N: Whole>(basis: &mut Basis<'_, N>) {
    for row in 0..ROWS {
        if !matches!(basis.members[row], Member::Missing(_)) {
            continue;
        }
        let free = basis.points().filter(|member| !basis.members.contains(member));
        let unlike = |entry: &N| {
            entry.exceeds_zero(&basis.determinant)
                || (-entry.clone()).exceeds_zero(&basis.determinant)
        };
        let found = free
            .map(|member| (member, basis.entries(member)))
            .find(|(_, entries)| unlike(&entries[row]));
        if let Some((member, entries)) = found {
            basis.pivot(member, &entries, row);
        }
    }
}
