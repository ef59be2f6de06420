//! The candidates, one after the other: faces of the first solid, faces of the second, products of
//! edges.

use super::side::{BESIDE, Side};
use crate::kernel::lanes::Real;
use crate::kernel::shape::Plain;
use crate::kernel::vector::{Vec3, cross, dot};

/// A candidate axis.
#[derive(Clone, Copy)]
pub struct Axis<V> {
    /// Not normalised.
    pub normal: Vec3<V>,
    /// The gap between the second solid ahead of the first and it, times the normal's length.
    pub ahead: V,
    /// The gap where the second lies behind: another one, since tetrahedra are not symmetric.
    pub behind: V,
    /// The product of the sizes of the two edges that make the normal: what its error goes by.
    pub size: V,
    /// The longer of the two edges.
    pub longest: V,
}

impl<V: Real> Axis<V> {
    /// Returns the axis with its gaps over all of `t` in `[0, 1]`, in which the second solid moves
    /// by `v` as seen from the first.
    #[inline(always)]
    pub fn swept(self, v: Vec3<V>) -> Self {
        let slope = dot(self.normal, v);
        #[expect(clippy::eq_op, reason = "zero, whatever the number")]
        let zero = slope - slope;
        let ahead = self.ahead + zero.min(slope);
        Self { ahead, behind: self.behind - zero.max(slope), ..self }
    }
}

/// What is done with every axis.
pub trait Sink<V> {
    /// Takes the normal of a face; must be inlined.
    fn face(&mut self, axis: Axis<V>);
    /// Takes a product of edges, which may be null; must be inlined.
    fn product(&mut self, axis: Axis<V>);
}

/// Shows `sink` every axis of a pair, with nothing but sums and products. `between` leads from the
/// first solid's centre (of a cuboid) or origin to the second's.
#[inline(always)]
pub fn visit<V: Real, A: Plain, B: Plain>(
    a: &Side<V, A>,
    b: &Side<V, B>,
    between: Vec3<V>,
    sink: &mut impl Sink<V>,
) {
    #[expect(clippy::eq_op, reason = "zero, whatever the number")]
    let zero = between[0] - between[0];
    for (k, &(i, j)) in BESIDE[..3].iter().enumerate() {
        sink.face(a_face(a, b, between, zero, [i, j], k));
    }
    if A::IS_SIMPLEX {
        sink.face(a_face(a, b, between, zero, [3, 5], 0));
    }
    for (k, &(i, j)) in BESIDE[..3].iter().enumerate() {
        sink.face(b_face(a, b, between, zero, [i, j], k));
    }
    if B::IS_SIMPLEX {
        sink.face(b_face(a, b, between, zero, [3, 5], 0));
    }
    for i in 0..Side::<V, A>::DIRECTIONS {
        for j in 0..Side::<V, B>::DIRECTIONS {
            let normal = cross(a.directions[i], b.directions[j]);
            let extents = [a.extent_beside(i, normal, zero), b.extent_beside(j, normal, zero)];
            let size = a.sizes[i] * b.sizes[j];
            sink.product(axis(normal, extents, between, size, a.lengths[i].max(b.lengths[j])));
        }
    }
}

/// Shows `sink` the axes that only a moving pair has: the products of each direction and the
/// velocity `v` of the second solid as seen from the first, whose norm is `speed`.
#[inline(always)]
pub fn visit_sweep<V: Real, A: Plain, B: Plain>(
    a: &Side<V, A>,
    b: &Side<V, B>,
    between: Vec3<V>,
    (v, speed): (Vec3<V>, V),
    sink: &mut impl Sink<V>,
) {
    #[expect(clippy::eq_op, reason = "zero, whatever the number")]
    let zero = between[0] - between[0];
    for i in 0..Side::<V, A>::DIRECTIONS {
        let normal = cross(a.directions[i], v);
        let extents = [a.extent_beside(i, normal, zero), b.extent(normal, zero)];
        let size = a.sizes[i] * speed;
        sink.product(axis(normal, extents, between, size, a.lengths[i].max(speed)));
    }
    for j in 0..Side::<V, B>::DIRECTIONS {
        let normal = cross(b.directions[j], v);
        let extents = [a.extent(normal, zero), b.extent_beside(j, normal, zero)];
        let size = b.sizes[j] * speed;
        sink.product(axis(normal, extents, between, size, b.lengths[j].max(speed)));
    }
}

/// Along the normal of a face of A, spanned by the directions `i` and `j`; `across` is an edge that
/// leads out of it.
#[inline(always)]
fn a_face<V: Real, A: Plain, B: Plain>(
    a: &Side<V, A>,
    b: &Side<V, B>,
    between: Vec3<V>,
    zero: V,
    [i, j]: [usize; 2],
    across: usize,
) -> Axis<V> {
    let normal = cross(a.directions[i], a.directions[j]);
    let extents = [a.extent_across(across, normal, zero), b.extent(normal, zero)];
    axis(normal, extents, between, a.sizes[i] * a.sizes[j], a.lengths[i].max(a.lengths[j]))
}

/// The axis along the normal of a face of B.
#[inline(always)]
fn b_face<V: Real, A: Plain, B: Plain>(
    a: &Side<V, A>,
    b: &Side<V, B>,
    between: Vec3<V>,
    zero: V,
    [i, j]: [usize; 2],
    across: usize,
) -> Axis<V> {
    let normal = cross(b.directions[i], b.directions[j]);
    let extents = [a.extent(normal, zero), b.extent_across(across, normal, zero)];
    axis(normal, extents, between, b.sizes[i] * b.sizes[j], b.lengths[i].max(b.lengths[j]))
}

#[inline(always)]
fn axis<V: Real>(
    normal: Vec3<V>,
    [[a_low, a_high], [b_low, b_high]]: [[V; 2]; 2],
    between: Vec3<V>,
    size: V,
    longest: V,
) -> Axis<V> {
    let offset = dot(normal, between);
    let ahead = offset + (b_low - a_high);
    let behind = (a_low - b_high) - offset;
    Axis { normal, ahead, behind, size, longest }
}
