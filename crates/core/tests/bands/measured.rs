//! The bands against measured errors: the kernels' polynomials in `f32`, plain and contracted in
//! two ways, beside their values in whole numbers.

use crate::seed::{rng, seed};
use crate::whole::Whole;
use motzkin_core::kernel::{
    Edges, Real, Vec3, cuboid_cuboid, cuboid_tetra, swept_cuboid_cuboid, swept_cuboid_tetra, tetra,
    tetra_tetra,
};
use motzkin_core::num::band;
use std::array::from_fn;
use std::ops::{Add, Mul, Sub};

/// A number of a kernel under test that starts from an `f32`.
pub(super) trait Float: Real {
    fn of(value: f32) -> Self;
    fn value(self) -> f32;
}

impl Float for f32 {
    fn of(value: f32) -> Self {
        value
    }
    fn value(self) -> f32 {
        self
    }
}

/// An `f32` whose products are fused into the sums that they enter, as a GPU's compiler may do; of
/// two products the right or the left one.
#[derive(Clone, Copy)]
pub(super) struct Fused<const RIGHT: bool> {
    value: f32,
    factors: Option<(f32, f32)>,
}

impl<const RIGHT: bool> Float for Fused<RIGHT> {
    fn of(value: f32) -> Self {
        Self { value, factors: None }
    }
    fn value(self) -> f32 {
        self.value
    }
}

impl<const RIGHT: bool> Add for Fused<RIGHT> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let left = self.factors.map(|(p, q)| p.mul_add(q, other.value));
        let right = other.factors.map(|(p, q)| p.mul_add(q, self.value));
        let fused = if RIGHT { right.or(left) } else { left.or(right) };
        Self::of(fused.unwrap_or(self.value + other.value))
    }
}

impl<const RIGHT: bool> Sub for Fused<RIGHT> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + Self { value: -other.value, factors: other.factors.map(|(p, q)| (-p, q)) }
    }
}

impl<const RIGHT: bool> Mul for Fused<RIGHT> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self { value: self.value * other.value, factors: Some((self.value, other.value)) }
    }
}

impl<const RIGHT: bool> Real for Fused<RIGHT> {
    fn abs(self) -> Self {
        Self { value: self.value.abs(), factors: self.factors.map(|(p, q)| (p.abs(), q.abs())) }
    }
    fn min(self, other: Self) -> Self {
        if self.value < other.value { self } else { other }
    }
    fn max(self, other: Self) -> Self {
        if self.value > other.value { self } else { other }
    }
}

/// Two frames by four whole-numbered points each, all of them `f32` exactly.
struct Points {
    a: [[i128; 3]; 4],
    b: [[i128; 3]; 4],
}

impl Points {
    /// Full mantissas, and nearly parallel edges, nearly touching origins, sizes far apart.
    fn draw(random: &mut fastrand::Rng, i: usize) -> Self {
        let mut point = |bits: u32, shift: u32| -> [i128; 3] {
            [(); 3].map(|()| i128::from(random.i64(-(1 << bits)..=1 << bits)) << shift)
        };
        let a = [(); 4].map(|()| point(24, 4));
        let b = match i % 4 {
            0 => [(); 4].map(|()| point(24, 4)),
            1 => [(); 4].map(|()| point(10, 0)),
            2 => a.map(|x| {
                let step = point(3, 4);
                from_fn(|n| (x[n] + step[n]).clamp(-1 << 28, 1 << 28))
            }),
            _ => [a[1], a[2], a[3], a[0]].map(|x| {
                let step = point(3, 4);
                from_fn(|n| (x[n] + step[n]).clamp(-1 << 28, 1 << 28))
            }),
        };
        Self { a, b }
    }

    fn exact(&self) -> [Vec3<Whole>; 8] {
        from_fn(|i| self.point(i).map(Whole))
    }

    fn float<V: Float>(&self) -> [Vec3<V>; 8] {
        from_fn(|i| {
            self.point(i).map(|x| {
                assert_eq!((x as f32) as i128, x);
                V::of(x as f32)
            })
        })
    }

    fn point(&self, i: usize) -> [i128; 3] {
        if i < 4 { self.a[i] } else { self.b[i - 4] }
    }
}

fn sub<V: Real>(x: Vec3<V>, y: Vec3<V>) -> Vec3<V> {
    from_fn(|i| x[i] - y[i])
}

/// The difference of the origins, a velocity that is the difference of two others, the edges stored
/// as they are, the edges between stored vertices.
struct Inputs<V> {
    d: Vec3<V>,
    v: Vec3<V>,
    stored: [Edges<V>; 2],
    formed: [Edges<V>; 2],
}

impl<V: Real> Inputs<V> {
    fn new(p: [Vec3<V>; 8]) -> Self {
        let stored = [[p[1], p[2], p[3]], [p[5], p[6], p[7]]];
        let formed = from_fn(|i| stored[i].map(|vertex| sub(vertex, p[4 * i])));
        Self { d: sub(p[4], p[0]), v: sub(p[6], p[1]), stored, formed }
    }
}

fn norm(v: &Vec3<Whole>) -> f64 {
    v.iter().map(|x| x.0.abs() as f64).fold(0.0, f64::max)
}

fn largest(e: &Edges<Whole>) -> f64 {
    e.iter().map(norm).fold(0.0, f64::max)
}

/// Every value of the three kernels that a band is given for, in one order.
fn values<V: Real>(inputs: &Inputs<V>, weights: [V; 2]) -> Vec<V> {
    let Inputs { d, v, stored: [a_box, b_box], formed: [a, b] } = inputs;
    let gaps = cuboid_cuboid::gaps(a_box, b_box, *d);
    let mut values = [gaps.a_faces, gaps.b_faces].concat();
    values.extend(gaps.edges.as_flattened());
    for (i, (k, _)) in OTHERS.into_iter().enumerate() {
        for (j, (p, _)) in OTHERS.into_iter().enumerate() {
            values
                .extend([gaps.a_faces[i] + gaps.b_on_a[i][j], gaps.b_faces[i] + gaps.a_on_b[i][j]]);
            values.extend([
                gaps.edges[i][j] + gaps.b_on_a[k][j],
                gaps.edges[i][j] + gaps.a_on_b[p][i],
            ]);
        }
    }
    let faces = tetra::faces(a, a);
    values.extend(tetra_tetra::at_vertices(&faces, *d, b).as_flattened());
    values.push(faces.volume);

    let add = |x: Vec3<V>, y: Vec3<V>| from_fn(|i| x[i] + y[i]);
    let centre = b_box.iter().fold(add(*d, *d), |sum, edge| add(sum, *edge));
    let f = cuboid_tetra::on_cuboid(&faces, centre, b_box);
    for (i, k) in tetra::PENCILS {
        let v = f.map(|row| weights[0].mul_add(row[i], weights[1] * row[k]));
        values.push(v[0] + (v[1].abs() + (v[2].abs() + v[3].abs())));
    }
    values.extend(cuboid_tetra::cuboid_faces(a, b_box, centre).0);

    let gaps = swept_cuboid_cuboid::swept_gaps(a_box, b_box, *d, *v);
    values.extend([gaps.rest.a_faces, gaps.rest.b_faces, gaps.a_sweeps, gaps.b_sweeps].concat());
    values.extend(gaps.rest.edges.as_flattened());
    values.extend((0..3).map(|i| gaps.rest.a_faces[i] + gaps.v_on_a[i] + gaps.rest.b_on_a[i][0]));
    values.extend(tetra_tetra::at_vertices(&faces, add(*d, *v), b).as_flattened());
    let f = swept_cuboid_tetra::on_swept_cuboid(&faces, add(centre, *v), b_box, *v);
    for (i, k) in tetra::PENCILS {
        let v = f.map(|row| weights[0].mul_add(row[i], weights[1] * row[k]));
        values.push(v[0] + (v[1].abs() + (v[2].abs() + v[4].abs())));
    }
    values.extend(swept_cuboid_tetra::swept_faces(a, b_box, add(centre, *v), *v).as_flattened());
    values
}

const OTHERS: [(usize, usize); 3] = [(1, 2), (2, 0), (0, 1)];

/// The bands of those values, after the formulas in each kernel's `judge`.
fn bands(inputs: &Inputs<Whole>, weights: [f64; 2]) -> Vec<f64> {
    let Inputs { d, v, stored: [a_box, b_box], formed: [a, b] } = inputs;
    let (a_norms, b_norms) =
        ([0, 1, 2].map(|i| norm(&a_box[i])), [0, 1, 2].map(|i| norm(&b_box[i])));
    let sum = |norms: [f64; 3]| norms.iter().sum::<f64>();
    let unit = f64::from(band::CUBOID_CUBOID) * (2.0 * norm(d) + sum(a_norms) + sum(b_norms));
    let face = |norms: [f64; 3]| OTHERS.map(|(k, l)| unit * norms[k] * norms[l]);
    let (a_faces, b_faces) = (face(a_norms), face(b_norms));
    let mut bands = [a_faces, b_faces].concat();
    bands.extend((0..9).map(|n| unit * a_norms[n / 3] * b_norms[n % 3]));
    for i in 0..3 {
        for b_norm in b_norms {
            let edge = unit * a_norms[i] * b_norm;
            bands.extend([a_faces[i], b_faces[i], edge, edge]);
        }
    }
    let reach = norm(d) + largest(a) + largest(b);
    let norms = [0, 1, 2].map(|i| norm(&a[i]));
    let [p0, p1, p2] = OTHERS.map(|(k, l)| norms[k] * norms[l]);
    let sizes = [p0, p1, p2, p0 + p1 + p2];
    let scaled = |(through, fourth): (f32, f32), reach: f64| {
        from_fn(|k| f64::from(if k < 3 { through } else { fourth }) * sizes[k] * reach)
    };
    let functionals: [f64; 4] = scaled((band::TETRA_TETRA, band::TETRA_TETRA_FOURTH), reach);
    bands.extend([functionals; 4].as_flattened());
    bands.push(f64::from(band::DETERMINANT) * p0 * norms[0]);
    let reach = 2.0 * (norm(d) + largest(a) + sum(b_norms));
    let planes: [f64; 4] = scaled((band::TETRA_CUBOID, band::TETRA_CUBOID_FOURTH), reach);
    bands.extend(tetra::PENCILS.map(|(i, k)| weights[0] * planes[i] + weights[1] * planes[k]));
    let unit = f64::from(band::TETRA_CUBOID_BOX) * reach;
    bands.extend(OTHERS.map(|(k, l)| unit * b_norms[k] * b_norms[l]));

    let speed = norm(v);
    let unit = f64::from(band::SWEPT_CUBOID_CUBOID)
        * (2.0 * norm(d) + speed + sum(a_norms) + sum(b_norms));
    let face = |norms: [f64; 3]| OTHERS.map(|(k, l)| unit * norms[k] * norms[l]);
    bands.extend([face(a_norms), face(b_norms)].concat());
    bands.extend([a_norms, b_norms].as_flattened().iter().map(|norm| unit * norm * speed));
    bands.extend((0..9).map(|n| unit * a_norms[n / 3] * b_norms[n % 3]));
    bands.extend(face(a_norms));
    let reach = norm(d) + speed + largest(a) + largest(b);
    let functionals: [f64; 4] =
        scaled((band::SWEPT_TETRA_TETRA, band::SWEPT_TETRA_TETRA_FOURTH), reach);
    bands.extend([functionals; 4].as_flattened());
    let reach = 2.0 * (norm(d) + speed + largest(a) + sum(b_norms));
    let planes: [f64; 4] =
        scaled((band::SWEPT_TETRA_CUBOID, band::SWEPT_TETRA_CUBOID_FOURTH), reach);
    bands.extend(tetra::PENCILS.map(|(i, k)| weights[0] * planes[i] + weights[1] * planes[k]));
    let unit = f64::from(band::SWEPT_TETRA_CUBOID_BOX) * reach;
    bands.extend(OTHERS.map(|(k, l)| unit * b_norms[k] * b_norms[l]));
    bands.extend(b_norms.map(|norm| unit * norm * speed));
    bands
}

/// The largest error, as a part of its band.
fn measure<V: Float>(points: &Points, weights: [i128; 2]) -> f64 {
    let exact = Inputs::new(points.exact());
    let truth = values(&exact, weights.map(Whole));
    let computed = values(&Inputs::new(points.float::<V>()), weights.map(|w| V::of(w as f32)));
    let bands = bands(&exact, weights.map(|w| w as f64));
    assert_eq!((truth.len(), bands.len()), (computed.len(), computed.len()));
    let errors = truth.iter().zip(&computed).map(|(truth, computed)| {
        // A computed value beyond 2^24 is a whole number, so the difference is exact up to its own
        // size.
        (computed.value() as i128 - truth.0).abs() as f64
    });
    errors.zip(&bands).map(|(error, band)| error / band).fold(0.0, f64::max)
}

#[test]
fn measured_errors_stay_within_the_bands() {
    println!("MOTZKIN_SEED={}", seed());
    let mut random = rng("measured errors");
    let (mut worst, mut contracted) = ([0.0_f64; 3], [0, 0]);
    for i in 0..20_000 {
        let points = Points::draw(&mut random, i);
        let weights = [random.i32(0..1000), random.i32(1..1000)].map(i128::from);
        let plain = measure::<f32>(&points, weights);
        let fused =
            [measure::<Fused<false>>(&points, weights), measure::<Fused<true>>(&points, weights)];
        for (worst, ratio) in worst.iter_mut().zip([plain, fused[0], fused[1]]) {
            *worst = worst.max(ratio);
        }
        contracted[0] += usize::from(fused[0] != plain);
        contracted[1] += usize::from(fused[1] != fused[0]);
    }
    println!(
        "largest error over band: plain {:.3}, fused left {:.3}, right {:.3}",
        worst[0], worst[1], worst[2]
    );
    assert!(worst.iter().all(|ratio| *ratio < 1.0), "{worst:?}");
    // Rounding did happen, and each contraction is another computation.
    assert!(
        worst.iter().all(|ratio| *ratio > 0.01) && contracted.iter().all(|count| *count > 1000)
    );
}
