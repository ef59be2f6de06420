//! The constants of `motzkin_core::num::band`, derived: the shipped polynomials run on [`Bound`].
//!
//! A gap is linear in each norm that its band's reach adds up, so the worst split of the reach lies
//! where one of them is all of it: every split tried here gives each norm all or nearly nothing.
//! Cuboids' edges are stored exactly. A tetrahedron's may each have been one subtraction of
//! vertices, and the difference of the origins always is one.

#[allow(dead_code, reason = "the tests of `motzkin` use the rest")]
#[path = "../../../../tests/common/seed.rs"]
mod seed;
#[allow(dead_code, reason = "the derivation, run, uses the rest")]
#[path = "../../../../tests/cpu/derivation/whole.rs"]
mod whole;

mod axes;
mod bound;
mod clip;
mod hull;
mod measured;
mod nearest;
mod plane;
mod plane_bounds;
mod plane_measured;
mod settling;

use bound::{Bound, vector};
use motzkin_core::kernel::contact_cuboid_cuboid::{self, Pass};
use motzkin_core::kernel::swept_cuboid_cuboid::{self, SweptGaps};
use motzkin_core::kernel::{
    Edges, Real, Vec3, cuboid_cuboid, cuboid_tetra, swept_cuboid_tetra, tetra, tetra_tetra,
};
use motzkin_core::num::band;
use std::array::from_fn;

/// The largest error seen, in the order of the source and in any order, in units of the band.
#[derive(Debug, Default)]
struct Worst {
    ordered: f64,
    any: f64,
}

impl Worst {
    /// Takes in a value whose band is the constant times `unit`, with some more roundings.
    fn take_with(&mut self, value: Bound, more: f64, unit: f64) {
        self.ordered = self.ordered.max((value.err + more) / unit);
        self.any = self.any.max((value.err_in_any_order() + more) / unit);
    }

    fn take(&mut self, value: Bound, unit: f64) {
        self.take_with(value, 0.0, unit);
    }

    /// An eighth covers what is of second order. A band far above what is derived would send pairs
    /// to the exact stage for nothing.
    fn assert_covered(&self, name: &str, constant: f64) {
        println!("{name}: {constant} for {self:.2?}");
        assert!(self.ordered * 1.125 <= constant, "{name} is too small: {constant} for {self:?}");
        assert!(
            (self.ordered * 1.6).max(self.any * 1.2) >= constant,
            "{name} is wasteful: {constant} for {self:?}"
        );
    }

    /// The same when all additions of a sum may be done in any order, across functions too.
    fn assert_covered_in_any_order(&self, name: &str, constant: f64) {
        self.assert_covered(name, constant);
        assert!(
            self.any * 1.02 <= constant,
            "{name} is too small for any order: {constant} for {self:?}"
        );
    }
}

fn in_units(constant: f32) -> f64 {
    f64::from(constant / band::U32)
}

/// All other constants are measured in it here, so that none of them tells of a wrong one.
#[test]
fn the_unit_is_half_the_spacing_at_one() {
    assert_eq!(f64::from(band::U32), 2.0_f64.powi(-24));
}

/// Every way to make each norm large or nearly nothing.
fn splits<const N: usize>() -> impl Iterator<Item = [f64; N]> {
    (1..1_u32 << N).map(|bits| from_fn(|i| if bits >> i & 1 == 1 { 1.0 } else { 1e-9 }))
}

/// Norms of numbers that nothing scales. None is near 1, so that a band falls short that does not
/// grow with each of them.
fn unscaled<const N: usize>() -> impl Iterator<Item = [f64; N]> {
    splits().map(|norms: [f64; N]| norms.map(|norm| 1024.0 * norm))
}

const OTHERS: [(usize, usize); 3] = [(1, 2), (2, 0), (0, 1)];

fn edges(norms: [f64; 3], roundings: f64) -> Edges<Bound> {
    norms.map(|norm| vector(norm, roundings))
}

#[test]
fn cuboid_cuboid_band_covers_gaps_and_reduced_gaps() {
    let mut worst = Worst::default();
    for [d, a0, a1, a2, b0, b1, b2] in splits() {
        let (a, b) = ([a0, a1, a2], [b0, b1, b2]);
        let gaps = cuboid_cuboid::gaps(&edges(a, 0.0), &edges(b, 0.0), vector(d, 1.0));
        let reach = 2.0 * d + a.iter().chain(&b).sum::<f64>();
        // `parallel_edges` adds a radius to `gap + band`: the error of the radius has entered the
        // gap with the other sign and cancels, and the two additions round.
        let mut take = |gap: Bound, radii: &[Bound], unit: f64| {
            worst.take(gap, unit);
            for r in radii {
                worst.take_with(gap, gap.size + (gap.size + r.size) - r.err, unit);
            }
        };
        for (i, (k, l)) in OTHERS.into_iter().enumerate() {
            take(gaps.a_faces[i], &gaps.b_on_a[i], a[k] * a[l] * reach);
            take(gaps.b_faces[i], &gaps.a_on_b[i], b[k] * b[l] * reach);
            for (j, (p, q)) in OTHERS.into_iter().enumerate() {
                let radii =
                    [gaps.b_on_a[k][j], gaps.b_on_a[l][j], gaps.a_on_b[p][i], gaps.a_on_b[q][i]];
                take(gaps.edges[i][j], &radii, a[i] * b[j] * reach);
            }
        }
    }
    worst.assert_covered_in_any_order("CUBOID_CUBOID", in_units(band::CUBOID_CUBOID));
}

#[test]
fn swept_cuboid_cuboid_band_covers_gaps_and_reduced_gaps() {
    let mut worst = Worst::default();
    for [d, v, a0, a1, a2, b0, b1, b2] in splits() {
        let (a, b) = ([a0, a1, a2], [b0, b1, b2]);
        let velocity = vector(v, 1.0);
        let gaps = swept_cuboid_cuboid::swept_gaps(
            &edges(a, 0.0),
            &edges(b, 0.0),
            vector(d, 1.0),
            velocity,
        );
        let SweptGaps { rest, a_sweeps, b_sweeps, v_on_a, v_on_b, v_on_edges } = gaps;
        let reach = 2.0 * d + v + a.iter().chain(&b).sum::<f64>();
        // `parallel_products` adds one radius or two, `r` and `s`, to `gap + band`. Their errors
        // have entered the gap with the other sign and cancel.
        let mut take = |gap: Bound, left_out: &[(Bound, Bound)], unit: f64| {
            worst.take(gap, unit);
            for (r, s) in left_out {
                let sizes = [gap.size, gap.size + r.size, gap.size + r.size + s.size];
                worst.take_with(gap, sizes.iter().sum::<f64>() - r.err - s.err, unit);
            }
        };
        for (i, (k, l)) in OTHERS.into_iter().enumerate() {
            let with = |radii: &[Bound; 3], v: Bound| radii.map(|r| (r, v));
            take(rest.a_faces[i], &with(&rest.b_on_a[i], v_on_a[i]), a[k] * a[l] * reach);
            take(rest.b_faces[i], &with(&rest.a_on_b[i], v_on_b[i]), b[k] * b[l] * reach);
            let none = Bound::new(0.0, 0.0);
            let swept = |radii: [Bound; 3]| radii.map(|r| (r, none));
            take(a_sweeps[i], &swept(v_on_edges[i]), a[i] * v * reach);
            take(b_sweeps[i], &swept(from_fn(|j| v_on_edges[j][i])), b[i] * v * reach);
            for (j, (p, q)) in OTHERS.into_iter().enumerate() {
                let radii =
                    [rest.b_on_a[k][j], rest.b_on_a[l][j], rest.a_on_b[p][i], rest.a_on_b[q][i]];
                let left_out = radii.map(|r| (r, v_on_edges[i][j]));
                take(rest.edges[i][j], &left_out, a[i] * b[j] * reach);
            }
        }
    }
    worst.assert_covered_in_any_order("SWEPT_CUBOID_CUBOID", in_units(band::SWEPT_CUBOID_CUBOID));
}

/// Both ends of a pass, with the rounding that adding a band or two makes, and its slope by the
/// speed alone.
#[test]
fn swept_cuboid_cuboid_band_covers_passes() {
    for [d, v, a0, a1, a2, b0, b1, b2] in splits() {
        let (a, b) = ([a0, a1, a2], [b0, b1, b2]);
        let velocity = vector(v, 1.0);
        let passes =
            contact_cuboid_cuboid::passes(&edges(a, 0.0), &edges(b, 0.0), vector(d, 1.0), velocity);
        let reach = 2.0 * d + v + a.iter().chain(&b).sum::<f64>();
        let check = |Pass { offset, radius, slope }: Pass<Bound>, unit: f64| {
            let band = in_units(band::SWEPT_CUBOID_CUBOID) / 1.125 * unit;
            let end = (offset + slope) + radius;
            assert!(end.err + 2.0 * end.size <= band * reach, "{end:?}");
            assert!(end.err_in_any_order() + 2.0 * end.size <= 1.1 * band * reach, "{end:?}");
            assert!(slope.err + slope.size <= band * v, "{slope:?}");
        };
        for (i, (k, l)) in OTHERS.into_iter().enumerate() {
            check(passes.a_faces[i], a[k] * a[l]);
            check(passes.b_faces[i], b[k] * b[l]);
            (0..3).for_each(|j| check(passes.edges[i][j], a[i] * b[j]));
        }
    }
}

/// A tetrahedron whose largest edge has norm `size`, and its edges scaled to a norm of 1 as the
/// kernels do it, each with the bounds of its four normals.
struct Tetra {
    faces: tetra::Faces<Bound>,
    edges: Edges<Bound>,
    sizes: [f64; 4],
}

/// Tetrahedra with edges of every proportion.
fn tetrahedra(size: f64) -> impl Iterator<Item = Tetra> {
    splits().map(move |norms: [f64; 3]| {
        let stored = edges(norms.map(|norm| norm * size), 1.0);
        let [p0, p1, p2] = OTHERS.map(|(k, l)| norms[k] * norms[l]);
        let faces = tetra::faces(&edges(norms, 1.0), &stored);
        Tetra { faces, edges: stored, sizes: [p0, p1, p2, p0 + p1 + p2] }
    })
}

#[test]
fn determinant_bands_cover_volumes() {
    let mut worst = Worst::default();
    for tetra in tetrahedra(1.0) {
        let norm = tetra.edges[0][0].size;
        worst.take(tetra.faces.volume, tetra.sizes[0] * norm);
    }
    worst.assert_covered_in_any_order("DETERMINANT", in_units(band::DETERMINANT));
    // `geom::build` adds the same products up, in f64.
    worst.assert_covered("FLAT_F64", band::FLAT_F64 / f64::EPSILON * 2.0);
    // So does the side of a triangle that a point lies on: edges from one vertex were subtracted.
    worst.assert_covered("VOLUME_F64", band::VOLUME_F64 / f64::EPSILON * 2.0);
}

#[test]
fn tetra_tetra_band_covers_functionals() {
    let (mut through, mut fourth) = (Worst::default(), Worst::default());
    for [d, a_size, b_size] in splits() {
        for a in tetrahedra(a_size) {
            let f = tetra_tetra::at_vertices(&a.faces, vector(d, 1.0), &edges([b_size; 3], 1.0));
            for vertex in f {
                for (k, value) in vertex.into_iter().enumerate() {
                    let worst = if k < 3 { &mut through } else { &mut fourth };
                    worst.take(value, a.sizes[k] * (d + a_size + b_size));
                }
            }
        }
    }
    through.assert_covered_in_any_order("TETRA_TETRA", in_units(band::TETRA_TETRA));
    let constant = in_units(band::TETRA_TETRA_FOURTH);
    fourth.assert_covered_in_any_order("TETRA_TETRA_FOURTH", constant);
}

/// An end of a pencil's interval, `-(error + p) / (q - p)`, is off by one rounding each of the sum,
/// the difference and the product, and by five of the division, relative to itself. Ends beyond
/// `[0, 1]` are cut off, so each of the two is off by that times 1.
///
/// Where `|q - p|` is below `LEVEL`, a thousandth of the band, the kernel takes that for it, and is
/// off by no more: the slack of the band of the functionals covers it.
#[test]
fn pencil_step_covers_both_ends_of_an_interval() {
    let end = 1.0 + 1.0 + 1.0 + 5.0;
    assert_eq!(in_units(band::PENCIL_STEP), 2.0 * end);
}

#[test]
fn tetra_cuboid_band_covers_planes_of_pencils() {
    let [mut through, mut fourth, mut b_faces]: [Worst; 3] = Default::default();
    for [d, a_size, b0, b1, b2] in splits() {
        let b = [b0, b1, b2];
        let reach = 2.0 * (d + a_size + b0 + b1 + b2);
        let (apart, b_edges) = (vector(d, 1.0), edges(b, 0.0));
        let add = |x: Vec3<Bound>, y: Vec3<Bound>| from_fn(|i| x[i] + y[i]);
        let centre = b_edges.into_iter().fold(add(apart, apart), add);
        for a in tetrahedra(a_size) {
            let f = cuboid_tetra::on_cuboid(&a.faces, centre, &b_edges);
            let highest = |v: [Bound; 4]| v[0] + (v[1].abs() + (v[2].abs() + v[3].abs()));
            for k in 0..4 {
                let worst = if k < 3 { &mut through } else { &mut fourth };
                worst.take(highest(f.map(|row| row[k])), a.sizes[k] * reach);
            }
            // A direction's weights count as exact: any direction is a plane of the pencil. The
            // error is linear in them. One term of the three is absent, and each of them in turn.
            for (i, k) in tetra::PENCILS {
                for (x, y) in [(1.0, 1e-9), (1e-9, 1.0)] {
                    let unit = (x * a.sizes[i] + y * a.sizes[k]) * reach;
                    let worst = if k == 3 && y > x { &mut fourth } else { &mut through };
                    let (x, y) = (Bound::new(x, 0.0), Bound::new(y, 0.0));
                    let value = |row: usize| x.mul_add(f[row][i], y * f[row][k]);
                    for (l, m) in OTHERS {
                        worst.take(value(0) + (value(l + 1).abs() + value(m + 1).abs()), unit);
                    }
                }
            }
            let (gaps, _) = cuboid_tetra::cuboid_faces(&a.edges, &b_edges, centre);
            for (gap, (k, l)) in gaps.into_iter().zip(OTHERS) {
                b_faces.take(gap, b[k] * b[l] * reach);
            }
        }
    }
    through.assert_covered_in_any_order("TETRA_CUBOID", in_units(band::TETRA_CUBOID));
    let constant = in_units(band::TETRA_CUBOID_FOURTH);
    fourth.assert_covered_in_any_order("TETRA_CUBOID_FOURTH", constant);
    b_faces.assert_covered_in_any_order("TETRA_CUBOID_BOX", in_units(band::TETRA_CUBOID_BOX));
}

#[test]
fn swept_tetra_tetra_band_covers_functionals_at_both_ends() {
    let (mut through, mut fourth) = (Worst::default(), Worst::default());
    for [d, v, a_size, b_size] in splits() {
        let (start, velocity) = (vector(d, 1.0), vector(v, 1.0));
        let end: Vec3<Bound> = from_fn(|i| start[i] + velocity[i]);
        for a in tetrahedra(a_size) {
            for origin in [start, end] {
                let f = tetra_tetra::at_vertices(&a.faces, origin, &edges([b_size; 3], 1.0));
                for (k, value) in f.iter().flat_map(|vertex| vertex.iter().enumerate()) {
                    let worst = if k < 3 { &mut through } else { &mut fourth };
                    worst.take(*value, a.sizes[k] * (d + v + a_size + b_size));
                }
            }
        }
    }
    through.assert_covered_in_any_order("SWEPT_TETRA_TETRA", in_units(band::SWEPT_TETRA_TETRA));
    let constant = in_units(band::SWEPT_TETRA_TETRA_FOURTH);
    fourth.assert_covered_in_any_order("SWEPT_TETRA_TETRA_FOURTH", constant);
}

/// The sweep, and the cuboids within it, one edge of which is a rounded sum.
#[test]
fn swept_tetra_cuboid_band_covers_planes_of_pencils() {
    let [mut through, mut fourth, mut faces]: [Worst; 3] = Default::default();
    for [d, v, a_size, b0, b1, b2] in splits() {
        let b = [b0, b1, b2];
        let reach = 2.0 * (d + v + a_size + b0 + b1 + b2);
        let (apart, velocity, b_edges) = (vector(d, 1.0), vector(v, 1.0), edges(b, 0.0));
        let add = |x: Vec3<Bound>, y: Vec3<Bound>| from_fn(|i| x[i] + y[i]);
        let centre = add(b_edges.into_iter().fold(add(apart, apart), add), velocity);
        for a in tetrahedra(a_size) {
            let f = swept_cuboid_tetra::on_swept_cuboid(&a.faces, centre, &b_edges, velocity);
            let mut take = |k: usize, value: Bound, unit: f64| {
                if k < 3 { through.take(value, unit) } else { fourth.take(value, unit) }
            };
            for k in 0..4 {
                let [middle, x, y, z, w] = f.map(|row| row[k]);
                let inside = middle + ((x.abs() + y.abs()) + (z.abs() + w.abs()));
                take(k, inside, a.sizes[k] * reach);
            }
            let inner: [Edges<Bound>; 3] = from_fn(|j| {
                let mut inner = b_edges;
                inner[j] = add(inner[j], velocity);
                inner
            });
            let tables = inner.map(|edges| cuboid_tetra::on_cuboid(&a.faces, centre, &edges));
            for (i, k) in tetra::PENCILS {
                for (x, y) in [(1.0, 1e-9), (1e-9, 1.0)] {
                    let unit = (x * a.sizes[i] + y * a.sizes[k]) * reach;
                    let face = if y > x { k } else { i };
                    let (x, y) = (Bound::new(x, 0.0), Bound::new(y, 0.0));
                    let value = |row: &[Bound; 4]| x.mul_add(row[i], y * row[k]);
                    for [l, m, n] in [[2, 3, 4], [1, 3, 4], [1, 2, 4], [1, 2, 3]] {
                        let rest = [l, m, n].map(|row: usize| value(&f[row]).abs());
                        take(face, value(&f[0]) + (rest[0] + (rest[1] + rest[2])), unit);
                    }
                    for table in &tables {
                        for (l, m) in OTHERS {
                            let rest = value(&table[l + 1]).abs() + value(&table[m + 1]).abs();
                            take(face, value(&table[0]) + rest, unit);
                        }
                    }
                }
            }
            for table in &tables {
                for k in 0..4 {
                    let [middle, x, y, z] = table.map(|row| row[k]);
                    take(k, middle + (x.abs() + (y.abs() + z.abs())), a.sizes[k] * reach);
                }
            }
            let [gaps, sweeps] =
                swept_cuboid_tetra::swept_faces(&a.edges, &b_edges, centre, velocity);
            for (i, (k, l)) in OTHERS.into_iter().enumerate() {
                faces.take(gaps[i], b[k] * b[l] * reach);
                faces.take(sweeps[i], b[i] * v * reach);
            }
            // The longer edge is no shorter than the velocity, nor its norm than that by a factor
            // of sqrt(3): so much may the velocity's own rounding weigh, beside that of the sum.
            for j in 0..3 {
                let (mut norms, mut inner) = (b, b_edges);
                norms[j] += v;
                inner[j] = vector(norms[j], 1.0 + 3.0_f64.sqrt());
                let (gaps, _) = cuboid_tetra::cuboid_faces(&a.edges, &inner, centre);
                for (gap, (k, l)) in gaps.into_iter().zip(OTHERS) {
                    faces.take(gap, norms[k] * norms[l] * reach);
                }
            }
        }
    }
    through.assert_covered_in_any_order("SWEPT_TETRA_CUBOID", in_units(band::SWEPT_TETRA_CUBOID));
    let constant = in_units(band::SWEPT_TETRA_CUBOID_FOURTH);
    fourth.assert_covered_in_any_order("SWEPT_TETRA_CUBOID_FOURTH", constant);
    faces.assert_covered_in_any_order(
        "SWEPT_TETRA_CUBOID_BOX",
        in_units(band::SWEPT_TETRA_CUBOID_BOX),
    );
}
