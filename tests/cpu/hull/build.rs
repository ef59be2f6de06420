//! Sets of polytopes, and what they refuse.

use glam::{Affine3A, Mat3, Vec2, Vec3};
use motzkin::{FrameError, PolytopeError};
use motzkin_core::geom::{Frame3, Polytope, PolytopeSet, Pose};

const POINTS: [[f32; 3]; 4] = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, f32::NAN]];

#[test]
fn polytopes_are_64_bytes_as_laid_out() {
    let transform =
        Affine3A::from_mat3_translation(Mat3::from_diagonal(Vec3::splat(2.0)), Vec3::splat(3.0));
    let polytope = Polytope::of_range(5, 7).with_transform(transform);
    let words: [u32; 16] = bytemuck::cast(polytope);
    let numbers: [f32; 16] = bytemuck::cast(polytope);
    assert_eq!(numbers[..4], [2.0, 0.0, 0.0, 3.0]);
    assert_eq!(numbers[4..12], [0.0, 2.0, 0.0, 3.0, 0.0, 0.0, 2.0, 3.0]);
    assert_eq!(words[12..], [5, 7, 0, 0]);
}

#[test]
fn faults_name_the_polytope() {
    let build = |polytope: Polytope| {
        let vertices = POINTS.to_vec();
        PolytopeSet::from_parts(vertices, vec![Polytope::of_range(0, 3), polytope]).map(|_| ())
    };
    assert_eq!(build(Polytope::of_range(3, 0)), Ok(()));
    assert_eq!(build(Polytope::of_range(4, 0)), Ok(()));
    let outside = |start, count| PolytopeError::Outside { polytope: 1, start, count, vertices: 4 };
    for (start, count) in [(5, 0), (3, 2), (u32::MAX, 1), (1, 9)] {
        assert_eq!(build(Polytope::of_range(start, count)), Err(outside(start, count)));
    }
    let fault = build(Polytope::of_range(2, 2)).expect_err("NaN");
    assert_eq!(fault.to_string(), "polytope 1, vertex 1: z = NaN is not finite");
    let mut polytope = Polytope::of_range(0, 1);
    polytope.rows[2][3] = f32::INFINITY;
    assert_eq!(
        build(polytope),
        Err(PolytopeError::Transform { polytope: 1, row: 2, column: 3, value: f32::INFINITY })
    );
    polytope.rows = [[1.0, 2.0, 3.0, 0.0], [4.0, 5.0, 6.0, 0.0], [7.0, 8.0, 9.0, 0.0]];
    assert_eq!(build(polytope), Err(PolytopeError::Collapsing { polytope: 1 }));
    polytope.rows[2][2] = 9.0_f32.next_up();
    assert_eq!(build(polytope), Ok(()));
    let huge = PolytopeSet::from_parts(vec![], vec![Polytope::of_range(0, u32::MAX)]).map(|_| ());
    assert_eq!(huge, Err(PolytopeError::TooLarge { polytope: 0, vertices: u32::MAX as usize }));
}

#[test]
fn what_is_refused_leaves_nothing_behind() {
    let mut set = PolytopeSet::new();
    assert_eq!(set.push(&[Vec3::ZERO, Vec3::ONE]), Ok(0));
    let fault = set.push(&[Vec3::ZERO, Vec3::INFINITY]);
    assert!(matches!(fault, Err(PolytopeError::NotFinite { polytope: 1, vertex: 1, axis: 0, .. })));
    assert_eq!((set.len(), set.vertices().len()), (1, 2));
    assert_eq!(
        set.push_instance(1, Affine3A::IDENTITY),
        Err(PolytopeError::NoSuch { polytope: 1, polytopes: 1 })
    );
    let flat = Affine3A::from_scale(Vec3::new(1.0, 0.0, 1.0));
    assert_eq!(set.push_instance(0, flat), Err(PolytopeError::Collapsing { polytope: 1 }));
    assert_eq!(set.set_transform(0, flat), Err(PolytopeError::Collapsing { polytope: 0 }));
    assert_eq!(set.polytopes()[0], Polytope::of_range(0, 2));
    let no_such = Err(PolytopeError::NoSuch { polytope: 9, polytopes: 1 });
    assert_eq!(set.push_posed(9, &Pose::IDENTITY), no_such);
    assert_eq!(set.set_pose(9, &Pose::IDENTITY), no_such.map(|_| ()));
    let frame: Frame3 = bytemuck::Zeroable::zeroed();
    assert_eq!(
        set.push_frame(&frame),
        Err(PolytopeError::Frame { polytope: 1, error: FrameError::Flat })
    );
    assert_eq!(set.len(), 1);
    assert_eq!(set.push_in_plane(&[Vec2::ONE]), Ok(1));
    set.set_transform(1, Affine3A::from_translation(Vec3::X)).expect("valid");
    assert_eq!(set.points(1).collect::<Vec<_>>(), [glam::DVec3::new(2.0, 1.0, 0.0)]);
}

/// Frames share the corners of the unit shapes.
#[test]
fn cuboids_share_eight_vertices() {
    let mut set = PolytopeSet::new();
    for x in [0.0, 5.0] {
        let edges = [Vec3::X, Vec3::Y + Vec3::X, Vec3::Z];
        let cuboid = Frame3::cuboid(Vec3::splat(x), edges).expect("valid");
        let index = set.push_frame(&cuboid).expect("valid");
        let mut corners: Vec<_> = cuboid.corners().iter().map(|c| c.to_array()).collect();
        let mut found: Vec<_> = set.points(index).map(|p| p.to_array()).collect();
        corners.sort_by(|p, q| p.partial_cmp(q).expect("finite"));
        found.sort_by(|p, q| p.partial_cmp(q).expect("finite"));
        assert_eq!(found, corners);
    }
    assert_eq!(set.vertices().len(), 8);
}
