//! The bands of the exact stage in `f64`: axes, passes and quotients.

use super::bound::{Bound, vector};
use super::{OTHERS, Worst, edges, unscaled};
use motzkin_core::kernel::{Edges, Real, Vec3};
use motzkin_core::num::band;
use std::array::from_fn;

fn cross(x: Vec3<Bound>, y: Vec3<Bound>) -> Vec3<Bound> {
    OTHERS.map(|(i, j)| x[i] * y[j] - x[j] * y[i])
}

fn dot(x: Vec3<Bound>, y: Vec3<Bound>) -> Bound {
    x[0] * y[0] + x[1] * y[1] + x[2] * y[2]
}

/// A solid as `exact` sees it: edges, every edge direction, every face normal.
struct Solid {
    tetra: bool,
    edges: Edges<Bound>,
    directions: Vec<Vec3<Bound>>,
    normals: Vec<Vec3<Bound>>,
}

impl Solid {
    fn new(tetra: bool, size: f64) -> Self {
        let edges = edges([size; 3], f64::from(u8::from(tetra)));
        let sub = |i: usize, j: usize| from_fn(|n| edges[i][n] - edges[j][n]);
        let mut directions = edges.to_vec();
        let mut normals = OTHERS.map(|(i, j)| cross(edges[i], edges[j])).to_vec();
        if tetra {
            directions.extend([sub(1, 0), sub(2, 1), sub(0, 2)]);
            normals.push(cross(sub(1, 0), sub(2, 0)));
        }
        Self { tetra, edges, directions, normals }
    }

    fn extent(&self, axis: Vec3<Bound>) -> Bound {
        let [x, y, z] = self.edges.map(|edge| dot(axis, edge));
        if self.tetra { x.max(y).max(z) } else { x + y + z }
    }
}

/// The gaps of `exact::separating_axes` in f64, restated. Rust neither reorders nor contracts.
#[test]
fn settling_band_covers_every_axis() {
    let mut worst = Worst::default();
    for [d, a_size, b_size] in unscaled() {
        for kinds in 0..4 {
            let (a, b) = (Solid::new(kinds & 1 == 1, a_size), Solid::new(kinds & 2 == 2, b_size));
            let apart = vector(d, 1.0);
            let reach = band::reach::<3>(d, a_size, b_size);
            let mut take = |axis, unit: f64| {
                let gap = dot(axis, apart) + b.extent(axis) - a.extent(axis);
                worst.ordered = worst.ordered.max(gap.err / (unit * reach));
            };
            a.normals.iter().for_each(|normal| take(*normal, a_size * a_size));
            b.normals.iter().for_each(|normal| take(*normal, b_size * b_size));
            for x in &a.directions {
                b.directions.iter().for_each(|y| take(cross(*x, *y), a_size * b_size));
            }
        }
    }
    worst.assert_covered("SETTLE_F64", band::SETTLE_F64 / f64::EPSILON * 2.0);
}

/// The passes of `exact::swept` in f64, restated: axes that are products with the velocity too, and
/// the velocity's own term in every gap.
#[test]
fn swept_band_covers_gaps_and_slopes() {
    let mut worst = Worst::default();
    for [d, v_size, a_size, b_size] in unscaled() {
        for kinds in 0..4 {
            let (a, b) = (Solid::new(kinds & 1 == 1, a_size), Solid::new(kinds & 2 == 2, b_size));
            let (apart, velocity) = (vector(d, 1.0), vector(v_size, 1.0));
            let reach = v_size + band::reach::<3>(d, a_size, b_size);
            let mut take = |axis, unit: f64| {
                let slope = dot(axis, velocity);
                let gap = dot(axis, apart) + b.extent(axis) - a.extent(axis) + slope;
                // The band itself is added to the ends and to the slope, and that rounds once.
                let with_band = |x: Bound| x.err + x.size;
                let need = (with_band(gap) / reach).max(with_band(slope) / v_size);
                worst.ordered = worst.ordered.max(need / unit);
            };
            a.normals.iter().for_each(|normal| take(*normal, a_size * a_size));
            b.normals.iter().for_each(|normal| take(*normal, b_size * b_size));
            for x in &a.directions {
                b.directions.iter().for_each(|y| take(cross(*x, *y), a_size * b_size));
                take(cross(*x, velocity), a_size * v_size);
            }
            b.directions.iter().for_each(|y| take(cross(*y, velocity), b_size * v_size));
        }
    }
    worst.assert_covered("SWEPT_F64", band::SWEPT_F64 / f64::EPSILON * 2.0);
}

/// The same of `exact::separation`, whose bands go by the norms of single edges where no edge was
/// rounded. The error of the axis weighs as much as the quotient, which `sqrt(3)` times the reach
/// bounds.
#[test]
fn axis_band_covers_every_quotient() {
    let mut worst = Worst::default();
    for [d, a0, a1, a2, b0, b1, b2] in unscaled() {
        for kinds in 0..4 {
            let side = |tetra: bool, norms: [f64; 3]| {
                let size = norms.into_iter().fold(0.0, f64::max);
                let norms = if tetra { [size; 3] } else { norms };
                let mut solid = Solid::new(tetra, size);
                if !tetra {
                    solid.edges = edges(norms, 0.0);
                    solid.directions = solid.edges.to_vec();
                    solid.normals =
                        OTHERS.map(|(i, j)| cross(solid.edges[i], solid.edges[j])).to_vec();
                }
                (solid, norms, size)
            };
            let (a, a_norms, a_size) = side(kinds & 1 == 1, [a0, a1, a2]);
            let (b, b_norms, b_size) = side(kinds & 2 == 2, [b0, b1, b2]);
            let apart = vector(d, 1.0);
            let reach = d + a_norms.iter().sum::<f64>() + b_norms.iter().sum::<f64>();
            let mut take = |axis: Vec3<Bound>, unit: f64| {
                let gap = dot(axis, apart) + (b.extent(axis) - a.extent(axis));
                let of_axis = 3.0_f64.sqrt() * axis[0].err * 3.0_f64.sqrt() * reach;
                worst.ordered = worst.ordered.max((gap.err + of_axis) / (unit * reach));
            };
            let norm =
                |norms: &[f64; 3], size: f64, i: usize| norms.get(i).copied().unwrap_or(size);
            for (solid, norms, size) in [(&a, &a_norms, a_size), (&b, &b_norms, b_size)] {
                for (i, normal) in solid.normals.iter().enumerate() {
                    let (k, l) = OTHERS.get(i).copied().unwrap_or((3, 4));
                    take(*normal, norm(norms, size, k) * norm(norms, size, l));
                }
            }
            for (i, x) in a.directions.iter().enumerate() {
                for (j, y) in b.directions.iter().enumerate() {
                    take(cross(*x, *y), norm(&a_norms, a_size, i) * norm(&b_norms, b_size, j));
                }
            }
        }
    }
    worst.assert_covered("AXIS_F64", band::AXIS_F64 / f64::EPSILON * 2.0);
}

/// The rows of `exact::ends` in f64, restated: seen from the first solid's origin, at rest and in
/// time. A row is evaluated at a point, and as many rows as there are coordinates bound a
/// direction.
#[test]
fn rows_band_covers_points_and_bounds() {
    let mut worst = Worst::default();
    for [d, v_size, a_size, b_size] in unscaled() {
        for kinds in 0..8 {
            let [tetra, moves, second] = [0, 1, 2].map(|bit| kinds >> bit & 1 == 1);
            let solid = Solid::new(tetra, if second { b_size } else { a_size });
            let way = if moves { v_size } else { 0.0 };
            let mut reach = vec![3.0 * a_size + way; 3];
            let mut normals: Vec<Vec<Bound>> =
                solid.normals[..3].iter().map(|normal| normal.to_vec()).collect();
            let width = dot(solid.normals[0], solid.edges[0]);
            if tetra {
                let sum = |i: usize| normals[0][i] + normals[1][i] + normals[2][i];
                normals.push([0, 1, 2].map(sum).to_vec());
            }
            if moves {
                reach.push(1.0);
            }
            for mut normal in normals {
                let spatial = [normal[0], normal[1], normal[2]];
                let end = if second { dot(spatial, vector(d, 1.0)) + width } else { width };
                if moves {
                    normal.push(dot(spatial, vector(v_size, 0.0)));
                }
                worst.ordered = worst.ordered.max(of_row(&normal, end, &reach));
            }
        }
    }
    worst.assert_covered("ROWS_F64", band::ROWS_F64 / f64::EPSILON * 2.0);
}

/// The errors at a point within reach and of a bound, in units of the magnitudes.
fn of_row(normal: &[Bound], end: Bound, reach: &[f64]) -> f64 {
    let terms = normal.iter().zip(reach).map(|(n, reach)| *n * Bound::new(*reach, 0.0));
    let along = terms.reduce(|sum, term| sum + term).expect("coordinates");
    let magnitude = along.size + end.size;
    let mut most = (along - end).err / magnitude;
    for large in 1..1_u32 << normal.len() {
        let weights: Vec<f64> =
            (0..normal.len()).map(|j| if large >> j & 1 == 1 { 1.0 } else { 1e-9 }).collect();
        let all: f64 = weights.iter().sum();
        let sum = |mut from: Bound, of: Bound| {
            for weight in &weights {
                // Each is the row of a number of its own.
                from = from + Bound::new(*weight, 0.0) * of;
            }
            from.err
        };
        let rest = normal.iter().zip(reach);
        let rest = rest.map(|(n, reach)| sum(Bound::new(all * n.size, 0.0), *n) * reach);
        let err = sum(Bound::new(0.0, 0.0), end) + rest.sum::<f64>();
        most = most.max(err / (all * magnitude));
    }
    most
}
