//! A frame in exact or `f64` numbers.

use crate::geom::{Build, Built, Figure, MOST_EDGES, Span, Sum};
use crate::num::Ring;
use std::array::from_fn;
use std::ops::Deref;

/// A vector of numbers.
pub(super) type Vector<N, const D: usize = 3> = [N; D];

#[inline]
pub(super) fn sub<N: Ring, const D: usize>(a: &Vector<N, D>, b: &Vector<N, D>) -> Vector<N, D> {
    from_fn(|i| a[i].clone() - b[i].clone())
}

#[inline]
pub(super) fn dot<N: Ring, const D: usize>(a: &Vector<N, D>, b: &Vector<N, D>) -> N {
    let first = a[0].clone() * b[0].clone();
    (1..D).fold(first, |sum, i| sum + a[i].clone() * b[i].clone())
}

#[inline]
pub(super) fn cross<N: Ring>(a: &Vector<N>, b: &Vector<N>) -> Vector<N> {
    let minor = |i: usize, j: usize| a[i].clone() * b[j].clone() - a[j].clone() * b[i].clone();
    [minor(1, 2), minor(2, 0), minor(0, 1)]
}

/// Returns the max-norm.
pub(super) fn norm<const D: usize>(v: &Vector<f64, D>) -> f64 {
    v.iter().fold(0.0, |m, x| m.max(x.abs()))
}

/// A frame by one vertex and the edge vectors from that vertex.
pub(super) struct Solid<N, const D: usize = 3> {
    pub figure: &'static Figure<D>,
    pub origin: Vector<N, D>,
    pub edges: [Vector<N, D>; D],
}

impl<N: Ring, const D: usize> Solid<N, D> {
    /// Converts the rows of a frame. Vertices become edges in the arithmetic of `N`.
    pub fn new(
        Span { figure, stored }: Span<D>,
        origin: [f32; D],
        rows: [[f32; D]; D],
        convert: impl Fn(f32) -> N,
    ) -> Self {
        let origin = origin.map(&convert);
        let edges = stored.edges(&origin, rows.map(|row| row.map(&convert)));
        Self { figure, origin, edges }
    }

    /// Returns the interval of `axis . x` over the solid, measured from its origin.
    #[inline]
    pub fn extent(&self, axis: &Vector<N, D>) -> (N, N) {
        match &self.figure.built {
            Built::Prisms => self.extent_of(axis, |_| Build::Prism),
            Built::Pyramids => self.extent_of(axis, |_| Build::Pyramid),
            Built::Each(built) => self.extent_of(axis, |edge| built[edge]),
        }
    }

    #[inline(always)]
    fn extent_of(&self, axis: &Vector<N, D>, build: impl Fn(usize) -> Build) -> (N, N) {
        let mut low = N::zero();
        let mut high = N::zero();
        for (i, edge) in self.edges.iter().enumerate() {
            let along = dot(axis, edge);
            let (below, above) = match build(i) {
                Build::Prism => (low.clone() + along.clone(), high.clone() + along),
                Build::Pyramid => (along.clone(), along),
            };
            if below < low {
                low = below;
            }
            if above > high {
                high = above;
            }
        }
        (low, high)
    }
}

/// Every edge direction of a solid in space, each once.
pub(super) struct Directions<N> {
    all: [Vector<N>; MOST_EDGES],
    count: usize,
}

impl<N> Deref for Directions<N> {
    type Target = [Vector<N>];

    fn deref(&self) -> &[Vector<N>] {
        &self.all[..self.count]
    }
}

impl<N: Ring> Solid<N> {
    /// Returns every edge direction once: 3 of a cuboid, 6 of a tetrahedron.
    pub fn edge_directions(&self) -> Directions<N> {
        let sums = self.figure.edges;
        let all = from_fn(|i| match (self.edges.get(i), sums.get(i)) {
            (Some(edge), _) => edge.clone(),
            (None, Some(sum)) => summed(sum, &self.edges),
            (None, None) => from_fn(|_| N::zero()),
        });
        Directions { all, count: sums.len() }
    }

    /// Returns every face normal once, up to sign: 3 of a cuboid, 4 of a tetrahedron.
    pub fn face_normals(&self, directions: &Directions<N>) -> impl Iterator<Item = Vector<N>> {
        let normal = |along: &[usize]| cross(&directions[along[0]], &directions[along[1]]);
        self.figure.slabs.iter().map(move |slab| normal(slab.along))
    }
}

/// Returns a sum of vectors, in their order.
pub(super) fn summed<N: Ring, const D: usize>(
    sum: &Sum<D>,
    vectors: &[Vector<N, D>; D],
) -> Vector<N, D> {
    let mut terms = sum.iter().zip(vectors).filter(|(times, _)| **times != 0).map(term);
    let first = terms.next().unwrap_or_else(|| from_fn(|_| N::zero()));
    terms.fold(first, |total, term| from_fn(|axis| total[axis].clone() + term[axis].clone()))
}

/// Returns a vector, or its negative.
fn term<N: Ring, const D: usize>((times, vector): (&i8, &Vector<N, D>)) -> Vector<N, D> {
    let vector = vector.clone();
    if *times < 0 { vector.map(|x| -x) } else { vector }
}
