//! The axis in the plane that separates two frames furthest, or along which they part soonest. As
//! in space ([`mod@crate::exact`]): the normals of all edges are the candidates, both signs of
//! each.

use super::super::decide::PairFault;
use super::super::motion::Whole;
use super::super::separating_axes::Gap;
use super::super::separation::{NEARLY_NULL, Separation, TOLERANCE, found, whole};
use super::super::solid::norm;
use super::super::swept::{Axes, Moving, Pass};
use super::pair::{Input, in_doubles, in_whole};
use crate::geom::Frame2;
use crate::num::{Ring, band};
use dashu_int::IBig;
use glam::DVec2;

/// The best axis of a pair of resting frames, and how far they are apart or overlap along it: what
/// [`Separation`] says of a face holds of an edge here. Separate: the gap is the distance where an
/// edge is among the closest features.
pub fn separation(a: &Frame2, b: &Frame2) -> Result<Separation<DVec2>, PairFault> {
    let input = Input::resting(a, b)?;
    if let Some(found) = banded(&in_doubles(&input).pair) {
        return Ok(found);
    }
    let exponent = input.scale().exponent;
    Ok(match in_whole(&input) {
        Whole::Narrow(pair) => {
            whole::separation(|visit| gaps(&pair, visit), exponent, |x: &i128| *x as f64)
        }
        Whole::Wide(pair) => {
            whole::separation(|visit| gaps(&pair, visit), exponent, |x: &IBig| x.to_f64().value())
        }
    })
}

fn gaps<N: Ring>(pair: &Moving<N, 2>, visit: &mut dyn FnMut(Gap<N, 2>) -> bool) {
    pair.visit_resting(|Pass { axis, low, high, degree: [a, b, _], .. }| {
        let behind = -high;
        let ahead = low >= behind;
        visit(Gap { axis, gap: if ahead { low } else { behind }, ahead, degree: (a, b) })
    });
}

/// What `judge` says of the gaps in whole numbers, and of a length in the same unit.
pub(in super::super) fn visit_exact_gaps<R>(
    a: &Frame2,
    b: &Frame2,
    length: f32,
    judge: impl FnOnce(&dyn Fn(&mut dyn FnMut(Gap<IBig, 2>) -> bool), &IBig) -> R,
) -> Result<R, PairFault> {
    let input = Input::resting(a, b)?;
    let scale = input.scale_with(&[length]);
    let pair = input.pair(|x| scale.wide(x));
    Ok(judge(&|visit| gaps(&pair, visit), &scale.wide(length)))
}

/// The best axis, where `f64` can tell it within [`TOLERANCE`]; never of touching frames.
fn banded(pair: &Moving<f64, 2>) -> Option<Separation<DVec2>> {
    let size = |edges: &[[f64; 2]; 2]| edges.iter().map(norm).fold(0.0, f64::max);
    let (a, b) = (size(&pair.a.edges), size(&pair.b.edges));
    let band = band::PLANE_AXIS_F64 * (norm(&pair.between) + 2.0 * (a + b));
    let (mut best, mut best_gap, mut limit) = (None, f64::NEG_INFINITY, f64::NEG_INFINITY);
    let mut told = true;
    gaps(pair, &mut |Gap { axis, gap, ahead, degree }| {
        let size = if degree.0 == 1 { a } else { b };
        let length = (axis[0] * axis[0] + axis[1] * axis[1]).sqrt();
        // The band says nothing of an axis that may be null.
        told = length > NEARLY_NULL * size;
        let gap = gap / length;
        limit = f64::max(limit, gap + band * size / length);
        if gap > best_gap {
            (best, best_gap) = (Some((axis, length, ahead)), gap);
        }
        told
    });
    let (axis, length, ahead) = best?;
    let certain = told && limit <= best_gap + TOLERANCE * best_gap.abs();
    certain.then(|| found(axis, length, ahead, best_gap))
}
