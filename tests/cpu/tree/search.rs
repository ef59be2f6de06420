//! What is found, on every engine, against a naive account.

use crate::common::seed::{rng, seed};
use crate::common::trees::{
    Entry, Thing, Volumes, collisions, entries, frame, point, rotation, services, things, wild,
    world,
};
use dashu_ratio::RBig;
use fastrand::Rng;
use motzkin::glam::{Quat, Vec3};
use motzkin::tree::bvh::search_collisions;
use motzkin::{
    Aabb3, Bvh, BvhWorld, CollisionService, Engine, Filter, Find, Frame3, Pose, Scope,
    SearchOptions,
};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A tree whose volumes are held by their parents.
fn nested(leaves: usize, rng: &mut Rng) -> Volumes {
    let volumes: Vec<Frame3> = (0..leaves).map(|_| frame(point(1.0, rng), 0.6, rng)).collect();
    let tree = Bvh::over(&volumes).expect("a tree");
    let mut out: Volumes = tree.nodes().iter().map(|node| (node.frame(), None)).collect();
    for (i, node) in tree.nodes().iter().enumerate() {
        node.children().for_each(|child| out[child as usize].1 = Some(i as u32));
    }
    out
}

fn quick() -> CollisionService {
    CollisionService::new(Engine::Cpu).expect("a CPU engine")
}

/// Objects whose volumes lie in each other's parents only now and then, of every depth: the levels
/// decide.
#[test]
fn every_engine_finds_what_the_levels_say() {
    println!("MOTZKIN_SEED={}", seed());
    let mut rng = rng("every_engine_finds_what_the_levels_say");
    let (services, mut sum) = (services(), 0);
    // Some worlds hardly collide; enough of them are drawn.
    let sizes = [(0, 0), (1, 5), (2, 1), (2, 24), (5, 14), (7, 9)];
    for (objects, volumes) in std::iter::repeat_n(sizes, 20).flatten() {
        if sum > 10 && objects == 0 {
            break;
        }
        let things = things(objects, &mut rng, |rng| wild(1 + rng.usize(..volumes.max(1)), rng));
        let (world, want) = (world(&things), collisions(&things, true));
        sum += want.len();
        for (name, service) in &services {
            let found = service.search(&world).run().expect("an answer");
            assert_eq!(entries(&found), want, "{name}: {objects} objects");
            assert!(found.is_exact());
        }
    }
    assert!(sum > 10, "{sum}");
}

#[test]
fn where_volumes_are_held_all_leaves_that_meet_are_found() {
    println!("MOTZKIN_SEED={}", seed());
    let mut rng = rng("where_volumes_are_held");
    let (service, mut sum) = (quick(), 0);
    // Groups and filters may keep all objects of a world apart; enough of them are drawn.
    let sizes = [(2, 1), (2, 40), (3, 20), (6, 9)];
    for (objects, leaves) in std::iter::repeat_n(sizes, 20).flatten() {
        if sum > 10 && leaves == 1 {
            break;
        }
        let things = things(objects, &mut rng, |rng| nested(leaves, rng));
        let (world, want) = (world(&things), collisions(&things, false));
        sum += want.len();
        let found = service.search(&world).run().expect("an answer");
        assert_eq!(entries(&found), want);
        // The paper's own search, in rationals, narrows by its boxes and loses nothing.
        for object in 0..objects as u32 {
            let options = SearchOptions { boxes: true, ..SearchOptions::one(object) };
            let found = service.search(&world).options(options).run().expect("an answer");
            let paper = search_collisions::<RBig>(&world, object, false).expect("an answer");
            let mut told: Vec<_> = paper
                .iter()
                .map(|found| ([found.objects.a, found.objects.b], [found.nodes.a, found.nodes.b]))
                .collect();
            told.sort_unstable();
            let nodes: Vec<_> = found.iter().map(|found| (found.objects, found.nodes)).collect();
            let sorted = BTreeSet::from_iter(nodes);
            assert_eq!(Vec::from_iter(sorted), told);
            for exact in found.iter() {
                let Some(aabb) = exact.aabb else { panic!("boxes were asked for") };
                let same = |found: &&motzkin::tree::bvh::PaperCollision<RBig>| {
                    ([found.objects.a, found.objects.b], [found.nodes.a, found.nodes.b])
                        == (exact.objects, exact.nodes)
                };
                let loose = paper.iter().find(same).expect("the same pair");
                for axis in 0..3 {
                    let [low, high] = &loose.common[axis];
                    let slack = 1e-5;
                    assert!(low.to_f64().value() <= f64::from(aabb.min[axis]) + slack);
                    assert!(high.to_f64().value() >= f64::from(aabb.max[axis]) - slack);
                }
            }
            let early = search_collisions::<RBig>(&world, object, true).expect("an answer");
            let objects = |list: &mut dyn Iterator<Item = u32>| list.collect::<BTreeSet<u32>>();
            let all = objects(&mut paper.iter().map(|found| found.objects.b));
            assert_eq!(objects(&mut early.iter().map(|found| found.objects.b)), all);
            assert_eq!(early.len(), all.len());
        }
    }
    assert!(sum > 10, "{sum}");
}

fn worlds(rng: &mut Rng) -> Vec<BvhWorld> {
    let make = |objects: usize, rng: &mut Rng| {
        let kind = rng.bool();
        things(objects, rng, |rng| if kind { wild(30, rng) } else { nested(60, rng) })
    };
    [0, 1, 2, 8, 20].into_iter().map(|objects| world(&make(objects, rng))).collect()
}

/// Stopping early, comparing one object, and asking for the first agree with the whole list, at any
/// number of threads.
#[test]
fn the_forms_of_the_search_agree() {
    println!("MOTZKIN_SEED={}", seed());
    let mut rng = rng("the_forms_of_the_search_agree");
    let services: Vec<_> = services().into_iter().filter(|(name, _)| name != "reference").collect();
    for world in worlds(&mut rng) {
        let whole = quick().search(&world).run().expect("an answer");
        let objects = |list: &[motzkin::Collision]| {
            let mut objects: Vec<[u32; 2]> = list.iter().map(|found| found.objects).collect();
            objects.dedup();
            objects
        };
        for (name, service) in &services {
            let search = |options: SearchOptions| {
                service.search(&world).options(options).run().expect("an answer")
            };
            let all = SearchOptions::default();
            assert_eq!(*search(all), *whole, "{name}");
            let stopped = search(all.finding(Find::Objects));
            assert_eq!(objects(&stopped), objects(&whole), "{name}");
            assert_eq!(stopped.len(), objects(&whole).len());
            assert!(stopped.iter().all(|found| found.nodes == [0, 0] && found.exact));
            assert_eq!(search(all.finding(Find::First)).first(), whole.first(), "{name}");
            for one in 0..world.len() as u32 {
                let options = SearchOptions::one(one);
                let mut own: Vec<Entry> = Vec::new();
                for found in whole.iter().filter(|found| found.objects.contains(&one)) {
                    let turned = found.objects[0] != one;
                    let side = |pair: [u32; 2]| if turned { [pair[1], pair[0]] } else { pair };
                    own.push((side(found.objects), side(found.frames)));
                }
                own.sort_unstable();
                let found = search(options);
                assert_eq!(entries(&found), own, "{name}");
                assert_eq!(search(options.finding(Find::First)).first(), found.first(), "{name}");
                assert_eq!(
                    objects(&search(options.finding(Find::Objects))),
                    objects(&found),
                    "{name}"
                );
            }
        }
    }
}

/// With limits the list says of each pair that collides at least which forebears do, and marks what
/// it has not looked into.
#[test]
fn limits_give_supersets_that_are_marked() {
    println!("MOTZKIN_SEED={}", seed());
    let mut rng = rng("limits_give_supersets_that_are_marked");
    let services: Vec<_> = services().into_iter().filter(|(name, _)| name != "reference").collect();
    let mut cut = 0;
    // Worlds are drawn until limits end enough searches.
    for round in 0..20 {
        if round > 0 && cut > 4 {
            break;
        }
        cut += limited_searches(worlds(&mut rng), &services);
    }
    assert!(cut > 4, "{cut}");
}

/// Returns how many searches a limit has ended.
fn limited_searches(worlds: Vec<BvhWorld>, services: &[(String, CollisionService)]) -> usize {
    let mut cut = 0;
    for world in worlds {
        let whole = quick().search(&world).run().expect("an answer");
        let needed = whole.stats().tests;
        let level =
            |max_level: u32| SearchOptions { max_level: Some(max_level), ..Default::default() };
        let budget =
            |max_tests: u64| SearchOptions { max_tests: Some(max_tests), ..Default::default() };
        let options = [level(0), level(1), level(2), level(1000), budget(0), budget(1), budget(40)];
        let more = [
            budget(needed / 2),
            budget(needed),
            SearchOptions { max_level: Some(1), ..budget(300) },
        ];
        for options in options.into_iter().chain(more) {
            let first = services[0].1.search(&world).options(options).run().expect("an answer");
            for (name, service) in &services[1..] {
                let found = service.search(&world).options(options).run().expect("an answer");
                assert_eq!((&*found, found.stats()), (&*first, first.stats()), "{name}");
            }
            assert!(options.max_tests.is_none_or(|most| first.stats().tests <= most));
            assert_eq!(first.is_exact(), *first == *whole);
            if options == level(1000) || options == budget(needed) {
                assert_eq!(*first, *whole);
            }
            cut += usize::from(!first.is_exact());
            // Nothing is deeper than was asked for.
            let depth = |object: u32, node: u32| {
                let parents = world.tree(object).expect("an object").parents();
                let above = |&node: &u32| (node > 0).then(|| parents[node as usize]);
                std::iter::successors(Some(node), above).count() as u32 - 1
            };
            for found in first.iter().filter(|_| options.max_level.is_some_and(|last| last < 1000))
            {
                let deepest =
                    (0..2).map(|side| depth(found.objects[side], found.nodes[side])).max();
                assert!(deepest <= options.max_level, "{found:?} with {options:?}");
            }
            // Each collision stands in the list itself, or some pair of its forebears does.
            let above = |object: u32, forebear: u32, mut node: u32| {
                let tree = world.tree(object).expect("an object");
                while node > forebear {
                    let parent = tree
                        .nodes()
                        .iter()
                        .position(|n| n.children().contains(&node))
                        .expect("a parent");
                    node = parent as u32;
                }
                node == forebear
            };
            for hit in whole.iter() {
                let told = first.iter().any(|found| {
                    found.objects == hit.objects
                        && if found.exact {
                            found.nodes == hit.nodes
                        } else {
                            (0..2).all(|side| {
                                above(hit.objects[side], found.nodes[side], hit.nodes[side])
                            })
                        }
                });
                assert!(told, "{hit:?} is missing with {options:?}");
            }
            let objects = services[0]
                .1
                .search(&world)
                .options(options.finding(Find::Objects))
                .run()
                .expect("an answer");
            let of = |list: &[motzkin::Collision]| {
                BTreeSet::from_iter(list.iter().map(|found| found.objects))
            };
            assert!(of(&objects).is_superset(&of(&whole)));
            assert_eq!(of(&objects).len(), objects.len());
            for sure in objects.iter().filter(|found| found.exact) {
                assert!(of(&whole).contains(&sure.objects));
            }
            let alone = services[0]
                .1
                .search(&world)
                .options(options.finding(Find::First))
                .run()
                .expect("an answer");
            assert_eq!(alone.first(), first.first());
        }
    }
    cut
}

/// Boxes that share faces exactly, in trees whose volumes touch their parents' faces: the closed
/// reading.
#[test]
fn contacts_count() {
    let slab = |low: [f32; 3], high: [f32; 3]| {
        Frame3::aligned_box(low.into(), high.into()).expect("a box")
    };
    let volumes = vec![
        (slab([0.0; 3], [2.0, 1.0, 1.0]), None),
        (slab([0.0; 3], [1.0; 3]), Some(0)),
        (slab([1.0, 0.0, 0.0], [2.0, 1.0, 1.0]), Some(0)),
    ];
    let tree = Arc::new(Bvh::new(volumes).expect("a tree"));
    let mut world = BvhWorld::new();
    for x in [0.0, 2.0] {
        world.insert(&tree, Quat::IDENTITY, Vec3::X * x).expect("a pose");
    }
    let service = quick();
    let options = SearchOptions { boxes: true, ..Default::default() };
    let found = service.search(&world).options(options).run().expect("an answer");
    assert_eq!(entries(&found), [([0, 1], [2, 1])]);
    assert_eq!(found[0].aabb, Some(Aabb3 { min: Vec3::X * 2.0, max: Vec3::new(2.0, 1.0, 1.0) }));
    // A hair apart there is nothing.
    world.set_pose(1, Quat::IDENTITY, Vec3::X * 2.0_f32.next_up()).expect("a pose");
    assert!(service.search(&world).options(options).run().expect("an answer").is_empty());
    // Nor where one is compared, for which no thread is woken.
    for find in [Find::Leaves, Find::Objects, Find::First] {
        assert!(
            service
                .search(&world)
                .options(SearchOptions::one(1).finding(find))
                .run()
                .expect("an answer")
                .is_empty()
        );
    }
    // Objects that share a place meet all over, and members of a group never.
    world.set_pose(1, Quat::IDENTITY, Vec3::ZERO).expect("a pose");
    assert_eq!(service.search(&world).options(options).run().expect("an answer").len(), 4);
    for object in 0..2 {
        world.set_group(object, Some(3)).expect("an object");
    }
    assert!(service.search(&world).options(options).run().expect("an answer").is_empty());
    world.set_group(1, None).expect("an object");
    world.set_filter(0, Filter::NONE).expect("an object");
    assert!(service.search(&world).options(options).run().expect("an answer").is_empty());
    assert!(
        service.search(&world).options(SearchOptions::one(0)).run().expect("an answer").is_empty()
    );
}

/// One volume against thousands, chains of hundreds of levels, and the two against each other.
#[test]
fn odd_trees_are_searched_to_the_end() {
    let mut rng = rng("odd_trees_are_searched_to_the_end");
    let bush: Volumes = std::iter::once((
        Frame3::aligned_box(Vec3::splat(-3.0), Vec3::splat(3.0)).expect("a box"),
        None,
    ))
    .chain((0..4097).map(|_| (frame(point(2.0, &mut rng), 0.05, &mut rng), Some(0))))
    .collect();
    let chain: Volumes = (0..700_u32)
        .map(|i| {
            let half = Vec3::splat(1.0 + 1e-3 * (700 - i) as f32);
            (Frame3::aligned_box(-half, half).expect("a box"), i.checked_sub(1))
        })
        .collect();
    let shapes = [bush, chain];
    let thing = |shape: &Volumes, rng: &mut Rng| Thing {
        volumes: shape.clone(),
        rotation: rotation(rng),
        translation: point(0.3, rng),
        group: None,
        filter: Filter::ALL,
    };
    let things =
        [thing(&shapes[0], &mut rng), thing(&shapes[1], &mut rng), thing(&shapes[1], &mut rng)];
    let world = world(&things);
    let found = quick().search(&world).run().expect("an answer");
    let pose = |thing: &Thing| Pose::new(thing.rotation, thing.translation).expect("a pose");
    let against = |deepest: &Thing| {
        let last = deepest.volumes[699].0.posed(&pose(deepest)).expect("a frame");
        let posed =
            |volume: &(Frame3, Option<u32>)| volume.0.posed(&pose(&things[0])).expect("a frame");
        let bodies: Vec<Frame3> = things[0].volumes[1..].iter().map(posed).collect();
        let verdicts = quick()
            .query_between(&bodies, &vec![last; bodies.len()])
            .run()
            .expect("verdicts")
            .into_verdicts();
        verdicts.iter().filter(|verdict| verdict.meets()).count()
    };
    assert_eq!(found.len(), against(&things[1]) + against(&things[2]) + 1);
    assert!(found.len() > 100, "{}", found.len());
    let scope = SearchOptions { scope: Scope::One(2), find: Find::Objects, ..Default::default() };
    assert_eq!(quick().search(&world).options(scope).run().expect("an answer").len(), 2);
}
