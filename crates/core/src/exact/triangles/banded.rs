//! Triangles in `f64`, where its error band can decide.

use super::sides::{NEXT, Triangle, agree, beyond, three};
use crate::num::band::VOLUME_F64;
use std::cmp::Ordering;

type Point = [f64; 3];

/// A direction and the bound of a sum of magnitudes of its products with a vector of max-norm 1.
struct Normal {
    direction: Point,
    size: f64,
}

impl Normal {
    #[inline(always)]
    fn of(e: Point, f: Point) -> Self {
        let part = |i: usize, j: usize| e[i] * f[j] - e[j] * f[i];
        Self { direction: [part(1, 2), part(2, 0), part(0, 1)], size: norm(e) * norm(f) }
    }

    /// Returns the sign of the product with a vector, or `None` within the error band.
    #[inline(always)]
    fn sign(&self, d: Point) -> Option<Ordering> {
        let [x, y, z] = self.direction;
        let volume = x * d[0] + y * d[1] + z * d[2];
        let band = VOLUME_F64 * self.size * norm(d);
        if volume > band {
            Some(Ordering::Greater)
        } else if volume < -band {
            Some(Ordering::Less)
        } else {
            None
        }
    }
}

#[inline(always)]
fn norm(v: Point) -> f64 {
    v[0].abs().max(v[1].abs()).max(v[2].abs())
}

#[inline(always)]
fn minus(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// Returns on which side of the plane of a triangle each corner of the other triangle lies.
#[inline(always)]
fn sides(of: &[Point; 3], corners: &[Point; 3]) -> [Option<Ordering>; 3] {
    let normal = Normal::of(minus(of[1], of[0]), minus(of[2], of[0]));
    three(|i| normal.sign(minus(corners[i], of[0])))
}

/// Returns whether they meet, or `None` within the error band.
#[inline(always)]
pub fn meet(a: &Triangle, b: &Triangle) -> Option<bool> {
    let wide = |t: &Triangle| three(|i| three(|axis| f64::from(t[i][axis])));
    let (a, b) = (wide(a), wide(b));
    let of_b = sides(&a, &b);
    if certain(of_b).is_some_and(beyond) {
        return Some(false);
    }
    let of_a = sides(&b, &a);
    if certain(of_a).is_some_and(beyond) {
        return Some(false);
    }
    let (of_a, of_b) = (certain(of_a)?, certain(of_b)?);
    let mut unknown = false;
    for (edges, signs, face) in [(&a, of_a, &b), (&b, of_b, &a)] {
        for i in 0..3 {
            if signs[i] == signs[NEXT[i]] {
                continue;
            }
            let (p, q) = (edges[i], edges[NEXT[i]]);
            let along = minus(q, p);
            let seen = three(|corner| minus(face[corner], p));
            let turns = three(|k| Normal::of(along, seen[k]).sign(seen[NEXT[k]]));
            match certain(turns) {
                Some(turns) if agree(turns) => return Some(true),
                Some(_) => {}
                // Two that are opposite suffice.
                None if !turns.contains(&Some(Ordering::Less))
                    || !turns.contains(&Some(Ordering::Greater)) =>
                {
                    unknown = true;
                }
                None => {}
            }
        }
    }
    (!unknown).then_some(false)
}

#[inline(always)]
fn certain(signs: [Option<Ordering>; 3]) -> Option<[Ordering; 3]> {
    match signs {
        [Some(x), Some(y), Some(z)] => Some([x, y, z]),
        _ => None,
    }
}
