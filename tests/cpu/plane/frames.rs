//! What constructors store, refuse and say, and where each number lies.

use crate::common::plane::{KINDS, random_frame, resting};
use crate::common::seed::rng;
use glam::{Affine2, DVec2, Vec2};
use motzkin::bytemuck;
use motzkin_core::error::{FrameError, FramePart, PoseError};
use motzkin_core::geom::{Frame2, Pose2, ShapeKind2};

fn build(kind: ShapeKind2, [origin, p, q]: [Vec2; 3]) -> Result<Frame2, FrameError> {
    match kind {
        ShapeKind2::Parallelogram => Frame2::parallelogram(origin, [p, q]),
        ShapeKind2::Triangle => Frame2::triangle(origin, [p, q]),
        ShapeKind2::TriangleByVertices => Frame2::triangle_by_vertices([origin, p, q]),
    }
}

/// Shaders read these offsets.
#[test]
fn forty_bytes() {
    assert_eq!((size_of::<Frame2>(), align_of::<Frame2>()), (40, 8));
    for (kind, tag) in KINDS.into_iter().zip([0.0, 1.0, 2.0]) {
        let rows = [[1.0, 2.0], [14.0, 5.0], [7.0, 18.0]].map(Vec2::from);
        let frame = build(kind, rows).unwrap().with_velocity(Vec2::new(31.0, 32.0)).unwrap();
        let floats: [f32; 10] = bytemuck::cast(frame);
        assert_eq!(floats, [1.0, 2.0, 14.0, 5.0, 7.0, 18.0, 31.0, 32.0, tag, 0.0]);
        assert_eq!(
            (frame.kind(), frame.origin(), frame.velocity()),
            (Ok(kind), rows[0], Vec2::new(31.0, 32.0))
        );
        assert_eq!([0, 1, 2].map(|row| frame.row(row)), rows);
    }
}

/// Each coordinate in turn is NaN or infinite: the message names it.
#[test]
fn not_finite_is_refused_by_name() {
    let names = [["origin", "edges[0]", "edges[1]"], ["vertices[0]", "vertices[1]", "vertices[2]"]];
    for (kind, bad) in
        KINDS.into_iter().flat_map(|kind| [f32::NAN, f32::NEG_INFINITY].map(|bad| (kind, bad)))
    {
        for (row, axis) in (0..3).flat_map(|row| [0, 1].map(|axis| (row, axis))) {
            let mut rows = [Vec2::ZERO, Vec2::X, Vec2::Y];
            rows[row][axis] = bad;
            let error = build(kind, rows).unwrap_err();
            let name = names[usize::from(kind == ShapeKind2::TriangleByVertices)][row];
            assert!(error.to_string().starts_with(&format!("{name}[{axis}] = ")), "{error}");
        }
        let frame = build(kind, [Vec2::ZERO, Vec2::X, Vec2::Y]).unwrap();
        let error = frame.with_velocity(Vec2::new(0.0, bad)).unwrap_err();
        assert!(matches!(error, FrameError::NotFinite { part: FramePart::Velocity, axis: 1, .. }));
    }
    let mut floats: [f32; 10] = bytemuck::cast(Frame2::aligned_box(Vec2::ZERO, Vec2::ONE).unwrap());
    floats[8] = 3.0;
    let unknown = bytemuck::cast::<_, Frame2>(floats).validate();
    assert_eq!(unknown, Err(FrameError::UnknownShapeInPlane(3.0)));
}

/// Flat means an exactly zero determinant, however large or small the numbers are.
#[test]
fn flat_is_exactly_flat() {
    for scale in [1.0_f32, 1e-44, 1e-20, 1e20, 1e38] {
        let v = |x: f32, y: f32| Vec2::new(x, y) * scale;
        for kind in [ShapeKind2::Parallelogram, ShapeKind2::Triangle] {
            for (p, q) in
                [(v(1.0, 2.0), v(0.5, 1.0)), (v(1.0, 0.0), Vec2::ZERO), (v(1.0, 1.0), v(1.0, 1.0))]
            {
                if scale == 1e-44 && q.x * 2.0 != p.x {
                    continue;
                }
                assert_eq!(
                    build(kind, [Vec2::ZERO, p, q]),
                    Err(FrameError::FlatInPlane),
                    "{kind:?} {scale}"
                );
            }
            let next = Vec2::new(scale, scale.next_up());
            assert!(build(kind, [Vec2::ZERO, v(1.0, 1.0), next]).is_ok(), "{kind:?} {scale}");
        }
    }
    let on_line = [Vec2::new(1.0, 1.0), Vec2::new(2.0, 2.0), Vec2::new(5.0, 5.0)];
    assert_eq!(build(ShapeKind2::TriangleByVertices, on_line), Err(FrameError::FlatInPlane));
    assert_eq!(FrameError::FlatInPlane.to_string(), "the two edges lie on one line");
}

#[test]
fn constructors_store_what_they_say() {
    let aligned = Frame2::aligned_box(Vec2::new(1.0, 2.0), Vec2::new(4.0, 8.0)).unwrap();
    assert_eq!(aligned.rows()[..3], [[1.0, 2.0], [3.0, 0.0], [0.0, 6.0]]);
    let quarter =
        Frame2::rotated_box(Vec2::new(5.0, 5.0), Vec2::new(2.0, 1.0), Vec2::new(0.0, 7.0)).unwrap();
    assert_eq!(quarter.rows()[..3], [[6.0, 3.0], [0.0, 4.0], [-2.0, 0.0]]);
    let moving = aligned.with_velocity(Vec2::X).unwrap();
    let posed =
        moving.posed(&Pose2::new(Vec2::new(0.0, 2.0), Vec2::new(10.0, 20.0)).unwrap()).unwrap();
    assert_eq!(posed.rows()[..4], [[8.0, 21.0], [0.0, 3.0], [-6.0, 0.0], [0.0, 1.0]]);
    let sheared = Affine2::from_cols(Vec2::X * 2.0, Vec2::new(1.0, 1.0), Vec2::new(3.0, 0.0));
    let transformed = moving.transformed(sheared).unwrap();
    assert_eq!(transformed.rows()[..4], [[7.0, 2.0], [6.0, 0.0], [6.0, 6.0], [2.0, 0.0]]);
    let triangle = build(ShapeKind2::TriangleByVertices, [Vec2::ZERO, Vec2::X, Vec2::Y]).unwrap();
    let moved = triangle.posed(&Pose2::at(Vec2::ONE).unwrap()).unwrap();
    assert_eq!(moved.rows()[..3], [[1.0, 1.0], [2.0, 1.0], [1.0, 2.0]]);
}

/// A constructor that rounds names the argument that was wrong, not the row that it spoils.
#[test]
fn constructors_that_round_name_the_wrong_argument() {
    let bad = Vec2::new(0.0, f32::NAN);
    let rotated = |centre, half, turn| Frame2::rotated_box(centre, half, turn).unwrap_err();
    let cases = [
        (Frame2::aligned_box(bad, Vec2::ONE).unwrap_err(), "min[1]"),
        (Frame2::aligned_box(Vec2::ZERO, bad).unwrap_err(), "max[1]"),
        (rotated(bad, Vec2::ONE, Vec2::X), "centre[1]"),
        (rotated(Vec2::ZERO, bad, Vec2::X), "half_extents[1]"),
        (rotated(Vec2::ZERO, Vec2::ONE, bad), "rotation[1]"),
    ];
    for (error, name) in cases {
        assert!(error.to_string().starts_with(&format!("{name} = NaN is not finite")), "{error}");
    }
    let zero = Err(PoseError::ZeroRotation);
    assert_eq!(Frame2::rotated_box(Vec2::ZERO, Vec2::ONE, Vec2::ZERO), zero.map_err(Into::into));
    assert_eq!(Pose2::new(Vec2::ZERO, Vec2::ZERO), Err(PoseError::ZeroRotation));
    let far = Pose2::at(Vec2::new(f32::INFINITY, 0.0));
    assert_eq!(far, Err(PoseError::Translation { axis: 0, value: f32::INFINITY }));
    let square = Frame2::aligned_box(Vec2::ZERO, Vec2::ONE).unwrap();
    for column in 0..3 {
        let mut columns = Affine2::IDENTITY.to_cols_array_2d();
        columns[column][1] = f32::NAN;
        let error = square.transformed(Affine2::from_cols_array_2d(&columns)).unwrap_err();
        assert!(
            error.to_string().starts_with(&format!("transform.column[{column}][1]")),
            "{error}"
        );
    }
    // A rotation of any length but zero is normalised in f64.
    for length in [f32::from_bits(1), 1e-23, 1.0, 1e20, f32::MAX] {
        let quarter = Pose2::new(Vec2::Y * length, Vec2::ZERO).unwrap();
        assert_eq!(
            square.posed(&quarter).unwrap().rows()[..3],
            [[0.0; 2], [0.0, 1.0], [-1.0, 0.0]]
        );
    }
}

/// The box of a frame holds every corner, and little more.
#[test]
fn boxes_hold_the_corners() {
    let mut rng = rng("planar boxes");
    let drawn = (0..600).map(|i| random_frame(&mut rng, KINDS[i % 3], 1.0, 10.0));
    let hard = resting().iter().flat_map(|scene| scene.frames.iter().copied());
    for frame in drawn.chain(hard) {
        let (aabb, corners) = (frame.aabb(), frame.corners());
        assert_eq!(
            corners.len(),
            if frame.kind() == Ok(ShapeKind2::Parallelogram) { 4 } else { 3 }
        );
        for corner in &corners {
            assert!(
                corner.cmpge(aabb.min.as_dvec2()).all() && corner.cmple(aabb.max.as_dvec2()).all(),
                "{frame:?}"
            );
        }
        let low = corners.iter().copied().fold(DVec2::INFINITY, DVec2::min);
        let size = corners.iter().fold(0.0_f64, |m, c| m.max(c.abs().max_element()));
        if size < 1e38 {
            assert!((low - aabb.min.as_dvec2()).max_element() <= size * 1e-6 + 1e-44, "{frame:?}");
        }
        assert!(aabb.meets(&aabb));
    }
}
