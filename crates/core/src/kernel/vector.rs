//! Vectors of three and the two products that the certificates are made of.

use super::lanes::Real;

/// x, y, z.
pub type Vec3<V> = [V; 3];

/// `a . b`.
#[inline(always)]
pub fn dot<V: Real>(a: Vec3<V>, b: Vec3<V>) -> V {
    a[2].mul_add(b[2], a[1].mul_add(b[1], a[0] * b[0]))
}

/// `a x b`.
#[inline(always)]
pub fn cross<V: Real>(a: Vec3<V>, b: Vec3<V>) -> Vec3<V> {
    [
        a[1].mul_sub(b[2], a[2] * b[1]),
        a[2].mul_sub(b[0], a[0] * b[2]),
        a[0].mul_sub(b[1], a[1] * b[0]),
    ]
}

/// `a + b`.
#[inline(always)]
pub fn add<V: Real>(a: Vec3<V>, b: Vec3<V>) -> Vec3<V> {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// `a - b`.
#[inline(always)]
pub fn sub<V: Real>(a: Vec3<V>, b: Vec3<V>) -> Vec3<V> {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// `a * s`.
#[inline(always)]
pub fn scale<V: Real>(a: Vec3<V>, s: V) -> Vec3<V> {
    [a[0] * s, a[1] * s, a[2] * s]
}

/// The largest magnitude of a component.
#[inline(always)]
pub fn norm<V: Real>(a: Vec3<V>) -> V {
    a[0].abs().max(a[1].abs()).max(a[2].abs())
}
