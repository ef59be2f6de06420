//! Scenes of frames, hulls and meshes on the CPU.

use crate::common::mixed_scene;
use motzkin::glam::{Quat, Vec3};
use motzkin::service::{ChangeError, InsertError, PairListError, SceneOptions};
use motzkin::{
    CollisionService, Engine, Frame3, MeshError, SceneError, SceneShape, TriangleMesh, Verdict,
};
use motzkin_lab::workload::meshes;
use std::sync::Arc;

fn cpu() -> CollisionService {
    CollisionService::new(Engine::Cpu).expect("a CPU")
}

fn cube(x: f32) -> Frame3 {
    Frame3::aligned_box(Vec3::splat(x), Vec3::splat(x + 1.0)).expect("a cube")
}

#[test]
fn all_shapes_meet_as_a_model_says() {
    mixed_scene::run(&cpu(), "mixed scene on the CPU", true, 4);
}

#[test]
fn frames_and_hulls_move_as_a_model_says() {
    mixed_scene::run(&cpu(), "moving mixed scene on the CPU", false, 12);
}

#[test]
fn the_reference_answers_scenes_of_all_shapes() {
    let reference = CollisionService::new(Engine::Reference).expect("the reference");
    mixed_scene::run(&reference, "mixed scene by the reference", true, 1);
}

#[test]
fn what_is_refused_is_named() {
    let mut scene = cpu().scene();
    let open = TriangleMesh::from_soup(&[[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]]).unwrap();
    let open = Arc::new(open);
    let refused = scene.insert(SceneShape::solid(open.clone())).unwrap_err();
    assert!(matches!(refused, InsertError::Mesh(MeshError::Open { .. })), "{refused}");
    assert!(scene.is_empty());
    let error = SceneShape::hull(&[Vec3::ZERO, Vec3::NAN]).unwrap_err();
    assert!(error.to_string().contains('1'), "{error}");

    let (frame, hull) = (scene.insert(cube(0.0)), scene.insert(SceneShape::hull(&[]).unwrap()));
    let (frame, hull) = (frame.unwrap(), hull.unwrap());
    let mesh = scene.insert(SceneShape::mesh(open)).unwrap();
    assert_eq!(scene.update(hull, cube(1.0)), Err(ChangeError::NoFrame(hull)));
    assert_eq!(scene.set_velocity(mesh, Vec3::X), Err(ChangeError::NoVelocity(mesh)));
    let beyond = scene.set_pose(mesh, Quat::from_rotation_z(0.8), Vec3::splat(f32::MAX));
    let refused = beyond.unwrap_err();
    assert!(matches!(refused, ChangeError::Mesh { handle, .. } if handle == mesh), "{refused}");
    let refused = scene.set_velocity(hull, Vec3::new(0.0, f32::INFINITY, 0.0)).unwrap_err();
    assert!(refused.to_string().contains("vel[1]"), "{refused}");
    let error = scene.pair_list(&[(frame, frame), (frame, hull)]).unwrap_err();
    assert_eq!(error, PairListError::NoFrame { pair: 1, handle: hull });
    assert_eq!(scene.get(hull), None);

    // One that is refused does not keep others from being applied.
    let poses = [(Quat::IDENTITY, Vec3::X), (Quat::from_array([0.0; 4]), Vec3::ZERO)];
    let error = scene.set_poses(&[mesh, hull], &poses).unwrap_err();
    assert!(error.to_string().contains("1 of 2"), "{error}");
    assert_eq!(scene.collide().run().unwrap().len(), 1);
    scene.set_pose(mesh, Quat::IDENTITY, Vec3::X * 1.5).unwrap();
    assert!(scene.collide().run().unwrap().is_empty());

    // Motion is not tested against meshes; it is said, and the scene works on.
    scene.set_velocity(frame, Vec3::X).unwrap();
    let error = scene.collide().moving().run().unwrap_err();
    let named = matches!(error, SceneError::MovingMesh { moving, mesh: by } if (moving, by) == (frame, mesh));
    assert!(named, "{error}");
    assert!(scene.collide().run().unwrap().is_empty());
}

/// Geometry stays until its last object goes, and no longer.
#[test]
fn shapes_are_shared_and_let_go() {
    let mut scene = cpu().scene_with(SceneOptions { frames: 3, ..SceneOptions::default() });
    let mesh = Arc::new(meshes::cuboid([0.0; 3], [1.0; 3]));
    let shape = SceneShape::mesh(mesh.clone());
    let handles = scene.insert_all(&[shape.clone(), shape.clone()]).unwrap();
    let solid = scene.insert(SceneShape::solid(mesh.clone())).unwrap();
    assert!(matches!(scene.insert(shape.clone()), Err(InsertError::Full { slots: 3, .. })));
    drop(shape);
    assert_eq!(scene.collide().run().unwrap().len(), 3);
    for handle in [handles[0], solid, handles[1]] {
        assert!(Arc::strong_count(&mesh) > 1);
        scene.remove(handle).unwrap();
    }
    assert_eq!(Arc::strong_count(&mesh), 1);
    let memory = scene.memory().cpu;
    for _ in 0..1000 {
        let handle = scene.insert(SceneShape::mesh(mesh.clone())).unwrap();
        scene.collide().run().unwrap();
        scene.remove(handle).unwrap();
    }
    assert!(scene.memory().cpu <= memory + 4096, "{} and {memory}", scene.memory().cpu);
}

/// A ticket answers for the shapes as they were submitted.
#[test]
fn a_ticket_outlives_the_shapes_that_it_saw() {
    let mut scene = cpu().scene();
    let gem = SceneShape::hull(&[Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z]).unwrap();
    let a = scene.insert(gem.clone()).unwrap();
    let b = scene.insert(cube(0.25)).unwrap();
    let c = scene.insert(cube(0.5)).unwrap();
    scene.set_id(a, 77).unwrap();
    let ticket = scene.collide().submit().unwrap();
    scene.remove(a).unwrap();
    scene.set_id(b, 5).unwrap();
    let stranger = scene.insert(gem).unwrap();
    assert_eq!(stranger.slot(), a.slot());
    let raw = ticket.wait().unwrap();
    assert_eq!(raw.codes().len(), raw.stats().pairs);
    let hits = raw.settle_hits().unwrap();
    let found: Vec<_> = hits.iter().map(|hit| (hit.a, hit.b, hit.ids, hit.verdict)).collect();
    let over = Verdict::Overlapping;
    assert_eq!(found, [(a, b, [77, b.slot()], over), (b, c, [b.slot(), c.slot()], over)]);
}
