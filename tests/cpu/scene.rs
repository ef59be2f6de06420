//! Scenes that stay, on the CPU.

use crate::common::scene_model;
use motzkin::broad::BroadError;
use motzkin::glam::{Quat, Vec2, Vec3};
use motzkin::service::{ChangeAllError, ChangeError, CollideError, InsertError, PairListError};
use motzkin::service::{SceneLimit, SceneOptions};
use motzkin::{
    BatchError, CollisionService, Engine, Filter, Frame2, Frame3, Pair, SceneError, Verdict,
};

fn cpu() -> CollisionService {
    CollisionService::new(Engine::Cpu).expect("a CPU")
}

fn cube(x: f32) -> Frame3 {
    Frame3::aligned_box(Vec3::splat(x), Vec3::splat(x + 1.0)).expect("a cube")
}

#[test]
fn a_scene_does_what_a_naive_model_does() {
    let (submissions, hits) = scene_model::run(&cpu(), "scene on the CPU", 6000, (200, 1000));
    assert!(submissions > 200 && hits > 1000, "{submissions}, {hits}");
    let reference = CollisionService::new(Engine::Reference).expect("the reference");
    let (submissions, _) = scene_model::run(&reference, "scene by reference", 120, (0, 0));
    assert!(submissions > 0);
}

/// A removed frame's slot goes to a stranger only when nothing is left that could name the old
/// frame by it.
#[test]
fn a_stale_list_never_sees_a_stranger() {
    let mut scene = cpu().scene();
    let (a, b) = (scene.insert(cube(0.0)).unwrap(), scene.insert(cube(0.5)).unwrap());
    let mut list = scene.pair_list(&[(a, b)]).unwrap();
    assert_eq!(*scene.verdicts(&list).unwrap(), [Verdict::Overlapping]);
    scene.remove(b).unwrap();
    let c = scene.insert(cube(0.5)).unwrap();
    assert_ne!(c.slot(), b.slot());
    assert_eq!(*scene.verdicts(&list).unwrap(), [Verdict::Separate]);
    // A ticket holds the old contents beyond those of its list.
    let ticket = scene.submit(&list).unwrap();
    scene.replace(&mut list, &[(a, c)]).unwrap();
    assert_ne!(scene.insert(cube(9.0)).unwrap().slot(), b.slot());
    drop(ticket);
    let d = scene.insert(cube(0.5)).unwrap();
    assert_eq!((d.slot(), d.generation()), (b.slot(), b.generation() + 1));
    assert_eq!(scene.handle_at(b.slot()), Some(d));
    assert_eq!((scene.frame(b), scene.frame(d)), (None, Some(cube(0.5))));
    // What was appended to is as old as its oldest pairs.
    scene.append(&mut list, &[(a, d)]).unwrap();
    scene.remove(c).unwrap();
    scene.append(&mut list, &[(a, a)]).unwrap();
    assert_ne!(scene.insert(cube(0.5)).unwrap().slot(), c.slot());
    assert_eq!(
        *scene.verdicts(&list).unwrap(),
        [Verdict::Separate, Verdict::Overlapping, Verdict::Overlapping]
    );
    drop(list);
    assert_eq!(scene.insert(cube(0.5)).unwrap().slot(), c.slot());
}

/// A list without pairs names no slot, so none waits for it: neither one that was made empty, nor
/// one that has become so.
#[test]
fn empty_lists_hold_no_slots() {
    let mut scene = cpu().scene();
    let mut list = scene.pair_list::<Pair>(&[]).unwrap();
    for round in 0..3 {
        let only = scene.insert(cube(0.0)).unwrap();
        assert_eq!((only.slot(), only.generation()), (0, round));
        scene.remove(only).unwrap();
    }
    assert!(scene.verdicts(&list).unwrap().is_empty());
    let (a, b) = (scene.insert(cube(0.0)).unwrap(), scene.insert(cube(0.5)).unwrap());
    scene.append(&mut list, &[(a, b)]).unwrap();
    scene.remove(a).unwrap();
    assert_eq!(scene.insert(cube(0.0)).unwrap().slot(), 2);
    scene.replace::<Pair>(&mut list, &[]).unwrap();
    scene.remove(b).unwrap();
    assert_eq!(scene.insert(cube(0.0)).unwrap().slot(), a.slot());
    assert_eq!(scene.insert(cube(0.0)).unwrap().slot(), b.slot());
}

/// More candidates than the options allow are an error with their number. The scene goes on, and
/// lists are not bounded.
#[test]
fn candidates_are_bounded() {
    let options = SceneOptions { max_candidates: 1000, ..SceneOptions::default() };
    assert_eq!(SceneOptions::default().max_candidates, 1 << 27);
    let mut scene = cpu().scene_with(options);
    let handles = scene.insert_all(&[cube(0.0); 100]).unwrap();
    for _ in 0..2 {
        let error = scene.collide().run().unwrap_err();
        let SceneError::Broad(BroadError::TooManyPairs { found, limit }) = error else {
            panic!("{error:?}")
        };
        assert_eq!((found, limit), (4950, 1000));
    }
    let list = scene.pair_list(&vec![Pair::new(0, 1); 1001]).unwrap();
    assert_eq!(scene.verdicts(&list).unwrap().len(), 1001);
    handles[40..].iter().for_each(|&handle| scene.remove(handle).unwrap());
    assert_eq!(scene.collide().run().unwrap().len(), 780);
}

/// The memory of the candidates is kept for the next call, and counts.
#[test]
fn the_memory_of_candidates_counts() {
    let mut scene = cpu().scene();
    scene.insert_all(&[cube(0.0); 100]).unwrap();
    let ticket = scene.collide().submit().unwrap();
    let before = scene.memory();
    assert_eq!(ticket.wait().unwrap().settle_hits().unwrap().len(), 4950);
    let after = scene.memory();
    assert!(after.cpu >= before.cpu + 8 * 4950, "{before:?}, {after:?}");
    assert_eq!(after.candidates, 0, "there is no GPU");
}

/// Errors are told without their faults, too, which anybody may take out.
#[test]
fn errors_are_told_without_their_faults() {
    let wrong: Frame3 = motzkin::bytemuck::Zeroable::zeroed();
    let (service, frames, pairs) = (cpu(), [cube(0.0), wrong], [Pair::new(0, 1)]);
    let mut scene = service.scene();
    let mut error = scene.insert_all(&frames).unwrap_err();
    assert!(error.to_string().starts_with("1 of 2 shapes was not inserted: number 1: "));
    error.faults.extend(error.faults.clone());
    assert!(
        error.to_string().starts_with("2 of 2 shapes were not inserted, the first: number 1: ")
    );
    error.faults.clear();
    assert!(error.to_string().starts_with("some of 2 shapes were not inserted; "), "{error}");

    let handle = scene.insert(cube(0.0)).unwrap();
    let mut error = scene.set_frames(&[handle; 2], &frames).unwrap_err();
    assert!(error.to_string().starts_with("1 of 2 items was not applied: number 1: "));
    if let ChangeAllError::Faults { faults, .. } = &mut error {
        faults.clear();
    }
    assert!(error.to_string().starts_with("some of 2 items were not applied; "), "{error}");

    let mut error = service.verdicts(&frames, &pairs).unwrap_err();
    assert!(error.to_string().starts_with("1 pair has an invalid frame: pair 0: "));
    if let BatchError::InvalidFrames { faults, .. } = &mut error {
        faults.clear();
    }
    assert!(error.to_string().starts_with("some pairs have an invalid frame; "), "{error}");

    let mut error = service.query(&frames, &pairs).any_hit(&[0]).run().unwrap_err();
    assert!(error.to_string().starts_with("1 pair of a group without a pair that meets has "));
    if let BatchError::InvalidGroups { faults, .. } = &mut error {
        faults.clear();
    }
    assert!(error.to_string().starts_with("some pairs of groups without "), "{error}");

    let mut error = service.collide(&frames).run().unwrap_err();
    assert!(error.to_string().starts_with("1 frame is invalid: frame 1: "));
    if let CollideError::InvalidFrames { faults, .. } = &mut error {
        faults.clear();
    }
    assert!(error.to_string().starts_with("some frames are invalid; "), "{error}");
}

/// A handle of another scene names nothing, even where slot and generation are the same.
#[test]
fn handles_of_another_scene_name_nothing() {
    let service = cpu();
    let (mut scene, mut other) = (service.scene(), service.scene());
    let (own, foreign) = (scene.insert(cube(0.0)).unwrap(), other.insert(cube(5.0)).unwrap());
    assert_eq!((own.slot(), own.generation()), (foreign.slot(), foreign.generation()));
    assert_ne!(own, foreign);
    let stale = Err(ChangeError::Stale(foreign));
    assert_eq!(scene.set_frame(foreign, cube(1.0)), stale);
    assert_eq!(scene.set_pose(foreign, Quat::IDENTITY, Vec3::X), stale);
    assert_eq!(scene.set_velocity(foreign, Vec3::X), stale);
    assert_eq!(scene.set_id(foreign, 3), stale);
    assert_eq!(scene.set_filter(foreign, Filter::default()), stale);
    assert_eq!(scene.remove(foreign), stale);
    let listed = scene.pair_list(&[(own, foreign)]).map(|_| ());
    assert_eq!(listed, Err(PairListError::Stale { pair: 0, handle: foreign }));
    assert!(scene.query_of(foreign).is_err());
    assert_eq!((scene.frame(foreign), scene.frame(own)), (None, Some(cube(0.0))));
}

#[test]
fn what_is_refused_is_named() {
    let service = cpu();
    let mut scene =
        service.scene_with(SceneOptions { max_shapes: 2, max_open: 0, ..SceneOptions::default() });
    let (a, b) = (scene.insert(cube(0.0)).unwrap(), scene.insert(cube(0.5)).unwrap());
    assert_eq!(
        scene.insert(cube(1.0)),
        Err(InsertError::Full { slots: 2, limit: SceneLimit::Options })
    );
    let error = scene.set_frames(&[a, b], &[cube(1.0)]).unwrap_err();
    assert_eq!(error, ChangeAllError::LengthMismatch { handles: 2, items: 1 });
    let error = scene.pair_list(&[Pair::new(0, 1), Pair::new(1, 2)]).unwrap_err();
    assert_eq!(error, PairListError::EmptySlot { pair: 1, slot: 2 });
    let list = scene.pair_list(&[(a, b)]).unwrap();
    let first = scene.submit(&list).unwrap();
    assert!(matches!(scene.submit(&list), Err(SceneError::TooManyOpen(1))));
    drop(first);
    assert!(scene.submit(&list).is_ok());
    let mut other = service.scene();
    let mut foreign = other.pair_list::<Pair>(&[]).unwrap();
    assert!(matches!(scene.submit(&foreign), Err(SceneError::ForeignList)));
    assert_eq!(scene.replace(&mut foreign, &[(a, b)]), Err(PairListError::Foreign));
    assert_eq!(other.verdicts(&foreign).unwrap().len(), 0);
    let error =
        scene.set_pose(a, motzkin::glam::Quat::from_array([0.0; 4]), Vec3::ZERO).unwrap_err();
    assert!(error.to_string().contains("0v0"), "{error}");
    assert_eq!(scene.frame(a), Some(cube(0.0)));
}

#[test]
fn a_scene_is_cleared() {
    let mut scene = cpu().scene();
    let handles = scene.insert_all(&[cube(0.0); 65]).unwrap();
    scene.remove(handles[9]).unwrap();
    scene.clear();
    assert!(scene.is_empty() && scene.handles().is_empty() && scene.aabb(handles[0]).is_none());
    scene.clear();
    let again = scene.insert(cube(0.0)).unwrap();
    assert!(!handles.contains(&again) && scene.collide().run().unwrap().is_empty());

    let mut plane = cpu().scene_in_plane();
    let square = Frame2::aligned_box(Vec2::ZERO, Vec2::ONE).unwrap();
    plane.insert_all(&[square; 3]).unwrap();
    plane.clear();
    assert!(plane.is_empty() && plane.collide().run().unwrap().is_empty());
}

#[test]
fn scenes_and_tickets_are_for_threads() {
    fn assert_send<T: Send>(_: &T) {}
    fn assert_sync<T: Sync>(_: &T) {}
    let mut scene = cpu().scene();
    let a = scene.insert(cube(0.0)).unwrap();
    let list = scene.pair_list(&[(a, a)]).unwrap();
    let (ticket, future) = (scene.submit(&list).unwrap(), scene.query(&list).into_future());
    assert_send(&scene);
    assert_sync(&scene);
    assert_sync(&list);
    assert_send(&ticket);
    assert_send(&future);
    // A ticket outlives its scene and its list.
    drop((scene, list));
    let settled =
        std::thread::spawn(move || ticket.wait().unwrap().settle().unwrap()).join().unwrap();
    assert_eq!(*settled, [Verdict::Overlapping]);
    assert_eq!(*pollster::block_on(future).unwrap(), [Verdict::Overlapping]);
}
