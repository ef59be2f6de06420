//! The paper's tori: their covers, and its four cases.

use motzkin::glam::DVec3;
use motzkin::{Aabb3, Bvh, BvhWorld, CollisionService, Engine, Find, Frame3, SearchOptions};
use motzkin_lab::workload::torus::{Cover, Tori, Torus, TwoTori};
use std::sync::Arc;

pub fn world(tori: &Tori) -> BvhWorld {
    let trees: Vec<Arc<Bvh>> = tori
        .shapes
        .iter()
        .map(|shape| Arc::new(Bvh::new(shape.clone()).expect("a tree")))
        .collect();
    let mut world = BvhWorld::new();
    for place in &tori.places {
        world.insert(&trees[place.shape], place.rotation, place.translation).expect("a pose");
    }
    world
}

/// True for a point within a frame, by the signs of volumes.
fn holds(frame: &Frame3, point: DVec3) -> bool {
    let corners = frame.corners();
    let tetra = corners.len() == 4;
    let edge = |i: usize| corners[if tetra { 1 + i } else { 1 << i }] - corners[0];
    let [u, v, w] = [edge(0), edge(1), edge(2)];
    let (at, whole) = (point - corners[0], u.cross(v).dot(w));
    let [x, y, z] =
        [at.cross(v).dot(w), u.cross(at).dot(w), u.cross(v).dot(at)].map(|part| part / whole);
    let most = if tetra { x + y + z } else { x.max(y).max(z) };
    x.min(y).min(z) >= 0.0 && most <= 1.0
}

#[test]
fn primitives_cover_the_surface_and_lie_within_the_root() {
    for minor in [0.25, 0.35] {
        let torus = Torus { major: 1.0, minor };
        for (patches, cover) in [
            ([10, 10], Cover::Tetras),
            ([20, 10], Cover::Tetras),
            ([20, 20], Cover::Tetras),
            ([20, 10], Cover::Boxes),
        ] {
            let volumes = torus.volumes(patches, cover).expect("volumes");
            let each = if cover == Cover::Tetras { 2 } else { 1 };
            assert_eq!(volumes.len(), 1 + each * patches[0] * patches[1]);
            let tree = Bvh::new(volumes.clone()).expect("a tree");
            tree.check_nesting(0.0).expect("nested");
            assert_eq!(tree.levels(), 2);
            let steps = [patches[0] * 7, patches[1] * 9];
            for i in 0..steps[0] {
                for j in 0..steps[1] {
                    let at = [i as f64 / steps[0] as f64, j as f64 / steps[1] as f64];
                    let (point, normal) = torus.surface(at[0], at[1]);
                    // On the torus: (sqrt(x2 + y2) - R)2 + z2 = r2.
                    let ring = (point.truncate().length() - 1.0).hypot(point.z);
                    assert!(
                        (ring - f64::from(minor)).abs() < 1e-6
                            && (normal.length() - 1.0).abs() < 1e-12
                    );
                    let covered = volumes[1..].iter().any(|(frame, _)| holds(frame, point));
                    assert!(covered, "{patches:?} {cover:?} {at:?}");
                }
            }
        }
    }
}

/// In how many places the boxes lie, those near each other counting as one.
fn places(boxes: &[Aabb3]) -> usize {
    let grown = |own: &Aabb3| Aabb3 { min: own.min - 0.15, max: own.max + 0.15 };
    let mut groups: Vec<Vec<Aabb3>> = Vec::new();
    for own in boxes {
        let (near, far): (Vec<_>, Vec<_>) = groups
            .into_iter()
            .partition(|group| group.iter().any(|other| other.meets(&grown(own))));
        groups = far;
        groups.push(near.into_iter().flatten().chain([*own]).collect());
    }
    groups.len()
}

#[test]
fn the_papers_four_cases() {
    let service = CollisionService::new(Engine::Cpu).expect("a CPU engine");
    for case in TwoTori::ALL {
        for (patches, cover) in [([20, 20], Cover::Tetras), ([20, 10], Cover::Boxes)] {
            let tori = case.scene(patches, cover).expect("tori");
            let world = world(&tori);
            let options = SearchOptions { boxes: true, ..Default::default() };
            let found = service.search(&world).options(options).run().expect("an answer");
            let boxes: Vec<Aabb3> = found.iter().filter_map(|found| found.aabb).collect();
            assert_eq!(boxes.len(), found.len());
            assert_eq!(places(&boxes), case.places(), "{} {cover:?}", case.name());
            // In every case the search has to look below the roots.
            let meet = service
                .query_between(&world.roots()[0], &world.roots()[1])
                .on_cpu()
                .run()
                .expect("a verdict")
                .verdicts()[0]
                .meets();
            assert!(meet && found.stats().candidates == 1, "{}", case.name());
            // All pairs of primitives, without a search.
            let posed =
                [0, 1].map(|object| world.posed(object).expect("volumes").frames[1..].to_vec());
            let verdicts: usize = posed[0]
                .iter()
                .map(|frame| {
                    let beside = vec![*frame; posed[1].len()];
                    let verdicts = service
                        .query_between(&beside, &posed[1])
                        .run()
                        .expect("verdicts")
                        .into_verdicts();
                    verdicts.iter().filter(|verdict| verdict.meets()).count()
                })
                .sum();
            assert_eq!(found.len(), verdicts, "{}", case.name());
        }
    }
}

/// The same bits everywhere: the world that all against all is timed on.
#[test]
fn scattered_tori_are_recorded() {
    let service = CollisionService::new(Engine::Cpu).expect("a CPU engine");
    let world = world(&Tori::scattered(1000, [10, 10], Cover::Tetras, 2013).expect("tori"));
    let options = SearchOptions::default().finding(Find::Objects);
    let found = service.search(&world).options(options).run().expect("an answer");
    assert_eq!((found.stats().candidates, found.len()), (17_647, 3413));
}
