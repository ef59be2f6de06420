//! Distances of meshes against exact ones.

use crate::common::hull::distance::{Found, fault_of_points};
use dashu_ratio::RBig;
use motzkin::tree::spheres::MeshDistance;

/// What is wrong with a distance, of which the square is given.
pub fn fault<T: std::fmt::Debug>(found: &MeshDistance<T>, square: &RBig) -> Option<String> {
    let exact = |x: f64| RBig::try_from(x).expect("finite");
    let [low, high] =
        [found.distance - found.slack, found.distance + found.slack].map(|x| exact(x.max(0.0)));
    // An end of the interval is rounded once.
    let spare = exact(1.0) + exact(1e-15);
    let holds = &low * &low <= square * &spare && *square <= &high * &high * spare;
    let MeshDistance { distance, slack, points, axis, .. } = *found;
    let is_sound = found.slack <= 2e-9 * found.distance
        && fault_of_points(&Found { distance, slack, points, axis }).is_none()
        && (found.axis.length() - 1.0).abs() < 1e-14;
    (!holds || !is_sound).then(|| format!("{found:?}, {}", square.to_f64().value().sqrt()))
}
