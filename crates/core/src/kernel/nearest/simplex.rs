//! The point of a face and a further vertex that is nearest to the origin.

use crate::kernel::lanes::Lanes;
use crate::kernel::vector::{Vec3, dot, sub};

/// A vertex of the difference of two frames. `C` is what is carried along with it.
#[derive(Clone, Copy)]
pub struct Vertex<V, C> {
    /// The point of the second frame less that of the first.
    pub at: Vec3<V>,
    /// Which points these are.
    pub of: C,
}

/// What tells where a vertex comes from.
pub trait Carried<V: Lanes>: Copy {
    /// That of the point `from` of the first frame, which has the mark `a`, and of a point of the
    /// second frame with the mark `b`.
    fn new(from: Vec3<V>, a: V, b: V) -> Self;

    /// `yes` where the mask is set.
    fn select(mask: V::Mask, yes: Self, no: Self) -> Self;
}

impl<V: Lanes, C: Carried<V>> Vertex<V, C> {
    #[inline(always)]
    pub fn select(mask: V::Mask, yes: &Self, no: &Self) -> Self {
        Self { at: select(mask, yes.at, no.at), of: C::select(mask, yes.of, no.of) }
    }
}

/// The point of the first frame.
#[derive(Clone, Copy)]
pub struct Point<V>(pub Vec3<V>);

impl<V: Lanes> Carried<V> for Point<V> {
    #[inline(always)]
    fn new(from: Vec3<V>, _: V, _: V) -> Self {
        Self(from)
    }
    #[inline(always)]
    fn select(mask: V::Mask, yes: Self, no: Self) -> Self {
        Self(select(mask, yes.0, no.0))
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
pub struct Face<V, C> {
    /// The vertices.
    pub vertices: [Vertex<V, C>; 3],
    /// The weights of the second and the third vertex. All weights add up to one.
    pub weights: [V; 2],
    /// The nearest point.
    pub at: Vec3<V>,
}

impl<V: Lanes, C: Carried<V>> Face<V, C> {
    /// A vertex alone.
    #[inline(always)]
    pub fn new(vertex: Vertex<V, C>) -> Self {
        let zero = vertex.at[0].splat(0.0);
        Self { vertices: [vertex; 3], weights: [zero; 2], at: vertex.at }
    }

    /// The face of these vertices that comes closest to the origin and has the first one.
    #[inline(always)]
    pub fn of([first, second, third]: [Vertex<V, C>; 3]) -> Self {
        let mut others = Self::new(second);
        others.vertices[1] = third;
        others.with::<2>(first)
    }

    /// The face among this one and a further vertex that comes closest to the origin and has that
    /// vertex. Vertices of this face from number `N` on have no weight in any lane.
    #[inline(always)]
    pub fn with<const N: usize>(&self, new: Vertex<V, C>) -> Self {
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
        let mut best = Best { gain: zero, weights: [zero; 2], second: new, third: new };
        for i in 0..N {
            best.take(&line(towards[i], own[i]), &self.vertices[i], &new);
        }
        // A loop over pairs of numbers is not unrolled, and takes half as long again.
        if N > 1 {
            self.take_triangle::<0, 1>(&mut best, &edges, &towards, &own);
        }
        if N > 2 {
            self.take_triangle::<1, 2>(&mut best, &edges, &towards, &own);
            self.take_triangle::<2, 0>(&mut best, &edges, &towards, &own);
        }
        let Best { weights, second, third, .. } = best;
        let mut at = new.at;
        for (axis, at) in at.iter_mut().enumerate() {
            let (x, y) = (second.at[axis] - new.at[axis], third.at[axis] - new.at[axis]);
            *at = weights[1].mul_add(y, weights[0].mul_add(x, *at));
        }
        Self { vertices: [new, second, third], weights, at }
    }

    /// Takes the triangle of the new vertex and two of this face in.
    #[inline(always)]
    fn take_triangle<const I: usize, const J: usize>(
        &self,
        best: &mut Best<V, C>,
        edges: &[Vec3<V>; 3],
        towards: &[V; 3],
        own: &[V; 3],
    ) {
        let mixed = dot(edges[I], edges[J]);
        let part = plane([towards[I], towards[J]], [own[I], own[J]], mixed);
        best.take(&part, &self.vertices[I], &self.vertices[J]);
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
}

impl<V: Lanes> Face<V, Point<V>> {
    /// The point of the first frame that belongs to the nearest point.
    #[inline(always)]
    pub fn from(&self) -> Vec3<V> {
        let [Point(new), Point(second), Point(third)] =
            [self.vertices[0].of, self.vertices[1].of, self.vertices[2].of];
        let (x, y) = (sub(second, new), sub(third, new));
        let mut from = new;
        for axis in 0..3 {
            from[axis] =
                self.weights[1].mul_add(y[axis], self.weights[0].mul_add(x[axis], from[axis]));
        }
        from
    }
}

/// The edge or triangle that gains most so far.
struct Best<V, C> {
    gain: V,
    weights: [V; 2],
    second: Vertex<V, C>,
    third: Vertex<V, C>,
}

impl<V: Lanes, C: Carried<V>> Best<V, C> {
    /// Takes a part with its vertices beside the new one in.
    #[inline(always)]
    fn take(&mut self, part: &Part<V>, second: &Vertex<V, C>, third: &Vertex<V, C>) {
        let better = part.within & self.gain.lt(part.gain);
        self.gain = V::select(better, part.gain, self.gain);
        self.weights = [
            V::select(better, part.weights[0], self.weights[0]),
            V::select(better, part.weights[1], self.weights[1]),
        ];
        self.second = Vertex::select(better, second, &self.second);
        self.third = Vertex::select(better, third, &self.third);
    }
}

/// What an edge or a triangle from the new vertex takes off the square of its distance.
struct Part<V: Lanes> {
    /// Lanes in which the nearest point is inside. Elsewhere nothing is gained.
    within: V::Mask,
    gain: V,
    weights: [V; 2],
}

/// The inside of an edge from the new vertex.
#[inline(always)]
fn line<V: Lanes>(towards: V, own: V) -> Part<V> {
    let zero = own.splat(0.0);
    let within = zero.lt(towards) & towards.lt(own);
    let t = towards / own;
    Part { within, gain: t * towards, weights: [t, zero] }
}

/// Triangles whose angle at the new vertex has a smaller square of its sine are left out: one with
/// a vertex twice is no triangle, and rounding would make one of it.
const THIN: f32 = 1e-10;

/// The same where the vectors are of `f32`.
const THIN_F32: f32 = 1e-6;

/// The inside of a triangle of the new vertex and two others.
#[inline(always)]
fn plane<V: Lanes>([p, q]: [V; 2], [pp, qq]: [V; 2], pq: V) -> Part<V> {
    let zero = p.splat(0.0);
    let thin = zero.splat(if V::FINENESS < 1.0 { THIN } else { THIN_F32 });
    let whole = pp.mul_sub(qq, pq * pq);
    let (s, t) = (p.mul_sub(qq, q * pq), q.mul_sub(pp, p * pq));
    let within = zero.lt(s) & zero.lt(t) & (s + t).lt(whole) & (pp * qq * thin).lt(whole);
    let per_whole = zero.splat(1.0) / whole;
    let (s, t) = (s * per_whole, t * per_whole);
    Part { within, gain: s.mul_add(p, t * q), weights: [s, t] }
}
