//! Pairs of triangles that break implementations.

use crate::common::mesh::oracle::meet;
use crate::common::seed::draw_until;
use fastrand::Rng;
use motzkin_core::exact::triangles::Triangle;

/// The pairs that all meet, by a corner.
pub const ALL_MEET: &str = "with a common corner";

/// Named pairs, drawn afresh each run, until some meet and some do not.
pub fn pairs() -> Vec<(&'static str, Vec<[Triangle; 2]>)> {
    let draw = |name: &'static str, count: usize, one: fn(&mut Rng) -> [Triangle; 2]| {
        let cases = |rng: &mut Rng| -> Vec<_> { (0..count).map(|_| one(rng)).collect() };
        let some =
            |pairs: &[[Triangle; 2]], meets: bool| pairs.iter().any(|[a, b]| meet(a, b) == meets);
        let holds = |pairs: &Vec<_>| some(pairs, true) && (name == ALL_MEET || some(pairs, false));
        (name, draw_until(name, cases, holds))
    };
    vec![
        draw("random", 250, |rng| [random(rng), random(rng)]),
        draw("lattice", 400, |rng| [lattice(rng), lattice(rng)]),
        draw("in one plane", 250, |rng| {
            [lattice(rng), lattice(rng)].map(|t| t.map(|[x, y, _]| [x, y, x + 2.0 * y]))
        }),
        draw("on one line", 200, |rng| {
            [[0; 3]; 2].map(|t| t.map(|_| rng.i32(-9..=9) as f32).map(|x| [x, 2.0 * x, -x]))
        }),
        draw(ALL_MEET, 80, shared_corner),
        draw("a corner on a face", 150, on_face),
        draw("ratios", 100, ratios),
        draw("far off", 100, |rng| {
            [lattice(rng), lattice(rng)].map(|t| t.map(|v| v.map(|x| 1e6 + x / 16.0)))
        }),
        draw("denormal", 60, |rng| {
            [lattice(rng), lattice(rng)].map(|t| t.map(|v| v.map(|x| x * 1e-45)))
        }),
        draw("huge", 60, |rng| {
            [lattice(rng), lattice(rng)].map(|t| t.map(|v| v.map(|x| x * 1e38)))
        }),
    ]
}

fn random(rng: &mut Rng) -> Triangle {
    [[0; 3]; 3].map(|v| v.map(|_| rng.f32() * 2.0 - 1.0))
}

fn lattice(rng: &mut Rng) -> Triangle {
    [[0; 3]; 3].map(|v| v.map(|_| rng.i32(-2..=2) as f32))
}

fn shared_corner(rng: &mut Rng) -> [Triangle; 2] {
    let (a, mut b) = (random(rng), random(rng));
    b[rng.usize(0..3)] = a[rng.usize(0..3)];
    if rng.bool() {
        b[rng.usize(0..3)] = a[rng.usize(0..3)];
    }
    [a, b]
}

/// A corner of one within some ulps of the other's face or edge.
fn on_face(rng: &mut Rng) -> [Triangle; 2] {
    let (a, mut b) = (random(rng), random(rng));
    let (u, v) = (rng.f32(), if rng.bool() { rng.f32() } else { 0.0 });
    b[0] = [0, 1, 2].map(|i| {
        let on = a[0][i] + u * (a[1][i] - a[0][i]) + v * (1.0 - u) * (a[2][i] - a[0][i]);
        f32::from_bits(on.to_bits().wrapping_add_signed(rng.i32(-2..=2)))
    });
    [a, b]
}

/// Half of them about the origin, which then lies within some ulps of both.
fn ratios(rng: &mut Rng) -> [Triangle; 2] {
    let about_the_origin = rng.bool();
    [random(rng), random(rng)].map(|mut t| {
        if about_the_origin {
            t[2] = [0, 1, 2].map(|i| -(t[0][i] + t[1][i]));
        }
        let scale = 10.0_f32.powi(rng.i32(-12..=12));
        t.map(|v| v.map(|x| x * scale))
    })
}
