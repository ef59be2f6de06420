//! The search of a scene's trees under random changes, against all pairs of leaves.

use crate::common::oracle::judge;
use crate::common::trees::{Thing, collisions, point, rotation, wild};
use crate::scenes::run;
use fastrand::Rng;
use motzkin::glam::{Quat, Vec3};
use motzkin::service::{TreeHit, TreeHits};
use motzkin::{Bvh, Filter, Find, Frame3, Handle, Pose, Scene, SceneShape};
use std::collections::BTreeMap;
use std::sync::Arc;

type Things = BTreeMap<Handle, (Thing, Arc<Bvh>)>;

/// The trees and the numbers of the frames of a hit.
type Named = ([Handle; 2], [u32; 2]);

fn change(rng: &mut Rng, scene: &mut Scene, things: &mut Things) {
    while things.len() < 3 {
        // Some share a tree.
        let known = things.values().nth(rng.usize(..6)).cloned();
        let (volumes, tree) =
            known.map(|(thing, tree)| (thing.volumes, tree)).unwrap_or_else(|| {
                let volumes = wild(1 + rng.usize(..4), rng);
                (volumes.clone(), Arc::new(Bvh::new(volumes).expect("a tree")))
            });
        let handle = scene.insert(SceneShape::tree(tree.clone())).expect("room");
        let (rotation, translation) = (Quat::IDENTITY, Vec3::ZERO);
        let thing = Thing { volumes, rotation, translation, group: None, filter: Filter::ALL };
        assert!(things.insert(handle, (thing, tree)).is_none(), "{handle} is given twice");
    }
    for handle in things.keys().copied().collect::<Vec<_>>() {
        let (thing, _) = things.get_mut(&handle).expect("a thing");
        match rng.u32(..8) {
            0 => {
                scene.remove(handle).expect("a handle");
                things.remove(&handle);
            }
            1 => {
                thing.filter = Filter { group: rng.u32(1..4), mask: rng.u32(1..4) };
                scene.set_filter(handle, thing.filter).expect("a handle");
            }
            2..=4 => {
                (thing.rotation, thing.translation) = (rotation(rng), point(0.9, rng));
                scene.set_pose(handle, thing.rotation, thing.translation).expect("a pose");
            }
            _ => {}
        }
    }
    // Shapes of other kinds take slots, and no part.
    let cube = Frame3::aligned_box(Vec3::ZERO, Vec3::ONE).expect("a cube");
    let handle = scene.insert(cube).expect("room");
    if rng.bool() {
        scene.remove(handle).expect("a handle");
    }
}

fn expected(things: &Things) -> Vec<Named> {
    let handles: Vec<Handle> = things.keys().copied().collect();
    let all: Vec<Thing> = things.values().map(|(thing, _)| thing.clone()).collect();
    let name = |object: u32| handles[object as usize];
    let found = collisions(&all, true).into_iter();
    found.map(|(objects, frames)| (objects.map(name), frames)).collect()
}

/// The same, as a search of one tree tells it.
fn of_one(all: &[Named], own: Handle) -> Vec<Named> {
    let turned = |&([a, b], [p, q]): &Named| {
        let second = (own == b).then_some(([b, a], [q, p]));
        if own == a { Some(([a, b], [p, q])) } else { second }
    };
    let mut found: Vec<Named> = all.iter().filter_map(turned).collect();
    found.sort_unstable();
    found
}

/// The frames of a hit where they stand.
fn posed(things: &Things, hit: &TreeHit) -> [Frame3; 2] {
    let posed = |handle: Handle, number: u32| {
        let (Thing { volumes, rotation, translation, .. }, _) = &things[&handle];
        let pose = Pose::new(*rotation, *translation).expect("a pose");
        volumes[number as usize].0.posed(&pose).expect("a frame")
    };
    [posed(hit.a, hit.frames[0]), posed(hit.b, hit.frames[1])]
}

/// Holds hits to what is expected, and all that stands beside the names to the trees.
fn hold(things: &Things, found: &TreeHits, expected: &[Named], boxes: bool) {
    let named: Vec<Named> = found.iter().map(|hit| ([hit.a, hit.b], hit.frames)).collect();
    assert_eq!(named, expected);
    for hit in found.iter() {
        let frame =
            |handle: Handle, node: u32| things[&handle].1.nodes()[node as usize].frame_index();
        assert_eq!([frame(hit.a, hit.nodes[0]), frame(hit.b, hit.nodes[1])], hit.frames, "{hit:?}");
        assert!(hit.exact && hit.ids == [hit.a.slot(), hit.b.slot()], "{hit:?}");
        assert_eq!(hit.aabb.is_some(), boxes, "{hit:?}");
        if boxes {
            let [a, b] = posed(things, hit);
            assert_eq!(judge(&a, &b).fault_of_box(hit.aabb), None, "{a:?} {b:?}");
        }
    }
}

#[test]
fn searches_under_random_changes() {
    run("scene-trees", |service, rng| {
        let (mut scene, mut things) = (service.scene(), Things::new());
        for _ in 0..2 {
            change(rng, &mut scene, &mut things);
            let (all, boxes) = (expected(&things), rng.bool());
            let search = scene.search();
            let found = if boxes { search.boxes().run() } else { search.run() };
            hold(&things, &found.expect("an answer"), &all, boxes);
            let found = scene.search().find(Find::First).run().expect("an answer");
            hold(&things, &found, &all[..all.len().min(1)], false);
            if let Some(own) = things.keys().nth(rng.usize(..3)).copied() {
                let found = scene.search().one(own).run().expect("an answer");
                hold(&things, &found, &of_one(&all, own), false);
            }
            let root = |handle: Handle| things[&handle].1.nodes()[0].frame_index();
            let mut met: Vec<Named> =
                all.iter().map(|(trees, _)| (*trees, trees.map(root))).collect();
            met.dedup();
            let found = scene.search().find(Find::Objects).run().expect("an answer");
            let named = |hit: &TreeHit| ([hit.a, hit.b], hit.frames);
            assert_eq!(found.iter().map(named).collect::<Vec<_>>(), met);
        }
    });
}
