//! The band of distances, derived. The kernel picks the sign of each edge, so its sums are repeated
//! here with every edge added.

use super::bound::{Bound, vector};
use super::{Worst, in_units, splits};
use motzkin_core::kernel::{Real, Vec3};
use motzkin_core::num::band;

fn dot(a: Vec3<Bound>, b: Vec3<Bound>) -> Bound {
    a[2].mul_add(b[2], a[1].mul_add(b[1], a[0] * b[0]))
}

fn each(a: Vec3<Bound>, b: Vec3<Bound>, join: impl Fn(Bound, Bound) -> Bound) -> Vec3<Bound> {
    [join(a[0], b[0]), join(a[1], b[1]), join(a[2], b[2])]
}

/// A height and a coordinate of the lowest vertex. Edges may have been formed by one subtraction. A
/// cuboid's are halved and seen from its middle, a tetrahedron's are not.
#[test]
fn nearest_band_covers_heights_and_points() {
    let (mut heights, mut points) = (Worst::default(), Worst::default());
    for [d, a0, a1, a2, b0, b1, b2] in splits() {
        let size = d + a0 + a1 + a2 + b0 + b1 + b2;
        for [a_part, b_part] in [[0.5, 0.5], [1.0, 0.5], [1.0, 1.0]] {
            let direction = vector(1.0, 0.0);
            let length = 3.0_f64.sqrt();
            let mut wrong_signs = 0.0;
            let mut solid = |edges: [f64; 3], part: f64| {
                let edges = edges.map(|edge| vector(edge * part, 1.0));
                wrong_signs += edges.map(|edge| 2.0 * dot(direction, edge).err).iter().sum::<f64>();
                let sum = |from: Vec3<Bound>, edges: &[Vec3<Bound>]| {
                    edges.iter().fold(from, |sum, edge| each(sum, *edge, |x, y| x + y))
                };
                let middle = match part < 1.0 {
                    true => sum(edges[0], &edges[1..]),
                    false => vector(0.0, 0.0),
                };
                (middle, sum(vector(0.0, 0.0), &edges))
            };
            let (a_middle, from) = solid([a0, a1, a2], a_part);
            let (b_middle, to) = solid([b0, b1, b2], b_part);
            let apart = each(vector(d, 1.0), b_middle, |x, y| x + y);
            let between = each(apart, a_middle, |x, y| x - y);
            let at = each(between, each(to, from, |x, y| x - y), |x, y| x + y);
            heights.take_with(dot(direction, at), wrong_signs, length * size);
            // A point of a face errs as its vertices do: weights add up to one. Two differences,
            // two products and two sums round, and a weight may fall short of zero by two
            // roundings.
            points.take_with(at[0], 8.0 * size, size / length);
        }
    }
    let covered = in_units(band::NEAREST);
    for worst in [&heights, &points] {
        assert!(worst.ordered * 1.125 <= covered, "{covered} for {worst:?}");
    }
    // The derivation by hand is coarser. Many times more would leave pairs to the exact stage for
    // nothing.
    let most = heights.ordered.max(points.ordered);
    assert!(most * 4.0 >= covered, "{covered} is wasteful for {most}");
}
