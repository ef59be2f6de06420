//! Frames: what constructors store, refuse and say, and where each number lies.

use crate::common::cases::KINDS;
use crate::common::seed::rng;
use dashu_ratio::RBig;
use glam::{Affine3A, DMat3, DQuat, DVec3, Mat3, Quat, Vec3};
use motzkin::bytemuck;
use motzkin_core::error::{FrameError, FramePart, PoseError};
use motzkin_core::geom::{Frame3, Pair, PolytopeSet, Pose, ShapeKind};
use motzkin_core::num::f32_to_rational;
use std::collections::BTreeSet;
use std::f32::consts::{FRAC_1_SQRT_2, FRAC_PI_2};

const AXES: [Vec3; 3] = [Vec3::X, Vec3::Y, Vec3::Z];

fn build(kind: ShapeKind, rows: [Vec3; 4]) -> Result<Frame3, FrameError> {
    let [origin, e0, e1, e2] = rows;
    match kind {
        ShapeKind::Cuboid => Frame3::cuboid(origin, [e0, e1, e2]),
        ShapeKind::Tetra => Frame3::tetra(origin, [e0, e1, e2]),
        ShapeKind::TetraByVertices => Frame3::tetra_by_vertices(rows),
    }
}

/// Shaders read these offsets.
#[test]
fn sixty_four_bytes() {
    assert_eq!((size_of::<Frame3>(), align_of::<Frame3>(), size_of::<Pair>()), (64, 16, 8));
    for (kind, tag) in KINDS.into_iter().zip([0.0, 1.0, 2.0]) {
        let rows = [[1.0, 2.0, 3.0], [14.0, 5.0, 6.0], [7.0, 18.0, 9.0], [10.0, 11.0, 22.0]]
            .map(Vec3::from);
        let frame = build(kind, rows).unwrap().with_velocity(Vec3::new(31.0, 32.0, 33.0)).unwrap();
        let floats: [f32; 16] = bytemuck::cast(frame);
        let expected = [
            1.0, 2.0, 3.0, tag, 14.0, 5.0, 6.0, 31.0, 7.0, 18.0, 9.0, 32.0, 10.0, 11.0, 22.0, 33.0,
        ];
        assert_eq!(floats, expected);
        assert_eq!((frame.kind(), frame.origin()), (Ok(kind), rows[0]));
        assert_eq!([1, 2, 3].map(|row| frame.row(row)), [rows[1], rows[2], rows[3]]);
        assert_eq!(frame.velocity(), Vec3::new(31.0, 32.0, 33.0));
        assert_eq!(bytemuck::cast::<_, [f32; 16]>(bytemuck::cast::<_, Frame3>(floats)), floats);
    }
    let pair: [u32; 2] = bytemuck::cast(Pair::new(7, 9));
    assert_eq!(pair, [7, 9]);
}

/// Each of the twelve coordinates in turn is NaN or infinite: the message names it.
#[test]
fn not_finite_is_refused_by_name() {
    let names = [
        ["origin", "edges[0]", "edges[1]", "edges[2]"],
        ["vertices[0]", "vertices[1]", "vertices[2]", "vertices[3]"],
    ];
    for kind in KINDS {
        for row in 0..4 {
            for axis in 0..3 {
                for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
                    let mut rows = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
                    rows[row][axis] = bad;
                    let error = build(kind, rows).unwrap_err();
                    let name = names[usize::from(kind == ShapeKind::TetraByVertices)][row];
                    let text = error.to_string();
                    assert!(text.starts_with(&format!("{name}[{axis}] = ")), "{text}");
                    assert!(
                        matches!(error, FrameError::NotFinite { axis: found, .. } if found == axis)
                    );
                    let foreign = Frame3::cuboid(Vec3::ZERO, AXES).unwrap();
                    let mut floats: [f32; 16] = bytemuck::cast(foreign);
                    floats[3] = kind.tag();
                    floats[4 * row + axis] = bad;
                    assert_eq!(
                        bytemuck::cast::<_, Frame3>(floats).validate().unwrap_err().to_string(),
                        text
                    );
                }
            }
        }
    }
    for axis in 0..3 {
        let mut velocity = Vec3::ZERO;
        velocity[axis] = f32::NAN;
        let error = Frame3::cuboid(Vec3::ZERO, AXES).unwrap().with_velocity(velocity).unwrap_err();
        assert_eq!(error.to_string(), format!("velocity[{axis}] = NaN is not finite as f32"));
        let mut floats: [f32; 16] = bytemuck::cast(Frame3::cuboid(Vec3::ZERO, AXES).unwrap());
        floats[4 * axis + 7] = f32::INFINITY;
        let error = bytemuck::cast::<_, Frame3>(floats).validate().unwrap_err();
        assert!(
            matches!(error, FrameError::NotFinite { part: FramePart::Velocity, axis: a, .. } if a == axis)
        );
    }
}

/// Flat means an exactly zero determinant, however large or small the numbers are.
#[test]
fn flat_is_refused_and_nothing_else() {
    let mut rng = rng("flat");
    for kind in KINDS {
        for scale in [1e-45_f32, 1e-30, 1.0, 1e12, 1e38] {
            let flat = [
                [Vec3::X, Vec3::Y, Vec3::X + Vec3::Y],
                [Vec3::X, Vec3::Y, Vec3::ZERO],
                [Vec3::X; 3],
            ];
            for edges in flat {
                let [e0, e1, e2] = edges.map(|e| e * scale);
                assert_eq!(
                    build(kind, [Vec3::ZERO, e0, e1, e2]),
                    Err(FrameError::Flat),
                    "{kind:?} {scale}"
                );
            }
        }
        // One ulp off a plane, and one denormal off it, is solid.
        let up = Vec3::new(1.0, 1.0_f32.next_up(), 0.0);
        for edges in [
            [Vec3::new(1.0, 1.0, 0.0), up, Vec3::Z],
            [Vec3::new(1e19, 1e19, 0.0), Vec3::new(1e19, 1e19_f32.next_up(), 0.0), Vec3::Z],
            [Vec3::X, Vec3::Y, Vec3::new(1.0, 1.0, f32::from_bits(1))],
            AXES.map(|axis| axis * f32::from_bits(1)),
            AXES.map(|axis| axis * f32::MAX),
            AXES.map(|axis| axis * 1e-6),
            [Vec3::X * f32::MAX, Vec3::Y * f32::from_bits(1), Vec3::Z],
            [Vec3::X * 1e5, Vec3::Y, Vec3::Z * 1e-5],
            [Vec3::Y, Vec3::X, Vec3::Z],
            [Vec3::X, Vec3::new(100.0, 1.0, 0.0), Vec3::new(-50.0, 100.0, 1e-3)],
        ] {
            assert!(
                build(kind, [Vec3::ZERO, edges[0], edges[1], edges[2]]).is_ok(),
                "{kind:?} {edges:?}"
            );
        }
        // Coplanar whole numbers far from the plane's origin: no f64 arithmetic tells these apart.
        for _ in 0..50 {
            let mut whole =
                || Vec3::from_array([0.0; 3].map(|_| rng.i32(-1_000_000..1_000_000) as f32));
            let (e0, e1) = (whole(), whole());
            let sum = e0 + e1;
            assert_eq!(build(kind, [Vec3::ZERO, e0, e1, sum]), Err(FrameError::Flat));
            if e0.x != 0.0 && e0.x * e1.y != e0.y * e1.x {
                let solid = build(kind, [Vec3::ZERO, e0, e1, sum + Vec3::Z]);
                assert!(solid.is_ok(), "{solid:?}");
            }
        }
    }
    assert_eq!(FrameError::Flat.to_string(), "the three edges lie in one plane");
    // Vertices whose differences would round to a solid, or to a flat one.
    let vertices = [Vec3::splat(1e8), Vec3::X, Vec3::Y, Vec3::Z];
    assert!(Frame3::tetra_by_vertices(vertices).is_ok());
}

#[test]
fn unknown_tags_are_refused() {
    for tag in [-1.0, 0.5, 3.0, f32::NAN, f32::INFINITY, f32::from_bits(1)] {
        let mut floats: [f32; 16] = bytemuck::cast(Frame3::cuboid(Vec3::ZERO, AXES).unwrap());
        floats[3] = tag;
        let frame: Frame3 = bytemuck::cast(floats);
        let error = frame.validate().unwrap_err();
        assert!(
            matches!(error, FrameError::UnknownShape(found) if found.to_bits() == tag.to_bits())
        );
        assert!(error.to_string().starts_with(&format!("shape tag {tag} is unknown")), "{error}");
        assert!(format!("{frame:?}").contains("UnknownShape"));
    }
}

/// `max - min` in f64, rounded once.
#[test]
fn aligned_boxes_round_once() {
    let frame = Frame3::aligned_box(Vec3::new(0.1, -3.0, 1e8), Vec3::new(0.7, 4.0, 2e8)).unwrap();
    assert_eq!(frame.origin(), Vec3::new(0.1, -3.0, 1e8));
    let size = [0.7_f32, 4.0, 2e8].map(f64::from);
    let origin = [0.1_f32, -3.0, 1e8].map(f64::from);
    for axis in 0..3 {
        let mut expected = [0.0; 3];
        expected[axis] = (size[axis] - origin[axis]) as f32;
        assert_eq!(frame.row(axis + 1).to_array(), expected);
    }
    assert_eq!(Frame3::aligned_box(Vec3::ZERO, Vec3::new(1.0, 0.0, 1.0)), Err(FrameError::Flat));
    let error = Frame3::aligned_box(Vec3::splat(-3e38), Vec3::splat(3e38)).unwrap_err();
    let value = 2.0 * f64::from(3e38_f32);
    assert_eq!(error, FrameError::NotFinite { part: FramePart::Edge(0), axis: 0, value });
    let told = error.to_string();
    assert_eq!(told, format!("edges[0][0] = {value:?} is not finite as f32"));
    // A vertex that a pose moves too far is told where it would be.
    let far = Pose::at(Vec3::Y * 3e38).unwrap();
    let vertices = [Vec3::Y * 3e38, Vec3::X, Vec3::ZERO, Vec3::Z];
    let error = Frame3::tetra_by_vertices(vertices).unwrap().posed(&far).unwrap_err();
    assert_eq!(error, FrameError::NotFinite { part: FramePart::Vertex(0), axis: 1, value });
}

/// Every number of a turned box is the one of exact geometry, rounded: within an ulp of its size.
#[test]
fn rotated_boxes_are_right() {
    let mut rng = rng("rotated boxes");
    for _ in 0..500 {
        let mut number = || rng.f32() * 2.0 - 1.0;
        let mut vector = || Vec3::new(number(), number(), number());
        let (centre, half) = (vector() * 10.0, vector().abs() + Vec3::splat(0.01));
        let turn = Quat::from_xyzw(number(), number(), number(), number()) * 3.0;
        if turn.length() < 0.1 {
            continue;
        }
        let frame = Frame3::rotated_box(centre, half, turn).unwrap();
        let exact = DQuat::from_array(turn.to_array().map(f64::from)).normalize();
        let mut corner = centre.as_dvec3();
        for (axis, unit) in [DVec3::X, DVec3::Y, DVec3::Z].into_iter().enumerate() {
            let arm = exact * (unit * f64::from(half[axis]));
            let edge = frame.row(axis + 1).as_dvec3();
            assert!(
                (edge - arm * 2.0).abs().max_element() <= 2.0 * 6e-8 * f64::from(half[axis]),
                "{edge} {arm}"
            );
            corner -= arm;
        }
        assert!((frame.origin().as_dvec3() - corner).abs().max_element() < 1e-6);
        // A quaternion of any length means the same turn.
        let doubled = Frame3::rotated_box(centre, half, turn * 2.0).unwrap();
        assert_eq!(doubled, frame);
    }
    let straight =
        Frame3::rotated_box(Vec3::new(1.0, 2.0, 3.0), Vec3::ONE, Quat::IDENTITY).unwrap();
    assert_eq!(
        straight,
        Frame3::aligned_box(Vec3::new(0.0, 1.0, 2.0), Vec3::new(2.0, 3.0, 4.0)).unwrap()
    );
    let error = Frame3::rotated_box(Vec3::ZERO, Vec3::ONE, Quat::from_array([0.0; 4])).unwrap_err();
    assert_eq!(error, FrameError::Pose(PoseError::ZeroRotation));
}

/// A constructor that rounds names the argument that was wrong, not the row that it spoils.
#[test]
fn constructors_that_round_name_the_wrong_argument() {
    for axis in 0..3 {
        for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            let mut vector = Vec3::ONE;
            vector[axis] = bad;
            let mut turn = [0.0, 0.0, 0.0, 1.0];
            turn[axis] = bad;
            let turn = Quat::from_array(turn);
            let rotated = |centre, half, turn| Frame3::rotated_box(centre, half, turn).unwrap_err();
            let cases = [
                (Frame3::aligned_box(vector, Vec3::ONE).unwrap_err(), "min"),
                (Frame3::aligned_box(Vec3::ZERO, vector).unwrap_err(), "max"),
                (rotated(vector, Vec3::ONE, Quat::IDENTITY), "centre"),
                (rotated(Vec3::ZERO, vector, Quat::IDENTITY), "half_extents"),
                (rotated(Vec3::ZERO, Vec3::ONE, turn), "rotation"),
                (Pose::new(turn, Vec3::ZERO).unwrap_err().into(), "rotation"),
                (Pose::new(Quat::IDENTITY, vector).unwrap_err().into(), "translation"),
            ];
            for (error, name) in cases {
                let expected = format!("{name}[{axis}] = {bad} is not finite");
                assert!(error.to_string().starts_with(&expected), "{error}");
            }
            let cube = Frame3::cuboid(Vec3::ZERO, AXES).unwrap();
            for column in 0..4 {
                let mut columns = Affine3A::IDENTITY.to_cols_array_2d();
                columns[column][axis] = bad;
                let error = cube.transformed(Affine3A::from_cols_array_2d(&columns)).unwrap_err();
                let expected = format!("transform.column[{column}][{axis}] = {bad}");
                assert!(error.to_string().starts_with(&expected), "{error}");
            }
        }
    }
    let zero = Quat::from_array([0.0; 4]);
    assert_eq!(Pose::new(zero, Vec3::ZERO), Err(PoseError::ZeroRotation));
    assert_eq!(PoseError::ZeroRotation.to_string(), "rotation is zero and cannot be normalised");
}

/// Frames, polytopes and points are posed by one rule: a quaternion of any length but zero is
/// turned into a matrix in f64, so its length makes no difference.
#[test]
fn poses_do_not_depend_on_the_length_of_the_quaternion() {
    let cube = Frame3::cuboid(Vec3::ZERO, AXES).unwrap();
    for length in [f32::from_bits(1), 1e-23, 1e-10, 1.0, 7.0, 1e20, f32::MAX] {
        for (axis, unit) in AXES.into_iter().enumerate() {
            // Half a turn about a coordinate axis keeps it and turns the others round.
            let half_turn = Quat::from_vec4((unit * length).extend(0.0));
            let pose = Pose::new(half_turn, Vec3::ONE).unwrap();
            let image = |v: Vec3| v * (2.0 * unit - Vec3::ONE);
            let posed = cube.posed(&pose).unwrap();
            for (other, edge) in AXES.into_iter().enumerate() {
                assert_eq!(posed.row(other + 1), image(edge), "{length} about {axis}");
            }
            let boxed = Frame3::rotated_box(Vec3::ZERO, Vec3::ONE, half_turn).unwrap();
            assert_eq!(boxed.row(1), image(Vec3::X) * 2.0);
            let point = Vec3::new(1.0, 2.0, 3.0);
            assert_eq!(Vec3::from(pose.place(point.to_array())), image(point) + 1.0);
            let mut set = PolytopeSet::new();
            let of = set.push(&[point]).unwrap();
            let instance = set.push_posed(of, &pose).unwrap();
            set.set_pose(of, &pose).unwrap();
            for polytope in [of, instance] {
                let found: Vec<DVec3> = set.points(polytope).collect();
                assert_eq!(found, [(image(point) + 1.0).as_dvec3()], "{length} about {axis}");
            }
        }
    }
    // A point of a polytope is the point of the pose, but for the rounding of the rows to f32.
    let mut rng = rng("poses of polytopes");
    for _ in 0..200 {
        let mut number = || rng.f32() * 2.0 - 1.0;
        let turn = Quat::from_xyzw(number(), number(), number(), number());
        let point = Vec3::new(number(), number(), number());
        let Ok(pose) = Pose::new(turn * 1e-20, point * 3.0) else { continue };
        let mut set = PolytopeSet::new();
        let of = set.push(&[point]).unwrap();
        set.set_pose(of, &pose).unwrap();
        let (found, expected) =
            (set.points(0).next().unwrap(), Vec3::from(pose.place(point.to_array())));
        assert!((found - expected.as_dvec3()).abs().max_element() < 1e-6, "{found} {expected}");
    }
}

/// What takes a cube to itself takes axes to axes, whatever the length of the quaternion.
#[test]
fn rotations_of_the_cube_are_exact() {
    let mut known = BTreeSet::new();
    for length in [f32::from_bits(1), 1e-20, FRAC_1_SQRT_2, 0.7, f32::MAX] {
        for number in 0..81 {
            let turn = [1, 3, 9, 27].map(|by| (number / by % 3 - 1) as f32 * length);
            // Three numbers of one magnitude are a half turn about a corner.
            if matches!(turn.iter().filter(|x| **x != 0.0).count(), 0 | 3) {
                continue;
            }
            let pose = Pose::new(Quat::from_array(turn), Vec3::ZERO).unwrap();
            let rows = pose.rows().map(|[x, y, z, _]| [x, y, z]);
            assert!(rows.as_flattened().iter().all(|x| [-1.0, 0.0, 1.0].contains(x)), "{pose}");
            assert_eq!(DMat3::from_cols_array_2d(&rows).determinant(), 1.0, "{pose}");
            known.insert(rows.map(|row| row.map(|x| x as i8)));
        }
    }
    assert_eq!(known.len(), 24);

    // The numbers of a quarter turn have one magnitude, though none is exact.
    for turn in [Quat::from_rotation_x, Quat::from_rotation_y, Quat::from_rotation_z] {
        for angle in [FRAC_PI_2, -FRAC_PI_2] {
            let pose = Pose::new(turn(angle), Vec3::ZERO).unwrap();
            let rows = pose.rows().map(|[x, y, z, _]| [x, y, z]);
            assert!(known.contains(&rows.map(|row| row.map(|x| x as i8))), "{pose}");
            assert!(rows.as_flattened().iter().all(|x| x.fract() == 0.0), "{pose}");
        }
    }

    // A box stands on another one, whichever of its sides is down.
    for turn in [Quat::from_xyzw(0.7, 0.0, 0.0, 0.7), Quat::from_xyzw(0.3, -0.3, 0.3, 0.3)] {
        let ground = Frame3::aligned_box(Vec3::splat(-4.0), Vec3::new(4.0, 4.0, 0.0)).unwrap();
        let block = Frame3::rotated_box(Vec3::Z, Vec3::ONE, turn).unwrap();
        let found = motzkin_core::exact::decide(&ground, &block).unwrap();
        assert_eq!(found.verdict, motzkin_core::verdict::Verdict::Touching);
    }
}

/// Each number of a rotation is off by at most `1e-15`.
#[test]
fn rotations_are_near_the_exact_ones() {
    let mut rng = rng("rotations");
    let exact = |x: f32| f32_to_rational(x);
    for _ in 0..500 {
        let size = 10.0_f32.powi(rng.i32(-30..30));
        let mut number = || size * (rng.f32() - 0.5) * 10.0_f32.powi(-rng.i32(0..6));
        let turn = [number(), number(), number(), number()];
        let [x, y, z, w] = turn.map(exact);
        let square = &x * &x + &y * &y + &z * &z + &w * &w;
        let cross = |[a, b, c]: &[RBig; 3]| [&y * c - &z * b, &z * a - &x * c, &x * b - &y * a];
        let pose = Pose::new(Quat::from_array(turn), Vec3::ZERO).unwrap();
        for axis in 0..3 {
            // v + 2 (w q x v + q x (q x v)) / |q|^2
            let unit = [0, 1, 2].map(|i| if i == axis { RBig::ONE } else { RBig::ZERO });
            let once = cross(&unit);
            let twice = cross(&once);
            for (row, found) in pose.rows().iter().enumerate() {
                let turned = RBig::from(2) * (&w * &once[row] + &twice[row]) / &square;
                let error = RBig::try_from(found[axis]).unwrap() - &unit[row] - turned;
                assert!(error.to_f64().value().abs() <= 1e-15, "{turn:?}: {pose}");
            }
        }
    }
}

/// In whole numbers a transform is exact; the velocity turns with the frame and is not shifted.
#[test]
fn transforms_keep_the_kind_and_the_velocity() {
    let linear = Mat3::from_cols(
        Vec3::new(0.0, 2.0, 0.0),
        Vec3::new(-1.0, 0.0, 0.0),
        Vec3::new(1.0, 0.0, 3.0),
    );
    let transform = Affine3A::from_mat3_translation(linear, Vec3::new(10.0, 20.0, 30.0));
    for kind in KINDS {
        let rows =
            [Vec3::new(1.0, 2.0, 3.0), Vec3::new(5.0, 1.0, 0.0), Vec3::Y, Vec3::new(0.0, 1.0, 7.0)];
        let velocity = Vec3::new(1.0, 2.0, 4.0);
        let frame = build(kind, rows).unwrap().with_velocity(velocity).unwrap();
        let image = frame.transformed(transform).unwrap();
        assert_eq!(image.kind(), Ok(kind));
        assert_eq!(image.origin(), transform.transform_point3(rows[0]));
        for (row, &stored) in rows.iter().enumerate().skip(1) {
            let point = kind == ShapeKind::TetraByVertices;
            let expected = if point { transform.transform_point3(stored) } else { linear * stored };
            assert_eq!(image.row(row), expected, "{kind:?}");
        }
        assert_eq!(image.velocity(), linear * velocity);
        let flat = Affine3A::from_scale(Vec3::new(1.0, 0.0, 1.0));
        assert_eq!(frame.transformed(flat), Err(FrameError::Flat));
        let huge = frame.transformed(Affine3A::from_scale(Vec3::splat(3e38)));
        assert!(matches!(huge, Err(FrameError::NotFinite { .. })), "{huge:?}");
    }
}

/// A transform rounds each number once, from f64.
#[test]
fn transforms_round_once() {
    let mut rng = rng("transforms");
    for _ in 0..300 {
        let mut vector = || Vec3::new(rng.f32() - 0.5, rng.f32() - 0.5, rng.f32() - 0.5);
        let linear = Mat3::from_cols(vector(), vector(), vector());
        let (rows, shift) = ([vector(), vector(), vector(), vector()], vector() * 100.0);
        let (Ok(frame), transform) = (
            build(ShapeKind::TetraByVertices, rows),
            Affine3A::from_mat3_translation(linear, shift),
        ) else {
            continue;
        };
        let image = frame.transformed(transform).unwrap();
        for (row, v) in rows.iter().enumerate() {
            let exact = linear.as_dmat3() * v.as_dvec3() + shift.as_dvec3();
            for axis in 0..3 {
                let (found, exact) = (f64::from(image.row(row)[axis]), exact[axis]);
                assert!((found - exact).abs() <= exact.abs() * 6e-8 + 1e-14, "{found} {exact}");
            }
        }
    }
}

/// Exponents so far apart that f64 sums round: the box holds the corners all the same.
#[test]
fn boxes_of_frames_hold_corners_beyond_f64() {
    let far = 2.0_f32.powi(60);
    let edges = [Vec3::new(-1.0, 1.0, 0.0), Vec3::new(-far, 0.0, 1.0), Vec3::Z];
    for build in [Frame3::cuboid, Frame3::tetra] {
        let frame = build(Vec3::new(far, 0.0, 0.0), edges).unwrap();
        let corner = f32_to_rational(far) + f32_to_rational(-far) + f32_to_rational(-1.0);
        let cuboid = frame.kind() == Ok(ShapeKind::Cuboid);
        let lowest = if cuboid { corner } else { f32_to_rational(0.0) };
        assert!(f32_to_rational(frame.aabb().min.x) <= lowest, "{frame:?}");
    }
}

/// The box of a frame holds its corners, and is hardly larger.
#[test]
fn boxes_of_frames_hold_them() {
    let mut rng = rng("frame boxes");
    for i in 0..600 {
        let mut vector = || Vec3::new(rng.f32() - 0.5, rng.f32() - 0.5, rng.f32() - 0.5) * 100.0;
        let Ok(frame) = build(KINDS[i % 3], [vector(), vector(), vector(), vector()]) else {
            continue;
        };
        let found = frame.aabb();
        let corners = frame.corners();
        assert_eq!(corners.len(), if i % 3 == 0 { 8 } else { 4 });
        for axis in 0..3 {
            let low = corners.iter().map(|c| c[axis]).fold(f64::INFINITY, f64::min);
            let high = corners.iter().map(|c| c[axis]).fold(f64::NEG_INFINITY, f64::max);
            let (min, max) = (f64::from(found.min[axis]), f64::from(found.max[axis]));
            assert!(min <= low && high <= max, "{frame:?}");
            assert!(low - min < 1e-4 && max - high < 1e-4, "{frame:?}: {found:?}");
        }
    }
}
