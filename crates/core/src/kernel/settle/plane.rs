//! Frames in the plane.

use super::gaps::{Decided, Gaps};
use super::lattice::{Exactness, Lattice};
use crate::geom::Frame2;
use crate::kernel::lanes::Lanes;
use crate::kernel::plane::axes::{Axis, Side, axis_of_a, axis_of_b, axis_of_sweep, side};
use crate::kernel::plane::operand::{Edges, Stored, Vec2, add, cross, norm, sub};
use crate::kernel::shape::Plain;
use crate::motion::Motion;
use crate::num::band;
use std::marker::PhantomData;

/// With all vectors below `2^24` units, half the edges of parallelograms among them: the third
/// direction of a triangle is below `2^25`, and its product with a vector, a sum of two, below
/// `2^50`. A gap adds at most five of those: of the offset, of the velocity, of an edge of the
/// triangle and of both edges of a parallelogram.
const BITS: i32 = 24;

/// Decides `WIDTH` pairs, the frame of shape `A` first.
#[inline(always)]
pub fn in_plane<'a, V: Lanes, M: Motion, A: Plain, B: Plain>(
    token: V::Token,
    pair: impl Fn(usize) -> (&'a Frame2, &'a Frame2) + Copy,
) -> Decided<V::Mask> {
    let (a_stored, a_edges) = load::<V, A>(
        token,
        #[inline(always)]
        |lane| pair(lane).0,
    );
    let (b_stored, b_edges) = load::<V, B>(
        token,
        #[inline(always)]
        |lane| pair(lane).1,
    );
    let d = sub(b_stored.origin, a_stored.origin);
    let zero = d[0].splat(0.0);
    let v = if M::MOVES { sub(b_stored.velocity, a_stored.velocity) } else { [zero; 2] };
    let (a, a_middle, a_extent) = side::<V, A>(a_edges, norms(&a_edges));
    let (b, b_middle, b_extent) = side::<V, B>(b_edges, norms(&b_edges));
    let between = sub(add(d, b_middle), a_middle);
    let speed = norm(v);

    let (a_norms, b_norms) = (norms(&a.edges), norms(&b.edges));
    let edges = a_norms[0].max(a_norms[1]).max(b_norms[0].max(b_norms[1]));
    let mut lattice = Lattice::new::<BITS>(edges.max(norm(between)).max(speed));
    lattice.take_all([a_stored.origin, b_stored.origin]);
    lattice.take_all(if A::IS_SIMPLEX { a_stored.rows } else { a.edges });
    lattice.take_all(if B::IS_SIMPLEX { b_stored.rows } else { b.edges });
    if M::MOVES {
        lattice.take_all([a_stored.velocity, b_stored.velocity]);
    }
    let exactness = lattice.exactness();

    let extent = (norm(d) + speed) + (a_extent + b_extent);
    let band = extent * (zero.splat(band::PLANE_CONTACT) * zero.splat(V::FINENESS));
    let mut keep = Keep::<V, M> { gaps: Gaps::new(band), v, motion: PhantomData };
    for i in 0..Side::<V, A>::DIRECTIONS {
        keep.take_sure(axis_of_a(&a, &b, between, i));
    }
    for j in 0..Side::<V, B>::DIRECTIONS {
        keep.take_sure(axis_of_b(&a, &b, between, j));
    }
    if M::MOVES {
        // A difference of two velocities that rounds to zero is zero.
        keep.take(axis_of_sweep(&a, &b, between, (v, speed)), !zero.lt(speed));
    }
    let [a_area, b_area] = [cross(a.edges[0], a.edges[1]), cross(b.edges[0], b.edges[1])];
    let solid = solid(a_area.abs(), a_norms, exactness) & solid(b_area.abs(), b_norms, exactness);
    keep.gaps.decided(exactness, solid)
}

/// The gaps along all axes.
struct Keep<V: Lanes, M> {
    gaps: Gaps<V>,
    /// The velocity of the second frame as seen from the first.
    v: Vec2<V>,
    motion: PhantomData<M>,
}

impl<V: Lanes, M: Motion> Keep<V, M> {
    #[inline(always)]
    fn take_sure(&mut self, axis: Axis<V>) {
        let axis = if M::MOVES { axis.swept(self.v) } else { axis };
        self.gaps.take_sure(axis.ahead.max(axis.behind), axis.size);
    }

    #[inline(always)]
    fn take(&mut self, axis: Axis<V>, null: V::Mask) {
        let axis = if M::MOVES { axis.swept(self.v) } else { axis };
        self.gaps.take(axis.ahead.max(axis.behind), axis.size, null);
    }
}

/// One frame a lane, and its edges.
#[inline(always)]
fn load<'a, V: Lanes, S: Plain>(
    token: V::Token,
    frame: impl Fn(usize) -> &'a Frame2 + Copy,
) -> (Stored<V>, Edges<V>) {
    let stored = Stored::read(token, frame);
    let edges = stored.edges::<S>(token, frame);
    (stored, edges)
}

/// Lanes in which a frame is certainly not flat: its area, and the norms of its edges.
#[inline(always)]
pub fn solid<V: Lanes>(area: V, norms: [V; 2], exactness: Exactness<V>) -> V::Mask {
    let error = area.splat(band::PLANE_DETERMINANT) * area.splat(V::FINENESS);
    let error = error * (norms[0] * norms[1]);
    error.lt(area) | (exactness.exact & area.splat(0.0).lt(area))
}

#[inline(always)]
fn norms<V: Lanes>(edges: &Edges<V>) -> [V; 2] {
    [norm(edges[0]), norm(edges[1])]
}
