//! The derivation, run: elimination produces the certificates of random pairs, and each of them is
//! shown to be a value of the shipped kernels, run on whole numbers. See
//! `src/reference/derivation.md`.

mod certificates;
mod pairs;
mod whole;

use certificates::{Certificate, certificates};
use dashu_ratio::RBig;
use motzkin_core::geom::Frame3;
use motzkin_core::kernel::{
    Edges, Real, SimdLevel, cuboid_cuboid, cuboid_tetra, tetra, tetra_tetra,
};
use motzkin_core::num::Ring;
use motzkin_core::verdict::Verdict;
use motzkin_core::{Frame as _, Resting, Source};
use motzkin_lab::reference::{self, sat};
use pairs::Pairs;
use std::array::from_fn;
use std::cmp::Ordering;
use std::ops::Add;
pub use whole::Whole;
use whole::{Vector, add, cross, magnitude, rational, solid, sub};

/// The verdict whose largest gap has this sign, and no gap at all means overlap.
fn verdict_of(gaps: impl IntoIterator<Item = Ordering>) -> Verdict {
    match gaps.into_iter().max() {
        Some(Ordering::Greater) => Verdict::Separate,
        Some(Ordering::Equal) => Verdict::Touching,
        _ => Verdict::Overlapping,
    }
}

/// Elimination, its certificates, the separating-axis test and the kernel agree.
fn assert_agree(a: &Frame3, b: &Frame3, certificates: &[Certificate], kernel: Verdict) {
    let verdict = reference::verdict(a, b).unwrap();
    let by_certificates = verdict_of(certificates.iter().map(|c| c.bound.sign_of().reverse()));
    assert_eq!(by_certificates, verdict, "dropped certificates matter: {a:?} {b:?}");
    assert_eq!(sat::verdict::<RBig>(a, b).unwrap(), verdict, "{a:?} {b:?}");
    assert_eq!(reference::verdict(b, a).unwrap(), verdict, "{a:?} {b:?}");
    assert_eq!(kernel, verdict, "{a:?} {b:?}");
    let source = Source::Zipped { a: std::slice::from_ref(a), b: std::slice::from_ref(b) };
    let raw = Frame3::codes::<Resting>(source, SimdLevel::Scalar)[0].verdict();
    assert!(raw.is_none_or(|raw| raw == verdict), "{raw:?} {a:?} {b:?}");
}

/// The fifteen axes, each with the kernel's gap along it.
fn axes(
    a: &Edges<Whole>,
    b: &Edges<Whole>,
    gaps: &cuboid_cuboid::Gaps<Whole>,
) -> Vec<(Vector, Whole)> {
    let a_faces = cuboid_cuboid::face_normals(a).into_iter().zip(gaps.a_faces);
    let b_faces = cuboid_cuboid::face_normals(b).into_iter().zip(gaps.b_faces);
    let edges = (0..9).map(|n| (cross(a[n / 3], b[n % 3]), gaps.edges[n / 3][n % 3]));
    a_faces.chain(b_faces).chain(edges).collect()
}

#[test]
fn two_cuboids_have_the_fifteen_axes_both_ways() {
    let (mut general, mut null_on_overlap) = (0, 0);
    Pairs::each("cuboid/cuboid", [false, false], |a, b| {
        let certificates = certificates(a, b);
        let ((a_origin, a_edges), (b_origin, b_edges)) = (solid(a), solid(b));
        let d = sub(b_origin, a_origin);
        let gaps = cuboid_cuboid::gaps(&a_edges, &b_edges, d);
        let (null, axes): (Vec<_>, Vec<_>) = axes(&a_edges, &b_edges, &gaps)
            .into_iter()
            .partition(|(axis, _)| axis.iter().all(|x| x.0 == 0));
        // What a null axis yields is 0 - 0, which must not count as a touch.
        assert!(null.iter().all(|(_, gap)| gap.0 == 0));
        let kernel = verdict_of(axes.iter().map(|(_, gap)| gap.0.cmp(&0)));
        assert_agree(a, b, &certificates, kernel);
        null_on_overlap += usize::from(kernel == Verdict::Overlapping && !null.is_empty());

        let b_normals = cuboid_cuboid::face_normals(&b_edges);
        let b_volume =
            rational((0..3).map(|i| b_normals[0][i] * b_edges[0][i]).reduce(Add::add).unwrap());
        let c = b_edges.into_iter().fold(add(d, d), add);
        let c = sub(c, a_edges.into_iter().reduce(add).unwrap());
        let mut ways = vec![(0, 0); axes.len()];
        for Certificate { weights, bound } in &certificates {
            // What it says of B's coordinates, as a vector of world space.
            let axis: [RBig; 3] = from_fn(|i| {
                let term = |k: usize| (&weights[3 + k] - &weights[k]) * rational(b_normals[k][i]);
                (term(0) + term(1) + term(2)) / &b_volume
            });
            if axis.iter().all(|x| *x == RBig::ZERO) {
                // Two opposite faces of one solid, and nothing else.
                assert_eq!(weights.iter().filter(|w| **w != RBig::ZERO).count(), 2);
                assert!(*bound > RBig::ZERO);
                continue;
            }
            let offset = (0..3).map(|i| &axis[i] * rational(c[i])).reduce(Add::add).unwrap();
            let mut known = false;
            for ((candidate, gap), way) in axes.iter().zip(&mut ways) {
                let Some(factor) = factor(&axis, candidate) else { continue };
                known = true;
                *if factor > RBig::ZERO { &mut way.0 } else { &mut way.1 } += 1;
                // One-sided and two-sided gap differ by the side on which B lies.
                let two_sided = magnitude(factor) * rational(*gap);
                let one_sided = -RBig::from(2) * bound;
                assert_eq!(
                    one_sided,
                    two_sided - magnitude(offset.clone()) - &offset,
                    "{a:?} {b:?}"
                );
            }
            assert!(known, "no kernel axis implies {axis:?}: {a:?} {b:?}");
        }
        // No three edges in one plane: nothing coincides, and the fifteen are exactly what is
        // needed.
        let products = gaps.b_on_a.iter().chain(&gaps.a_on_b).flatten();
        if products.into_iter().all(|product| product.0 != 0) {
            general += 1;
            assert_eq!(certificates.len(), 30 + 6, "{a:?} {b:?}");
            assert!(
                ways.len() == 15 && ways.iter().all(|way| *way == (1, 1)),
                "{ways:?} {a:?} {b:?}"
            );
        }
        kernel
    });
    println!("{general} in general position, {null_on_overlap} overlaps with a null axis");
    assert!(general > 0 && null_on_overlap > 0);
}

/// `s` with `axis = s * candidate`, where there is one.
fn factor(axis: &[RBig; 3], candidate: &Vector) -> Option<RBig> {
    let pivot = (0..3).find(|&i| candidate[i].0 != 0)?;
    let factor = &axis[pivot] / rational(candidate[pivot]);
    (0..3).all(|i| axis[i] == &factor * rational(candidate[i])).then_some(factor)
}

/// The faces of a tetrahedron, turned inward as `tetra::prepare` does.
fn inward(edges: &Edges<Whole>) -> tetra::Faces<Whole> {
    let mut faces = tetra::faces(edges, edges);
    let hand = Whole(faces.volume.0.signum());
    faces.normals = faces.normals.map(|normal| normal.map(|x| x * hand));
    faces.volume = faces.volume * hand;
    faces
}

/// `Greater` when some plane of a pencil is negative at all four vertices, `Equal` when the best is
/// zero somewhere, `Less` when every plane is positive somewhere: the kernel's interval, exactly.
fn pencil(f: &[[Whole; 4]; 4], i: usize, k: usize) -> Ordering {
    let (mut low, mut high, mut level) = (RBig::ZERO, RBig::ONE, Ordering::Greater);
    for vertex in f {
        let (p, rise) = (vertex[i], vertex[k] - vertex[i]);
        let crossing = || -rational(p) / rational(rise);
        match rise.0.cmp(&0) {
            Ordering::Greater => high = high.min(crossing()),
            Ordering::Less => low = low.max(crossing()),
            Ordering::Equal => level = level.min(0.cmp(&p.0)),
        }
    }
    level.min(high.cmp(&low))
}

#[test]
fn two_tetrahedra_have_planes_of_pencils_and_faces() {
    let mut survivors = 0;
    Pairs::each("tetra/tetra", [true, true], |a, b| {
        let certificates = certificates(a, b);
        survivors += certificates.len() - 2;
        let ((a_origin, a_edges), (b_origin, b_edges)) = (solid(a), solid(b));
        let (a_faces, b_faces) = (inward(&a_edges), inward(&b_edges));
        let f = tetra_tetra::at_vertices(&a_faces, sub(b_origin, a_origin), &b_edges);
        let g = tetra_tetra::at_vertices(&b_faces, sub(a_origin, b_origin), &a_edges);
        let highest =
            |g: &[[Whole; 4]; 4], k: usize| g.iter().map(|vertex| vertex[k]).max().unwrap();

        let pencils = tetra::PENCILS.map(|(i, k)| pencil(&f, i, k));
        let faces = [0, 1, 2, 3].map(|k| 0.cmp(&highest(&g, k).0));
        assert_agree(a, b, &certificates, verdict_of(pencils.into_iter().chain(faces)));

        for certificate in &certificates {
            let (b_weights, a_weights) = certificate.weights.split_at(4);
            match certificate.support(4) {
                (0, 4) | (4, 0) => assert!(certificate.bound > RBig::ZERO),
                // At most two faces of A: a plane of a pencil. Its highest value on B is the bound.
                (_, 1 | 2) => {
                    let plane = |vertex: &[Whole; 4]| {
                        (0..4).fold(RBig::ZERO, |sum, k| sum + &a_weights[k] * rational(vertex[k]))
                    };
                    let highest = f.iter().map(plane).max().unwrap();
                    assert_eq!(
                        highest,
                        &certificate.bound * rational(a_faces.volume),
                        "{a:?} {b:?}"
                    );
                }
                // Otherwise one face of B, highest on A.
                (1, 3) => {
                    let k = b_weights.iter().position(|w| *w != RBig::ZERO).unwrap();
                    let value = rational(highest(&g, k)) * &b_weights[k];
                    assert_eq!(value, &certificate.bound * rational(b_faces.volume), "{a:?} {b:?}");
                }
                other => panic!(
                    "no part of the kernel implies a certificate of {other:?} rows: {a:?} {b:?}"
                ),
            }
        }
        reference::verdict(a, b).unwrap()
    });
    println!("{:.1} certificates a pair", survivors as f64 / Pairs::COUNT as f64);
}

#[test]
fn tetrahedron_and_cuboid_have_planes_of_pencils_and_faces() {
    Pairs::each("tetra/cuboid", [true, false], |a, b| {
        let certificates = certificates(a, b);
        let ((a_origin, a_edges), (b_origin, b_edges)) = (solid(a), solid(b));
        let a_faces = inward(&a_edges);
        let d = sub(b_origin, a_origin);
        let centre = b_edges.into_iter().fold(add(d, d), add);
        let f = cuboid_tetra::on_cuboid(&a_faces, centre, &b_edges);
        let (b_gaps, b_volume) = cuboid_tetra::cuboid_faces(&a_edges, &b_edges, centre);

        // The kernel tries A's faces, and each pencil where the term of an edge of B vanishes in
        // it.
        let face = |k: usize| f[0][k] + f[1][k].abs() + f[2][k].abs() + f[3][k].abs();
        let kinks = tetra::PENCILS.into_iter().flat_map(|(i, k)| {
            let opposed = (0..3).filter(move |j| f[j + 1][i].0 * f[j + 1][k].0 < 0);
            opposed.map(move |j| cuboid_tetra::highest_on_cuboid(&f, (i, k), j).2)
        });
        let planes = (0..4).map(face).chain(kinks).map(|highest| 0.cmp(&highest.0));
        assert_agree(
            a,
            b,
            &certificates,
            verdict_of(planes.chain(b_gaps.map(|gap| gap.0.cmp(&0)))),
        );

        let mut sides: [Vec<RBig>; 3] = Default::default();
        for certificate in &certificates {
            let (b_weights, a_weights) = certificate.weights.split_at(6);
            let (b_count, a_count) = certificate.support(6);
            if a_count == 0 || b_count == 0 {
                assert!(certificate.bound > RBig::ZERO);
                continue;
            }
            assert!(
                a_count <= 2 || b_count == 1,
                "nothing implies ({b_count}, {a_count}) rows: {a:?} {b:?}"
            );
            if a_count <= 2 {
                let value = |row: &[Whole; 4]| {
                    (0..4).fold(RBig::ZERO, |sum, k| sum + &a_weights[k] * rational(row[k]))
                };
                let spread = f[1..].iter().map(|row| magnitude(value(row)));
                let highest = spread.fold(value(&f[0]), Add::add);
                let twice = RBig::from(2) * rational(a_faces.volume);
                assert_eq!(highest, &certificate.bound * twice, "{a:?} {b:?}");
            }
            if b_count == 1 {
                let row = b_weights.iter().position(|w| *w != RBig::ZERO).unwrap();
                let gap =
                    RBig::from(-2) * rational(b_volume) * &certificate.bound / &b_weights[row];
                sides[row % 3].push(gap);
            }
        }
        // Each face of B has one certificate on either side; the kernel keeps the larger gap.
        for (side, gap) in sides.iter().zip(b_gaps) {
            assert_eq!(side.len(), 2, "{a:?} {b:?}");
            assert_eq!(side.iter().max(), Some(&rational(gap)), "{a:?} {b:?}");
        }
        reference::verdict(a, b).unwrap()
    });
}
