//! The bands of best axes and of clipped edges in the plane against measured errors: the kernels'
//! polynomials in `f32`, plain and contracted in two ways, beside their values in whole numbers.

use super::measured::{Float, Fused};
use crate::seed::{rng, seed};
use crate::whole::Whole;
use motzkin_core::geom::{Parallelotope, Simplex};
use motzkin_core::kernel::Real;
use motzkin_core::kernel::plane::axes::{Side, axis_of_a, axis_of_b};
use motzkin_core::kernel::plane::clip::{add3, opposite, permanent, rows};
use motzkin_core::kernel::plane::operand::{Edges, Vec2, add, norm, sub};
use motzkin_core::num::band;

type Point = [i128; 2];

/// The origins and the ends of two frames' edges from them, whole numbers that are `f32` exactly,
/// and so are their halves.
struct Drawn {
    origins: [Point; 2],
    edges: [[Point; 2]; 2],
}

impl Drawn {
    /// Full mantissas, and nearly parallel edges, nearly touching origins, sizes far apart.
    fn draw(random: &mut fastrand::Rng, i: usize) -> Self {
        let mut point = |bits: u32, shift: u32| -> Point {
            [(); 2].map(|()| i128::from(random.i64(-(1 << bits)..=1 << bits)) << shift)
        };
        let (origin, edges) = (point(24, 5), [point(24, 5), point(24, 5)]);
        let near = |x: Point, step: Point| {
            [x[0] + step[0], x[1] + step[1]].map(|x| x.clamp(-1 << 29, 1 << 29))
        };
        let (other, others) = match i % 3 {
            0 => (point(24, 5), [point(24, 5), point(24, 5)]),
            1 => (point(24, 5), [point(10, 1), point(10, 1)]),
            _ => (
                near(origin, point(3, 5)),
                [near(edges[1], point(3, 5)), near(edges[0], point(3, 5))],
            ),
        };
        Self { origins: [origin, other], edges: [edges, others] }
    }

    fn of<V: Real>(&self, number: impl Fn(i128) -> V + Copy) -> ([Vec2<V>; 2], [Edges<V>; 2]) {
        (self.origins.map(|x| x.map(number)), self.edges.map(|edges| edges.map(|x| x.map(number))))
    }
}

/// A triangle by its edges; the norms of whole numbers tell what errors go by.
fn triangle<V: Real>(edges: Edges<V>) -> Side<V, Simplex> {
    let [e0, e1] = edges;
    let (third, longer) = (sub(e1, e0), norm(e0).max(norm(e1)));
    let sizes = [norm(e0), norm(e1), norm(third).max(longer)];
    Side::of(edges, [e0, e1, third], sizes)
}

/// A parallelogram by half its edges.
fn parallelogram<V: Real>(halves: Edges<V>) -> Side<V, Parallelotope> {
    let [e0, e1] = halves;
    Side::of(halves, [e0, e1, e0], [norm(e0), norm(e1), norm(e0)])
}

/// Every value that a band is given for, with what it goes by: gaps along all axes, of
/// parallelograms and of triangles, and rows at ends of edges.
fn values<V: Real>(
    origins: [Vec2<V>; 2],
    halves: [Edges<V>; 2],
    edges: [Edges<V>; 2],
) -> Vec<[V; 2]> {
    let mut out = Vec::new();
    let d = sub(origins[1], origins[0]);
    let middle = |e: Edges<V>| add(e[0], e[1]);
    let (a, b) = (parallelogram(halves[0]), parallelogram(halves[1]));
    let between = sub(add(d, middle(halves[1])), middle(halves[0]));
    let reach = norm(d) + (a.sizes[0] + a.sizes[1]) + (b.sizes[0] + b.sizes[1]);
    for i in 0..2 {
        for axis in [axis_of_a(&a, &b, between, i), axis_of_b(&a, &b, between, i)] {
            out.extend([[axis.ahead, axis.size * reach], [axis.behind, axis.size * reach]]);
        }
    }
    let (a, b) = (triangle(edges[0]), triangle(edges[1]));
    let reach = norm(d) + a.sizes[0].max(a.sizes[1]) + b.sizes[0].max(b.sizes[1]);
    for i in 0..3 {
        for axis in [axis_of_a(&a, &b, d, i), axis_of_b(&a, &b, d, i)] {
            out.extend([[axis.ahead, axis.size * reach], [axis.behind, axis.size * reach]]);
        }
    }
    let magnitudes = |x: Vec2<V>| x.map(V::abs);
    let [a, b] = edges;
    let reach = [d, a[0], a[1], b[0], b[1]].map(magnitudes).into_iter().reduce(add).expect("some");
    let solid = rows(&b);
    let [p, q] = [permanent(b[1], reach), permanent(b[0], reach)];
    let along = a.map(|edge| solid.along(edge));
    let origin = solid.at(sub(origins[0], origins[1]));
    let ends = [
        add3(add3(origin, along[1]), along[0]),
        add3(add3(origin, along[0]), opposite(&a, &along).1),
    ];
    for [x, y, z] in ends {
        out.extend([[x, p], [y, q], [z, p + q]]);
    }
    out
}

/// The largest error, as a part of its band.
fn measure<V: Float>(drawn: &Drawn) -> f64 {
    let half = |x: i128| {
        assert_eq!(((x as f32) as i128, x % 2), (x, 0));
        x / 2
    };
    let (origins, edges) = drawn.of(Whole);
    let (_, halves) = drawn.of(|x| Whole(half(x)));
    let truth = values(origins, halves, edges);
    let (origins, edges) = drawn.of(|x| V::of(x as f32));
    let (_, halves) = drawn.of(|x| V::of(half(x) as f32));
    let computed = values(origins, halves, edges);
    let bands = (0..8)
        .map(|_| band::PLANE_AXES_PARALLELOGRAMS)
        .chain((0..12).map(|_| band::PLANE_AXES))
        .chain((0..6).map(|i| if i % 3 == 2 { band::PLANE_CLIP_THIRD } else { band::PLANE_CLIP }));
    assert_eq!((truth.len(), computed.len()), (26, 26));
    let part = |((truth, computed), band): ((&[Whole; 2], &[V; 2]), f32)| {
        // A computed value beyond 2^24 is a whole number, so the difference is exact up to its own
        // size.
        let error = (computed[0].value() as i128 - truth[0].0).abs() as f64;
        error / (f64::from(band) * truth[1].0 as f64)
    };
    truth.iter().zip(&computed).zip(bands).map(part).fold(0.0, f64::max)
}

#[test]
fn measured_errors_in_the_plane_stay_within_the_bands() {
    let mut random = rng("errors in the plane");
    let mut worst = [0.0_f64; 3];
    for i in 0..20_000 {
        let drawn = Drawn::draw(&mut random, i);
        let errors = [
            measure::<f32>(&drawn),
            measure::<Fused<false>>(&drawn),
            measure::<Fused<true>>(&drawn),
        ];
        for (worst, error) in worst.iter_mut().zip(errors) {
            *worst = worst.max(error);
        }
    }
    println!("largest error over band: {worst:.3?}");
    // Rounding did happen.
    assert!(worst.iter().all(|part| (0.01..1.0).contains(part)), "{worst:?}, seed {}", seed());
}
