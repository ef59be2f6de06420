//! Scenes in the plane on the CPU.

use crate::common::plane_scene;
use motzkin::glam::Vec2;
use motzkin::service::{ChangeAllError, ChangeError, InsertError, PairListError};
use motzkin::{CollisionService, Engine, Filter, Frame2, SceneError, SceneShape2, Verdict};

fn cpu() -> CollisionService {
    CollisionService::new(Engine::Cpu).expect("a CPU")
}

fn square(x: f32) -> Frame2 {
    Frame2::aligned_box(Vec2::X * x, Vec2::new(x + 1.0, 1.0)).expect("a square")
}

#[test]
fn all_shapes_meet_as_a_model_says() {
    plane_scene::run(&cpu(), "scene in the plane on the CPU", false, 8);
}

#[test]
fn all_shapes_move_as_a_model_says() {
    plane_scene::run(&cpu(), "moving scene in the plane on the CPU", true, 8);
}

#[test]
fn the_reference_answers_as_the_model_does() {
    let reference = CollisionService::new(Engine::Reference).expect("the reference");
    plane_scene::run(&reference, "scene in the plane by the reference", false, 4);
    plane_scene::run(&reference, "moving scene in the plane by the reference", true, 4);
}

#[test]
fn grids_of_any_size_touch() {
    for size in [0, 1, 2, 63, 64, 65, 4097] {
        for nth in [1, 3, usize::MAX] {
            plane_scene::grid(&cpu(), size, nth);
        }
    }
}

#[test]
fn an_empty_scene_answers() {
    let mut scene = cpu().scene_in_plane();
    assert!(scene.is_empty() && scene.collide().run().unwrap().is_empty());
    assert!(scene.collide().moving().run().unwrap().is_empty());
    assert!(scene.details(&[]).run().unwrap().is_empty());
    assert!(scene.shape_query(square(0.0)).meeting().unwrap().is_empty());
    assert!(scene.shape_query(square(0.0)).contacts(Vec2::X).unwrap().is_empty());
    assert_eq!(scene.shape_query(square(0.0)).nearest().unwrap(), None);
    // As empty is one whose shapes are gone, and one of hulls without points.
    let handle = scene.insert(square(0.0)).unwrap();
    scene.collide().run().unwrap();
    scene.remove(handle).unwrap();
    let nothing = SceneShape2::hull(&[]).unwrap();
    let empty = scene.insert_all(&[nothing.clone(), nothing]).unwrap();
    assert!(scene.collide().run().unwrap().is_empty());
    assert!(scene.collide().moving().run().unwrap().is_empty());
    assert_eq!(scene.details(&[(empty[0], empty[1])]).run().unwrap()[0].verdict, Verdict::Separate);
    assert_eq!(scene.shape_query(square(0.0)).within(f32::MAX).unwrap(), []);
}

#[test]
fn what_is_refused_is_named() {
    let mut scene = cpu().scene_in_plane();
    let hull = scene.insert(SceneShape2::hull(&[Vec2::ZERO, Vec2::X]).unwrap()).unwrap();
    let frame = scene.insert(square(0.0)).unwrap();
    let gone = scene.insert(square(0.0)).unwrap();
    scene.remove(gone).unwrap();
    let others = cpu().scene_in_plane().insert_all(&[square(0.0); 9]).unwrap();

    // Of another scene one in a slot that is used here, and one in a slot that is not.
    for stale in [gone, others[0], others[8]] {
        assert_eq!(scene.remove(stale), Err(ChangeError::Stale(stale)));
        assert_eq!(scene.set_frame(stale, square(1.0)), Err(ChangeError::Stale(stale)));
        assert_eq!(scene.set_pose(stale, Vec2::X, Vec2::X), Err(ChangeError::Stale(stale)));
        assert_eq!(scene.set_velocity(stale, Vec2::X), Err(ChangeError::Stale(stale)));
        assert_eq!(scene.set_filter(stale, Filter::NONE), Err(ChangeError::Stale(stale)));
        assert_eq!(scene.set_id(stale, 1), Err(ChangeError::Stale(stale)));
        assert_eq!(scene.query_of(stale).unwrap_err(), ChangeError::Stale(stale));
        let error = scene.details(&[(frame, hull), (frame, stale)]).run().unwrap_err();
        let named = matches!(error,
            SceneError::List(PairListError::Stale { pair: 1, handle }) if handle == stale);
        assert!(named, "{error}");
        assert!(scene.frame(stale).is_none() && scene.id(stale).is_none());
    }
    assert_eq!(scene.set_frame(hull, square(1.0)), Err(ChangeError::NoFrame(hull)));
    assert_eq!(scene.frame(hull), None);
    assert_ne!(scene.insert(square(7.0)).unwrap(), gone, "a handle is given once");

    // Poses and velocities beyond all bounds. The shapes stay as they were.
    let before = scene.collide().run().unwrap();
    for handle in [hull, frame] {
        let beyond = [
            scene.set_pose(handle, Vec2::ZERO, Vec2::X),
            scene.set_pose(handle, Vec2::new(f32::NAN, 1.0), Vec2::X),
            scene.set_pose(handle, Vec2::X, Vec2::new(0.0, f32::INFINITY)),
            scene.set_velocity(handle, Vec2::new(0.0, f32::NEG_INFINITY)),
        ];
        for refused in beyond {
            let named =
                matches!(refused, Err(ChangeError::Invalid { handle: of, .. }) if of == handle);
            assert!(named, "{refused:?}");
        }
    }
    let large = Frame2::triangle_by_vertices([Vec2::ZERO, Vec2::X * 3e38, Vec2::Y * 3e38]);
    let far = scene.insert(large.unwrap()).unwrap();
    let refused = scene.set_pose(far, Vec2::X, Vec2::splat(f32::MAX));
    assert!(matches!(refused, Err(ChangeError::Invalid { handle, .. }) if handle == far));
    scene.remove(far).unwrap();
    assert_eq!(*scene.collide().run().unwrap(), *before);
    let refused = scene.shape_query(square(0.0)).contacts(Vec2::NAN).unwrap_err();
    assert!(matches!(refused, SceneError::Shape(InsertError::Invalid(_))), "{refused}");

    // One that is refused does not keep others from being inserted or changed.
    let broken: Frame2 = motzkin::bytemuck::Zeroable::zeroed();
    let error = scene.insert_all(&[square(9.0), broken, square(9.5)]).unwrap_err();
    assert_eq!((error.faults.len(), error.faults[0].0), (1, 1));
    assert!(error.handles[0].is_some() && error.handles[1].is_none() && error.handles[2].is_some());
    assert!(matches!(scene.insert(broken), Err(InsertError::Invalid(_))));
    assert!(scene.set_frame(frame, broken).is_err());
    let poses = [(Vec2::X, Vec2::Y * 50.0), (Vec2::ZERO, Vec2::ZERO)];
    let error = scene.set_poses(&[hull, frame], &poses).unwrap_err();
    assert!(error.to_string().contains("1 of 2"), "{error}");
    assert_eq!(scene.details(&[(hull, frame)]).run().unwrap()[0].verdict, Verdict::Separate);
    let error = scene.set_velocities(&[frame], &[]).unwrap_err();
    assert_eq!(error, ChangeAllError::LengthMismatch { handles: 1, items: 0 });
    let error = SceneShape2::hull(&[Vec2::ZERO, Vec2::new(0.0, f32::NAN)]).unwrap_err();
    assert_eq!(error.to_string(), "point 1: y = NaN is not finite");
}

/// A hull at the largest numbers, and one that its pose moves beyond them, still have verdicts.
#[test]
fn hulls_beyond_the_range_of_f32_are_judged() {
    let mut scene = cpu().scene_in_plane();
    let point = |at: Vec2| SceneShape2::hull(&[at]).unwrap();
    let (a, b) = (point(Vec2::splat(f32::MAX)), point(Vec2::ZERO));
    let handles = [scene.insert(a.clone()).unwrap(), scene.insert(a).unwrap()];
    let zero = scene.insert(b).unwrap();
    assert_eq!(scene.collide().run().unwrap().len(), 1);
    scene.set_pose(handles[0], Vec2::X, Vec2::splat(f32::MAX)).unwrap();
    assert!(scene.collide().run().unwrap().is_empty());
    scene.set_pose(handles[1], Vec2::X, Vec2::splat(f32::MAX)).unwrap();
    scene.set_pose(zero, Vec2::X, Vec2::splat(f32::MAX)).unwrap();
    let hits = scene.collide().run().unwrap();
    assert_eq!((hits.len(), hits[0].a, hits[0].b), (1, handles[0], handles[1]));
}

/// An answer that is awaited is that of a call that blocks, and shapes are let go.
#[test]
fn answers_are_awaited_and_points_are_let_go() {
    let mut scene = cpu().scene_in_plane();
    let gem = SceneShape2::hull(&[Vec2::X, -Vec2::X, Vec2::Y]).unwrap();
    let handles = scene.insert_all(&[gem.clone(), gem.clone()]).unwrap();
    let awaited = pollster::block_on(scene.collide().into_future()).unwrap();
    assert_eq!(awaited, scene.collide().run().unwrap());
    assert_eq!((awaited.len(), awaited.verdicts().len(), awaited[0].pair), (1, 1, 0));
    scene.set_velocity(handles[0], Vec2::X).unwrap();
    let moving = pollster::block_on(scene.collide().moving().into_future()).unwrap();
    assert_eq!(moving.len(), 1);
    let memory = scene.memory();
    for _ in 0..1000 {
        let handle = scene.insert(gem.clone()).unwrap();
        scene.collide().run().unwrap();
        scene.remove(handle).unwrap();
    }
    assert!(scene.memory() <= memory + 4096, "{} and {memory}", scene.memory());
}
