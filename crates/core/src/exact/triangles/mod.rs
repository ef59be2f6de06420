//! Two triangles in space, degenerate ones included: as closed sets, do they share a point?
//!
//! Two triangles that are none of them degenerate meet exactly when an edge of one meets the other.
//! All that is asked is on which side of a plane a point lies, in three stages: `f64` with its
//! band, whole numbers of 128 bits, whole numbers of any size. Degenerate triangles, which are
//! segments or points, go to the simplex method of [`super::hull`].

mod banded;
mod whole;
mod winding;

pub use winding::winding_number;

use super::hull;
use crate::geom::{Pair, Polytope, PolytopeSet};
use crate::num::Integers;
use glam::DVec3;
use std::cmp::Ordering;

/// A triangle by its corners, which are finite.
pub type Triangle = [[f32; 3]; 3];

/// True when two closed triangles share a point. Exact for every `f32`. Costs some ten nanoseconds
/// where boxes or `f64` can tell, about a microsecond on contacts, some hundred for degenerate
/// triangles.
#[inline]
pub fn meet(a: &Triangle, b: &Triangle) -> bool {
    if !boxes_meet(a, b) {
        return false;
    }
    banded::meet(a, b).unwrap_or_else(|| settle(a, b))
}

/// A point that two triangles share, rounded once to `f64` in each coordinate; `None` where they
/// are separate. Some hundred microseconds.
pub fn meeting_point(a: &Triangle, b: &Triangle) -> Option<DVec3> {
    hull::witness(&polytopes(a, b)?, Pair::new(0, 1))
}

fn boxes_meet(a: &Triangle, b: &Triangle) -> bool {
    (0..3).all(|axis| {
        let ends = |t: &Triangle| {
            let [x, y, z] = [t[0][axis], t[1][axis], t[2][axis]];
            (x.min(y).min(z), x.max(y).max(z))
        };
        let ((a_low, a_high), (b_low, b_high)) = (ends(a), ends(b));
        a_low <= b_high && b_low <= a_high
    })
}

/// What `f64` could not tell.
#[cold]
fn settle(a: &Triangle, b: &Triangle) -> bool {
    let scale = Integers::common(a.as_flattened().iter().chain(b.as_flattened()));
    let found = if scale.width <= NARROW_WIDTH {
        let [a, b] = [a, b].map(|t| t.map(|corner| corner.map(|x| scale.narrow(x))));
        whole::meet(&a, &b)
    } else {
        let [a, b] = [a, b].map(|t| t.map(|corner| corner.map(|x| scale.wide(x))));
        whole::meet(&a, &b)
    };
    // Of finite numbers a set can always be made.
    found.unwrap_or_else(|| {
        polytopes(a, b).is_some_and(|set| hull::decide(&set, Pair::new(0, 1)).verdict.meets())
    })
}

/// Coordinates of at most this many bits keep every volume within an `i128`: with `|coordinate| <
/// 2^w`, edges are below `2^(w + 1)`, a coordinate of their cross product is below `2^(2w + 3)`,
/// and a volume sums three of its products with an edge: below `2^(3w + 6)`. `3 * 40 + 6 = 126`.
const NARROW_WIDTH: u32 = 40;

/// The triangles as polytopes 0 and 1.
fn polytopes(a: &Triangle, b: &Triangle) -> Option<PolytopeSet> {
    let vertices = [*a, *b].concat();
    PolytopeSet::from_parts(vertices, vec![Polytope::of_range(0, 3), Polytope::of_range(3, 3)]).ok()
}

/// Signs of the corners of a triangle against a plane: which side they all lie on, if there is one.
fn beyond(signs: [Ordering; 3]) -> bool {
    signs == [Ordering::Less; 3] || signs == [Ordering::Greater; 3]
}

/// True when no two of the signs are opposite.
fn agree(signs: [Ordering; 3]) -> bool {
    !signs.contains(&Ordering::Less) || !signs.contains(&Ordering::Greater)
}

/// The next corner of a triangle, or the next axis.
const NEXT: [usize; 3] = [1, 2, 0];
