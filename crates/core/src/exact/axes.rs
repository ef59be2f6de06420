//! The separating-axis theorem, evaluated straight through in any ordered ring.

use super::solid::{Solid, Vector, cross, dot, sub};
use crate::num::{Ring, band};
use crate::verdict::Verdict;
use std::cmp::Ordering;

/// What depends on the dimension: the candidate axes of a pair, and the widths and error bands of
/// the numbers that they are computed in.
pub(super) trait Axes<const D: usize> {
    /// Coordinates of at most this many bits keep every certificate below `2^53`, counted as for
    /// [`NARROW_WIDTH`](Self::NARROW_WIDTH): numbers of a lattice that are so short are not rounded
    /// in `f64`.
    const SHORT_WIDTH: u32;

    /// Coordinates of at most this many bits keep every certificate within an `i128`.
    const NARROW_WIDTH: u32;

    /// Coordinates of at most this many bits keep every certificate within 256 bits.
    const MIDDLE_WIDTH: u32;

    /// The error band of a gap at rest in `f64`.
    const RESTING_BAND: f64;

    /// Calls `visit` with every candidate axis of a pair at rest, and with the numbers of edges of
    /// each solid that the axis is a product of. `visit` returns false to stop; then so does this.
    fn visit_resting<N: Ring>(
        a: &Solid<N, D>,
        b: &Solid<N, D>,
        visit: impl FnMut(Vector<N, D>, [i32; 2]) -> bool,
    ) -> bool;
}

/// The space of `D` dimensions.
pub(super) struct Dimension<const D: usize>;

impl Axes<3> for Dimension<3> {
    /// `3 * 13 + 12 = 51`.
    const SHORT_WIDTH: u32 = 13;

    /// With `|coordinate| < 2^w`: edges and the difference of the origins are below `2^(w+1)`, and
    /// the edges of a tetrahedron formed from edges below `2^(w+2)`; an axis component is a
    /// difference of two products, below `2^(2w+5)`; its dot product with an edge or the difference
    /// sums three products, below `2^(3w+9)`; a gap adds at most eight of those, below `2^(3w+12)`.
    /// `3 * 38 + 12 = 126`.
    ///
    /// A relative velocity is a difference of two coordinates, as the difference of the origins is,
    /// so it is as short; it adds an eighth term to a gap, which is counted.
    const NARROW_WIDTH: u32 = 38;

    /// `3 * 80 + 12 = 252`.
    const MIDDLE_WIDTH: u32 = 80;

    const RESTING_BAND: f64 = band::SETTLE_F64;

    /// The face normals of both solids and the products of their edges.
    fn visit_resting<N: Ring>(
        a: &Solid<N>,
        b: &Solid<N>,
        mut visit: impl FnMut(Vector<N>, [i32; 2]) -> bool,
    ) -> bool {
        let (of_a, of_b) = (a.edge_directions(), b.edge_directions());
        let mut products = of_a.iter().flat_map(|x| of_b.iter().map(move |y| cross(x, y)));
        a.face_normals(&of_a).all(|axis| visit(axis, [2, 0]))
            && b.face_normals(&of_b).all(|axis| visit(axis, [0, 2]))
            && products.all(|axis| visit(axis, [1, 1]))
    }
}

/// One candidate axis and the gap between the two solids along it.
pub(super) struct Gap<N, const D: usize = 3> {
    /// The axis, not normalised.
    pub axis: Vector<N, D>,
    /// The distance between the two projections, times the length of the axis. It is negative by
    /// the depth of the overlap where they overlap.
    pub gap: N,
    /// True if the second solid lies ahead of the first along the axis by this gap, false if it
    /// lies behind. The larger of the two gaps is given.
    pub ahead: bool,
    /// The numbers of edges of the first and of the second solid that the axis is a product of.
    pub degree: [i32; 2],
}

/// Calls `visit` with the gap along every candidate axis. `visit` returns false to stop.
pub(super) fn visit_gaps<N: Ring, const D: usize>(
    [a, b]: &[Solid<N, D>; 2],
    mut visit: impl FnMut(Gap<N, D>) -> bool,
) where
    Dimension<D>: Axes<D>,
{
    let between = sub(&b.origin, &a.origin);
    Dimension::<D>::visit_resting(a, b, |axis, degree| {
        let (a_low, a_high) = a.extent(&axis);
        let (b_low, b_high) = b.extent(&axis);
        let offset = dot(&axis, &between);
        let b_above = offset.clone() + b_low - a_high;
        let b_below = a_low - offset - b_high;
        let ahead = b_above >= b_below;
        let gap = if ahead { b_above } else { b_below };
        visit(Gap { axis, gap, ahead, degree })
    });
}

/// Returns true for a product of parallel vectors, which separates nothing.
pub(super) fn is_null<N: Ring, const D: usize>(axis: &Vector<N, D>) -> bool {
    axis.iter().all(|x| x.sign_of() == Ordering::Equal)
}

/// The verdict in exact arithmetic: the sign of the largest gap over the axes that are not null.
/// The gap of a null axis is `0 - 0`; to count it would turn every overlap of equally turned boxes
/// into a touch.
pub(super) struct Signs(Verdict);

impl Signs {
    pub fn new() -> Self {
        Self(Verdict::Overlapping)
    }

    /// Takes in the gap along an axis. Returns false once no other gap matters.
    pub fn take<N: Ring, const D: usize>(&mut self, axis: &Vector<N, D>, gap: &N) -> bool {
        if is_null(axis) {
            return true;
        }
        match gap.sign_of() {
            Ordering::Greater => self.0 = Verdict::Separate,
            Ordering::Equal => self.0 = Verdict::Touching,
            Ordering::Less => {}
        }
        self.0 != Verdict::Separate
    }

    pub fn verdict(self) -> Verdict {
        self.0
    }
}
