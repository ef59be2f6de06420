//! The walk through edges, in the plane `z = 0`.

use super::portal::{Ended, MOST_STEPS, beyond};
use super::support::{Supports, Vector, max, norm, sub};
use crate::num::band;
use crate::verdict::Verdict;

/// Walks from a point inside the difference towards the origin.
#[inline(always)]
pub(super) fn search<S: Supports>(supports: &S, inside: Vector) -> Ended {
    match walk(supports, inside) {
        Ok(()) => Some(Verdict::Overlapping),
        Err(ended) => ended,
    }
}

/// Positive where `b` lies to the left of `a`.
#[inline(always)]
fn left(a: Vector, b: Vector) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

/// The vector turned to its right by a quarter.
#[inline(always)]
fn right_of(v: Vector) -> Vector {
    [v[1], -v[0], 0.0]
}

/// `Ok` where the origin is certainly inside.
#[inline(always)]
fn walk<S: Supports>(supports: &S, v0: Vector) -> Result<(), Ended> {
    let towards = [-v0[0], -v0[1], 0.0];
    let [mut v1, mut v2] = first_edge(supports, v0, towards)?;
    for _ in 0..MOST_STEPS {
        // Outward: the edge has the inside to its left.
        let n = right_of(sub(v2, v1));
        if n[0] * v1[0] + n[1] * v1[1] >= 0.0 {
            return if is_inside(supports.point_error(), [v0, v1, v2]) {
                Ok(())
            } else {
                Err(None)
            };
        }
        let v3 = beyond(supports, n)?;
        let further = sub(v3, v1);
        if n[0] * further[0] + n[1] * further[1] <= 0.0 {
            return Err(None);
        }
        if left(towards, sub(v3, v0)) < 0.0 {
            v1 = v3;
        } else {
            v2 = v3;
        }
    }
    Err(None)
}

/// Two points that the ray passes between, the first of them to its right.
#[inline(always)]
fn first_edge<S: Supports>(
    supports: &S,
    v0: Vector,
    towards: Vector,
) -> Result<[Vector; 2], Ended> {
    let mut v1 = beyond(supports, towards)?;
    for _ in 0..MOST_STEPS {
        let arm = sub(v1, v0);
        let right = left(towards, arm) < 0.0;
        let n = right_of(arm);
        let v2 = beyond(supports, if right { [-n[0], -n[1], 0.0] } else { n })?;
        if (left(towards, sub(v2, v0)) < 0.0) != right {
            return Ok(if right { [v1, v2] } else { [v2, v1] });
        }
        v1 = v2;
    }
    Err(None)
}

/// True only when the origin lies inside the triangle of three points whose coordinates are off by
/// `error` at most. The triangle turns to the left, as that of a walk does.
#[inline(always)]
fn is_inside(error: f64, [v0, v1, v2]: [Vector; 3]) -> bool {
    let size = max(max(norm(v0), norm(v1)), norm(v2));
    let band = size * (band::HULL_AREA_INPUT * error + band::HULL_AREA * size) + 1e-290;
    let [p, q, r] = [left(v0, v1), left(v1, v2), left(v2, v0)];
    p > band && q > band && r > band
}
