//! Frames in space.

use super::gaps::{Decided, Gaps};
use super::lattice::{Exactness, Lattice};
use crate::geom::Frame3;

use crate::kernel::axes::{Axis, Sink, side, visit, visit_sweep};
use crate::kernel::lanes::Lanes;
use crate::kernel::operand::{Edges, Stored, largest};
use crate::kernel::shape::Plain;
use crate::kernel::vector::{Vec3, add, cross, dot, norm, sub};
use crate::motion::Motion;
use crate::num::band;
use std::marker::PhantomData;

/// With all vectors below `2^15` units, half the edges of cuboids among them: a direction of a
/// tetrahedron, a difference of two edges, is below `2^16`; a component of an axis, a difference of
/// two products, is at most `2^33`; its product with a vector, a sum of three, is below `3 2^48`. A
/// gap adds those of the offset, of the velocity and of one edge each of two tetrahedra, which is
/// below `2^52`. Of a tetrahedron and a cuboid, whose edges are halved, it is below `1.2 2^52`.
const BITS: i32 = 15;

/// Decides `WIDTH` pairs, the frame of shape `A` first.
#[inline(always)]
pub fn in_space<'a, V: Lanes, M: Motion, A: Plain, B: Plain>(
    token: V::Token,
    pair: impl Fn(usize) -> (&'a Frame3, &'a Frame3) + Copy,
) -> Decided<V::Mask> {
    let a_stored = Stored::<V>::read(
        token,
        #[inline(always)]
        |lane| pair(lane).0,
    );
    let b_stored = Stored::<V>::read(
        token,
        #[inline(always)]
        |lane| pair(lane).1,
    );
    let d = sub(b_stored.origin, a_stored.origin);
    let zero = d[0].splat(0.0);
    let v = if M::MOVES { sub(b_stored.velocity, a_stored.velocity) } else { [zero; 3] };
    let (a_edges, b_edges) = (a_stored.edges::<A>(), b_stored.edges::<B>());
    let (a, a_middle, a_extent) = side::<V, A>(a_edges, norms(&a_edges));
    let (b, b_middle, b_extent) = side::<V, B>(b_edges, norms(&b_edges));
    let between = sub(add(d, b_middle), a_middle);
    let speed = norm(v);

    let (a_norms, b_norms) = (norms(&a.edges), norms(&b.edges));
    let size = largest(a_norms).max(largest(b_norms)).max(norm(between)).max(speed);
    let mut lattice = Lattice::new::<BITS>(size);
    lattice.take_all([a_stored.origin, b_stored.origin]);
    lattice.take_all(if A::IS_SIMPLEX { a_stored.rows } else { a.edges });
    lattice.take_all(if B::IS_SIMPLEX { b_stored.rows } else { b.edges });
    if M::MOVES {
        lattice.take_all([a_stored.velocity, b_stored.velocity]);
    }
    let exactness = lattice.exactness();

    let yes = zero.lt(zero.splat(1.0));
    // The band of all axes holds over a motion too, and for two cuboids: tests derive both.
    let extent = (norm(d) + speed) + (a_extent + b_extent);
    let mut keep = Keep::<V, M> {
        gaps: Gaps::new(extent * (zero.splat(band::AXES) * zero.splat(V::FINENESS))),
        zero,
        v,
        // The edges of cuboids are stored, in 24 bits each, so that the products of two are exact.
        null_is_proven: if A::IS_SIMPLEX || B::IS_SIMPLEX { exactness.exact } else { yes },
        motion: PhantomData,
    };
    visit(&a, &b, between, &mut keep);
    if M::MOVES {
        // A difference of two velocities that rounds to zero is zero.
        keep.null_is_proven = exactness.exact | !zero.lt(speed);
        visit_sweep(&a, &b, between, (v, speed), &mut keep);
    }
    let solid = solid(&a.edges, a_norms, exactness) & solid(&b.edges, b_norms, exactness);
    keep.gaps.decided(exactness, solid)
}

/// The gaps along all axes.
struct Keep<V: Lanes, M> {
    gaps: Gaps<V>,
    zero: V,
    /// The velocity of the second solid as seen from the first.
    v: Vec3<V>,
    /// Lanes in which a product that is computed as zero is zero.
    null_is_proven: V::Mask,
    motion: PhantomData<M>,
}

impl<V: Lanes, M: Motion> Keep<V, M> {
    #[inline(always)]
    fn take(&mut self, axis: Axis<V>, null: V::Mask) {
        let axis = if M::MOVES { axis.swept(self.v) } else { axis };
        self.gaps.take(axis.ahead.max(axis.behind), axis.size, null);
    }
}

impl<V: Lanes, M: Motion> Sink<V> for Keep<V, M> {
    #[inline(always)]
    fn face(&mut self, axis: Axis<V>) {
        let none = self.zero.lt(self.zero);
        self.take(axis, none);
    }

    #[inline(always)]
    fn product(&mut self, axis: Axis<V>) {
        let null = self.null_is_proven & !self.zero.lt(norm(axis.normal));
        self.take(axis, null);
    }
}

/// Lanes in which a frame is certainly not flat.
#[inline(always)]
fn solid<V: Lanes>(edges: &Edges<V>, norms: [V; 3], exactness: Exactness<V>) -> V::Mask {
    let volume = dot(cross(edges[0], edges[1]), edges[2]).abs();
    let error = volume.splat(band::DETERMINANT) * volume.splat(V::FINENESS);
    let error = error * (norms[0] * norms[1] * norms[2]);
    error.lt(volume) | (exactness.exact & volume.splat(0.0).lt(volume))
}

#[inline(always)]
fn norms<V: Lanes>(edges: &Edges<V>) -> [V; 3] {
    [norm(edges[0]), norm(edges[1]), norm(edges[2])]
}
