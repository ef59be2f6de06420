//! How often a cube goes round points, of every size and as near its faces as numbers can be.

use glam::{Affine3A, Mat3, Vec3};
use motzkin_core::exact::triangles::{Crossing, Origin, RAYS, Ray, Triangle, winding_number};
use motzkin_core::geom::PolytopeSet;

/// The cube from -1 to 1 times a size, two triangles a face, which face outwards.
fn cube(size: f32) -> Vec<Triangle> {
    let corner = |sides: [usize; 3]| sides.map(|side| (side as f32 * 2.0 - 1.0) * size);
    let face = |axis: usize, side: usize| {
        let at = |u: usize, v: usize| {
            let mut sides = [side; 3];
            (sides[(axis + 1) % 3], sides[(axis + 2) % 3]) = (u, v);
            corner(sides)
        };
        let halves = [[at(0, 0), at(1, 0), at(1, 1)], [at(0, 0), at(1, 1), at(0, 1)]];
        if side == 1 { halves } else { halves.map(|[a, b, c]| [b, a, c]) }
    };
    (0..6).flat_map(|i| face(i / 2, i % 2)).collect()
}

/// What is true of a point, by how far it is from the middle, in sizes of the cube.
fn expected(size: f32) -> Option<i64> {
    (size != 1.0).then_some(i64::from(size < 1.0))
}

/// Points of a lattice about a cube, its corners, edges and faces among them; turned inside out,
/// the cube goes round the other way.
#[test]
fn cubes_go_round_what_is_within() {
    for size in [1.0, 1000.0, 2.0_f32.powi(-140), 2.0_f32.powi(100)] {
        let faces = cube(size);
        let turned = faces.iter().map(|[a, b, c]| [*b, *a, *c]);
        for code in 0..343_u16 {
            let point = [code % 7, code / 7 % 7, code / 49].map(|x| f32::from(x) / 2.0 - 1.5);
            let expected = expected(point.iter().fold(0.0_f32, |m, x| m.max(x.abs())));
            let point = point.map(|x| x * size);
            assert_eq!(winding_number(point, faces.iter().copied()), expected, "{point:?}");
            assert_eq!(winding_number(point, turned.clone()), expected.map(|n| -n), "{point:?}");
            let twice = faces.iter().chain(&faces).copied();
            assert_eq!(winding_number(point, twice), expected.map(|n| 2 * n), "{point:?}");
        }
    }
}

/// Points on a face and within an ulp of one, beside numbers of every size.
#[test]
fn cubes_go_round_points_close_to_their_faces() {
    let beside = [0.3, -0.7, 0.0, f32::from_bits(1), 2.0_f32.powi(-30), 2.0_f32.powi(-100)];
    for near in [1.0_f32, 1.0_f32.next_down(), 1.0_f32.next_up()] {
        for (i, y) in beside.into_iter().enumerate() {
            for z in beside {
                let mut point = [near, y, z];
                point.rotate_right(i % 3);
                let point = if i < 3 { point } else { point.map(|x| -x) };
                let found = winding_number(point, cube(1.0).into_iter());
                assert_eq!(found, expected(near), "{point:?}");
            }
        }
    }
}

/// The winding number about an origin of any kind, as whoever knows rays counts it.
fn number_about(origin: &Origin, faces: &[Triangle]) -> Option<i64> {
    let along = |ray| {
        let mut sum = 0;
        for triangle in faces {
            match Ray::new(origin, ray).crossing(triangle) {
                Crossing::None => {}
                Crossing::Through(sign) => sum += sign,
                Crossing::Begins => return Some(None),
                Crossing::Edge => return None,
            }
        }
        Some(Some(sum))
    };
    (0..RAYS).find_map(along).expect("a ray that hits no edge")
}

/// Vertices as a transform places them: nothing is rounded, so that a face has `2^-62` of its size
/// on either side.
#[test]
fn cubes_go_round_placed_vertices() {
    for size in [1.0, 1024.0, 2.0_f32.powi(-20)] {
        let faces = cube(size);
        for (x, y) in [1.0, -1.0].into_iter().flat_map(|x| [0.25, 0.0, -0.25].map(|y| (x, y))) {
            let mut set = PolytopeSet::new();
            let hull = set.push(&[Vec3::ZERO, Vec3::new(x, y, 0.5) * size]).expect("finite");
            assert_eq!(number_about(&Origin::vertex(&set, hull, 0), &faces), Some(1));
            assert_eq!(number_about(&Origin::vertex(&set, hull, 1), &faces), None);
            // A little of y is added to x.
            let map = Mat3::from_cols(Vec3::X, Vec3::new(2.0_f32.powi(-60), 1.0, 0.0), Vec3::Z);
            set.set_transform(hull, Affine3A::from_mat3(map)).expect("no plane");
            let truth = if y == 0.0 { None } else { Some(i64::from((y < 0.0) == (x > 0.0))) };
            let found = number_about(&Origin::vertex(&set, hull, 1), &faces);
            assert_eq!(found, truth, "{size}: {x} {y}");
            // Far outside, and inside again.
            for (off, truth) in [(9.0, Some(0)), (-0.5, Some(1))] {
                let off = Vec3::new(off * x, 0.0, 0.0) * size;
                let transform = Affine3A::from_mat3_translation(map, off);
                set.set_transform(hull, transform).expect("no plane");
                let found = number_about(&Origin::vertex(&set, hull, 1), &faces);
                assert_eq!(found, truth, "{size}: {x} {y} {off}");
            }
        }
    }
}

/// A ray goes along its direction, from its origin on.
#[test]
fn rays_go_where_their_direction_says() {
    let from = [3.0, -5.0, 7.0];
    let origin = Origin::stored(from);
    for number in 0..RAYS {
        let ray = Ray::new(&origin, number);
        let d = ray.direction();
        assert!(d.iter().all(|x| x.fract() == 0.0 && x.abs() <= 30_001.0 && *x != 0.0), "{d:?}");
        let [u, v] = [[3.0, 0.0, 1.0], [0.0, 3.0, 1.0]];
        let outward = -3.0 * d[0] - 3.0 * d[1] + 9.0 * d[2];
        // About the point so many directions ahead, and so far aside.
        let triangle = |ahead: f64, aside: f64| {
            let part = |s: f64, t: f64| {
                [0, 1, 2].map(|i| {
                    let middle = f64::from(from[i]) + ahead * d[i] + aside * u[i];
                    (middle + s * u[i] + t * v[i]) as f32
                })
            };
            [part(1.0, 0.0), part(0.0, 1.0), part(-1.0, -1.0)]
        };
        let through = Crossing::Through(if outward > 0.0 { 1 } else { -1 });
        assert_eq!(ray.crossing(&triangle(1.0, 0.0)), through, "{number}");
        assert_eq!(ray.crossing(&triangle(-1.0, 0.0)), Crossing::None, "{number}");
        assert_eq!(ray.crossing(&triangle(1.0, 9.0)), Crossing::None, "{number}");
        assert_eq!(ray.crossing(&triangle(0.0, 0.0)), Crossing::Begins, "{number}");
    }
}
