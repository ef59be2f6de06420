//! Trees of frames as shapes of a scene, on the CPU; all pairs of shapes are in `mixed_scene`.

use crate::common::seed;
use crate::common::trees::wild;
use fastrand::Rng;
use motzkin::glam::{Quat, Vec3};
use motzkin::service::{ChangeAllError, ChangeError, InsertError, Scene, TreeHit};
use motzkin::tree::bvh::SearchFault;
use motzkin::{
    Bvh, BvhWorld, CollisionService, Engine, Filter, Find, Frame3, FrameError, Handle, Pose,
    SceneError, SceneShape, SearchError, SearchOptions, TriangleMesh, Verdict,
};
use std::collections::BTreeMap;
use std::sync::Arc;

fn cpu() -> CollisionService {
    CollisionService::new(Engine::Cpu).expect("a CPU")
}

fn cube(x: f32) -> Frame3 {
    Frame3::aligned_box(Vec3::X * x, Vec3::new(x + 1.0, 1.0, 1.0)).expect("a cube")
}

fn row(count: usize) -> Arc<Bvh> {
    let leaves: Vec<Frame3> = (0..count).map(|x| cube(3.0 * x as f32)).collect();
    Arc::new(Bvh::over(&leaves).expect("a tree"))
}

/// One tree, however many objects: inserted, moved, and found.
#[test]
fn many_instances_share_one_tree() {
    const COUNT: usize = 100_000;
    let (tree, mut scene) = (row(4097), cpu().scene());
    let shape = SceneShape::tree(tree.clone());
    let handles: Vec<Handle> = (0..COUNT).map(|_| scene.insert(shape.clone()).unwrap()).collect();
    let poses: Vec<_> =
        (0..COUNT).map(|z| (Quat::IDENTITY, Vec3::Z * (1.0 + 2.0 * z as f32))).collect();
    scene.set_poses(&handles, &poses).unwrap();
    assert!(scene.collide().run().unwrap().is_empty());
    // Their last cubes touch.
    scene.set_pose(handles[7], Quat::IDENTITY, Vec3::new(12_287.0, 0.0, 18.0)).unwrap();
    let hits = scene.collide().run().unwrap();
    let found: Vec<_> = hits.iter().map(|hit| (hit.a, hit.b, hit.verdict)).collect();
    let touching = Verdict::Touching;
    assert_eq!(found, [(handles[7], handles[8], touching), (handles[7], handles[9], touching)]);
    assert!(scene.memory().cpu < 1000 * COUNT as u64, "{:?}", scene.memory());
    drop((scene, shape));
    assert_eq!(Arc::strong_count(&tree), 1);
}

#[test]
fn what_is_refused_is_named() {
    let mut scene = cpu().scene();
    let tiny = |x: f32| {
        let at = |p: Vec3| Vec3::X * x + p * 0.001;
        Frame3::tetra_by_vertices([at(Vec3::ZERO), at(Vec3::X), at(Vec3::Y), at(Vec3::Z)])
    };
    let root = Frame3::aligned_box(Vec3::splat(-8.0), Vec3::splat(8.0)).unwrap();
    let tree = Bvh::new([(root, None), (cube(0.0), Some(0)), (tiny(3.0).unwrap(), Some(0))]);
    let tree = SceneShape::tree(tree.unwrap());
    let (a, b) = (scene.insert(tree.clone()).unwrap(), scene.insert(cube(0.5)).unwrap());
    assert_eq!(scene.set_frame(a, cube(1.0)), Err(ChangeError::NoFrame(a)));
    assert_eq!(scene.frame(a), None);

    // A pose that carries a leaf beyond the range of `f32` is refused, and changes nothing.
    let refused = scene.set_pose(a, Quat::IDENTITY, Vec3::splat(f32::MAX)).unwrap_err();
    assert!(
        matches!(refused, ChangeError::Tree { handle, frame: 2, .. } if handle == a),
        "{refused}"
    );
    let wide = Frame3::aligned_box(Vec3::ZERO, Vec3::splat(3e38)).unwrap();
    let wide = SceneShape::tree(Bvh::over(&[wide]).unwrap());
    let c = scene.insert(wide.clone()).unwrap();
    let refused = scene.set_pose(c, Quat::IDENTITY, Vec3::splat(3e38));
    assert!(refused.is_ok(), "its edges and its corner are in range: {refused:?}");
    let turned = Frame3::aligned_box(Vec3::splat(3e38), Vec3::splat(3.1e38)).unwrap();
    let turned = SceneShape::tree(Bvh::over(&[turned]).unwrap());
    let d = scene.insert(turned.clone()).unwrap();
    let refused = scene.set_pose(d, Quat::IDENTITY, Vec3::splat(3e38)).unwrap_err();
    assert!(matches!(refused, ChangeError::Tree { handle, .. } if handle == d), "{refused}");
    let pose = Pose::at(Vec3::splat(3e38)).unwrap();
    let refused = scene.shape_query(turned).pose(pose).meeting().unwrap_err();
    assert!(matches!(refused, SceneError::Shape(InsertError::Tree { frame: 0, .. })), "{refused}");
    scene.remove(c).unwrap();
    scene.remove(d).unwrap();

    // So is one that makes a leaf flat. Nothing else is lost.
    let far = Vec3::new(1e6, 0.0, 0.0);
    let flat = ChangeError::Tree { handle: a, frame: 2, error: FrameError::Flat };
    assert_eq!(scene.set_pose(a, Quat::IDENTITY, far), Err(flat));
    assert!(flat.to_string().contains("frame 2"), "{flat}");
    let other = scene.insert(tree.clone()).unwrap();
    let poses = [other, a, b].map(|_| (Quat::IDENTITY, far));
    let refused = scene.set_poses(&[other, a, b], &poses);
    let other_flat = ChangeError::Tree { handle: other, frame: 2, error: FrameError::Flat };
    let faults = vec![(0, other_flat), (1, flat)];
    assert_eq!(refused, Err(ChangeAllError::Faults { faults, items: 3 }));
    let small = scene.insert(tree.clone().with_scale(1e-28).unwrap()).unwrap();
    scene.set_pose(small, Quat::IDENTITY, Vec3::ZERO).unwrap();
    assert!(scene.set_pose(small, Quat::IDENTITY, Vec3::Y).is_err());
    scene.remove(small).unwrap();
    let error = scene.shape_query(tree).pose(Pose::at(far).unwrap()).meeting().unwrap_err();
    let told = matches!(error, SceneError::Shape(InsertError::Tree { frame: 2, .. }));
    assert!(told, "{error}");

    // Both trees meet each other where they were, and the cube is far from them.
    let hits = scene.collide().run().unwrap().pairs();
    assert_eq!(hits, [(a.min(other), a.max(other))]);
    assert!(matches!(scene.search().one(b).run(), Err(SceneError::NoTree(handle)) if handle == b));
    scene.remove(a).unwrap();
    assert!(matches!(scene.search().one(a).run(), Err(SceneError::Stale(handle)) if handle == a));
    assert!(scene.remove(a).is_err() && scene.set_pose(a, Quat::IDENTITY, far).is_err());
    assert!(scene.search().run().unwrap().is_empty());
    let corners = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let empty = SceneShape::mesh(TriangleMesh::default());
    let floor = SceneShape::mesh(TriangleMesh::from_soup(&[corners]).unwrap());
    let (empty, floor) = (scene.insert(empty).unwrap(), scene.insert(floor).unwrap());
    let hits = scene.collide().run().unwrap().pairs();
    assert_eq!(hits, [(other.min(floor), other.max(floor))]);
    let found = scene.details(&[(other, empty)]).run().unwrap();
    assert_eq!(found[0].verdict, Verdict::Separate);
    assert!(scene.contact_regions(other, floor).is_err());
}

struct Placed {
    tree: Arc<Bvh>,
    pose: (Quat, Vec3),
    filter: Filter,
}

/// Objects, nodes and frames of a hit, and whether it is exact.
type Told = ([Handle; 2], [u32; 2], [u32; 2], bool);

/// What a world of the same trees finds, named by handles.
fn expected(
    placed: &BTreeMap<Handle, Placed>,
    service: &CollisionService,
    one: Option<Handle>,
    options: SearchOptions,
) -> Vec<Told> {
    let (mut world, handles) = (BvhWorld::new(), placed.keys().copied().collect::<Vec<_>>());
    for Placed { tree, pose: (turn, way), filter } in placed.values() {
        let object = world.insert(tree, *turn, *way).unwrap();
        world.set_filter(object, *filter).unwrap();
    }
    let number = |one: Handle| handles.binary_search(&one).unwrap() as u32;
    let scope = one.map_or(SearchOptions::default(), |one| SearchOptions::one(number(one)));
    let options = SearchOptions { scope: scope.scope, ..options };
    let found = service.search(&world).options(options).run().unwrap();
    let name = |object: u32| handles[object as usize];
    found.iter().map(|hit| (hit.objects.map(name), hit.nodes, hit.frames, hit.exact)).collect()
}

fn told(hits: &[TreeHit]) -> Vec<Told> {
    hits.iter().map(|hit| ([hit.a, hit.b], hit.nodes, hit.frames, hit.exact)).collect()
}

fn change(rng: &mut Rng, scene: &mut Scene, placed: &mut BTreeMap<Handle, Placed>) {
    while placed.len() < 8 {
        let frames = wild(1 + rng.usize(..9), rng);
        let tree = Arc::new(Bvh::new(frames).expect("a tree"));
        let handle = scene.insert(SceneShape::tree(tree.clone())).unwrap();
        let pose = (Quat::IDENTITY, Vec3::ZERO);
        placed.insert(handle, Placed { tree, pose, filter: Filter::ALL });
    }
    for handle in placed.keys().copied().collect::<Vec<_>>() {
        let thing = placed.get_mut(&handle).unwrap();
        match rng.u32(..6) {
            0 => {
                scene.remove(handle).unwrap();
                placed.remove(&handle);
            }
            1 => {
                thing.filter = Filter { group: rng.u32(1..4), mask: rng.u32(1..4) };
                scene.set_filter(handle, thing.filter).unwrap();
            }
            2 | 3 => {
                let way = Vec3::from([0; 3].map(|_| rng.i32(-2..=2) as f32));
                thing.pose = (Quat::from_rotation_x(rng.u32(..4) as f32), way);
                scene.set_pose(handle, thing.pose.0, way).unwrap();
            }
            _ => {}
        }
    }
    // Others that take no part.
    if rng.u32(..3) == 0 {
        let handle = scene.insert(cube(0.0)).unwrap();
        if rng.bool() {
            scene.remove(handle).unwrap();
        }
    }
}

/// Random changes of a scene: its search finds what a world of the same trees finds.
#[test]
fn a_scene_searches_as_a_world_does() {
    let mut rng = seed::rng("search of scenes");
    let service = cpu();
    let (mut scene, mut placed) = (service.scene(), BTreeMap::new());
    let mut hits = 0;
    for step in 0..60 {
        change(&mut rng, &mut scene, &mut placed);
        let who = format!("step {step}, seed {}", seed::seed());
        if placed.is_empty() {
            continue;
        }
        let one = placed.keys().nth(rng.usize(..placed.len())).copied();
        let plain = SearchOptions::default();
        let found = scene.search().run().unwrap();
        hits += found.len();
        assert_eq!(told(&found), expected(&placed, &service, None, plain), "{who}");
        let found = scene.search().one(one.unwrap()).find(Find::Objects).run().unwrap();
        let options = plain.finding(Find::Objects);
        assert_eq!(told(&found), expected(&placed, &service, one, options), "{who}");
        let (level, tests) = (rng.u32(..3), rng.u64(..40));
        let found = scene.search().max_level(level).max_tests(tests).run().unwrap();
        let options = SearchOptions { max_level: Some(level), max_tests: Some(tests), ..plain };
        assert_eq!(told(&found), expected(&placed, &service, None, options), "{who}");
        let found = scene.search().find(Find::First).boxes().run().unwrap();
        assert!(found.iter().all(|hit| hit.aabb.is_some()), "{who}");
        assert_eq!(
            told(&found),
            expected(&placed, &service, None, plain.finding(Find::First)),
            "{who}"
        );
    }
    assert!(hits > 20, "{hits} hits, seed {}", seed::seed());
}

/// As many collisions as are allowed are the answer of a scene, too, and one more is an error.
#[test]
fn too_many_collisions_are_refused() {
    let mut scene = cpu().scene();
    let shape = SceneShape::tree(row(5));
    for shape in [shape.clone(), shape] {
        scene.insert(shape).unwrap();
    }
    assert_eq!(scene.search().max_collisions(5).run().unwrap().len(), 5);
    let error = scene.search().max_collisions(4).run().unwrap_err();
    let SceneError::Search(SearchError::World(fault)) = error else { panic!("{error}") };
    assert_eq!(fault, SearchFault::TooManyCollisions { most: 4 });
    assert_eq!(scene.search().max_collisions(1).find(Find::Objects).run().unwrap().len(), 1);
}

/// Bounds of posed nodes are kept while a tree stands still, whatever else of it changes.
#[test]
fn what_is_known_of_a_tree_outlasts_changes_of_its_filter() {
    let mut scene = cpu().scene();
    let shape = SceneShape::tree(row(4097));
    let [a, b] = [shape.clone(), shape].map(|shape| scene.insert(shape).unwrap());
    scene.set_pose(b, Quat::IDENTITY, Vec3::X * 0.5).unwrap();
    let all = scene.search().run().unwrap().len();
    let known = scene.memory().cpu;
    scene.set_id(a, 7).unwrap();
    scene.set_velocity(b, Vec3::X).unwrap();
    scene.set_filter(a, Filter::NONE).unwrap();
    assert!(scene.search().run().unwrap().is_empty());
    let least = known - 4097 * 56;
    assert!(scene.memory().cpu > least, "{} of {known}", scene.memory().cpu);
    scene.set_filter(a, Filter::ALL).unwrap();
    assert_eq!(scene.search().run().unwrap().len(), all);
    scene.set_pose(b, Quat::IDENTITY, Vec3::Y * 9.0).unwrap();
    assert!(scene.search().run().unwrap().is_empty());
    assert!(scene.memory().cpu < least, "{} of {known}", scene.memory().cpu);
}
