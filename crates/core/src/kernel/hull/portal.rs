//! The walk through triangles, in space.

use super::support::{Extreme, Supports, Vector, cross, dot, max, negative, norm, sub, unit};
use crate::num::band;
use crate::verdict::Verdict;

/// A search gives up after so many supports. Hulls of 1000 vertices take some 20.
pub const MOST_STEPS: usize = 96;

/// Why a walk ends: certainly, or without a certificate.
pub(super) type Ended = Option<Verdict>;

/// Walks from a point inside the difference towards the origin.
#[inline(always)]
pub(super) fn search<S: Supports>(supports: &S, inside: Vector) -> Ended {
    match walk(supports, inside) {
        Ok(()) => Some(Verdict::Overlapping),
        Err(ended) => ended,
    }
}

/// The furthest point along a direction; ends the walk where that is certainly behind the origin,
/// and where it is too near to be certain.
#[inline(always)]
pub(super) fn beyond<S: Supports>(supports: &S, direction: Vector) -> Result<Vector, Ended> {
    let Some(n) = unit(direction) else { return Err(None) };
    let Extreme { point, height, error } = supports.furthest(n);
    if height > error {
        Ok(point)
    } else if height < -error {
        Err(Some(Verdict::Separate))
    } else {
        Err(None)
    }
}

/// How far a walk has come.
enum Stage {
    /// It has no point yet,
    Start,
    /// one,
    One,
    /// two, and looks for a third such that the ray passes between them,
    Two,
    /// a portal.
    Portal,
}

/// `Ok` where the origin is certainly inside. One loop with one place that asks for a support,
/// which is inlined there: with a place for each stage the code is four times as long, and slower
/// by a fifth.
#[inline(always)]
fn walk<S: Supports>(supports: &S, v0: Vector) -> Result<(), Ended> {
    let (mut v1, mut v2, mut v3) = (v0, v0, v0);
    let mut stage = Stage::Start;
    let mut n = negative(v0);
    for _ in 0..MOST_STEPS {
        let v = beyond(supports, n)?;
        match stage {
            Stage::Start => {
                v1 = v;
                let aside = cross(v1, v0);
                n = if norm(aside) > 1e-12 * norm(v1) * norm(v0) { aside } else { across(v0) };
                stage = Stage::One;
                continue;
            }
            Stage::One => {
                v2 = v;
                n = cross(sub(v1, v0), sub(v2, v0));
                if dot(n, v0) > 0.0 {
                    (v1, v2) = (v2, v1);
                    n = negative(n);
                }
                stage = Stage::Two;
                continue;
            }
            Stage::Two => {
                let past_v2 = dot(cross(v1, v), v0) < 0.0;
                if past_v2 || dot(cross(v, v2), v0) < 0.0 {
                    if past_v2 {
                        v2 = v;
                    } else {
                        v1 = v;
                    }
                    n = cross(sub(v1, v0), sub(v2, v0));
                    continue;
                }
                v3 = v;
                stage = Stage::Portal;
            }
            Stage::Portal => {
                if dot(n, sub(v, v1)) <= 0.0 {
                    return Err(None);
                }
                let through = cross(v, v0);
                if dot(v1, through) > 0.0 {
                    if dot(v2, through) > 0.0 {
                        v1 = v;
                    } else {
                        v3 = v;
                    }
                } else if dot(v3, through) > 0.0 {
                    v2 = v;
                } else {
                    v1 = v;
                }
            }
        }
        // Portals further and further out, until one is beyond the origin.
        n = cross(sub(v2, v1), sub(v3, v1));
        if dot(n, sub(v1, v0)) < 0.0 {
            n = negative(n);
        }
        if dot(n, v1) >= 0.0 {
            return if is_inside(supports.point_error(), [v0, v1, v2, v3]) {
                Ok(())
            } else {
                Err(None)
            };
        }
    }
    Err(None)
}

/// Some direction at right angles.
#[inline(always)]
pub(super) fn across([x, y, z]: Vector) -> Vector {
    if x.abs() < y.abs() { [0.0, z, -y] } else { [-z, 0.0, x] }
}

/// True only when the origin lies inside the tetrahedron of four points whose coordinates are off
/// by `error` at most: when each volume that it makes with a face is above its band. As seen from
/// the first point the others turn to the right, as in a walk from there.
#[inline(always)]
pub(super) fn is_inside(error: f64, [v0, v1, v2, v3]: [Vector; 4]) -> bool {
    let size = max(max(norm(v0), norm(v1)), max(norm(v2), norm(v3)));
    // Denormal products lose less than this.
    let band = size * size * (band::HULL_VOLUME_INPUT * error + band::HULL_VOLUME * size) + 1e-290;
    let (of_01, of_23) = (cross(v0, v1), cross(v2, v3));
    let volumes = [dot(v1, of_23), -dot(v0, of_23), dot(of_01, v3), -dot(of_01, v2)];
    // A volume that is no number is above nothing.
    let [p, q, r, s] = volumes;
    p > band && q > band && r > band && s > band
}
