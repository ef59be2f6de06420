//! Two triangles against the oracle.

use crate::common::mesh::{cases, oracle};
use motzkin::glam::DVec3;
use motzkin_core::exact::triangles::{Triangle, meet, meeting_point, winding_number};

#[test]
fn triangles_meet_where_the_oracle_says() {
    let seed = crate::common::seed::seed();
    for (name, pairs) in cases::pairs() {
        let mut hits = 0;
        for [a, b] in &pairs {
            let expected = oracle::meet(a, b);
            hits += usize::from(expected);
            assert_eq!(meet(a, b), expected, "seed {seed}: {name}: {a:?} {b:?}");
            assert_eq!(meet(b, a), expected, "seed {seed}: {name}, turned round: {a:?} {b:?}");
        }
        let all = name == cases::ALL_MEET;
        assert!(
            hits > 0 && (hits < pairs.len()) != all,
            "seed {seed}: {name}: {hits} hits of {}",
            pairs.len()
        );
    }
}

/// The order of a triangle's corners makes no difference.
#[test]
fn corners_may_come_in_any_order() {
    for (name, pairs) in cases::pairs() {
        for [[x, y, z], b] in &pairs {
            let orders = [[x, y, z], [y, z, x], [z, x, y], [z, y, x], [y, x, z], [x, z, y]];
            let found = orders.map(|corners| meet(&corners.map(|c| *c), b));
            assert!(
                found.iter().all(|f| *f == found[0]),
                "{name}: {x:?} {y:?} {z:?} {b:?}: {found:?}"
            );
        }
    }
}

#[test]
fn a_common_point_is_on_both() {
    for (name, pairs) in cases::pairs() {
        if ["ratios", "denormal", "huge"].contains(&name) {
            continue;
        }
        for [a, b] in pairs.iter().take(150) {
            let point = meeting_point(a, b);
            assert_eq!(point.is_some(), meet(a, b), "{name}: {a:?} {b:?}");
            let Some(point) = point else { continue };
            for triangle in [a, b] {
                let off = distance(point.to_array(), triangle);
                let size = triangle.as_flattened().iter().fold(0.0_f32, |m, x| m.max(x.abs()));
                assert!(off <= 1e-6 * f64::from(size), "{name}: {off}: {point} {a:?} {b:?}");
            }
        }
    }
}

/// From a point to a triangle: to its plane where the foot is within, else to the nearest edge.
fn distance(point: [f64; 3], triangle: &Triangle) -> f64 {
    let [a, b, c] = triangle.map(|corner| DVec3::from_array(corner.map(f64::from)));
    let p = DVec3::from_array(point);
    let edge = |q: DVec3, r: DVec3| {
        let along = r - q;
        let part = ((p - q).dot(along) / along.length_squared().max(1e-300)).clamp(0.0, 1.0);
        p.distance(q + along * part)
    };
    let edges = edge(a, b).min(edge(b, c)).min(edge(c, a));
    let normal = (b - a).cross(c - a);
    let within =
        [(a, b), (b, c), (c, a)].iter().all(|&(q, r)| (r - q).cross(p - q).dot(normal) > 0.0);
    if within { edges.min((p - a).dot(normal.normalize()).abs()) } else { edges }
}

/// Points of a lattice about a cube, its corners, edges and faces among them; turned inside out,
/// the cube goes round the other way.
#[test]
fn cubes_go_round_what_is_within() {
    let cube = motzkin_lab::workload::meshes::cuboid([-1.0; 3], [1.0; 3]);
    let faces: Vec<Triangle> = (0..12).map(|i| cube.corners(i)).collect();
    let turned = faces.iter().map(|[a, b, c]| [*b, *a, *c]);
    for code in 0..343_u16 {
        let point = [code % 7, code / 7 % 7, code / 49].map(|x| f32::from(x) / 2.0 - 1.5);
        let size = point.iter().fold(0.0_f32, |m, x| m.max(x.abs()));
        let expected = (size != 1.0).then_some(i64::from(size < 1.0));
        assert_eq!(winding_number(point, faces.iter().copied()), expected, "{point:?}");
        assert_eq!(winding_number(point, turned.clone()), expected.map(|n| -n), "{point:?}");
        let twice = faces.iter().chain(&faces).copied();
        assert_eq!(winding_number(point, twice), expected.map(|n| 2 * n), "{point:?}");
    }
}
