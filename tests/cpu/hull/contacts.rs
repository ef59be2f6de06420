//! Contacts whose numbers are as long as the stages of the exact test allow, and longer.

use crate::common::seed::{rng, seed};
use dashu_ratio::RBig;
use glam::{Affine3A, Mat3, Vec3};
use motzkin_core::exact::{self, SettledBy};
use motzkin_core::geom::{Pair, PolytopeSet};
use motzkin_core::verdict::Verdict;
use motzkin_lab::reference::simplex;

/// Vertices of a hull.
const VERTICES: usize = 7;

/// A whole number of at most so many bits, of either sign.
fn whole(rng: &mut fastrand::Rng, bits: u32) -> i32 {
    rng.i32(-(1 << bits) + 1..1 << bits)
}

/// A hull of even numbers and its mirror image about a point of its surface: both touch there, in a
/// vertex, an edge or a face.
fn mirrored(rng: &mut fastrand::Rng, bits: u32, of: usize) -> [Vec<[i32; 3]>; 2] {
    let a: Vec<[i32; 3]> =
        (0..VERTICES).map(|_| [(); 3].map(|()| 2 * whole(rng, bits - 2))).collect();
    // The face that is furthest along some direction, by brute force.
    let normal = |p: [i32; 3], q: [i32; 3], r: [i32; 3]| -> [i64; 3] {
        let [e, f] = [q, r].map(|x| [0, 1, 2].map(|i| i64::from(x[i]) - i64::from(p[i])));
        [(1, 2), (2, 0), (0, 1)].map(|(i, j)| e[i] * f[j] - e[j] * f[i])
    };
    for (i, j, k) in [(0, 1, 2), (0, 1, 3), (0, 2, 4), (1, 3, 5), (2, 5, 6), (3, 4, 6), (0, 5, 6)] {
        let n = normal(a[i], a[j], a[k]).map(i128::from);
        let along = |p: &[i32; 3]| (0..3).map(|x| n[x] * i128::from(p[x])).sum::<i128>();
        let own = along(&a[i]);
        let is_face = |sign: i128| a.iter().all(|p| sign * (along(p) - own) <= 0);
        let is_solid = a.iter().any(|p| along(p) != own);
        if !is_solid || !(is_face(1) || is_face(-1)) {
            continue;
        }
        // Twice the point that is mirrored about.
        let twice = [0, 1, 2].map(|x| match of {
            0 => 2 * a[i][x],
            1 => a[i][x] + a[j][x],
            _ => (a[i][x] + a[j][x]) / 2 + a[k][x],
        });
        let b = a.iter().map(|p| [0, 1, 2].map(|x| twice[x] - p[x])).collect();
        return [a, b];
    }
    mirrored(rng, bits, of)
}

/// Hulls under one map, whose numbers have at most so many bits.
fn mapped(rng: &mut fastrand::Rng, hulls: &[Vec<[i32; 3]>; 2], bits: u32) -> PolytopeSet {
    let mut row = || Vec3::from([(); 3].map(|()| whole(rng, bits) as f32));
    let map = loop {
        let map = Mat3::from_cols(row(), row(), row());
        if map.as_dmat3().determinant().abs() > 0.5 {
            break map;
        }
    };
    let transform = Affine3A::from_mat3_translation(map, row());
    let mut set = PolytopeSet::new();
    for hull in hulls {
        let points: Vec<Vec3> = hull.iter().map(|p| Vec3::from(p.map(|x| x as f32))).collect();
        let of = set.push(&points).expect("finite");
        set.set_transform(of, transform).expect("a map that is not flat");
    }
    set
}

/// The images under one map of hulls that touch, and of hulls one unit away from that. A map keeps
/// contacts, and makes numbers as long as wanted.
#[test]
fn numbers_of_every_length() {
    let mut rng = rng("lengths of contacts");
    let mut touching = [0; 3];
    for i in 0..690 {
        // Some as long as `f32` can have them, which none but the longest numbers hold.
        let is_long = i % 5 == 0;
        let (vertex_bits, map_bits) =
            if is_long { (22, 23) } else { (3 + i / 9 % 20, 1 + i / 3 % 23) };
        let of = i as usize % 3;
        let [a, mut b] = mirrored(&mut rng, vertex_bits, of);
        if !is_long && rng.bool() {
            let by = [(); 3].map(|()| rng.i32(-1..=1));
            b.iter_mut().for_each(|p| *p = [0, 1, 2].map(|x| p[x] + by[x]));
        }
        let set = mapped(&mut rng, &[a, b], map_bits);
        let points = |index: u32| simplex::points::<RBig>(&set, index);
        let expected = simplex::verdict(&points(0), &points(1));
        let found = exact::hull::decide(&set, Pair::new(0, 1));
        let what = format!("{vertex_bits} and {map_bits} bits, {of}, seed {}", seed());
        assert_eq!(found.verdict, expected, "{what}, by {:?}", found.by);
        if expected == Verdict::Touching {
            touching[match found.by {
                SettledBy::Double => 0,
                SettledBy::Narrow => 1,
                SettledBy::Wide => 2,
            }] += 1;
            // Short numbers never take long ones.
            assert!(vertex_bits + map_bits > 11 || found.by == SettledBy::Double, "{what}");
        }
    }
    assert!(
        touching.iter().all(|count| *count > 20),
        "every arithmetic has its turn: {touching:?}"
    );
}

/// In hulls of small whole numbers, the line through the middles and the point of contact meets
/// edges and corners of the difference, and lies in planes through its vertices. The walk goes on
/// there.
#[test]
fn middles_in_line_with_edges_and_corners() {
    let mut rng = rng("middles in line");
    for i in 0..3000 {
        let hulls = mirrored(&mut rng, 3 + i / 3 % 2, i as usize % 3);
        let set = mapped(&mut rng, &hulls, 1 + i / 6 % 3);
        let found = exact::hull::decide(&set, Pair::new(0, 1));
        let expected = (Verdict::Touching, SettledBy::Double);
        assert_eq!((found.verdict, found.by), expected, "{hulls:?}, seed {}", seed());
    }
}
