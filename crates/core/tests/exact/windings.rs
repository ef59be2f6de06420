//! How often a cube goes round points, of every size and as near its faces as numbers can be.

use crate::common::seed::rng;
use crate::common::windings::winding_number;
use dashu_ratio::RBig;
use glam::{Affine3A, Mat3, Vec3};
use motzkin_core::exact::triangles::{Crossing, Origin, RAYS, Ray, Triangle};
use motzkin_core::geom::PolytopeSet;
use std::cmp::Ordering;

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

/// Triangles without an area, far off and in line with points of the lattice, change nothing but
/// for points on them.
#[test]
fn triangles_without_an_area_change_nothing() {
    let v = [5.0; 3];
    let flat: [Triangle; 4] = [
        [v; 3],
        [[0.5, 0.0, 0.0]; 3],
        [[2.0, 0.0, 0.0], [3.0, 0.0, 0.0], [4.0, 0.0, 0.0]],
        [[-2.0, -2.0, -2.0], [-3.0, -3.0, -3.0], [-2.0, -2.0, -2.0]],
    ];
    let faces = cube(1.0);
    for code in 0..343_u16 {
        let point = [code % 7, code / 7 % 7, code / 49].map(|x| f32::from(x) / 2.0 - 1.5);
        let outside = point.iter().fold(0.0_f32, |m, x| m.max(x.abs()));
        for triangle in flat {
            let all = faces.iter().copied().chain([triangle]);
            let expected = expected(outside).filter(|_| point != triangle[0]);
            assert_eq!(winding_number(point, all), expected, "{point:?} {triangle:?}");
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
    for number in 0..64 {
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
        // The other way, the same triangle is left where it was entered.
        let back = ray.reversed();
        assert_eq!(back.direction(), d.map(|x| -x), "{number}");
        let through = Crossing::Through(if outward > 0.0 { -1 } else { 1 });
        assert_eq!(back.crossing(&triangle(-1.0, 0.0)), through, "{number}");
        assert_eq!(back.crossing(&triangle(1.0, 0.0)), Crossing::None, "{number}");
    }
}

/// Corners on each of the first rays, so that later ones are asked: the lengths of these are some
/// `2^30`, and no three of them lie in one plane.
#[test]
fn rays_that_hit_edges_are_followed_by_others() {
    let origin = Origin::stored([0.0; 3]);
    let spikes = (0..64).flat_map(|number| {
        let at = Ray::new(&origin, number).direction().map(|x| x as f32);
        let beside = |i: usize| {
            let mut corner = at;
            corner[i] += 50.0;
            corner
        };
        let [x, y, z] = [0, 1, 2].map(beside);
        [[at, y, x], [at, z, y], [at, x, z], [x, y, z]]
    });
    let faces: Vec<Triangle> = cube(100.0).into_iter().chain(spikes).collect();
    for number in 0..64 {
        let ray = Ray::new(&origin, number);
        assert!(faces.iter().any(|t| ray.crossing(t) == Crossing::Edge), "{number}");
    }
    assert_eq!(number_about(&origin, &faces), Some(1));
    assert_eq!(number_about(&Origin::stored([7.0, 5.0, 101.0]), &faces), Some(0));

    let late: Vec<[i128; 3]> = [64, 1000, RAYS / 2, RAYS - 40]
        .into_iter()
        .flat_map(|first| first..first + 40)
        .map(|number| Ray::new(&origin, number).direction().map(|x| x as i128))
        .collect();
    for (i, a) in late.iter().enumerate() {
        assert!(a.iter().all(|x| x.abs() < 1 << 30 && *x != 0), "{a:?}");
        // A conic over the residues of a prime number.
        assert_eq!((a[1] * a[1] - a[0] * a[2]) % ((1 << 31) - 1), 0, "{a:?}");
        for (j, b) in late.iter().enumerate().take(i) {
            let normal = cross(a, b);
            for c in &late[..j] {
                assert_ne!((0..3).map(|k| normal[k] * c[k]).sum::<i128>(), 0, "{a:?} {b:?} {c:?}");
            }
        }
    }
}

fn cross(a: &[i128; 3], b: &[i128; 3]) -> [i128; 3] {
    [[1, 2], [2, 0], [0, 1]].map(|[i, j]| a[i] * b[j] - a[j] * b[i])
}

/// A point within a triangle is exact in whole numbers, and in `f64` off by no more than it says,
/// which is a few roundings. It lies on its triangle.
#[test]
fn points_within_triangles() {
    let parts = [
        [[1.1, -0.7, 0.3], [1.3e-12, 0.9, -1.0], [-0.2, 1.7e-14, 1.1e-9]],
        [[-3.3e-13, 1.9, 0.0], [2.5, -1.2, 1.7], [0.7, 2.2e-12, -1.3e-8]],
        [[4.0, 0.0, 0.0], [0.0, 8.0, 0.0], [0.0, 0.0, 16.0]],
    ];
    for size in [1.0_f32, 3.0e30, 5.0e-20] {
        for triangle in parts.map(|corners: Triangle| corners.map(|x| x.map(|x| x * size))) {
            let origin = Origin::within(&triangle);
            let (near, error) = origin.near();
            let exact = |x: f64| RBig::try_from(x).expect("finite");
            let largest = triangle.as_flattened().iter().fold(0.0_f32, |m, x| m.max(x.abs()));
            assert!(error <= 4.0 * f64::EPSILON * f64::from(largest), "{error}: {triangle:?}");
            for i in 0..3 {
                let [a, b, c] = triangle.map(|corner| exact(corner[i].into()));
                let off = (a * exact(0.5) + (b + c) * exact(0.25)) - exact(near[i]);
                assert!(off <= exact(error) && -off <= exact(error), "{near:?}: {triangle:?}");
            }
            let begins = |ray| Ray::new(&origin, ray).crossing(&triangle) == Crossing::Begins;
            assert!((0..RAYS).any(begins), "{triangle:?}");
        }
    }
}

/// The coordinates of a vertex are sums of four, and each sum is rounded. This one is rounded up
/// twice, to beyond the face, and lies within.
#[test]
fn cubes_go_round_what_is_rounded_to_beyond_them() {
    let up = 2.0_f32.powi(-53) + 2.0_f32.powi(-60);
    let down = -(2.0_f32.powi(-53) - 2.0_f32.powi(-70));
    for size in [1.0, 1024.0, 2.0_f32.powi(-20)] {
        for turn in [1.0, -1.0] {
            let mut set = PolytopeSet::new();
            let hull = set.push(&[Vec3::ONE * size]).expect("finite");
            let rows = [Vec3::new(1.0, up, down) * turn, Vec3::Y * 0.5, Vec3::Z * 0.25];
            let off = Vec3::X * down * turn * size;
            let map = Mat3::from_cols_array_2d(&rows.map(|row| row.to_array())).transpose();
            let transform = Affine3A::from_mat3_translation(map, off);
            set.set_transform(hull, transform).expect("no plane");
            let origin = Origin::vertex(&set, hull, 0);
            let (near, error) = origin.near();
            // Of a coordinate of at most four times the size.
            assert!(error <= 16.0 * f64::EPSILON * f64::from(size), "{error}");
            let seen = near[0] * f64::from(turn) / f64::from(size);
            assert_eq!(seen, 1.0 + f64::EPSILON, "it is rounded up");
            assert_eq!(number_about(&origin, &cube(size)), Some(1), "{size} {turn}");
        }
    }
}

/// A vertex that is a difference of large products, beside a cube as small as their roundings.
#[test]
fn cubes_go_round_what_is_left_of_large_products() {
    let [large, small] = [2.0_f32.powi(20), 2.0_f32.powi(-33)];
    let left = small + 2.0_f32.powi(-50);
    let beside = 2.0_f32.powi(-40);
    for turn in [1.0, -1.0] {
        let mut set = PolytopeSet::new();
        let hull = set.push(&[Vec3::ONE]).expect("finite");
        let rows = [Vec3::new(large, left, -large) * turn, Vec3::Y * beside, Vec3::Z * beside];
        let map = Mat3::from_cols_array_2d(&rows.map(|row| row.to_array())).transpose();
        set.set_transform(hull, Affine3A::from_mat3(map)).expect("no plane");
        let origin = Origin::vertex(&set, hull, 0);
        let seen = f64::from(turn) * origin.near().0[0];
        assert_eq!(seen, 2.0 * f64::from(small), "it is rounded up");
        assert_eq!(number_about(&origin, &cube(small * 1.5)), Some(1), "{turn}");
        assert_eq!(number_about(&origin, &cube(small)), Some(0), "{turn}");
    }
}

/// A vertex in larger units than the triangle, on its face.
#[test]
fn cubes_go_round_vertices_of_few_bits() {
    let by = 2.0_f32.powi(-20);
    let faces: Vec<Triangle> =
        cube(1.0).iter().map(|t| t.map(|[x, y, z]| [x + by, y, z - by])).collect();
    for (point, truth) in [(Vec3::Y, None), (Vec3::Y * 2.0, Some(0)), (Vec3::ZERO, Some(1))] {
        let mut set = PolytopeSet::new();
        let hull = set.push(&[point]).expect("finite");
        assert_eq!(number_about(&Origin::vertex(&set, hull, 0), &faces), truth, "{point}");
    }
}

type Point = [RBig; 3];

/// How a ray meets a triangle, in rational numbers: `begins` is known.
fn truth(point: [f32; 3], d: [f64; 3], triangle: &Triangle, begins: bool) -> Crossing {
    let exact = |x: f64| RBig::try_from(x).expect("finite");
    let p = point.map(|x| exact(x.into()));
    let d = d.map(exact);
    let seen = triangle.map(|corner| [0, 1, 2].map(|i| exact(corner[i].into()) - p[i].clone()));
    let volume = |a: &Point, b: &Point, c: &Point| {
        let part = |i: usize, j: usize| &b[i] * &c[j] - &b[j] * &c[i];
        (&a[0] * part(1, 2) + &a[1] * part(2, 0) + &a[2] * part(0, 1)).cmp(&RBig::ZERO)
    };
    let [a, b, c] = &seen;
    let sides = [volume(&d, a, b), volume(&d, b, c), volume(&d, c, a)];
    let ahead = volume(a, b, c);
    match () {
        () if sides.contains(&Ordering::Less) && sides.contains(&Ordering::Greater) => {
            Crossing::None
        }
        () if begins => Crossing::Begins,
        () if sides.contains(&Ordering::Equal) => Crossing::Edge,
        () if ahead != sides[0] => Crossing::None,
        () => Crossing::Through(if ahead == Ordering::Greater { 1 } else { -1 }),
    }
}

/// Points on the line of an edge, some on the edge, of triangles that hold the ray and of others.
#[test]
fn rays_begin_on_edges() {
    let mut rng = rng("rays on edges");
    for number in 0..400 {
        let mut any = || [0; 3].map(|_| rng.i32(-9..=9) as f32);
        let (start, way, mut third) = (any(), any(), any());
        let d = Ray::new(&Origin::stored(start), number % 80).direction();
        if number % 3 == 0 {
            third = [0, 1, 2].map(|i| start[i] + d[i] as f32);
        }
        let at = |part: f32| [0, 1, 2].map(|i| start[i] + part * way[i]);
        let mut triangle = [start, at(4.0), third];
        triangle.rotate_right(number as usize % 5 % 3);
        let arms = [way, [0, 1, 2].map(|i| third[i] - start[i])].map(Vec3::from_array);
        if arms[0].cross(arms[1]) == Vec3::ZERO {
            continue;
        }
        for part in -2..=6_i16 {
            let point = at(part.into());
            let origin = Origin::stored(point);
            let ray = Ray::new(&origin, number % 80);
            let begins = (0..=4).contains(&part);
            let expected = truth(point, d, &triangle, begins);
            assert_eq!(ray.crossing(&triangle), expected, "{point:?} {d:?} {triangle:?}");
        }
    }
}

/// Points so close to a triangle, or to the way from one of its edges, that no `f64` tells the
/// side.
#[test]
fn rays_pass_on_the_right_side() {
    let mut rng = rng("sides of rays");
    let mut of = [0; 4];
    for number in 0..600 {
        let mut long = || [0; 3].map(|_| rng.i32(-4_000_000..=4_000_000));
        let [a, b, mut c] = [long(), long(), long()];
        // The middle of the corners is whole, and has a coordinate of zero.
        for i in 0..3 {
            c[i] -= (a[i] + b[i] + c[i]) % 3;
        }
        let zero = number as usize % 3;
        c[zero] = -a[zero] - b[zero];
        let triangle = [a, b, c].map(|corner| corner.map(|x| x as f32));
        let d = Ray::new(&Origin::stored([0.0; 3]), number % 80).direction();
        let back = if number % 2 == 0 { 0.0 } else { f64::from(rng.i32(1..100)) };
        let on = match number % 4 {
            1 => a.map(f64::from),
            _ => [0, 1, 2].map(|i| f64::from((a[i] + b[i] + c[i]) / 3)),
        };
        let mut point = [0, 1, 2].map(|i| (on[i] - back * d[i]) as f32);
        let is_exact = (0..3).all(|i| f64::from(point[i]) == on[i] - back * d[i]);
        let off = [0.0, 1.0, -1.0][rng.usize(0..3)] * 2.0_f32.powi(rng.i32(-100..=-40));
        if point[zero] == 0.0 {
            point[zero] = off;
        }
        let begins = is_exact && back == 0.0 && point[zero] == 0.0;
        let origin = Origin::stored(point);
        let found = Ray::new(&origin, number % 80).crossing(&triangle);
        assert_eq!(found, truth(point, d, &triangle, begins), "{point:?} {d:?} {triangle:?}");
        of[match found {
            Crossing::None => 0,
            Crossing::Through(_) => 1,
            Crossing::Begins => 2,
            Crossing::Edge => 3,
        }] += 1;
    }
    assert!(of.iter().all(|count| *count > 20), "{of:?}");
}
