//! When moving hulls meet: the least and the largest weight of the points at the end of the motion.
//!
//! A swept hull has each point twice: at the start and at the end of the motion. A point of the
//! hull at time `t` is a convex combination in which the points at the end weigh `t` altogether. If
//! two hulls meet at `t`, such combinations of both are equal. So the ends of the contact are
//! optima of the system that decides the verdict, and the simplex method finds them.

use super::basis::Basis;
use super::system::{Member, Point, ROWS, Whole};

/// Steps after which a guess is given up: until the hulls meet, and again until the time is that of
/// an end.
const MOST_GUESSES: usize = 120;

/// Which points of the first hull are those at the end of the motion, and which end of the contact
/// is in question.
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

/// Returns the basis of one end of the contact of two hulls, or `None` if they do not meet.
pub(super) fn solved<'a, N: Whole>(
    a: &'a [Point<N>],
    b: &'a [Point<N>],
    aim: Aim,
) -> Option<Basis<'a, N>> {
    let mut basis = Basis::new(a, b);
    basis.step(usize::MAX, lessening);
    if !basis.is_met() {
        return None;
    }
    drive_out(&mut basis);
    basis.step(usize::MAX, |basis, first| improving(basis, aim, first));
    Some(basis)
}

/// Guesses the members of that basis in `f64`, for points with coordinates of a magnitude up to 1.
pub(super) fn guess(a: &[Point<f64>], b: &[Point<f64>], aim: Aim) -> [Member; ROWS] {
    let mut basis = Basis::new(a, b);
    basis.step(MOST_GUESSES, lessening);
    drive_out(&mut basis);
    basis.step(MOST_GUESSES, |basis, first| improving(basis, aim, first));
    basis.members
}

/// Returns the basis of these members, if it is that of the end in question: nothing is negative,
/// nothing is missing, and nothing would improve it.
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

/// Returns the numerator of the time of a basis, whose determinant is the denominator.
pub(super) fn time<N: Whole>(basis: &Basis<'_, N>, aim: Aim) -> N {
    let rows = (0..ROWS).filter(|&row| aim.counts(basis.members[row]));
    rows.fold(N::zero(), |sum, row| sum + basis.value(row))
}

/// Returns a point that lessens what is missing: the steepest, or for Bland's rule the first.
fn lessening<N: Whole>(basis: &Basis<'_, N>, first: bool) -> Option<Member> {
    if basis.is_met() {
        return None;
    }
    let missing = basis.prices(|member| matches!(member, Member::Missing(_)));
    best_of(basis, first, |member| basis.along(&missing, member))
}

/// Returns a point that brings the time nearer to the end in question.
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

/// Replaces members that stand for what is missing by points, as far as points differ in their
/// rows. Nothing is missing by now.
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
