//! Posed nodes that a world keeps from one search to the next.

use super::torus::world;
use crate::common::seed::{rng, seed};
use motzkin::{BvhWorld, CollisionService, Engine, Find, SearchOptions};
use motzkin_lab::workload::torus::{Cover, Tori};

fn cpu() -> CollisionService {
    CollisionService::new(Engine::Cpu).expect("a CPU")
}

/// Bytes of posed nodes.
fn kept(world: &BvhWorld, without: usize) -> usize {
    world.bytes() - without
}

/// Answers do not depend on it, and no more is kept than may be.
#[test]
fn searches_find_as_much_with_less_memory() {
    let tori = Tori::scattered(600, [4, 5], Cover::Tetras, rng("worlds and memory").u64(..));
    let mut world = world(&tori.expect("within range"));
    let (service, all) = (cpu(), SearchOptions::default());
    let empty = world.bytes();
    let ways = [
        all,
        all.finding(Find::Objects),
        all.finding(Find::First),
        SearchOptions::one(7),
        SearchOptions { boxes: true, ..SearchOptions::one(9) },
        SearchOptions { max_level: Some(0), ..all },
        SearchOptions { max_tests: Some(100_000), ..all },
    ];
    let search = |world: &BvhWorld| {
        ways.map(|options| {
            service.search(world).options(options).run().expect("nothing is refused").into_vec()
        })
    };
    let expected = search(&world);
    let candidates =
        service.search(&world).options(all).run().expect("a search").stats().candidates;
    assert!(candidates > 1024 && !expected[0].is_empty(), "{candidates}, seed {}", seed());
    // Few pairs at a time, in the order in which they are found.
    let one = |&object: &u32| {
        let found =
            service.search(&world).options(SearchOptions::one(object)).run().expect("a search");
        found.into_vec().into_iter().filter(|pair| pair.objects[0] < pair.objects[1])
    };
    let singly: Vec<_> = world.objects().iter().flat_map(one).collect();
    assert!(singly == expected[0], "many pairs at once, seed {}", seed());
    let whole = kept(&world, empty);
    assert!(whole > 500 * 41 * 100, "{whole} bytes, seed {}", seed());
    for memory in [0, whole / 600, whole / 3, whole - 1] {
        let poses: Vec<_> =
            world.objects().iter().map(|&object| (object, world.pose(object))).collect();
        for (object, pose) in poses {
            let (rotation, translation) = pose.expect("it was given");
            world.set_pose(object, rotation, translation).expect("within range");
        }
        assert_eq!(kept(&world, empty), 0, "what was kept of other poses");
        world.set_memory(memory);
        for again in 0..2 {
            assert!(search(&world) == expected, "{memory} bytes, {again}, seed {}", seed());
            let bytes = kept(&world, empty);
            assert!(bytes <= memory, "{bytes} bytes are kept, of {memory}");
            assert!(memory < whole / 3 || bytes > memory / 2, "{bytes} bytes of {memory}");
        }
        let copy = world.clone();
        assert_eq!(kept(&copy, empty), kept(&world, empty));
    }
}

/// What objects held is there for others, once they are moved or removed.
#[test]
fn what_goes_makes_room() {
    let tori = Tori::scattered(2, [4, 5], Cover::Tetras, 1).expect("within range");
    let mut world = world(&tori);
    let empty = world.bytes();
    let one = world.posed(0).expect("a torus").bytes();
    assert_eq!(kept(&world, empty), one);
    world.set_memory(one);
    let bytes_of_other = world.posed(1).expect("a torus").bytes();
    assert_eq!((bytes_of_other, kept(&world, empty)), (one, one));
    let (rotation, translation) = world.pose(0).expect("it was given");
    world.set_pose(0, rotation, translation).expect("within range");
    assert_eq!(kept(&world, empty), 0);
    world.posed(1).expect("a torus");
    world.posed(0).expect("a torus");
    assert_eq!(kept(&world, empty), one);
    world.remove(0).expect("it is there");
    assert!((one..empty + one).contains(&world.bytes()), "the other is still kept");
    world.remove(1).expect("it is there");
    world.set_memory(0);
    assert!(world.bytes() < 100, "numbers that were given: {}", world.bytes());
}
