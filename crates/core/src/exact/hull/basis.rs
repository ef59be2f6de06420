//! The revised simplex method without fractions.
//!
//! Bareiss and Edmonds: with `D` the determinant of the basis `B`, the matrix `D B^-1` is whole,
//! and a pivot on the entry `p` of `D B^-1 A` turns it into that of the next basis, whose
//! determinant is `p`, by products, differences and one exact division by `D`.

use super::system::{Member, Point, ROWS, Whole};
use crate::num::Ring;
use crate::verdict::Verdict;
use dashu_int::IBig;
use std::array::from_fn;
use std::cmp::Ordering;

/// Steps before Bland's rule takes over from the steepest column.
const STEEPEST: usize = 60;

/// Three coordinates, then the sums of the weights of either hull.
pub(super) type Column<N> = [N; ROWS];

/// Five columns of the system, by the inverse of their matrix.
pub(super) struct Basis<'a, N> {
    a: &'a [Point<N>],
    b: &'a [Point<N>],
    /// All columns added up.
    every: Column<N>,
    pub members: [Member; ROWS],
    /// The inverse of the basis times its determinant.
    inverse: [[N; ROWS]; ROWS],
    pub determinant: N,
}

impl<'a, N: Whole> Basis<'a, N> {
    pub fn new(a: &'a [Point<N>], b: &'a [Point<N>]) -> Self {
        let sum = |points: &[Point<N>], axis: usize| {
            points.iter().fold(N::zero(), |sum, point| sum + point[axis].clone())
        };
        let every = from_fn(|row| match row {
            3 => N::count(a.len()),
            4 => N::count(b.len()),
            axis => sum(a, axis) - sum(b, axis),
        });
        let inverse = from_fn(|i| from_fn(|j| if i == j { N::one() } else { N::zero() }));
        Self { a, b, every, members: from_fn(Member::Missing), inverse, determinant: N::one() }
    }

    /// Returns the basis of some members, or `None` if their columns are dependent.
    pub fn of(a: &'a [Point<N>], b: &'a [Point<N>], members: [Member; ROWS]) -> Option<Self> {
        let mut basis = Self::new(a, b);
        basis.members = members;
        let columns = members.map(|member| basis.column(member));
        let (mut inverse, mut determinant) = adjugate(&columns);
        match determinant.sign_of() {
            Ordering::Equal => return None,
            Ordering::Less => {
                determinant = -determinant;
                inverse = inverse.map(|row| row.map(N::neg));
            }
            Ordering::Greater => {}
        }
        Some(Self { inverse, determinant, ..basis })
    }

    /// Takes steps until the verdict is known.
    pub fn solved(a: &'a [Point<N>], b: &'a [Point<N>]) -> (Self, Verdict) {
        let mut basis = Self::new(a, b);
        let overlap = |basis: &Self| basis.is_met() && basis.some_for_every();
        let next = |basis: &Self, first| if overlap(basis) { None } else { basis.entering(first) };
        basis.step(usize::MAX, next);
        let verdict = match basis.is_met() {
            true if overlap(&basis) => Verdict::Overlapping,
            true => Verdict::Touching,
            false => Verdict::Separate,
        };
        (basis, verdict)
    }

    /// Lets members enter until there is none to enter, or so many have: the steepest at first,
    /// which could go round without an end, and then by Bland's rule the first.
    pub fn step(&mut self, most: usize, entering: impl Fn(&Self, bool) -> Option<Member>) {
        for step in 0..most {
            let Some(member) = entering(self, step >= STEEPEST) else { break };
            self.enter(member);
        }
    }

    /// Returns the point that the weights of the first hull make, times the determinant. Its
    /// numbers are longer than those that prove a basis.
    pub fn point(&self) -> Point<IBig>
    where
        N: Into<IBig>,
    {
        let mut sum = Point::<IBig>::default();
        for row in 0..ROWS {
            let members = match self.members[row] {
                Member::A(i) => &self.a[i..=i],
                Member::Every => self.a,
                _ => continue,
            };
            let weight: IBig = self.value(row).into();
            for point in members {
                for (sum, x) in sum.iter_mut().zip(point) {
                    let x: IBig = x.clone().into();
                    *sum += &weight * x;
                }
            }
        }
        sum
    }

    /// Returns the value of a row's member, times the determinant: the right side is `(0, 0, 0, 1,
    /// 1)`.
    pub fn value(&self, row: usize) -> N {
        self.inverse[row][3].clone() + self.inverse[row][4].clone()
    }

    /// Returns true if nothing is missing.
    pub fn is_met(&self) -> bool {
        let missing = |row: &usize| matches!(self.members[*row], Member::Missing(_));
        !(0..ROWS).filter(missing).any(|row| self.value(row).exceeds_zero(&self.determinant))
    }

    /// Returns true if every point has some weight.
    pub fn some_for_every(&self) -> bool {
        (0..ROWS).any(|row| {
            self.members[row] == Member::Every && self.value(row).exceeds_zero(&self.determinant)
        })
    }

    fn column(&self, member: Member) -> Column<N> {
        match member {
            Member::A(i) => {
                let [x, y, z] = self.a[i].clone();
                [x, y, z, N::one(), N::zero()]
            }
            Member::B(j) => {
                let [x, y, z] = self.b[j].clone();
                [-x, -y, -z, N::zero(), N::one()]
            }
            Member::Every => self.every.clone(),
            Member::Missing(row) => from_fn(|i| if i == row { N::one() } else { N::zero() }),
        }
    }

    /// Returns the sum of the rows of some members.
    pub fn prices(&self, of: impl Fn(Member) -> bool) -> Column<N> {
        let rows = (0..ROWS).filter(|&row| of(self.members[row]));
        rows.fold(from_fn(|_| N::zero()), |sum: Column<N>, row| {
            from_fn(|i| sum[i].clone() + self.inverse[row][i].clone())
        })
    }

    /// Returns the column to enter: one that lessens what is missing. If there is none, one that
    /// leaves it and adds to the weight of every point. Takes the steepest, or for Bland's rule the
    /// first.
    pub fn entering(&self, first: bool) -> Option<Member> {
        // What enters takes this much from all that is missing,
        let missing = self.prices(|member| matches!(member, Member::Missing(_)));
        // and this much from the weight of every point.
        let weight = self.prices(|member| member == Member::Every);
        let without_weight = weight.iter().all(|x| *x == N::zero());
        let mut best: Option<(bool, N, Member)> = None;
        for member in self.candidates() {
            if self.members.contains(&member) {
                continue;
            }
            let less = self.along(&missing, member);
            let exceeds_zero = |x: &N| x.exceeds_zero(&self.determinant);
            let gain = match () {
                () if exceeds_zero(&less) => (true, less),
                () if exceeds_zero(&-less) => continue,
                () if member == Member::Every => (false, self.determinant.clone()),
                () if without_weight => continue,
                () => (false, -self.along(&weight, member)),
            };
            if !exceeds_zero(&gain.1) {
                continue;
            }
            if first {
                return Some(member);
            }
            if best.as_ref().is_none_or(|(lessens, most, _)| (*lessens, most) < (gain.0, &gain.1)) {
                best = Some((gain.0, gain.1, member));
            }
        }
        best.map(|(.., member)| member)
    }

    fn candidates(&self) -> impl Iterator<Item = Member> {
        self.points().chain([Member::Every])
    }

    /// Returns the members that stand for points.
    pub fn points(&self) -> impl Iterator<Item = Member> + use<N> {
        (0..self.a.len()).map(Member::A).chain((0..self.b.len()).map(Member::B))
    }

    /// Returns the column of a member, priced.
    pub fn along(&self, prices: &Column<N>, member: Member) -> N {
        let [x, y, z, of_a, of_b] = prices;
        let of = |p: &Point<N>| {
            x.clone() * p[0].clone() + y.clone() * p[1].clone() + z.clone() * p[2].clone()
        };
        match member {
            Member::A(i) => of(&self.a[i]) + of_a.clone(),
            Member::B(j) => of_b.clone() - of(&self.b[j]),
            other => dot(prices, &self.column(other)),
        }
    }

    /// Replaces the member that falls to zero first by this one. Of several it replaces the first
    /// in order.
    pub fn enter(&mut self, member: Member) {
        let entries = self.entries(member);
        let mut leaving: Option<usize> = None;
        for row in (0..ROWS).filter(|&row| entries[row].exceeds_zero(&self.determinant)) {
            let earlier = leaving.is_none_or(|best| {
                let (own, other) = (
                    self.value(row) * entries[best].clone(),
                    self.value(best) * entries[row].clone(),
                );
                own < other || (own == other && self.members[row] < self.members[best])
            });
            if earlier {
                leaving = Some(row);
            }
        }
        // The weights of either hull add up to no more than 1, so every column is bounded.
        if let Some(leaving) = leaving {
            self.pivot(member, &entries, leaving);
        }
    }

    /// Returns the column of a member in terms of the basis, times the determinant.
    pub fn entries(&self, member: Member) -> Column<N> {
        let column = self.column(member);
        from_fn(|row| dot(&self.inverse[row], &column))
    }

    /// Replaces the member of a row. The entry of the new member in that row is not zero.
    pub fn pivot(&mut self, member: Member, entries: &Column<N>, leaving: usize) {
        let pivot = entries[leaving].clone();
        let pivot_row = self.inverse[leaving].clone();
        for row in (0..ROWS).filter(|&row| row != leaving) {
            for (x, p) in self.inverse[row].iter_mut().zip(&pivot_row) {
                let product = x.clone() * pivot.clone() - entries[row].clone() * p.clone();
                *x = product / self.determinant.clone();
            }
        }
        self.determinant = pivot;
        self.members[leaving] = member;
        if self.determinant < N::zero() {
            self.determinant = -self.determinant.clone();
            self.inverse.iter_mut().flatten().for_each(|x| *x = -x.clone());
        }
    }
}

fn dot<N: Ring>(a: &Column<N>, b: &Column<N>) -> N {
    (1..ROWS).fold(a[0].clone() * b[0].clone(), |sum, i| sum + a[i].clone() * b[i].clone())
}

/// Returns the inverse of a matrix by its columns, times its determinant, and the determinant.
fn adjugate<N: Whole>(columns: &[Column<N>; ROWS]) -> ([[N; ROWS]; ROWS], N) {
    let cofactor = |column: usize, row: usize| {
        let others: [usize; 4] = from_fn(|i| i + usize::from(i >= column));
        let rows: [usize; 4] = from_fn(|i| i + usize::from(i >= row));
        let at = |i: usize, j: usize| columns[others[j]][rows[i]].clone();
        let two = |j: usize, k: usize| at(2, j) * at(3, k) - at(2, k) * at(3, j);
        let pairs = [two(0, 1), two(0, 2), two(0, 3), two(1, 2), two(1, 3), two(2, 3)];
        let upper = |j: usize, k: usize| at(0, j) * at(1, k) - at(0, k) * at(1, j);
        // Laplace, by the first two rows and the last two.
        let [p01, p02, p03, p12, p13, p23] = pairs;
        let minor = upper(0, 1) * p23 - upper(0, 2) * p13 + upper(0, 3) * p12 + upper(1, 2) * p03
            - upper(1, 3) * p02
            + upper(2, 3) * p01;
        if (column + row).is_multiple_of(2) { minor } else { -minor }
    };
    let inverse: [[N; ROWS]; ROWS] = from_fn(|column| from_fn(|row| cofactor(column, row)));
    let determinant = dot(&inverse[0], &columns[0]);
    (inverse, determinant)
}
