//! The point of a face and a further vertex that is nearest to the origin.

use crate::kernel::lanes::Lanes;
use crate::kernel::vector::{Vec3, dot, sub};

/// A vertex of the difference of two frames.
#[derive(Clone, Copy)]
pub struct Vertex<V> {
    /// The point of the second frame less that of the first.
    pub at: Vec3<V>,
    /// The point of the first frame.
    pub from: Vec3<V>,
}

impl<V: Lanes> Vertex<V> {
    #[inline(always)]
    pub fn select(mask: V::Mask, yes: &Self, no: &Self) -> Self {
        Self { at: select(mask, yes.at, no.at), from: select(mask, yes.from, no.from) }
    }
}

/// `yes` where the mask is set.
#[inline(always)]
pub fn select<V: Lanes>(mask: V::Mask, yes: Vec3<V>, no: Vec3<V>) -> Vec3<V> {
    [V::select(mask, yes[0], no[0]), V::select(mask, yes[1], no[1]), V::select(mask, yes[2], no[2])]
}

/// A point or an edge or a triangle, and its point that is nearest to the origin. Vertices that are
/// not needed have no weight; they repeat others.
#[derive(Clone, Copy)]
pub struct Face<V> {
    /// The vertices.
    pub vertices: [Vertex<V>; 3],
    /// The weights of the second and the third vertex. All weights add up to one.
    pub weights: [V; 2],
    /// The nearest point.
    pub at: Vec3<V>,
}

/// Part of the square of the distance that an edge or a triangle takes off that of the new vertex:
/// nothing where its nearest point is not inside.
struct Part<V> {
    gain: V,
    weights: [V; 2],
}

impl<V: Lanes> Face<V> {
    /// A vertex alone.
    #[inline(always)]
    pub fn new(vertex: Vertex<V>) -> Self {
        let zero = vertex.at[0].splat(0.0);
        Self { vertices: [vertex; 3], weights: [zero; 2], at: vertex.at }
    }

    /// The face among this one and a further vertex that comes closest to the origin and has that
    /// vertex. Vertices of this face from number `N` on have no weight in any lane.
    #[inline(always)]
    pub fn with<const N: usize>(&self, new: Vertex<V>) -> Self {
        let zero = new.at[0].splat(0.0);
        let mut edges = [new.at; 3];
        let mut towards = [zero; 3];
        let mut own = [zero; 3];
        for i in 0..N {
            edges[i] = sub(self.vertices[i].at, new.at);
            towards[i] = zero - dot(new.at, edges[i]);
            own[i] = dot(edges[i], edges[i]);
        }
        // The first of those that gain most, and the new vertex alone where none gains.
        let (mut gain, mut weights) = (zero, [zero; 2]);
        let (mut second, mut third) = (new, new);
        for i in 0..N {
            let part = line(towards[i], own[i]);
            let better = gain.lt(part.gain);
            gain = V::select(better, part.gain, gain);
            weights[0] = V::select(better, part.weights[0], weights[0]);
            second = Vertex::select(better, &self.vertices[i], &second);
        }
        for (i, j) in [(0, 1), (1, 2), (2, 0)] {
            if i >= N || j >= N {
                continue;
            }
            let mixed = dot(edges[i], edges[j]);
            let part = plane([towards[i], towards[j]], [own[i], own[j]], mixed);
            let better = gain.lt(part.gain);
            gain = V::select(better, part.gain, gain);
            weights = [
                V::select(better, part.weights[0], weights[0]),
                V::select(better, part.weights[1], weights[1]),
            ];
            second = Vertex::select(better, &self.vertices[i], &second);
            third = Vertex::select(better, &self.vertices[j], &third);
        }
        let mut at = new.at;
        for (axis, at) in at.iter_mut().enumerate() {
            let (x, y) = (second.at[axis] - new.at[axis], third.at[axis] - new.at[axis]);
            *at = weights[1].mul_add(y, weights[0].mul_add(x, *at));
        }
        Self { vertices: [new, second, third], weights, at }
    }

    #[inline(always)]
    pub fn select(mask: V::Mask, yes: &Self, no: &Self) -> Self {
        Self {
            vertices: [
                Vertex::select(mask, &yes.vertices[0], &no.vertices[0]),
                Vertex::select(mask, &yes.vertices[1], &no.vertices[1]),
                Vertex::select(mask, &yes.vertices[2], &no.vertices[2]),
            ],
            weights: [
                V::select(mask, yes.weights[0], no.weights[0]),
                V::select(mask, yes.weights[1], no.weights[1]),
            ],
            at: select(mask, yes.at, no.at),
        }
    }

    /// The point of the first frame that belongs to the nearest point.
    #[inline(always)]
    pub fn from(&self) -> Vec3<V> {
        let [new, second, third] = &self.vertices;
        let (x, y) = (sub(second.from, new.from), sub(third.from, new.from));
        let mut from = new.from;
        for axis in 0..3 {
            from[axis] =
                self.weights[1].mul_add(y[axis], self.weights[0].mul_add(x[axis], from[axis]));
        }
        from
    }
}

/// The inside of an edge from the new vertex.
#[inline(always)]
fn line<V: Lanes>(towards: V, own: V) -> Part<V> {
    let zero = own.splat(0.0);
    let within = zero.lt(towards) & towards.lt(own);
    let t = towards / own;
    Part { gain: V::select(within, t * towards, zero), weights: [t, zero] }
}

/// Triangles whose angle at the new vertex has a smaller square of its sine are left out: one with
/// a vertex twice is no triangle, and rounding would make one of it.
const THIN: f32 = 1e-10;

/// The inside of a triangle of the new vertex and two others.
#[inline(always)]
fn plane<V: Lanes>([p, q]: [V; 2], [pp, qq]: [V; 2], pq: V) -> Part<V> {
    let zero = p.splat(0.0);
    let whole = pp.mul_sub(qq, pq * pq);
    let (s, t) = (p.mul_sub(qq, q * pq), q.mul_sub(pp, p * pq));
    let within =
        zero.lt(s) & zero.lt(t) & (s + t).lt(whole) & (pp * qq * zero.splat(THIN)).lt(whole);
    let per_whole = zero.splat(1.0) / whole;
    let (s, t) = (s * per_whole, t * per_whole);
    Part { gain: V::select(within, s.mul_add(p, t * q), zero), weights: [s, t] }
}
