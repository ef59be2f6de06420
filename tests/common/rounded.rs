//! Numbers rounded to `f64`, with what bounds their error: an oracle looks at them first, and at
//! whole numbers where they leave a doubt.

use dashu_int::IBig;
use dashu_int::ops::BitTest;
use std::cmp::Ordering;
use std::ops::{Add, Mul, Sub};

/// What a few dozen roundings one after the other err by is less than this part of the size.
const SLACK: f64 = 1.0 / 35_184_372_088_832.0; // 2^-45

/// Of what is smaller nothing is certain, so that no product of five underflows.
const SMALLEST: i32 = -200;

/// A number, and its size: what it would be if all signs on the way to it were plus.
#[derive(Clone, Copy)]
pub struct Rounded {
    value: f64,
    size: f64,
}

impl Rounded {
    /// The number of bits, or one less.
    pub fn length(x: &IBig) -> usize {
        x.bit_len()
    }

    /// A whole number divided by `2^places`.
    pub fn of(x: &IBig, places: usize) -> Self {
        let length = Self::length(x);
        let left_out = length.saturating_sub(64);
        let scale = left_out as i32 - places as i32;
        let value = (x >> left_out).to_f64().value() * 2.0_f64.powi(scale.max(-1000));
        let is_small = length != 0 && length as i32 - (places as i32) < SMALLEST;
        Self { value, size: if is_small { f64::INFINITY } else { value.abs() } }
    }

    /// Half-spaces `normal . x >= offset`, each divided by a length of its own, and all coordinates
    /// by another.
    pub fn half_spaces<'a, const N: usize>(
        spaces: impl Iterator<Item = (&'a [IBig; N], &'a IBig)> + Clone,
    ) -> Vec<([Self; N], Self)> {
        let of_normal = |normal: &[IBig; N]| normal.iter().map(Self::length).max().unwrap_or(0);
        let further = |(normal, offset)| Self::length(offset).saturating_sub(of_normal(normal));
        let coordinates = spaces.clone().map(further).max().unwrap_or(0);
        spaces
            .map(|(normal, offset)| {
                let places = of_normal(normal);
                let rounded = normal.each_ref().map(|x| Self::of(x, places));
                (rounded, Self::of(offset, places + coordinates))
            })
            .collect()
    }

    /// The half-spaces of which it is not certain that the point `x / w` lies in them; `None` where
    /// it certainly lies outside of one, or where `w` is made of zeros.
    pub fn doubtful<const N: usize>(
        spaces: &[([Self; N], Self)],
        x: &[Self; N],
        w: Self,
    ) -> Option<Vec<usize>> {
        if w.size == 0.0 {
            return None;
        }
        let Some(way) = w.sign() else { return Some((0..spaces.len()).collect()) };
        let mut doubtful = Vec::new();
        for (s, (normal, offset)) in spaces.iter().enumerate() {
            match (Self::dot(normal, x) - *offset * w).sign() {
                Some(side) if side == way => {}
                Some(_) => return None,
                None => doubtful.push(s),
            }
        }
        Some(doubtful)
    }

    /// Vectors divided by as many places as the longest number has.
    pub fn vectors<const N: usize>(vectors: &[[IBig; N]]) -> Vec<[Self; N]> {
        let places = vectors.iter().flatten().map(Self::length).max().unwrap_or(0);
        let of = |v: &[IBig; N]| v.each_ref().map(|x| Self::of(x, places));
        vectors.iter().map(of).collect()
    }

    /// The least and the greatest of some, by their values.
    pub fn ends(all: impl Iterator<Item = Self> + Clone) -> [Self; 2] {
        let by_value = |a: &Self, b: &Self| a.value.total_cmp(&b.value);
        let ends = [all.clone().min_by(by_value), all.max_by(by_value)];
        ends.map(|end| end.expect("not none"))
    }

    /// The product of two vectors.
    pub fn dot<const N: usize>(a: &[Self; N], b: &[Self; N]) -> Self {
        (1..N).fold(a[0] * b[0], |sum, i| sum + a[i] * b[i])
    }

    /// Its square, with its own sign.
    pub fn signed_square(self) -> Self {
        Self { value: self.value * self.value.abs(), size: self.size * self.size }
    }

    /// The sign of the exact number, where it is certain.
    pub fn sign(self) -> Option<Ordering> {
        let slack = SLACK * self.size;
        match () {
            () if self.value > slack => Some(Ordering::Greater),
            () if self.value < -slack => Some(Ordering::Less),
            () => None,
        }
    }
}

impl Add for Rounded {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { value: self.value + other.value, size: self.size + other.size }
    }
}

impl Sub for Rounded {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self { value: self.value - other.value, size: self.size + other.size }
    }
}

impl Mul for Rounded {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self { value: self.value * other.value, size: self.size * other.size }
    }
}
