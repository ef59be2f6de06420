//! Instances that have a scale of their own, against geometry that was scaled beforehand.

use crate::common::mixed_scene::{self, Made};
use crate::common::seed;
use fastrand::Rng;
use motzkin::glam::{Quat, Vec3};
use motzkin::service::{ChangeAllError, ChangeError, Detail, InsertError};
use motzkin::{
    Bvh, CollisionService, Engine, Frame3, FrameError, Handle, MeshError, Pose, PoseError, Scene,
    SceneError, SceneShape, SceneShape2, TriangleMesh, Wanted,
};
use motzkin_lab::workload::meshes;
use std::sync::Arc;

fn cpu() -> CollisionService {
    CollisionService::new(Engine::Cpu).expect("a CPU")
}

/// A frame whose numbers are multiplied.
fn scaled_frame(frame: &Frame3, by: f32) -> Frame3 {
    let [origin, rows @ ..] = [0, 1, 2, 3].map(|row| frame.row(row) * by);
    Frame3::of_kind(frame.kind().expect("a kind"), origin, rows).expect("a frame")
}

fn scaled_mesh(mesh: &TriangleMesh, by: f32) -> TriangleMesh {
    let vertices = mesh.vertices().iter().map(|vertex| vertex.map(|x| x * by)).collect();
    TriangleMesh::new(vertices, mesh.triangles().to_vec()).expect("a mesh")
}

/// A shape whose numbers are multiplied.
fn scaled(made: &Made, by: f32) -> SceneShape {
    match made {
        Made::Frame(frame) => scaled_frame(frame, by).into(),
        Made::Hull(points, _) => {
            let points: Vec<Vec3> = points.iter().map(|point| *point * by).collect();
            SceneShape::hull(&points).expect("points")
        }
        Made::Tree(_, tree) => {
            let nodes = tree.nodes().iter().map(|node| (scaled_frame(&node.frame(), by), ()));
            let frames: Vec<Frame3> = nodes.map(|(frame, ())| frame).collect();
            let mut parents = vec![None; frames.len()];
            for (parent, node) in (0..).zip(tree.nodes()) {
                node.children().for_each(|child| parents[child as usize] = Some(parent));
            }
            SceneShape::tree(Bvh::new(frames.into_iter().zip(parents)).expect("a tree"))
        }
        Made::Mesh { mesh, solid: false } => SceneShape::mesh(scaled_mesh(mesh, by)),
        Made::Mesh { mesh, solid: true } => SceneShape::solid(scaled_mesh(mesh, by)),
    }
}

/// Shapes of all kinds, with meshes that have deep trees.
fn draw(rng: &mut Rng) -> Made {
    match rng.u32(..3) {
        0 => {
            let mesh = match rng.bool() {
                true => meshes::torus(16, 12, 2.0, 0.75),
                false => meshes::blob(16, 12, 1.5, 0.4, rng.u64(..)),
            };
            Made::Mesh { mesh: Arc::new(mesh), solid: rng.bool() }
        }
        _ => mixed_scene::draw(rng),
    }
}

/// Eight shapes, of which two or more are trees, and two or more meshes.
fn draw_things(rng: &mut Rng) -> Vec<Made> {
    loop {
        let things: Vec<Made> = (0..8).map(|_| draw(rng)).collect();
        let count = |of: fn(&Made) -> bool| things.iter().filter(|made| of(made)).count();
        let trees = count(|made| matches!(made, Made::Tree(..)));
        if trees >= 2 && count(|made| matches!(made, Made::Mesh { .. })) >= 2 {
            return things;
        }
    }
}

/// A scene, what is in it, and a whole that everything in it is multiplied by.
struct World {
    scene: Scene,
    handles: Vec<Handle>,
    by: f32,
}

/// Where something stands, how large it is, and how it moves.
#[derive(Clone, Copy)]
struct Place {
    turn: Quat,
    way: Vec3,
    scale: f32,
    velocity: Vec3,
}

fn draw_place(rng: &mut Rng) -> Place {
    let mut number = || rng.f32() * 2.0 - 1.0;
    let turn = Quat::from_xyzw(number(), number(), number(), number() + 1.5);
    let way = Vec3::new(number(), number(), number()) * 4.0;
    let velocity = Vec3::new(number(), number(), number()) * 2.0;
    Place { turn, way, scale: 2.0_f32.powi(rng.i32(-2..=2)), velocity }
}

impl World {
    fn place(&mut self, places: &[Place]) {
        for (&handle, place) in self.handles.iter().zip(places) {
            let (way, scale) = (place.way * self.by, place.scale * self.by);
            self.scene.set_scaled_pose(handle, place.turn, way, scale).expect("a pose");
            self.scene.set_velocity(handle, place.velocity * self.by).expect("a velocity");
        }
    }

    /// All pairs that meet by their places, at rest or moving.
    fn met(&mut self, moves: bool) -> Vec<(u32, u32, motzkin::Verdict)> {
        let asked = self.scene.collide();
        let found = if moves { asked.moving().run() } else { asked.run() };
        let found = found.expect("an answer");
        found.iter().map(|hit| (hit.a.slot(), hit.b.slot(), hit.verdict)).collect()
    }

    fn details(&mut self) -> Vec<Detail> {
        let all = &self.handles;
        let pairs: Vec<(Handle, Handle)> =
            (0..all.len()).flat_map(|i| (0..i).map(move |j| (all[i], all[j]))).collect();
        self.scene.details(&pairs).wanted(Wanted::DISTANCE).run().expect("details")
    }

    /// The nodes of trees that collide.
    fn searched(&mut self) -> Vec<(u32, u32, [u32; 2])> {
        let found = self.scene.search().run().expect("an answer");
        let nodes = found.iter().map(|hit| (hit.a.slot(), hit.b.slot(), hit.nodes));
        nodes.collect()
    }
}

/// Scaled instances are what geometry is that was scaled beforehand: with each other, and where the
/// whole world is larger or smaller by a power of two.
#[test]
fn scales_are_those_of_geometry_that_was_scaled_beforehand() {
    let mut rng = seed::rng("scales of a scene");
    // Hits at rest, hits on the way, distances, nodes of trees, contact regions, nearest shapes.
    let mut compared = [0; 6];
    let enough = |compared: &[usize; 6]| compared.iter().all(|&count| count >= 8);
    for round in 0..200 {
        if round >= 4 && enough(&compared) {
            return;
        }
        let things = draw_things(&mut rng);
        let world = |by: f32| {
            let mut scene = cpu().scene();
            let shapes = things.iter().map(Made::shape);
            let handles = shapes.map(|shape| scene.insert(shape).expect("room")).collect();
            World { scene, handles, by }
        };
        // Numbers of large and of small worlds are exact, too.
        let mut worlds = [world(1.0), world(2.0_f32.powi(30)), world(2.0_f32.powi(-40))];
        // Trees and what is remembered of pairs stay from step to step.
        for _ in 0..4 {
            let places: Vec<Place> = things.iter().map(|_| draw_place(&mut rng)).collect();
            let mut fresh = World { scene: cpu().scene(), handles: Vec::new(), by: 1.0 };
            for (made, place) in things.iter().zip(&places) {
                let handle = fresh.scene.insert(scaled(made, place.scale)).expect("room");
                fresh.scene.set_pose(handle, place.turn, place.way).expect("a pose");
                fresh.scene.set_velocity(handle, place.velocity).expect("a velocity");
                fresh.handles.push(handle);
            }
            for world in &mut worlds {
                world.place(&places);
                compare(&mut rng, &mut compared, world, &mut fresh);
            }
        }
    }
    panic!("too few were compared: {compared:?}, seed {}", seed::seed());
}

fn compare(rng: &mut Rng, compared: &mut [usize; 6], world: &mut World, fresh: &mut World) {
    let name = format!("by {}, seed {}", world.by, seed::seed());
    for moves in [false, true] {
        let expected = fresh.met(moves);
        assert_eq!(world.met(moves), expected, "{name}");
        compared[usize::from(moves)] += expected.len();
    }
    let by = f64::from(world.by);
    for (found, expected) in world.details().iter().zip(fresh.details()) {
        assert_eq!(found.verdict, expected.verdict, "{name}");
        assert_eq!(found.distance.is_some(), expected.distance.is_some(), "{name}");
        if let (Some(found), Some(expected)) = (found.distance, expected.distance) {
            let off = (found.distance / by - expected.distance).abs();
            assert!(off <= found.slack / by + expected.slack, "{name}: {found:?}, {expected:?}");
            compared[2] += 1;
        }
    }
    let expected = fresh.searched();
    assert_eq!(world.searched(), expected, "{name}");
    compared[3] += expected.len();
    regions(compared, world, fresh, &name);
    // One shape that is not in the scene: what it meets and when, and what is nearest.
    let (made, place) = (draw(rng), draw_place(rng));
    let pose = |by: f32| Pose::new(place.turn, place.way * by).expect("a pose");
    let own = made.shape().with_scale(place.scale).expect("a scale");
    let (own_pose, plain) = (pose(world.by).scaled(world.by).expect("a scale"), pose(1.0));
    let other = scaled(&made, place.scale);
    let found = world.scene.shape_query(own.clone()).pose(own_pose).nearest().expect("an answer");
    let expected = fresh.scene.shape_query(other.clone()).pose(plain).nearest();
    let slots =
        |near: &motzkin::service::ShapeNearest| (near.handle.slot(), near.distance.is_some());
    let expected = expected.expect("an answer");
    assert_eq!(found.as_ref().map(slots), expected.as_ref().map(slots), "{name}");
    compared[5] += found.iter().count();
    let velocity = place.velocity * 2.0;
    let found = world.scene.shape_query(own).pose(own_pose).contacts(velocity * world.by);
    let expected = fresh.scene.shape_query(other).pose(plain).contacts(velocity);
    let (found, expected) = (found.expect("an answer"), expected.expect("an answer"));
    assert_eq!(found.len(), expected.len(), "{name}");
    for contact in &found {
        let same = expected.iter().find(|known| known.handle.slot() == contact.handle.slot());
        let same = same.expect("the same shapes").time;
        let off = f64::from(contact.time.value - same.value).abs();
        assert!(off <= contact.time.slack + same.slack + 1e-6, "{name}: {contact:?}, {same:?}");
    }
}

fn regions(compared: &mut [usize; 6], world: &mut World, fresh: &mut World, name: &str) {
    let by = f64::from(world.by);
    for second in 0..world.handles.len() {
        for first in 0..second {
            let of = |world: &mut World| {
                world.scene.contact_regions(world.handles[first], world.handles[second])
            };
            let (found, expected) = (of(world), of(fresh));
            let (Ok(found), Ok(expected)) = (found, expected) else { continue };
            assert_eq!(found.len(), expected.len(), "{name}");
            for (found, expected) in found.iter().zip(&expected) {
                assert_eq!(found.triangles, expected.triangles, "{name}");
                assert!((found.point / by - expected.point).length() < 1e-6, "{name}");
                compared[4] += 1;
            }
        }
    }
}

/// One surface grows until it meets another, and shrinks again: what was remembered of the pair
/// knows the scale.
#[test]
fn what_grows_meets_what_stands_still() {
    let mut rng = seed::rng("a mesh that grows");
    let mut scene = cpu().scene();
    let mesh = Arc::new(meshes::blob(32, 24, 1.0, 0.2, rng.u64(..)));
    let shape = SceneShape::mesh(mesh.clone());
    let (a, b) = (scene.insert(shape.clone()).unwrap(), scene.insert(shape).unwrap());
    scene.set_pose(b, Quat::IDENTITY, Vec3::X * 8.0).unwrap();
    let mut changes = 0;
    let mut before = false;
    for step in (4..200).chain((4..200).rev()) {
        let scale = step as f32 / 16.0;
        scene.set_scaled_pose(a, Quat::from_rotation_y(0.3), Vec3::ZERO, scale).unwrap();
        let met = !scene.collide().run().unwrap().is_empty();
        let mut fresh = cpu().scene();
        fresh.insert(SceneShape::mesh(mesh.clone()).with_scale(scale).unwrap()).unwrap();
        let moved = fresh.insert(SceneShape::mesh(mesh.clone())).unwrap();
        let first = fresh.handle_at(0).unwrap();
        fresh.set_pose(first, Quat::from_rotation_y(0.3), Vec3::ZERO).unwrap();
        fresh.set_pose(moved, Quat::IDENTITY, Vec3::X * 8.0).unwrap();
        assert_eq!(met, !fresh.collide().run().unwrap().is_empty(), "{scale}");
        changes += usize::from(met != before);
        before = met;
    }
    // It reaches the other surface, leaves it behind within, and comes back.
    assert_eq!(changes, 4, "seed {}", seed::seed());
}

/// A scale that is none is refused with the handle, and nothing changes.
#[test]
fn scales_that_are_refused_are_named() {
    let mut scene = cpu().scene();
    let cube = Frame3::aligned_box(Vec3::ZERO, Vec3::ONE).unwrap();
    let mesh = Arc::new(meshes::cuboid([0.0; 3], [1e20; 3]));
    let shapes = [
        SceneShape::from(cube),
        SceneShape::hull(&[Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z]).unwrap(),
        SceneShape::tree(Bvh::over(&[cube]).unwrap()),
        SceneShape::mesh(mesh.clone()),
        SceneShape::solid(mesh.clone()),
    ];
    let handles = scene.insert_all(&shapes).unwrap();
    for &handle in &handles {
        scene.set_scaled_pose(handle, Quat::IDENTITY, Vec3::X, 0.5).unwrap();
    }
    let before = scene.collide().run().unwrap();
    let none = [0.0, -0.0, -1.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, 1e-45, 1e30];
    for scale in none {
        for (&handle, shape) in handles.iter().zip(&shapes) {
            let refused = shape.clone().with_scale(scale).unwrap_err();
            assert!(matches!(refused, PoseError::Scale { .. }), "{refused}");
            let refused =
                scene.set_scaled_pose(handle, Quat::IDENTITY, Vec3::Y, scale).unwrap_err();
            let named = matches!(refused, ChangeError::Invalid {
                handle: of, error: FrameError::Pose(PoseError::Scale { .. })
            } if of == handle);
            assert!(named, "{scale}: {refused}");
            assert_eq!(scene.scale(handle), Some(0.5));
        }
        let poses = handles.iter().map(|_| (Quat::IDENTITY, Vec3::Y, scale)).collect::<Vec<_>>();
        let refused = scene.set_scaled_poses(&handles, &poses).unwrap_err();
        assert!(
            matches!(&refused, ChangeAllError::Faults { faults, items: 5 }
            if faults.len() == 5),
            "{refused}"
        );
    }
    // Beyond the range of `f32`: placed numbers of frames and meshes.
    let large = 2.0_f32.powi(90);
    for &handle in &handles[3..] {
        let refused = scene.set_scaled_pose(handle, Quat::IDENTITY, Vec3::Y, large).unwrap_err();
        let named = matches!(refused, ChangeError::Mesh { handle: of, error: MeshError::OutOfRange }
            if of == handle);
        assert!(named, "{refused}");
    }
    let refused = scene.insert(SceneShape::mesh(mesh.clone()).with_scale(large).unwrap());
    assert_eq!(refused, Err(InsertError::Mesh(MeshError::OutOfRange)));
    assert_eq!(scene.collide().run().unwrap(), before);
    let wide = Frame3::aligned_box(Vec3::ZERO, Vec3::splat(1e20)).unwrap();
    let shapes = [SceneShape::from(wide), SceneShape::tree(Bvh::over(&[wide]).unwrap())];
    for (is_tree, shape) in [false, true].into_iter().zip(shapes) {
        let refused = scene.insert(shape.clone().with_scale(large).unwrap()).unwrap_err();
        let error = match (is_tree, refused) {
            (false, InsertError::Invalid(error)) => error,
            (true, InsertError::Tree { frame: 0, error }) => error,
            (_, other) => panic!("{other}"),
        };
        assert!(matches!(error, FrameError::NotFinite { .. }), "{error}");
        let handle = scene.insert(shape.clone()).unwrap();
        let refused = scene.set_scaled_pose(handle, Quat::IDENTITY, Vec3::Y, large).unwrap_err();
        let named = match refused {
            ChangeError::Invalid { handle: of, .. } => of == handle && !is_tree,
            ChangeError::Tree { handle: of, frame: 0, .. } => of == handle && is_tree,
            _ => false,
        };
        assert!(named, "{refused}");
        assert_eq!(scene.scale(handle), Some(1.0));
        scene.remove(handle).unwrap();
    }
    assert_eq!(scene.len(), handles.len());
    // Two good scales whose product is none.
    let shape = SceneShape::from(cube).with_scale(large).unwrap();
    let pose = Pose::IDENTITY.scaled(large).unwrap();
    let refused = scene.shape_query(shape).pose(pose).meeting().unwrap_err();
    let named = matches!(refused, SceneError::Shape(InsertError::Invalid(FrameError::Pose(_))));
    assert!(named, "{refused}");
    assert_eq!(scene.collide().run().unwrap(), before);

    let mut plane = cpu().scene_in_plane();
    let hull = SceneShape2::hull(&[motzkin::glam::Vec2::ZERO]).unwrap();
    assert!(hull.clone().with_scale(0.0).is_err());
    let handle = plane.insert(hull.with_scale(3.0).unwrap()).unwrap();
    let (turn, way) = (motzkin::glam::Vec2::X, motzkin::glam::Vec2::ZERO);
    let refused = plane.set_scaled_pose(handle, turn, way, f32::NAN).unwrap_err();
    assert!(matches!(refused, ChangeError::Invalid { handle: of, .. } if of == handle));
    assert_eq!(plane.scale(handle), Some(3.0));
}

/// A scale stays with its handle, whatever the order of changes, and goes with the shape.
#[test]
fn scales_stay_and_go() {
    let mut scene = cpu().scene();
    let cube = Frame3::aligned_box(Vec3::ZERO, Vec3::ONE).unwrap();
    let row = |handle: Handle, scene: &Scene| scene.frame(handle).unwrap().row(1);
    let plain = scene.insert(cube).unwrap();
    scene.set_pose(plain, Quat::IDENTITY, Vec3::X).unwrap();
    // The first scale comes after the first pose.
    let large = scene.insert(SceneShape::from(cube).with_scale(3.0).unwrap()).unwrap();
    assert_eq!((row(plain, &scene), row(large, &scene)), (Vec3::X, Vec3::X * 3.0));
    scene.set_pose(large, Quat::from_xyzw(0.0, 0.0, 1.0, 0.0), Vec3::Y).unwrap();
    assert_eq!(row(large, &scene), Vec3::X * -3.0);
    scene.set_velocity(large, Vec3::Z).unwrap();
    scene.set_pose(large, Quat::IDENTITY, Vec3::Y).unwrap();
    assert_eq!((row(large, &scene), scene.scale(large)), (Vec3::X * 3.0, Some(3.0)));
    // Another frame has none.
    scene.set_frame(large, cube).unwrap();
    assert_eq!((row(large, &scene), scene.scale(large)), (Vec3::X, Some(1.0)));
    scene.set_scaled_pose(large, Quat::IDENTITY, Vec3::Y, 5.0).unwrap();
    scene.remove(large).unwrap();
    assert_eq!(scene.scale(large), None);
    let next = scene.insert(cube).unwrap();
    assert_eq!((next.slot(), scene.scale(next)), (large.slot(), Some(1.0)));
    scene.set_pose(next, Quat::IDENTITY, Vec3::Y).unwrap();
    assert_eq!(row(next, &scene), Vec3::X);
}

/// A pose brings back the velocity that a frame was inserted or last set with, turned and
/// stretched, and brings other shapes to rest.
#[test]
fn poses_change_velocities() {
    let mut scene = cpu().scene();
    let cube = Frame3::aligned_box(Vec3::ZERO, Vec3::ONE).unwrap();
    let moving = SceneShape::from(cube.with_velocity(Vec3::X).unwrap());
    let frame = scene.insert(moving.with_scale(2.0).unwrap()).unwrap();
    let gem = SceneShape::hull(&[Vec3::ZERO, Vec3::X]).unwrap().with_scale(2.0).unwrap();
    let hull = scene.insert(gem).unwrap();
    let half_turn = Quat::from_xyzw(0.0, 0.0, 1.0, 0.0);
    let shown = |scene: &Scene| [frame, hull].map(|of| (scene.velocity(of), scene.pose(of)));
    let pose = |turn, way| Pose::new(turn, way).unwrap().scaled(2.0).unwrap();
    let standing = |way: Vec3, pose: Pose| [(Some(way), None), (Some(Vec3::ZERO), Some(pose))];
    assert_eq!(shown(&scene), standing(Vec3::X * 2.0, pose(Quat::IDENTITY, Vec3::ZERO)));
    for (turn, at) in [(half_turn, Vec3::Y), (Quat::IDENTITY, Vec3::Z)] {
        scene.set_velocities(&[frame, hull], &[Vec3::Z, Vec3::Y]).unwrap();
        assert_eq!([scene.velocity(frame), scene.velocity(hull)], [Some(Vec3::Z), Some(Vec3::Y)]);
        scene.set_poses(&[frame, hull], &[(turn, at), (turn, at)]).unwrap();
        assert_eq!(shown(&scene), standing(turn * Vec3::X * 2.0, pose(turn, at)));
    }
    scene.set_frame(frame, cube).unwrap();
    assert_eq!(scene.velocity(frame), Some(Vec3::ZERO));
    let hits = scene.query_of(hull).unwrap().meeting().unwrap();
    assert_eq!(hits.len(), 1);
    let mut other = cpu().scene();
    let stale = other.insert(cube).unwrap();
    assert_eq!((scene.velocity(stale), scene.pose(stale)), (None, None));
}

/// Instances of all scales share one tree.
#[test]
fn instances_of_all_scales_share_one_tree() {
    let mut scene = cpu().scene();
    let mesh = Arc::new(meshes::blob(64, 48, 1.0, 0.2, 5));
    let shape = SceneShape::mesh(mesh.clone());
    let held = |scene: &mut Scene| {
        scene.collide().run().unwrap();
        scene.memory().cpu
    };
    for i in 0..2 {
        let handle = scene.insert(shape.clone().with_scale(1.0 + i as f32).unwrap()).unwrap();
        scene.set_pose(handle, Quat::IDENTITY, Vec3::X * 2.5 * i as f32).unwrap();
    }
    let few = held(&mut scene);
    let count = 500;
    for i in 0..count {
        let scale = 0.25 + i as f32 / 64.0;
        let handle = scene.insert(shape.clone().with_scale(scale).unwrap()).unwrap();
        scene.set_pose(handle, Quat::IDENTITY, Vec3::Y * 40.0 * (i + 1) as f32).unwrap();
    }
    let each = (held(&mut scene) - few) / count;
    assert!(each < 1024, "{each} bytes an instance, of a mesh of {} triangles", mesh.len());
}
