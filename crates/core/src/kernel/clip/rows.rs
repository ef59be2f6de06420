//! A solid as rows, each a slab between two parallel planes. Twin: `shaders/parts/clip_rows.wgsl`.

use crate::kernel::cuboid_cuboid::{OTHERS, face_normals};
use crate::kernel::lanes::Real;
use crate::kernel::operand::Edges;
use crate::kernel::shape::Plain;
use crate::kernel::vector::{Vec3, add, dot};

/// How many rows a solid has. A tetrahedron's fourth holds the sum of its coordinates, and two of
/// its eight planes more than it needs are harmless.
pub const fn rows_of<S: Plain>() -> usize {
    if S::IS_SIMPLEX { 4 } else { 3 }
}

/// A point `x`, seen from the solid's origin, is inside where `|2 normal . x - volume| <= |volume|`
/// for each row.
pub struct Rows<V> {
    /// `e_i x e_j`. The fourth row's is their sum.
    pub normals: [Vec3<V>; 3],
    /// The normals of the edges' magnitudes, with sums for differences. The normals' errors are in
    /// proportion to these.
    pub sizes: [Vec3<V>; 3],
    /// The determinant, of either sign.
    pub volume: V,
}

/// The rows of a solid.
#[inline(always)]
pub fn rows<V: Real>(e: &Edges<V>) -> Rows<V> {
    let normals = face_normals(e);
    let m = [magnitudes(e[0]), magnitudes(e[1]), magnitudes(e[2])];
    let sizes = [permanents(m[1], m[2]), permanents(m[2], m[0]), permanents(m[0], m[1])];
    Rows { normals, sizes, volume: dot(normals[0], e[0]) }
}

impl<V: Real> Rows<V> {
    /// The change of each row along `x`: twice the normals' products.
    #[inline(always)]
    pub fn along(&self, x: Vec3<V>) -> [V; 4] {
        let twice = add(x, x);
        let [p, q, r] =
            [dot(self.normals[0], twice), dot(self.normals[1], twice), dot(self.normals[2], twice)];
        [p, q, r, p + q + r]
    }

    /// The value of each row at `x`.
    #[inline(always)]
    pub fn at(&self, x: Vec3<V>) -> [V; 4] {
        let [p, q, r, s] = self.along(x);
        [p - self.volume, q - self.volume, r - self.volume, s - self.volume]
    }
}

/// The magnitude of each component.
#[inline(always)]
pub fn magnitudes<V: Real>(x: Vec3<V>) -> Vec3<V> {
    [x[0].abs(), x[1].abs(), x[2].abs()]
}

/// A cross product with sums for differences.
#[inline(always)]
fn permanents<V: Real>(a: Vec3<V>, b: Vec3<V>) -> Vec3<V> {
    [
        a[1].mul_add(b[2], a[2] * b[1]),
        a[2].mul_add(b[0], a[0] * b[2]),
        a[0].mul_add(b[1], a[1] * b[0]),
    ]
}

/// The three edges that start at the origin or are parallel to those that do, and of a tetrahedron
/// the three opposite ones. Each with the values of the rows along it.
#[inline(always)]
pub fn directions<V: Real>(e: &Edges<V>, along: &[[V; 4]; 3]) -> [(Vec3<V>, [V; 4]); 6] {
    let mut out = [(e[0], along[0]); 6];
    for (i, &(j, l)) in OTHERS.iter().enumerate() {
        out[i] = (e[i], along[i]);
        let (from, to) = (along[j], along[l]);
        let change = [to[0] - from[0], to[1] - from[1], to[2] - from[2], to[3] - from[3]];
        out[i + 3] = ([e[l][0] - e[j][0], e[l][1] - e[j][1], e[l][2] - e[j][2]], change);
    }
    out
}

/// The sum of two rows' values.
#[inline(always)]
pub fn add4<V: Real>(a: [V; 4], b: [V; 4]) -> [V; 4] {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]]
}
