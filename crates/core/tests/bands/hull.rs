//! The bands of convex polytopes, derived: the polynomials of the walks run on [`Bound`].
//!
//! Those in `f64` are the same polynomials with other roundings of what goes in, which are stated
//! where they stand.

use super::bound::Bound;
use super::{Worst, in_units, splits};
use motzkin_core::kernel::hull::certificate::{
    Vector, add, cross, difference, dot, height, sub, turned, volumes,
};
use motzkin_core::num::band;

fn vector(size: f64, roundings: f64) -> Vector<Bound> {
    [(); 3].map(|()| Bound::new(size, roundings * size))
}

/// A direction: whatever it is, certificates are those of it.
fn direction() -> Vector<Bound> {
    vector(1.0, 0.0)
}

/// The 1-norm of the direction.
const DIRECTION: f64 = 3.0;

/// A vertex, rounded once, in the world: rows add up to a reach.
fn placed(reach: f64) -> Vector<Bound> {
    turned(&[vector(reach / 3.0, 0.0); 3], vector(1.0, 1.0))
}

/// In `f32`: pairs side by side, and the shader.
#[test]
fn hull_bands_cover_supports() {
    let [mut heights, mut points] = [Worst::default(), Worst::default()];
    for [d, a, b, v] in splits() {
        let (p, q, n) = (placed(a), placed(b), direction());
        // A quotient of whole numbers on the GPU takes three roundings, on the CPU one. The way is
        // another part.
        for (apart, way) in [(vector(d, 3.0), None), (vector(d, 3.0), Some(vector(v, 1.0)))] {
            let (at, along) = (difference(apart, p, q), height(n, apart, dot(n, p), dot(n, q)));
            let (at, along, reach) = match way {
                None => (at, along, d + a + b),
                Some(way) => (add(at, way), along + dot(n, way), d + a + b + v),
            };
            points.take(at[0], reach);
            heights.take(along, DIRECTION * reach);
        }
    }
    heights.assert_covered_in_any_order("HULL_HEIGHT", in_units(band::HULL_HEIGHT));
    points.assert_covered_in_any_order("HULL_POINT", in_units(band::HULL_POINT));
}

/// Of points that are exact; errors of theirs have a band of their own.
#[test]
fn hull_bands_cover_volumes() {
    let mut worst = Worst::default();
    for [a, b, c, d] in splits() {
        let sizes = [a, b, c, d];
        let found = volumes(sizes.map(|size| vector(size, 0.0)));
        for (i, volume) in found.into_iter().enumerate() {
            // Of the face without the other one of its two.
            let out = i ^ 1;
            let product: f64 =
                sizes.iter().enumerate().filter(|(i, _)| *i != out).map(|(_, size)| size).product();
            worst.take(volume, product);
        }
    }
    // The band takes the cube of the largest size of all.
    worst.assert_covered_in_any_order("HULL_DETERMINANT", in_units(band::HULL_DETERMINANT));
    worst.assert_covered("HULL_VOLUME", band::HULL_VOLUME / f64::EPSILON * 2.0);
}

/// A coordinate off by `e` of a size `W`, all in units of `W`: the exact change of a determinant is
/// a polynomial of `e`.
#[test]
fn hull_bands_cover_what_points_err_by() {
    for tenth in 0..=20 {
        let e = f64::from(tenth) / 60.0;
        // Six terms, each a product of three.
        let change = 6.0 * ((1.0 + e).powi(3) - 1.0);
        assert!(change <= f64::from(band::HULL_DETERMINANT_INPUT) * e + 1e-9, "{change} at {e}");
        assert!(change <= band::HULL_VOLUME_INPUT * e + 1e-9, "{change} at {e}");
        let change = 2.0 * ((1.0 + e).powi(2) - 1.0);
        assert!(change <= band::HULL_AREA_INPUT * e + 1e-9, "{change} at {e}");
    }
    // Beyond, the band is above any determinant: of points that may be off by as much.
    assert!(
        f64::from(band::HULL_DETERMINANT_INPUT) / 3.0 >= 6.0 && band::HULL_AREA_INPUT / 3.0 >= 2.0
    );
}

/// A scan in `f32`: direction and vertex are rounded once each.
#[test]
fn hull_bands_cover_scans() {
    let mut worst = Worst::default();
    worst.take(dot(vector(1.0, 1.0), vector(1.0, 1.0)), DIRECTION);
    worst.assert_covered("HULL_SCAN", in_units(band::HULL_SCAN));
}

/// A difference of velocities.
fn way(size: f64) -> Vector<Bound> {
    sub(vector(size, 0.0), vector(size * 1e-9, 0.0))
}

/// What is passed of it at a `t` that is known.
fn part_of(way: Vector<Bound>) -> Vector<Bound> {
    way.map(|x| x * Bound::new(1.0, 0.0))
}

/// Of moving pairs in `f64`: how fast they are along a direction, and points of their difference at
/// any `t`, of vertices with four roundings.
#[test]
fn hull_bands_cover_ways_in_f64() {
    let [mut speeds, mut points] = [Worst::default(), Worst::default()];
    for [p, q, v] in splits() {
        speeds.take(dot(direction(), way(v)), DIRECTION * v);
        let (own, weight) = (sub(vector(p, 4.0), vector(q, 4.0)), Bound::new(0.5, 0.0));
        // The mean of two points inside, moved.
        let mean = own.map(|x| x * weight + x * weight);
        points.take(add(mean, part_of(way(v)))[0], p + q + v);
    }
    speeds.assert_covered("HULL_SPEED", band::HULL_SPEED / f64::EPSILON * 2.0);
    // The kernel allows so many beside those of a centroid.
    assert!(points.ordered <= 12.0, "{points:?}");
}

/// In `f64`: centroids in the world of four roundings, or vertices; the direction as either hull
/// sees it, three, and scaled, two.
#[test]
fn hull_bands_cover_heights_in_f64() {
    let mut worst = Worst::default();
    for [p, q, v] in splits() {
        let n = direction();
        let apart = sub(vector(p, 4.0), vector(q, 4.0));
        // A vertex lies up to twice its magnitude from the centroid; of its product the scan has
        // its own band.
        let seen = |size: f64| {
            let product = dot(vector(1.0, 5.0), vector(2.0 * size, 0.0));
            Bound::new(product.size, 5.0 * product.size)
        };
        let along = height(n, apart, seen(p), seen(q));
        // A part of the way, and the sum of all.
        worst.take(along + dot(n, part_of(way(v))), DIRECTION * (p + q + v));
    }
    worst.assert_covered("HULL_F64", band::HULL_F64 / f64::EPSILON * 2.0);
    let mut area = Worst::default();
    area.take(cross(vector(1.0, 0.0), vector(1.0, 0.0))[0], 1.0);
    area.assert_covered("HULL_AREA", band::HULL_AREA / f64::EPSILON * 2.0);
}
