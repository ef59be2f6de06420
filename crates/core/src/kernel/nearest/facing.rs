//! The difference of two frames: its vertices, and what bounds its errors.

use super::simplex::{Carried, Face, Point, Vertex, select};
use super::solid::{MARKS, Solid};
use crate::kernel::lanes::Lanes;
use crate::kernel::operand::Operands;
use crate::kernel::shape::Plain;
use crate::kernel::vector::{Vec3, add, cross, dot, norm, scale, sub};
use crate::num::band;

/// What the roots, quotients and products of a length and of a height lose of themselves.
pub const ROUNDINGS: f32 = 16.0 * band::U32;

/// The difference of two frames.
pub struct Facing<V, A, B> {
    pub(super) a: Solid<V, A>,
    b: Solid<V, B>,
    /// From the first solid's middle to that of the second.
    pub(super) between: Vec3<V>,
    /// Bounds the errors of heights and of points.
    pub(super) band: V,
}

/// The marks of both points of a vertex in one number: the second one's [`MARKS`] times.
#[derive(Clone, Copy)]
pub struct Mark<V>(pub V);

impl<V: Lanes> Carried<V> for Mark<V> {
    #[inline(always)]
    fn new(_: Vec3<V>, a: V, b: V) -> Self {
        Self(b.mul_add(b.splat(MARKS), a))
    }
    #[inline(always)]
    fn select(mask: V::Mask, yes: Self, no: Self) -> Self {
        Self(V::select(mask, yes.0, no.0))
    }
}

impl<V: Lanes, A: Plain, B: Plain> Facing<V, A, B> {
    /// The difference of each pair.
    #[inline(always)]
    pub fn new(Operands { a, b, d }: Operands<V>) -> Self {
        let (a, b) = (Solid::<V, A>::new(a), Solid::<V, B>::new(b));
        let between = sub(add(d, b.middle), a.middle);
        let size = norm(d) + (a.size + b.size);
        let band = size * (size.splat(band::NEAREST) * size.splat(V::FINENESS));
        Self { a, b, between, band }
    }

    /// The vertex that is lowest along a direction.
    #[inline(always)]
    pub(super) fn lowest<C: Carried<V>>(&self, n: Vec3<V>) -> Vertex<V, C> {
        let zero = n[0].splat(0.0);
        let from = self.a.lowest([zero - n[0], zero - n[1], zero - n[2]]);
        let to = self.b.lowest(n);
        let at = add(self.between, sub(to.at, from.at));
        Vertex { at, of: C::new(from.at, from.mark, to.mark) }
    }

    /// The face of the vertices with these marks, which [`last_face`](super::last_face) returns.
    #[inline(always)]
    pub fn face(&self, [p, q, r]: [V; 3]) -> Face<V, Point<V>> {
        Face::of([self.marked(p), self.marked(q), self.marked(r)])
    }

    /// The vertex of a [`Mark`].
    #[inline(always)]
    fn marked(&self, mark: V) -> Vertex<V, Point<V>> {
        let to = self.b.corner(mark, MARKS);
        let from = self.a.corner(to.mark, 1.0);
        Vertex { at: add(self.between, sub(to.at, from.at)), of: Point(from.at) }
    }

    /// What is certain of the width of a slab: `height` is that of the lowest vertex along a
    /// direction, of which the inverse of the length is given.
    #[inline(always)]
    pub(super) fn width(&self, height: V, per_length: V) -> V {
        let loss = height.splat(ROUNDINGS) * height.splat(V::FINENESS);
        let width = height * per_length;
        width - width.abs().mul_add(loss, self.band)
    }

    /// The unit normal of a triangle, and what is certain of the width of its slab.
    #[inline(always)]
    pub(super) fn upright(&self, face: &Face<V, Point<V>>) -> (Vec3<V>, V) {
        let zero = self.band.splat(0.0);
        let [p, q, r] = &face.vertices;
        let normal = cross(sub(q.at, p.at), sub(r.at, p.at));
        let turned = scale(normal, zero.splat(-1.0));
        let normal = select(dot(normal, face.at).lt(zero), turned, normal);
        let per_length = zero.splat(1.0) / dot(normal, normal).sqrt();
        let lowest: Vertex<V, Point<V>> = self.lowest(normal);
        let width = self.width(dot(normal, lowest.at), per_length);
        (scale(normal, per_length), width)
    }
}
