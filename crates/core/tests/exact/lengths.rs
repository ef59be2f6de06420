//! How long the numbers of touching polytopes become.

use crate::common::seed::{rng, seed};
use glam::{Affine3A, Mat3, Vec3};
use motzkin_core::exact::hull::contact::{DOUBLE_BITS, NARROW_BITS, longest, verdict};
use motzkin_core::exact::hull::lattice::{Lattice, lattice};
use motzkin_core::geom::{Pair, PolytopeSet};
use motzkin_core::num::Ring;
use std::cell::Cell;
use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

thread_local! {
    /// The largest magnitude that a sum or a product had.
    static LARGEST: Cell<u128> = const { Cell::new(0) };
}

/// A whole number that keeps account of how long numbers become.
#[derive(Clone, PartialEq, PartialOrd)]
struct Measured(i128);

impl Measured {
    fn new(value: Option<i128>) -> Self {
        let value = value.expect("128 bits hold it");
        LARGEST.set(LARGEST.get().max(value.unsigned_abs()));
        Self(value)
    }
}

impl Add for Measured {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.0.checked_add(other.0))
    }
}

impl Sub for Measured {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.0.checked_sub(other.0))
    }
}

impl Mul for Measured {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self::new(self.0.checked_mul(other.0))
    }
}

impl Neg for Measured {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Ring for Measured {
    fn zero() -> Self {
        Self(0)
    }
    fn sign_of(&self) -> Ordering {
        self.0.cmp(&0)
    }
}

/// Hulls of points that lie as far out as `bits` allow, mapped so that few bits are zero.
fn hulls(rng: &mut fastrand::Rng, bits: i32) -> PolytopeSet {
    let mut set = PolytopeSet::new();
    let most = 1 << bits.min(12);
    let mut out = || (if rng.bool() { 1 } else { -1 } * (most - rng.i32(0..4))) as f32;
    let scale = (bits - 13).max(0);
    let map = Mat3::from_diagonal(Vec3::splat((1_u64 << scale) as f32 + 1.0));
    for side in [0.0, 1.0] {
        let points: Vec<Vec3> = (0..7).map(|_| Vec3::new(out(), out(), out())).collect();
        let hull = set.push(&points).expect("finite points");
        let apart = Vec3::new(out(), out(), out()) * side;
        set.set_transform(hull, Affine3A::from_mat3_translation(map, apart)).expect("no plane");
    }
    set
}

/// What a lattice of so many bits lets through takes no longer numbers than is derived.
#[test]
fn numbers_are_no_longer_than_derived() {
    let mut rng = rng("longest numbers of contacts");
    for bits in [8, DOUBLE_BITS, 24, NARROW_BITS] {
        LARGEST.set(0);
        let mut seen = 0;
        for i in 0..4000 {
            let set = hulls(&mut rng, bits - i % 6);
            let Some(Lattice { points, inside }) = lattice(&set, Pair::new(0, 1), bits) else {
                continue;
            };
            let whole = |point: [f64; 3]| point.map(|x| Measured(x as i128));
            let [a, b] = points.map(|of| of.into_iter().map(whole).collect::<Vec<_>>());
            verdict(&a, &b, &whole(inside));
            seen += 1;
        }
        let found = (u128::BITS - LARGEST.get().leading_zeros()) as i32;
        assert!(seen > 100, "{seen} pairs of {bits} bits");
        assert!(found <= longest(bits), "{bits} bits become {found}, seed {}", seed());
        // The derivation does not give much away.
        assert!(
            found > longest(bits) - 8,
            "{bits} bits become {found} at the most, seed {}",
            seed()
        );
    }
}
