//! What both tetrahedron kernels need: the face functionals. Twin: `shaders/parts/tetra.wgsl`.

use super::lanes::{Lanes, Real};
use super::operand::{Edges, largest, scale_edges};
use super::vector::{Vec3, cross, dot, scale};
use crate::num::band;

/// The six edges of a tetrahedron, each by the two faces that meet there.
pub const PENCILS: [(usize, usize); 6] = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];

/// The inward normals of the three faces through the origin, and the volume.
#[derive(Clone, Copy)]
pub struct Faces<V> {
    /// `normals[k] . x` is positive inside: the barycentric coordinate of vertex `k + 1`, times
    /// `volume`.
    pub normals: [Vec3<V>; 3],
    /// Six times the volume.
    pub volume: V,
}

/// The normals `e_i x e_j`, inward when the edges are right-handed; `scaled` are the edges times
/// any positive number, which scales the functionals.
#[inline(always)]
pub fn faces<V: Real>(scaled: &Edges<V>, edges: &Edges<V>) -> Faces<V> {
    let [e0, e1, e2] = *scaled;
    let normals = [cross(e1, e2), cross(e2, e0), cross(e0, e1)];
    Faces { normals, volume: dot(normals[0], edges[0]) }
}

impl<V: Real> Faces<V> {
    /// The three normals along `x`.
    #[inline(always)]
    pub fn along(&self, x: Vec3<V>) -> [V; 3] {
        [dot(self.normals[0], x), dot(self.normals[1], x), dot(self.normals[2], x)]
    }
}

/// The functionals of all four faces from those of the first three. The fourth face, opposite the
/// origin, has what is left of the volume.
#[inline(always)]
pub fn four<V: Real>(volume: V, three: [V; 3]) -> [V; 4] {
    [three[0], three[1], three[2], volume - (three[0] + three[1] + three[2])]
}

/// A tetrahedron's faces prepared for the tests.
pub struct Prepared<V: Lanes> {
    /// Normals turned inward, from edges scaled to a norm in `[1, 2)`.
    pub faces: Faces<V>,
    /// The bounds of the four normals: products of two scaled edges' norms, then their sum.
    pub sizes: [V; 4],
    /// Lanes in which the tetrahedron is certainly not flat.
    pub solid: V::Mask,
}

impl<V: Lanes> Prepared<V> {
    /// The bands of the four functionals: so much of `sizes` times `extent` for the faces through
    /// the origin, and for the fourth; nowhere below `least`.
    #[inline(always)]
    pub fn errors(&self, extent: V, (through, fourth): (f32, f32), least: V) -> [V; 4] {
        let through = extent * extent.splat(through);
        let fourth = extent * extent.splat(fourth);
        let [p0, p1, p2, sum] = self.sizes;
        [
            through.mul_add(p0, least),
            through.mul_add(p1, least),
            through.mul_add(p2, least),
            fourth.mul_add(sum, least),
        ]
    }
}

/// Scales and orients, and finds whether the tetrahedron is certainly solid. Without the scaling,
/// the pencils' products of two functionals (degree six) would leave the range of `f32` for
/// tetrahedra a few thousand times smaller than their distance.
#[inline(always)]
pub fn prepare<V: Lanes>(edges: &Edges<V>, norms: [V; 3]) -> Prepared<V> {
    let s = largest(norms).unit_scale();
    let scaled = scale_edges(edges, s);
    let mut faces = faces(&scaled, edges);
    let hand = V::select(faces.volume.lt(s.splat(0.0)), s.splat(-1.0), s.splat(1.0));
    faces.normals = scale_edges(&faces.normals, hand);
    faces.volume = faces.volume * hand;
    let [n0, n1, n2] = scale(norms, s);
    let [p0, p1, p2] = [n1 * n2, n2 * n0, n0 * n1];
    let sizes = [p0, p1, p2, p0 + p1 + p2];
    let flat = (s.splat(band::DETERMINANT) * p0).mul_add(norms[0], s.splat(band::FLUSH));
    Prepared { faces, sizes, solid: flat.lt(faces.volume) & faces.volume.lt(s.splat(f32::MAX)) }
}
