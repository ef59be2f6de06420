//! Objects that go: the others keep their numbers, and are searched as if the gone had never been.

use crate::common::seed::{rng, seed};
use crate::common::trees::{point, renamed, services, with_removals};
use dashu_ratio::RBig;
use motzkin::glam::{Quat, Vec3};
use motzkin::tree::bvh::{BvhWorldError, SearchFault, search_collisions};
use motzkin::{
    Aabb3, Bvh, BvhWorld, CollisionService, Engine, Filter, Find, Frame3, Scope, SearchError,
    SearchOptions,
};
use std::collections::BTreeSet;
use std::sync::Arc;

#[test]
fn worlds_that_objects_leave_are_searched_like_new_ones() {
    println!("MOTZKIN_SEED={}", seed());
    let mut rng = rng("worlds_that_objects_leave");
    let mut other = crate::common::seed::rng("boxes near which objects are");
    let services: Vec<_> = services().into_iter().filter(|(name, _)| name != "reference").collect();
    let (mut sum, mut unordered) = (0, 0);
    with_removals(&mut rng, |world, fresh, numbers| {
        assert_eq!((world.len(), world.is_empty()), (numbers.len(), numbers.is_empty()));
        assert_eq!(BTreeSet::from_iter(world.objects()), BTreeSet::from_iter(numbers));
        unordered += usize::from(!world.objects().is_sorted());
        for (place, &number) in world.objects().iter().enumerate() {
            let root = world.roots()[place];
            assert_eq!((world.root(number), world.root_boxes()[place]), (Some(&root), root.aabb()));
        }
        for (place, &number) in (0..).zip(numbers) {
            assert_eq!(
                (world.root(number), world.pose(number)),
                (fresh.root(place), fresh.pose(place))
            );
            assert_eq!(world.id(number), Some(number));
        }
        for (name, service) in &services {
            for find in [Find::Leaves, Find::Objects, Find::First] {
                let scopes = (0..)
                    .zip(numbers)
                    .map(|(place, &number)| (Scope::One(place), Scope::One(number)));
                for (there, here) in scopes.chain([(Scope::All, Scope::All)]) {
                    let options = |scope| SearchOptions { scope, find, ..Default::default() };
                    let want =
                        service.search(fresh).options(options(there)).run().expect("an answer");
                    let found =
                        service.search(world).options(options(here)).run().expect("an answer");
                    sum += found.len();
                    assert_eq!(*found, renamed(&want, numbers), "{name}: {here:?} {find:?}");
                }
            }
            let limited = SearchOptions { max_level: Some(1), ..Default::default() };
            let want = service.search(fresh).options(limited).run().expect("an answer");
            let found = service.search(world).options(limited).run().expect("an answer");
            assert_eq!(
                (&*found, found.stats()),
                (&*renamed(&want, numbers), want.stats()),
                "{name}"
            );
        }
        for (place, &number) in (0..).zip(numbers) {
            let want = search_collisions::<RBig>(fresh, place, true).expect("an answer");
            let found = search_collisions::<RBig>(world, number, true).expect("an answer");
            let others: Vec<u32> = found.iter().map(|found| found.objects.b).collect();
            let named = want.iter().map(|found| numbers[found.objects.b as usize]);
            assert_eq!(others, named.collect::<Vec<_>>());
        }
        for _ in 0..9 {
            let low = point(2.0, &mut other);
            let aabb = Aabb3 { min: low, max: low + Vec3::ONE };
            let near: Vec<u32> =
                fresh.near(&aabb).into_iter().map(|place| numbers[place as usize]).collect();
            assert_eq!(world.near(&aabb), near);
        }
        sum > 100 && unordered > 2
    });
    // Something collided, and the lists were out of order.
    assert!(sum > 100 && unordered > 2, "{sum} {unordered}");
}

/// More changes than are looked through one by one, between one question and the next.
#[test]
fn what_is_near_after_many_changes() {
    let mut rng = rng("near after many changes");
    let cube = Frame3::aligned_box(Vec3::ZERO, Vec3::ONE).expect("a box");
    let tree = Arc::new(Bvh::new([(cube, None)]).expect("a tree"));
    let mut world = BvhWorld::new();
    let mut place = |reach: f32| point(reach, &mut rng);
    for _ in 0..300 {
        world.insert(&tree, Quat::IDENTITY, place(9.0)).expect("a pose");
    }
    let mut met = 0;
    for round in 0..60 {
        // One change, some, and more than all.
        for number in 0..[1, 40, 400][round % 3] {
            let objects = world.objects();
            let object = objects[(7 * round + 13 * number) % objects.len()];
            match number % 5 {
                0 => world.remove(object).expect("an object"),
                1 => {
                    world.insert(&tree, Quat::IDENTITY, place(9.0)).expect("a pose");
                }
                _ => world.set_pose(object, Quat::IDENTITY, place(9.0)).expect("a pose"),
            }
        }
        for _ in 0..5 {
            let low = place(9.0);
            let aabb = Aabb3 { min: low, max: low + Vec3::splat(4.0) };
            let all = world.objects().iter().zip(world.root_boxes());
            let mut want: Vec<u32> =
                all.filter(|(_, own)| own.meets(&aabb)).map(|(number, _)| *number).collect();
            want.sort_unstable();
            assert_eq!(world.near(&aabb), want, "round {round}");
            met += want.len();
        }
    }
    assert!(met > 100, "{met}");
}

/// Whatever names an object that is gone is told so, for good.
#[test]
fn numbers_of_the_gone_are_refused() {
    let cube = Frame3::aligned_box(Vec3::ZERO, Vec3::ONE).expect("a box");
    let tree = Arc::new(Bvh::new([(cube, None)]).expect("a tree"));
    let mut world = BvhWorld::new();
    for x in 0..3 {
        world.insert(&tree, Quat::IDENTITY, Vec3::X * x as f32).expect("a pose");
    }
    assert_eq!(world.remove(3), Err(BvhWorldError::NoSuchObject { object: 3, objects: 3 }));
    assert_eq!(world.remove(1), Ok(()));
    // Whoever comes next is another.
    assert_eq!(world.insert(&tree, Quat::IDENTITY, Vec3::ZERO), Ok(3));
    let gone = BvhWorldError::NoSuchObject { object: 1, objects: 3 };
    assert_eq!(gone.to_string(), "there is no object 1 among 3");
    let gone = Err(gone);
    assert_eq!(world.remove(1), gone);
    assert_eq!(world.set_pose(1, Quat::IDENTITY, Vec3::ZERO), gone);
    assert_eq!(world.set_filter(1, Filter::NONE), gone);
    assert_eq!(world.set_group(1, Some(1)), gone);
    assert_eq!(world.set_id(1, 5), gone);
    assert!(world.tree(1).is_none() && world.root(1).is_none());
    assert_eq!((world.pose(1), world.id(1)), (None, None));
    assert!(!world.compares(0, 1) && !world.compares(1, 2) && world.compares(0, 2));
    let none = SearchFault::NoSuchObject { object: 1, objects: 3 };
    assert_eq!(world.posed(1).map(|_| ()), Err(none));
    assert_eq!(search_collisions::<f64>(&world, 1, true).map(|_| ()), Err(none));
    let service = CollisionService::new(Engine::Cpu).expect("a CPU engine");
    let refused = service.search(&world).options(SearchOptions::one(1)).run().map(|_| ());
    assert_eq!(refused, Err(SearchError::World(none)));
    let found = service.search(&world).run().expect("an answer");
    // The first and the last share a place; the one between was the only one that touched the
    // third.
    assert_eq!(found.iter().map(|found| found.objects).collect::<Vec<_>>(), [[0, 3]]);
}
