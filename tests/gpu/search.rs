//! Searches of object trees on the GPU: the same answers as the CPU's, in the same order.

use crate::common::seed::rng;
use crate::common::trees::{collisions, entries, renamed, things, wild, with_removals, world};
use motzkin::glam::{Quat, Vec3};
use motzkin::tree::bvh::SearchFault;
use motzkin::{Bvh, BvhWorld, CollisionService, Engine, Find, Frame3, SearchError, SearchOptions};
use motzkin_lab::workload::torus::{Cover, Tori, TwoTori};
use std::sync::{Arc, OnceLock};

fn gpu() -> &'static CollisionService {
    static SERVICE: OnceLock<CollisionService> = OnceLock::new();
    SERVICE.get_or_init(|| CollisionService::new(Engine::Gpu).expect("a GPU engine"))
}

fn cpu() -> CollisionService {
    CollisionService::new(Engine::Cpu).expect("a CPU engine")
}

#[test]
fn wild_worlds_are_searched_as_the_levels_say() {
    crate::seed();
    let mut rng = rng("wild_worlds_on_the_gpu");
    for (objects, volumes) in [(0, 1), (1, 5), (2, 1), (2, 24), (5, 14), (7, 9)] {
        let things = things(objects, &mut rng, |rng| wild(1 + rng.usize(..volumes), rng));
        let (world, want) = (world(&things), collisions(&things, true));
        for find in [Find::Leaves, Find::Objects, Find::First] {
            let options = SearchOptions::default().finding(find);
            let found = gpu().search(&world).options(options).run().expect("an answer");
            assert_eq!(
                *found,
                *cpu().search(&world).options(options).run().expect("an answer"),
                "{find:?}"
            );
            if find == Find::Leaves {
                assert_eq!(entries(&found), want);
            }
        }
        for object in 0..objects as u32 {
            let options = SearchOptions::one(object);
            let want = cpu().search(&world).options(options).run().expect("an answer");
            assert_eq!(*gpu().search(&world).options(options).run().expect("an answer"), *want);
        }
    }
}

#[test]
fn worlds_that_objects_leave_are_searched_like_new_ones() {
    crate::seed();
    let (mut rng, mut sum) = (rng("worlds_that_objects_leave_on_the_gpu"), 0);
    with_removals(&mut rng, |world, fresh, numbers| {
        let one =
            numbers.last().map(|&number| (SearchOptions::one(number), numbers.len() as u32 - 1));
        let found = gpu().search(world).run().expect("an answer");
        let want = cpu().search(fresh).run().expect("an answer");
        assert_eq!(*found, renamed(&want, numbers));
        sum += found.len();
        if let Some((options, place)) = one {
            let found = gpu().search(world).options(options).run().expect("an answer");
            let want =
                cpu().search(fresh).options(SearchOptions::one(place)).run().expect("an answer");
            assert_eq!(*found, renamed(&want, numbers));
        }
        sum > 100
    });
    assert!(sum > 100, "{sum}");
}

fn tori(tori: &Tori) -> BvhWorld {
    // Below boxes of eight children: what has hundreds is the CPU's.
    let tree = |shape: &Vec<(Frame3, Option<u32>)>| {
        let leaves: Vec<Frame3> = shape[1..].iter().map(|(frame, _)| *frame).collect();
        Arc::new(Bvh::over(&leaves).expect("a tree"))
    };
    let trees: Vec<Arc<Bvh>> = tori.shapes.iter().map(tree).collect();
    let mut world = BvhWorld::new();
    for place in &tori.places {
        world.insert(&trees[place.shape], place.rotation, place.translation).expect("a pose");
    }
    world
}

/// How many pairs of volumes there are whose boxes meet and whose forebears meet on every level,
/// without a search.
fn tests_by_boxes(world: &BvhWorld) -> u64 {
    let (service, count, mut sum) = (cpu(), world.len() as u32, 0);
    for (a, b) in (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))) {
        let posed = [a, b].map(|object| world.posed(object).expect("volumes"));
        let nodes = [a, b].map(|object| world.tree(object).expect("a tree").nodes());
        let boxes_meet = |p: u32, q: u32| posed[0].aabb(p).meets(&posed[1].aabb(q));
        let refined = |side: usize, node: u32| {
            let found = &nodes[side][node as usize];
            if found.is_leaf() { node..node + 1 } else { found.children() }
        };
        let roots = world.root_boxes();
        let mut level =
            if roots[a as usize].meets(&roots[b as usize]) { vec![(0, 0)] } else { Vec::new() };
        while !level.is_empty() {
            sum += level.len() as u64;
            let first: Vec<Frame3> =
                level.iter().map(|&(p, _)| posed[0].frames[p as usize]).collect();
            let second: Vec<Frame3> =
                level.iter().map(|&(_, q)| posed[1].frames[q as usize]).collect();
            let verdicts =
                service.query_between(&first, &second).run().expect("verdicts").into_verdicts();
            let mut next = Vec::new();
            for (&(p, q), verdict) in level.iter().zip(verdicts.iter()) {
                if verdict.meets()
                    && !(nodes[0][p as usize].is_leaf() && nodes[1][q as usize].is_leaf())
                {
                    let pairs = refined(0, p).flat_map(|p| refined(1, q).map(move |q| (p, q)));
                    next.extend(pairs.filter(|&(p, q)| boxes_meet(p, q)));
                }
            }
            level = next;
        }
    }
    sum
}

/// Hundreds of thousands of pairs.
#[test]
fn tori_are_searched_as_on_the_cpu() {
    let scenes = TwoTori::ALL.map(|case| case.scene([20, 20], Cover::Tetras).expect("tori"));
    let scattered = Tori::scattered(40, [10, 10], Cover::Tetras, 7).expect("tori");
    for scene in scenes.iter().chain([&scattered]) {
        let world = tori(scene);
        let (found, want) =
            [gpu(), &cpu()].map(|service| service.search(&world).run().expect("an answer")).into();
        assert!(*found == *want, "{} collisions in place of {}", found.len(), want.len());
        assert_eq!(found.stats().candidates, want.stats().candidates);
        // Whatever comes of pairs that meet is tested. The GPU goes down from undecided pairs, too;
        // of general position they are few.
        let (tests, least) = (found.stats().tests, tests_by_boxes(&world));
        assert!((least..=least + least / 100).contains(&tests), "{tests} {least}");
        // The CPU has tighter bounds.
        assert!(want.stats().tests <= least, "{} {least}", want.stats().tests);
    }
}

/// Grids of boxes that share faces exactly: the GPU can tell none of the contacts, and each path is
/// settled.
#[test]
fn contacts_are_settled_along_their_paths() {
    let cell = |i: usize| {
        let low = Vec3::new((i % 4) as f32, (i / 4 % 4) as f32, (i / 16) as f32);
        Frame3::aligned_box(low, low + Vec3::ONE).expect("a box")
    };
    let cells: Vec<Frame3> = (0..64).map(cell).collect();
    // Roots that hold a grid exactly, so that the roots of neighbours only touch, too; and boxes
    // with a hair to spare.
    let root = Frame3::aligned_box(Vec3::ZERO, Vec3::splat(4.0)).expect("a box");
    let exact = std::iter::once((root, None)).chain(cells.iter().map(|cell| (*cell, Some(0))));
    for tree in [Bvh::new(exact).expect("a tree"), Bvh::over(&cells).expect("a tree")] {
        let (tree, mut world) = (Arc::new(tree), BvhWorld::new());
        for i in 0..8 {
            let at = Vec3::new((i % 2) as f32, (i / 2 % 2) as f32, (i / 4) as f32) * 4.0;
            world.insert(&tree, Quat::IDENTITY, at).expect("a pose");
        }
        let far = world.insert(&tree, Quat::IDENTITY, Vec3::X * 8.0_f32.next_up()).expect("a pose");
        let found = gpu().search(&world).run().expect("an answer");
        assert_eq!(*found, *cpu().search(&world).run().expect("an answer"));
        // Along each axis 4 pairs of grids share 16 faces, and each cell of a face meets up to 9
        // cells; and so on.
        let touching = |shared: [usize; 3]| {
            let across = |axis: usize| if shared[axis] == 0 { 3 * 4 - 2 } else { 1 };
            across(0) * across(1) * across(2)
        };
        let mut want = 0;
        for shared in 1..8 {
            let shared = [shared & 1, shared >> 1 & 1, shared >> 2 & 1];
            // Four pairs of grids share a face in each direction; along each of the two diagonals
            // of a face two pairs an edge, so four; and four a corner.
            let pairs = 4;
            want += pairs * touching(shared);
        }
        let counted = found.iter().filter(|found| !found.objects.contains(&far)).count();
        assert_eq!(counted, want);
        assert!(found.iter().all(|found| !found.objects.contains(&far)));
    }
}

/// A pair of objects with more collisions than there is room for, beside one that fits; and more
/// children than a GPU compares.
#[test]
fn what_has_no_room_on_the_gpu_is_found_all_the_same() {
    let mut rng = rng("what_has_no_room_on_the_gpu");
    let slab = |low: Vec3, high: Vec3| Frame3::aligned_box(low, high).expect("a box");
    let root = (slab(Vec3::splat(-3.0), Vec3::splat(3.0)), None);
    // Boxes that nearly all meet, so many below each of some that hold them.
    let mut bush = |branches: u32, each: u32| {
        let mut volumes = vec![root];
        volumes.extend((0..branches).map(|_| (slab(Vec3::splat(-2.0), Vec3::splat(2.0)), Some(0))));
        for parent in 1..=branches {
            for _ in 0..each {
                let low = crate::common::trees::point(0.5, &mut rng);
                volumes.push((slab(low, low + Vec3::ONE), Some(parent)));
            }
        }
        Arc::new(Bvh::new(volumes).expect("a tree"))
    };
    let (small, large, wide) = (bush(1, 9), bush(100, 7), bush(1, 600));
    // With little memory a level has fewer pairs; with less, all of it is the CPU's.
    let services = [None, Some(8 << 20), Some(1 << 19)].map(|bytes| {
        let builder = CollisionService::builder().engine(Engine::Gpu);
        let builder = bytes.into_iter().fold(builder, |builder, bytes| builder.gpu_memory(bytes));
        builder.build().expect("a GPU engine")
    });
    for large in [&large, &wide] {
        let mut world = BvhWorld::new();
        for (i, tree) in [large, large, &small, &small].into_iter().enumerate() {
            world
                .insert(tree, Quat::IDENTITY, Vec3::X * if i == 3 { 3.5 } else { 0.0 })
                .expect("a pose");
        }
        for find in [Find::Leaves, Find::Objects, Find::First] {
            let options = SearchOptions::default().finding(find);
            let want = cpu().search(&world).options(options).run().expect("an answer");
            for service in &services {
                let found = service.search(&world).options(options).run().expect("an answer");
                assert!(*found == *want, "{} collisions in place of {}", found.len(), want.len());
                // What was found on the GPU and what the CPU adds count together.
                let count = want.len() as u64;
                let bounded = |most: u64| SearchOptions { max_collisions: Some(most), ..options };
                let found =
                    service.search(&world).options(bounded(count)).run().expect("an answer");
                assert!(*found == *want, "{} collisions in place of {}", found.len(), want.len());
                let refused = service.search(&world).options(bounded(count - 1)).run();
                let fault = SearchFault::TooManyCollisions { most: count - 1 };
                match find {
                    Find::First => assert_eq!(refused.as_deref(), Ok(&*want)),
                    _ => assert_eq!(refused.err(), Some(SearchError::World(fault))),
                }
            }
            assert!(find != Find::Leaves || want.len() > 1 << 17, "{}", want.len());
        }
    }
}

/// Searches on several threads wait for each other's memory, also while the first one compiles.
#[test]
fn searches_take_turns_at_the_memory() {
    let builder = CollisionService::builder().engine(Engine::Gpu).gpu_memory(64 << 20);
    let service = builder.build().expect("a GPU engine");
    crate::seed();
    let mut rng = rng("searches_take_turns");
    let things = things(6, &mut rng, |rng| wild(1 + rng.usize(..12), rng));
    let world = world(&things);
    let options = SearchOptions::default();
    let want = cpu().search(&world).options(options).run().expect("an answer");
    let begin = std::sync::Barrier::new(4);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                begin.wait();
                for _ in 0..5 {
                    assert_eq!(
                        service.search(&world).options(options).run().as_deref(),
                        Ok(&*want)
                    );
                }
            });
        }
    });
}
