//! Answers of searches, where they are longer than is allowed.

use crate::common::trees::services;
use motzkin::glam::{Quat, Vec3};
use motzkin::tree::bvh::SearchFault;
use motzkin::{Bvh, BvhWorld, CollisionService, Find, Frame3, SearchError, SearchOptions};
use std::sync::Arc;

/// Cubes about one centre: each meets every other one.
fn nest(cubes: u32) -> Arc<Bvh> {
    let cube = |i: u32| {
        let half = Vec3::splat(1.0 + i as f32 / 64.0);
        Frame3::aligned_box(-half, half).expect("a cube")
    };
    let cubes: Vec<Frame3> = (0..cubes).map(cube).collect();
    Arc::new(Bvh::over(&cubes).expect("a tree"))
}

/// Two large nests in one place, three small ones in another, and a row of single cubes that touch.
fn world(large: u32) -> BvhWorld {
    let places = (0..2).map(|_| (large, Vec3::ZERO));
    let places = places.chain((0..3).map(|_| (5, Vec3::Y * 50.0)));
    let places = places.chain((0..40).map(|i| (1, Vec3::X * (100.0 + 2.0 * i as f32))));
    let mut world = BvhWorld::new();
    for (cubes, place) in places {
        world.insert(&nest(cubes), Quat::IDENTITY, place).expect("a pose");
    }
    world
}

/// Holds a search to what it finds without a bound. Returns how much that is.
fn hold(service: &CollisionService, world: &BvhWorld, options: SearchOptions) -> usize {
    let search = |max_collisions: Option<u64>| {
        service.search(world).options(SearchOptions { max_collisions, ..options }).run()
    };
    let whole = search(None).expect("an answer");
    let count = whole.len() as u64;
    for most in [0, 1, count / 2, count - 1] {
        if most < count {
            let fault = SearchFault::TooManyCollisions { most };
            assert_eq!(search(Some(most)), Err(SearchError::World(fault)), "{count}: {options:?}");
        }
    }
    for most in [count, count + 1, u64::MAX] {
        let found = search(Some(most)).expect("an answer");
        assert_eq!(*found, *whole, "{most}: {options:?}");
    }
    whole.len()
}

/// As many as are allowed are the answer, and one more is an error, on every engine and number of
/// threads.
#[test]
fn collisions_are_counted_before_they_are_an_answer() {
    for (name, service) in services() {
        // The reference would take long. In the others a pair of objects takes several batches.
        let large = if name == "reference" { 4 } else { 100 };
        let world = world(large);
        let all = SearchOptions::default();
        let objects = all.finding(Find::Objects);
        let nests = (large * large) as usize;
        assert_eq!(hold(&service, &world, all), nests + 3 * 25 + 39, "{name}");
        assert_eq!(hold(&service, &world, objects), 1 + 3 + 39, "{name}");
        assert_eq!(hold(&service, &world, SearchOptions::one(1)), nests, "{name}");
        let one = SearchOptions::one(7).finding(Find::Objects);
        assert_eq!(hold(&service, &world, one), 2, "{name}");
        // Those above a limit count like others.
        for options in [all, objects] {
            for level in [0, 1, 9] {
                let found =
                    hold(&service, &world, SearchOptions { max_level: Some(level), ..options });
                let exact = if options == all { nests + 3 * 25 + 39 } else { 1 + 3 + 39 };
                assert!(level < 9 || found == exact, "{name}: {found}");
            }
            for tests in [0, 50, 500] {
                hold(&service, &world, SearchOptions { max_tests: Some(tests), ..options });
            }
        }
        // The first is one, however many objects collide.
        for max_level in [None, Some(1), Some(9)] {
            let first = SearchOptions { max_collisions: Some(0), max_level, ..all };
            let found = service
                .search(&world)
                .options(first.finding(Find::First))
                .run()
                .expect("an answer");
            let unbounded = SearchOptions { max_level, ..all };
            let whole = service.search(&world).options(unbounded).run().expect("an answer");
            assert_eq!(found.into_vec(), whole[..1], "{name}");
        }
    }
}
