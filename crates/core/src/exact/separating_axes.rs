//! The separating-axis theorem, evaluated straight through in any ordered ring.

use super::solid::{Solid, Vector, cross, dot, sub};
use crate::num::Ring;
use crate::verdict::Verdict;
use std::cmp::Ordering;

/// One candidate axis and the gap between the two solids along it.
pub(super) struct Gap<N, const D: usize = 3> {
    /// The axis, not normalised.
    pub axis: Vector<N, D>,
    /// Distance between the two projections, times the axis' length; negative by the depth of the
    /// overlap where they overlap.
    pub gap: N,
    /// True when the gap is that of the second solid lying ahead of the first along the axis, false
    /// when it is that of its lying behind: the larger of the two.
    pub ahead: bool,
    /// How many edges of the first and of the second solid the axis is a product of.
    pub degree: (i32, i32),
}

/// Calls `visit` with every candidate axis and its degree in each solid's edges: the face normals
/// of both solids and the products of their edges. `visit` returns false to stop; false when it
/// did.
pub(super) fn visit_axes<N: Ring>(
    a: &Solid<N>,
    b: &Solid<N>,
    mut visit: impl FnMut(Vector<N>, (i32, i32)) -> bool,
) -> bool {
    let products =
        || a.edge_directions().flat_map(|x| b.edge_directions().map(move |y| cross(&x, &y)));
    a.face_normals().all(|axis| visit(axis, (2, 0)))
        && b.face_normals().all(|axis| visit(axis, (0, 2)))
        && products().all(|axis| visit(axis, (1, 1)))
}

/// Calls `visit` with the gap along every candidate axis. `visit` returns false to stop.
pub(super) fn visit_gaps<N: Ring>(
    a: &Solid<N>,
    b: &Solid<N>,
    mut visit: impl FnMut(Gap<N>) -> bool,
) {
    let between = sub(&b.origin, &a.origin);
    visit_axes(a, b, |axis, degree| {
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

/// The verdict in exact arithmetic: the sign of the largest gap over the non-null axes. An axis
/// that is zero (parallel edges) separates nothing and is left out; counting its gap of
/// `0 - 0` would turn every overlap of equally turned boxes into a touch.
pub(super) fn verdict<N: Ring>(a: &Solid<N>, b: &Solid<N>) -> Verdict {
    let mut verdict = Verdict::Overlapping;
    visit_gaps(a, b, |Gap { axis, gap, .. }| {
        if axis.iter().all(|x| x.sign_of() == Ordering::Equal) {
            return true;
        }
        match gap.sign_of() {
            Ordering::Greater => verdict = Verdict::Separate,
            Ordering::Equal => verdict = Verdict::Touching,
            Ordering::Less => {}
        }
        verdict != Verdict::Separate
    });
    verdict
}
