//! The walk through triangles, in space.

use super::MOST_STEPS;
use super::support::{Extreme, Supports, Vector, cross, dot, negative, norm, sub, unit};
use crate::num::band;
use crate::verdict::Verdict;

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

/// The furthest point along a direction; ends the walk where that is certainly behind the origin, and where it
/// is too near to tell.
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

/// `Ok` where the origin is certainly inside.
#[inline(always)]
fn walk<S: Supports>(supports: &S, v0: Vector) -> Result<(), Ended> {
    let mut v1 = beyond(supports, negative(v0))?;
    let aside = cross(v1, v0);
    let aside = if norm(aside) > 1e-12 * norm(v1) * norm(v0) { aside } else { across(v0) };
    let mut v2 = beyond(supports, aside)?;
    let mut n = cross(sub(v1, v0), sub(v2, v0));
    if dot(n, v0) > 0.0 {
        (v1, v2) = (v2, v1);
        n = negative(n);
    }
    let mut steps = 0;
    // A portal: the ray passes between three points.
    let mut v3 = loop {
        let v3 = beyond(supports, n)?;
        if dot(cross(v1, v3), v0) < 0.0 {
            v2 = v3;
        } else if dot(cross(v3, v2), v0) < 0.0 {
            v1 = v3;
        } else {
            break v3;
        }
        n = cross(sub(v1, v0), sub(v2, v0));
        steps += 1;
        if steps > MOST_STEPS {
            return Err(None);
        }
    };
    // Portals further and further out, until one is beyond the origin.
    while steps < MOST_STEPS {
        n = cross(sub(v2, v1), sub(v3, v1));
        if dot(n, sub(v1, v0)) < 0.0 {
            n = negative(n);
        }
        if dot(n, v1) >= 0.0 {
            return if is_inside(supports.point_error(), [v0, v1, v2, v3]) { Ok(()) } else { Err(None) };
        }
        let v4 = beyond(supports, n)?;
        if dot(n, sub(v4, v1)) <= 0.0 {
            return Err(None);
        }
        let through = cross(v4, v0);
        if dot(v1, through) > 0.0 {
            if dot(v2, through) > 0.0 {
                v1 = v4;
            } else {
                v3 = v4;
            }
        } else if dot(v3, through) > 0.0 {
            v2 = v4;
        } else {
            v1 = v4;
        }
        steps += 1;
    }
    Err(None)
}

/// Some direction at right angles.
#[inline(always)]
fn across([x, y, z]: Vector) -> Vector {
    if x.abs() < y.abs() { [0.0, z, -y] } else { [-z, 0.0, x] }
}

/// True only when the origin lies inside the tetrahedron of four points whose coordinates are off by `error` at most: when
/// the volumes that it makes with the faces are of one sign, each beyond its band.
#[inline(always)]
fn is_inside(error: f64, [v0, v1, v2, v3]: [Vector; 4]) -> bool {
    let size = norm(v0).max(norm(v1)).max(norm(v2).max(norm(v3)));
    // Denormal products lose less than this.
    let band = size * size * (band::HULL_VOLUME_INPUT * error + band::HULL_VOLUME * size) + 1e-290;
    let (of_01, of_23) = (cross(v0, v1), cross(v2, v3));
    let volumes = [dot(v1, of_23), -dot(v0, of_23), dot(of_01, v3), -dot(of_01, v2)];
    let least = volumes[0].min(volumes[1]).min(volumes[2].min(volumes[3]));
    let most = volumes[0].max(volumes[1]).max(volumes[2].max(volumes[3]));
    band < f64::INFINITY && (least > band || most < -band)
}
