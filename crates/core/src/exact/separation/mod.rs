//! The axis that separates two frames furthest, or along which they part soonest.
//!
//! Write `g(n)` for the gap along a unit vector `n`: the least `n . y` over the second solid less
//! the greatest `n . x` over the first; negative by the depth of the overlap where the projections
//! overlap.
//!
//! The differences `y - x` of their points form a convex polytope, the *Minkowski difference*. It
//! holds the zero vector where the solids meet, and `g(n)` is how far beyond zero its supporting
//! plane with inner normal `n` stands. Moving the second solid by `t` moves the polytope by `t`. A
//! facet of it is a face of one solid with a vertex, an edge or a face of the other, or the product
//! of an edge of each, so its normal is among the *candidates*: the face normals and the products
//! of edges, both signs of each. These are 30 for two cuboids, 50 for a cuboid and a tetrahedron,
//! 88 for two tetrahedra. Three things follow for the largest `g` among the candidates.
//!
//! - *Where zero is inside*, the nearest point of the surface lies on a facet, at right angles
//!   under zero: the depth, which is the least `-g` over the facets. Every other candidate's plane
//!   supports the polytope too, stands no nearer, and does no harm. No shorter translation in any
//!   direction separates the solids.
//! - *Where zero is on the surface*, some facet holds it, and the largest `g` is 0.
//! - *Where zero is outside*, every `g` is at most the distance of the solids. The largest is that
//!   distance when the nearest point of the polytope lies within a facet: when the closest features
//!   are a face and anything, or two crossed edges. From vertex to vertex or to an edge, the
//!   distance is larger.
//!
//! Frames are not symmetric in general, so neither sign of an axis can be left out.

mod banded;
pub(super) mod whole;

use super::decide::{NARROW_WIDTH, PairFault, common_scale, kinds};
use super::separating_axes::visit_gaps;
use super::solid::Solid;
use crate::geom::Frame3;
use crate::verdict::Verdict;
use dashu_int::IBig;
use glam::DVec3;

/// What the depth may be off by, relative to itself.
pub(super) const TOLERANCE: f64 = 1.0 / 1_073_741_824.0; // 2^-30

/// Normals shorter than this, relative to the edges that they are products of, may be null.
pub(super) const NEARLY_NULL: f64 = 1.0 / 1_099_511_627_776.0; // 2^-40

/// The best axis of a pair of resting frames, and how far they are apart or overlap along it.
///
/// `V` is [`DVec3`] in space and [`DVec2`](glam::DVec2) in the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Separation<V = DVec3> {
    /// The exact verdict.
    pub verdict: Verdict,
    /// A unit vector from the first frame towards the second, an exact candidate's direction: each
    /// component is right within `2^-30`. Several axes may be equally good; which one is given then
    /// depends on the order of the pair.
    pub axis: V,
    /// In the units of the frames, never negative, and right within `2^-30` of itself.
    ///
    /// Separate: the gap along the axis, the largest of all candidates'. It never exceeds the
    /// distance, and is the distance where the closest features are a face and anything or two
    /// crossed edges.
    ///
    /// Meeting: the penetration depth, which is 0 exactly where the frames touch. Moving the second
    /// frame by `depth * axis`, and `2^-30` of that more, separates them; no shorter way in any
    /// direction does.
    pub depth: f64,
}

/// The best axis of a pair. Costs about 0.2 to 1 microseconds where `f64` can tell, a few
/// microseconds on contacts and slivers, some hundred where exponents lie very far apart.
///
/// A swapped pair has the same depth to the last bit, and the opposite axis where only one is best.
pub fn separation(a: &Frame3, b: &Frame3) -> Result<Separation, PairFault> {
    let kinds = kinds(a, b)?;
    if let Some(found) = banded::separation(a, b, kinds) {
        return Ok(found);
    }
    let scale = common_scale(a, b);
    Ok(if scale.width <= NARROW_WIDTH {
        let [a, b] = [(a, kinds[0]), (b, kinds[1])]
            .map(|(f, kind)| Solid::new(f, kind, |x| scale.narrow(x)));
        whole::separation(|visit| visit_gaps(&a, &b, visit), scale.exponent, |x: &i128| *x as f64)
    } else {
        let [a, b] =
            [(a, kinds[0]), (b, kinds[1])].map(|(f, kind)| Solid::new(f, kind, |x| scale.wide(x)));
        whole::separation(
            |visit| visit_gaps(&a, &b, visit),
            scale.exponent,
            |x: &IBig| x.to_f64().value(),
        )
    })
}

/// Of the best candidate: its normal, not yet turned, whether the second solid lies ahead, and the
/// gap in units of length.
pub(super) fn found<V: From<[f64; D]>, const D: usize>(
    normal: [f64; D],
    length: f64,
    ahead: bool,
    gap: f64,
) -> Separation<V> {
    let verdict = match () {
        () if gap > 0.0 => Verdict::Separate,
        () if gap < 0.0 => Verdict::Overlapping,
        () => Verdict::Touching,
    };
    let length = if ahead { length } else { -length };
    // Adding zero makes a negative zero positive.
    Separation { verdict, axis: normal.map(|x| x / length + 0.0).into(), depth: gap.abs() }
}
