//! Vectors of other crates are this crate's: no conversion stands between a physics engine and a
//! batch.

use motzkin::service::CollisionService;
use motzkin::{Aabb3, Engine, Frame3, Pair, Pose, Verdict};
use parry3d::math::{Rotation, Vector};
use parry3d::shape::Cuboid;

/// A position, half extents and a rotation of parry's.
#[test]
fn parry3d_vectors_make_frames_and_poses() {
    let shape = Cuboid::new(Vector::new(0.5, 1.0, 2.0));
    let centre = Vector::new(1.0, 0.0, 0.0);
    let turn = Rotation::from_rotation_z(std::f32::consts::FRAC_PI_2);
    let frame = Frame3::rotated_box(centre, shape.half_extents, turn).expect("a box");
    let other = Frame3::aligned_box(centre, centre + shape.half_extents).expect("a box");
    let moved = other.posed(&Pose::new(turn, -centre).expect("a pose")).expect("a box");
    assert!(moved.origin().distance(turn * other.origin() - centre) < 1e-6, "{moved:?}");
    let service = CollisionService::new(Engine::Cpu).expect("a CPU");
    let verdicts = service.verdicts(&[frame, other], &[Pair::new(0, 1)]).expect("valid frames");
    assert_eq!(*verdicts, [Verdict::Overlapping]);
    // And back.
    let bounds: Aabb3 = frame.aabb();
    let extents: Vector = bounds.max - bounds.min;
    assert!((extents - Vector::new(2.0, 1.0, 4.0)).abs().max_element() < 1e-5, "{extents}");
}
