//! The gap along an axis that somebody else has chosen.

use super::decide::PairFault;
use super::plane::Input;
use super::solid::{Solid, Vector, dot, norm, sub};
use crate::geom::{Frame2, Frame3};
use crate::num::band;

/// What is known of a pair along an axis.
#[derive(Clone, Copy, Debug)]
pub struct Along {
    /// A lower bound of the gap, the axis taken as a unit vector; within some `2^-47` of the pair's
    /// size.
    pub gap: f64,
    /// The axis' length.
    pub length: f64,
}

/// The gap between two frames along an axis whose components are at most 1 in magnitude. Costs some
/// 20 nanoseconds.
pub fn along(a: &Frame3, b: &Frame3, axis: [f32; 3]) -> Result<Along, PairFault> {
    let solid = |frame: &Frame3, second| {
        let kind = frame.kind().map_err(|error| PairFault { second, error })?;
        Ok(Solid::new(frame, kind, f64::from))
    };
    Ok(of_solids(&solid(a, false)?, &solid(b, true)?, axis))
}

/// The same in the plane.
pub fn along_in_plane(a: &Frame2, b: &Frame2, axis: [f32; 2]) -> Result<Along, PairFault> {
    let input = Input::resting(a, b)?;
    Ok(of_solids(&input.solid(false, f64::from), &input.solid(true, f64::from), axis))
}

fn of_solids<const D: usize>(a: &Solid<f64, D>, b: &Solid<f64, D>, axis: [f32; D]) -> Along {
    let axis: Vector<f64, D> = axis.map(f64::from);
    let between = sub(&b.origin, &a.origin);
    let (b_low, _) = b.extent(&axis);
    let (_, a_high) = a.extent(&axis);
    let length = dot(&axis, &axis).sqrt();
    let reach = a.edges.iter().chain(&b.edges).map(norm).fold(norm(&between), |sum, x| sum + x);
    Along {
        gap: (dot(&axis, &between) + (b_low - a_high)) / length - band::ALONG_F64 * reach,
        length,
    }
}
