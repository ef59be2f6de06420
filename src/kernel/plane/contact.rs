//! When two moving frames in the plane meet: the normals of all edges, along each of which the two pass each other. Twin:
//! `shaders/parts/plane_contact.wgsl`.
//!
//! Every normal allows one interval, and the contact interval is what all of them allow. No edge of a valid frame is null,
//! so each can be told unless the frames hardly move along it.

use super::super::lanes::{Lanes, Real};
use super::super::passing::{Contact, Errors, Passing};
use super::operand::{Edges, Operands, Scaled, Vec2, add, cross, norm, sub};
use crate::num::band;

/// A frame as the normals of its edges see it, twice as large: a triangle from its origin, a parallelogram from its centre.
pub struct Outline<V, const TETRA: bool> {
    /// Every direction of an edge; a parallelogram has two.
    pub directions: [Vec2<V>; 3],
    /// What the errors go by: the norms of the directions, that of a difference no less than those of the two edges.
    pub sizes: [V; 3],
    /// What spans the frame: twice the edges of a triangle, those of a parallelogram, to either side.
    spans: Edges<V>,
}

impl<V: Real, const TETRA: bool> Outline<V, TETRA> {
    /// How many directions there are.
    pub const DIRECTIONS: usize = if TETRA { 3 } else { 2 };

    /// The frame of these edges, whose norms are given, and that of their difference.
    #[inline(always)]
    pub fn new(edges: Edges<V>, norms: [V; 2], third: V) -> Self {
        let [e0, e1] = edges;
        let sizes = [norms[0], norms[1], third.max(norms[0].max(norms[1]))];
        let spans = if TETRA { [add(e0, e0), add(e1, e1)] } else { edges };
        Self { directions: [e0, e1, sub(e1, e0)], sizes, spans }
    }

    /// The lowest and the highest value of `p x` over the frame.
    #[inline(always)]
    fn heights(&self, p: Vec2<V>, zero: V) -> [V; 2] {
        let (x, y) = (cross(p, self.spans[0]), cross(p, self.spans[1]));
        if TETRA {
            [zero.min(x.min(y)), zero.max(x.max(y))]
        } else {
            let reach = x.abs() + y.abs();
            [zero - reach, reach]
        }
    }

    /// The same where `p` is one of the directions, both ends of which lie at one height.
    #[inline(always)]
    fn heights_beside(&self, direction: usize, zero: V) -> [V; 2] {
        let x = cross(self.directions[direction], self.spans[usize::from(direction == 0)]);
        if TETRA {
            [zero.min(x), zero.max(x)]
        } else {
            let reach = x.abs();
            [zero - reach, reach]
        }
    }
}

/// How two frames pass along the normal of a direction of A, twice and times its length. `between` leads from the first
/// one's origin or centre to the second's, twice; so does the velocity `v`.
#[inline(always)]
pub fn along_a<V: Real, const A_TETRA: bool, const B_TETRA: bool>(
    (a, b): (&Outline<V, A_TETRA>, &Outline<V, B_TETRA>),
    between: Vec2<V>,
    v: Vec2<V>,
    direction: usize,
) -> Passing<V> {
    let p = a.directions[direction];
    #[expect(clippy::eq_op, reason = "zero, whatever the number")]
    let zero = p[0] - p[0];
    pass_along(p, [a.heights_beside(direction, zero), b.heights(p, zero)], between, v)
}

/// The same of B.
#[inline(always)]
pub fn along_b<V: Real, const A_TETRA: bool, const B_TETRA: bool>(
    (a, b): (&Outline<V, A_TETRA>, &Outline<V, B_TETRA>),
    between: Vec2<V>,
    v: Vec2<V>,
    direction: usize,
) -> Passing<V> {
    let p = b.directions[direction];
    #[expect(clippy::eq_op, reason = "zero, whatever the number")]
    let zero = p[0] - p[0];
    pass_along(p, [a.heights(p, zero), b.heights_beside(direction, zero)], between, v)
}

#[inline(always)]
fn pass_along<V: Real>(
    p: Vec2<V>,
    [[a_low, a_high], [b_low, b_high]]: [[V; 2]; 2],
    between: Vec2<V>,
    v: Vec2<V>,
) -> Passing<V> {
    let offset = cross(p, between);
    let ahead = offset + (b_low - a_high);
    let behind = (a_low - b_high) - offset;
    Passing { ahead, behind, slope: cross(p, v) }
}

/// A frame, where it is seen from less its origin, and its part of the reach, both twice.
#[inline(always)]
fn outline<V: Real, const TETRA: bool>(edges: Edges<V>, norms: [V; 2]) -> (Outline<V, TETRA>, Vec2<V>, V) {
    let third = norm(sub(edges[1], edges[0]));
    let outline = Outline::new(edges, norms, third);
    if TETRA {
        #[expect(clippy::eq_op, reason = "zero, whatever the number")]
        let zero = third - third;
        let longest = norms[0].max(norms[1]);
        return (outline, [zero, zero], longest + longest);
    }
    (outline, add(edges[0], edges[1]), norms[0] + norms[1])
}

/// How far the pair reaches, for its scale.
#[inline(always)]
fn reach<V: Lanes>(pair: &Scaled<V>) -> V {
    let Scaled { a_norms, b_norms, apart, speed, .. } = *pair;
    (apart + speed) + ((a_norms[0] + a_norms[1]) + (b_norms[0] + b_norms[1]))
}

/// Bounds of when each pair meets, clipped to `[0, 1]`.
#[inline(always)]
pub fn contact<V: Lanes, const A_TETRA: bool, const B_TETRA: bool>(pair: Operands<V>) -> Contact<V> {
    let (pair, _) = pair.scaled_if_odd::<true>(reach);
    let Scaled { a, b, d, v, a_norms, b_norms, apart, speed } = pair;
    let zero = apart.splat(0.0);
    let (a, a_middle, a_reach) = outline::<V, A_TETRA>(a, a_norms);
    let (b, b_middle, b_reach) = outline::<V, B_TETRA>(b, b_norms);
    let between = sub(add(add(d, d), b_middle), a_middle);
    let twice = add(v, v);
    let by = speed + speed;
    let reach = (apart + apart + by) + (a_reach + b_reach);
    let band = zero.splat(band::PLANE_CONTACT);
    let (gap_band, slope_band, flush) = (reach * band, by * band, zero.splat(band::FLUSH));
    let errors = |size: V| {
        let gap = gap_band.mul_add(size, flush);
        Errors { gap, inner: gap, slope: slope_band.mul_add(size, flush) }
    };
    let mut out = Contact::anytime(zero);
    let pair = (&a, &b);
    for k in 0..Outline::<V, A_TETRA>::DIRECTIONS {
        out.told = out.told & out.take_passing(along_a(pair, between, twice, k), errors(a.sizes[k]));
    }
    for k in 0..Outline::<V, B_TETRA>::DIRECTIONS {
        out.told = out.told & out.take_passing(along_b(pair, between, twice, k), errors(b.sizes[k]));
    }
    out.told = out.told & reach.abs().lt(zero.splat(f32::MAX));
    out.clipped()
}
