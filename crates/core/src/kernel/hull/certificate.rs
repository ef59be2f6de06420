//! The polynomials that certificates are made of, on any number: the walk side by side computes
//! with them, and tests derive their error bands by running them on bounds of errors.

use super::super::lanes::Real;

/// Three coordinates.
pub type Vector<V> = [V; 3];

/// The inner product.
#[inline(always)]
pub fn dot<V: Real>(a: Vector<V>, b: Vector<V>) -> V {
    a[0].mul_add(b[0], a[1].mul_add(b[1], a[2] * b[2]))
}

/// The difference.
#[inline(always)]
pub fn sub<V: Real>(a: Vector<V>, b: Vector<V>) -> Vector<V> {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// The sum.
#[inline(always)]
pub fn add<V: Real>(a: Vector<V>, b: Vector<V>) -> Vector<V> {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// The vector product.
#[inline(always)]
pub fn cross<V: Real>(a: Vector<V>, b: Vector<V>) -> Vector<V> {
    [
        a[1].mul_sub(b[2], a[2] * b[1]),
        a[2].mul_sub(b[0], a[0] * b[2]),
        a[0].mul_sub(b[1], a[1] * b[0]),
    ]
}

/// A vertex as it lies in the world, seen from its hull's centre, by the rows of the transform.
#[inline(always)]
pub fn turned<V: Real>(rows: &[Vector<V>; 3], vertex: Vector<V>) -> Vector<V> {
    [dot(rows[0], vertex), dot(rows[1], vertex), dot(rows[2], vertex)]
}

/// A point of the difference by a vertex of either hull.
#[inline(always)]
pub fn difference<V: Real>(apart: Vector<V>, p: Vector<V>, q: Vector<V>) -> Vector<V> {
    add(apart, sub(p, q))
}

/// How far the difference lies along a direction, by how far either hull does, the second one
/// against it.
#[inline(always)]
pub fn height<V: Real>(n: Vector<V>, apart: Vector<V>, of_a: V, of_b: V) -> V {
    dot(n, apart) + of_a + of_b
}

/// The volumes that the origin makes with the faces of a tetrahedron, those of the first and the
/// third with the opposite sign of the others': where the origin lies inside, the first is negative
/// and so on by turns, if the last three points turn to the right as seen from the first.
#[inline(always)]
pub fn volumes<V: Real>([v0, v1, v2, v3]: [Vector<V>; 4]) -> [V; 4] {
    let (of_01, of_23) = (cross(v0, v1), cross(v2, v3));
    [dot(v0, of_23), dot(v1, of_23), dot(v2, of_01), dot(v3, of_01)]
}
