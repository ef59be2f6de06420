//! Whether two frames that are separate are so by more than a margin, along some candidate axis.

use super::decide::{PairFault, kinds};
use super::plane;
use super::separating_axes::{Gap, visit_gaps};
use super::separation::separation;
use super::solid::{Solid, dot};
use crate::geom::{Frame2, Frame3};
use crate::num::Integers;
use crate::verdict::Verdict;
use dashu_int::IBig;
use std::cmp::Ordering;

/// What the largest gap may be off by, relative to itself: it is right within `2^-30`.
const HAIR: f64 = 1.0 / 536_870_912.0; // 2^-29

/// Separate where the largest gap of a pair is above `margin`, touching where it is exactly that,
/// overlapping where it is less. The pair is known to be separate, the margin is finite and not
/// negative. Costs what an axis costs, and some ten microseconds where the two are very close.
pub fn within(a: &Frame3, b: &Frame3, margin: f32) -> Result<Verdict, PairFault> {
    if let Some(verdict) = told(separation(a, b)?.depth, margin) {
        return Ok(verdict);
    }
    let kinds = kinds(a, b)?;
    let rows = [a, b].into_iter().flat_map(|frame| frame.rows.iter().flat_map(|row| &row[..3]));
    let scale = Integers::common(rows.chain([&margin]));
    let [a, b] =
        [(a, kinds[0]), (b, kinds[1])].map(|(f, kind)| Solid::new(f, kind, |x| scale.wide(x)));
    Ok(compared(|visit| visit_gaps(&a, &b, visit), &scale.wide(margin)))
}

/// The same in the plane.
pub fn within_in_plane(a: &Frame2, b: &Frame2, margin: f32) -> Result<Verdict, PairFault> {
    match told(plane::separation(a, b)?.depth, margin) {
        Some(verdict) => Ok(verdict),
        None => plane::visit_exact_gaps(a, b, margin, |visit, margin| compared(visit, margin)),
    }
}

fn told(gap: f64, margin: f32) -> Option<Verdict> {
    let margin = f64::from(margin);
    match () {
        () if gap * (1.0 - HAIR) > margin => Some(Verdict::Separate),
        () if gap * (1.0 + HAIR) < margin => Some(Verdict::Overlapping),
        () => None,
    }
}

/// Squares are compared: a gap comes times the length of its axis.
fn compared<const D: usize>(
    visit_gaps: impl FnOnce(&mut dyn FnMut(Gap<IBig, D>) -> bool),
    margin: &IBig,
) -> Verdict {
    let square = margin * margin;
    let mut verdict = Verdict::Overlapping;
    visit_gaps(&mut |Gap { axis, gap, .. }| {
        // So that a null axis, whose gap is 0, is left out.
        if gap <= IBig::ZERO {
            return true;
        }
        match (&gap * &gap).cmp(&(&square * dot(&axis, &axis))) {
            Ordering::Greater => verdict = Verdict::Separate,
            Ordering::Equal => verdict = Verdict::Touching,
            Ordering::Less => {}
        }
        verdict != Verdict::Separate
    });
    verdict
}
