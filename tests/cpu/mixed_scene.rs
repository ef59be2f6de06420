//! Scenes of frames, hulls and meshes on the CPU.

use crate::common::hull::distance::{self, Found};
use crate::common::mixed_scene::{self, Made};
use crate::common::seed;
use motzkin::glam::{Quat, Vec3};
use motzkin::service::{ChangeError, InsertError, PairListError, SceneOptions, Ticket};
use motzkin::tree::spheres::{MeshWorldOptions, OccupancyFault, OccupancyParent, OccupancyTest};
use motzkin::{
    CollisionService, Engine, Filter, Frame3, Handle, MeshError, Pair, PolytopeSet, Pose, Scene,
    SceneError, SceneShape, TriangleMesh, Verdict, Wanted,
};
use motzkin_lab::workload::meshes;
use std::sync::{Arc, Mutex};

fn cpu() -> CollisionService {
    CollisionService::new(Engine::Cpu).expect("a CPU")
}

fn cube(x: f32) -> Frame3 {
    Frame3::aligned_box(Vec3::splat(x), Vec3::splat(x + 1.0)).expect("a cube")
}

#[test]
fn all_shapes_meet_as_a_model_says() {
    mixed_scene::run(&cpu(), "mixed scene on the CPU", false, 4);
}

#[test]
fn all_shapes_move_as_a_model_says() {
    mixed_scene::run(&cpu(), "moving mixed scene on the CPU", true, 4);
}

#[test]
fn the_reference_answers_scenes_of_all_shapes() {
    let reference = CollisionService::new(Engine::Reference).expect("the reference");
    mixed_scene::run(&reference, "mixed scene by the reference", false, 1);
}

#[test]
fn what_is_refused_is_named() {
    let mut scene = cpu().scene();
    let open = TriangleMesh::from_soup(&[[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]]).unwrap();
    let open = Arc::new(open);
    let refused = scene.insert(SceneShape::solid(open.clone())).unwrap_err();
    assert!(matches!(refused, InsertError::Mesh(MeshError::Open { .. })), "{refused}");
    assert!(scene.is_empty());
    let error = SceneShape::hull(&[Vec3::ZERO, Vec3::new(0.0, 0.0, f32::NAN)]).unwrap_err();
    assert_eq!(error.to_string(), "point 1: z = NaN is not finite");

    let (frame, hull) = (scene.insert(cube(0.0)), scene.insert(SceneShape::hull(&[]).unwrap()));
    let (frame, hull) = (frame.unwrap(), hull.unwrap());
    let mesh = scene.insert(SceneShape::mesh(open)).unwrap();
    assert_eq!(scene.set_frame(hull, cube(1.0)), Err(ChangeError::NoFrame(hull)));
    let beyond = scene.set_pose(mesh, Quat::from_rotation_z(0.8), Vec3::splat(f32::MAX));
    let refused = beyond.unwrap_err();
    assert!(matches!(refused, ChangeError::Mesh { handle, .. } if handle == mesh), "{refused}");
    let refused = scene.set_velocity(hull, Vec3::new(0.0, f32::INFINITY, 0.0)).unwrap_err();
    assert!(refused.to_string().contains("velocity[1]"), "{refused}");
    let itself = |error: SceneError, number: usize| {
        matches!(error,
        SceneError::List(PairListError::Itself { pair, handle }) if (pair, handle) == (number, mesh))
    };
    let error = scene.details(&[(frame, frame), (mesh, mesh)]).run().unwrap_err();
    assert!(itself(error, 1));
    assert!(itself(scene.contact_regions(mesh, mesh).unwrap_err(), 0));
    let error = scene.pair_list(&[(frame, frame), (frame, hull)]).unwrap_err();
    assert_eq!(error, PairListError::NoFrame { pair: 1, handle: hull });
    assert_eq!(scene.frame(hull), None);

    // One that is refused does not keep others from being applied.
    let poses = [(Quat::IDENTITY, Vec3::X), (Quat::from_array([0.0; 4]), Vec3::ZERO)];
    let error = scene.set_poses(&[mesh, hull], &poses).unwrap_err();
    assert!(error.to_string().contains("1 of 2"), "{error}");
    assert_eq!(scene.collide().run().unwrap().len(), 1);
    scene.set_pose(mesh, Quat::IDENTITY, Vec3::X * 1.5).unwrap();
    assert!(scene.collide().run().unwrap().is_empty());

    // It meets on the way.
    scene.set_velocity(frame, Vec3::X).unwrap();
    assert_eq!(scene.collide().moving().run().unwrap().len(), 1);
    let query = scene.shape_query(cube(0.0)).filter(Filter { group: 1, mask: 0 });
    assert_eq!(query.nearest().unwrap(), None);
    let corners = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let open = SceneShape::solid(TriangleMesh::from_soup(&[corners]).unwrap());
    let error = scene.shape_query(open).meeting().unwrap_err();
    assert!(matches!(error, SceneError::Shape(InsertError::Mesh(_))), "{error}");
}

/// What is nearest to a shape, by exact distances. A surface is its triangles, and a solid is
/// convex here.
#[test]
fn the_nearest_shape_is_found() {
    let mut rng = seed::rng("nearest in a scene");
    let mut met = [[0; 2]; 2];
    for round in 0..400 {
        if round >= 20 && met.iter().flatten().all(|&count| count > 0) {
            return;
        }
        let mut scene = cpu().scene();
        let mut whole = |reach: i32| rng.i32(-reach..=reach) as f32;
        let ways: [Vec3; 8] = [(); 8].map(|()| Vec3::new(whole(9), whole(9), whole(9)));
        let mut set = PolytopeSet::new();
        let mut push = |made: &Made, way: Vec3| {
            let pose = Pose::at(way).unwrap();
            let mut hull = |points: &[Vec3]| {
                let of = set.push(points).unwrap();
                set.push_posed(of, &pose).unwrap()
            };
            match made {
                Made::Frame(frame) => vec![set.push_frame(&frame.posed(&pose).unwrap()).unwrap()],
                Made::Hull(points, _) => vec![hull(points)],
                Made::Tree(leaves, _) => {
                    let posed = leaves.iter().map(|leaf| leaf.posed(&pose).unwrap());
                    posed.map(|leaf| set.push_frame(&leaf).unwrap()).collect()
                }
                Made::Mesh { mesh, solid: true } => {
                    vec![hull(&mesh.vertices().iter().copied().map(Vec3::from).collect::<Vec<_>>())]
                }
                Made::Mesh { mesh, solid: false } => {
                    let corners = |triangle| mesh.corners(triangle).map(Vec3::from);
                    (0..mesh.len() as u32).map(|triangle| hull(&corners(triangle))).collect()
                }
            }
        };
        let mut known = Vec::new();
        for way in &ways[1..] {
            let made = mixed_scene::draw(&mut rng);
            let handle = scene.insert(made.shape()).unwrap();
            scene.set_pose(handle, Quat::IDENTITY, *way).unwrap();
            let is_mesh = matches!(made, Made::Mesh { .. });
            known.push((handle, push(&made, *way), is_mesh));
        }
        let made = mixed_scene::draw(&mut rng);
        let visitor = push(&made, ways[0]);
        // An empty hull is at no distance.
        let is_empty = |parts: &[u32]| set.vertices_of(parts[0]).is_empty();
        known.retain(|(_, parts, _)| !is_empty(parts));
        if is_empty(&visitor) || known.is_empty() {
            continue;
        }
        let near = scene.shape_query(made.shape()).pose(Pose::at(ways[0]).unwrap()).nearest();
        let near = near.unwrap().expect("one of them");
        let square = |parts: &[u32]| {
            let pairs = parts.iter().flat_map(|&a| visitor.iter().map(move |&b| Pair::new(a, b)));
            pairs.map(|pair| distance::square_of_any(&set, pair)).min().expect("a part of each")
        };
        let least = known.iter().map(|(_, parts, _)| square(parts)).min().expect("one of them");
        let found = known.iter().find(|(handle, ..)| *handle == near.handle).expect("a handle");
        assert_eq!(square(&found.1), least, "seed {}", seed::seed());
        // No distance of whole coordinates is as near to such a margin as roundings are.
        let margin = [0.0, 0.371, 3.371, 9.371][round % 4];
        let query = scene.shape_query(made.shape()).pose(Pose::at(ways[0]).unwrap());
        let within = query.within(margin).unwrap();
        let rank = |parts: &[u32]| square(parts).to_f64().value().sqrt();
        let is_within = |parts: &[u32]| rank(parts) <= f64::from(margin);
        let mut expected: Vec<_> = known.iter().filter(|known| is_within(&known.1)).collect();
        expected.sort_by(|p, q| square(&p.1).cmp(&square(&q.1)).then(p.0.cmp(&q.0)));
        let expected: Vec<_> = expected.iter().map(|known| rank(&known.1)).collect();
        let told: Vec<_> = within.iter().map(|near| near.distance.map(|d| d.distance)).collect();
        assert_eq!(told.len(), expected.len(), "seed {}", seed::seed());
        for (told, truth) in told.iter().zip(expected) {
            assert!((told.unwrap_or(0.0) - truth).abs() <= 4e-9 * truth, "seed {}", seed::seed());
        }
        assert!(within.is_empty() || within[0] == near, "seed {}", seed::seed());
        assert_eq!(near.distance.is_none(), least == Default::default());
        let Some(told) = near.distance else { continue };
        let truth = least.to_f64().value().sqrt();
        assert!((told.distance - truth).abs() <= told.slack + 1e-15 * truth, "{told:?}, {truth}");
        assert_eq!(distance::fault_of_points(&Found::from(told)), None);
        met[usize::from(found.2)][usize::from(matches!(made, Made::Mesh { .. }))] += 1;
    }
    panic!("{met:?}: some kinds were never nearest to some");
}

/// What has no point is at no distance, and within no margin.
#[test]
fn the_largest_margin_takes_in_all_but_what_is_empty() {
    let mut scene = cpu().scene();
    scene.insert(SceneShape::hull(&[]).unwrap()).unwrap();
    scene.insert(SceneShape::mesh(TriangleMesh::default())).unwrap();
    let all = [scene.insert(cube(0.0)).unwrap(), scene.insert(cube(-1e5)).unwrap()];
    let point = SceneShape::hull(&[Vec3::splat(3.0)]).unwrap();
    for margin in [f32::MAX, f32::MAX.next_down(), 1e6] {
        let within = scene.shape_query(point.clone()).within(margin).unwrap();
        let found: Vec<_> = within.iter().map(|near| near.handle).collect();
        assert_eq!(found, all, "{margin}");
        assert!(within.iter().all(|near| near.distance.is_some()), "{margin}");
    }
    let nothing = SceneShape::hull(&[]).unwrap();
    assert_eq!(scene.shape_query(nothing).within(f32::MAX).unwrap(), []);
}

/// Geometry stays until its last object goes, and no longer.
#[test]
fn shapes_are_shared_and_let_go() {
    let mut scene = cpu().scene_with(SceneOptions { max_shapes: 3, ..SceneOptions::default() });
    let mesh = Arc::new(meshes::cuboid([0.0; 3], [1.0; 3]));
    let shape = SceneShape::mesh(mesh.clone());
    let handles = scene.insert_all(&[shape.clone(), shape.clone()]).unwrap();
    let solid = scene.insert(SceneShape::solid(mesh.clone())).unwrap();
    assert!(matches!(scene.insert(shape.clone()), Err(InsertError::Full { slots: 3, .. })));
    drop(shape);
    assert_eq!(scene.collide().run().unwrap().len(), 3);
    for handle in [handles[0], solid, handles[1]] {
        assert!(Arc::strong_count(&mesh) > 1);
        scene.remove(handle).unwrap();
    }
    assert_eq!(Arc::strong_count(&mesh), 1);
    let memory = scene.memory().cpu;
    for _ in 0..1000 {
        let handle = scene.insert(SceneShape::mesh(mesh.clone())).unwrap();
        scene.collide().run().unwrap();
        scene.remove(handle).unwrap();
    }
    assert!(scene.memory().cpu <= memory + 4096, "{} and {memory}", scene.memory().cpu);
}

/// A ticket answers for the shapes as they were submitted.
#[test]
fn a_ticket_outlives_the_shapes_that_it_saw() {
    let mut scene = cpu().scene();
    let gem = SceneShape::hull(&[Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z]).unwrap();
    let a = scene.insert(gem.clone()).unwrap();
    let b = scene.insert(cube(0.25)).unwrap();
    let c = scene.insert(cube(0.5)).unwrap();
    scene.set_id(a, 77).unwrap();
    let ticket = scene.collide().submit().unwrap();
    scene.remove(a).unwrap();
    scene.set_id(b, 5).unwrap();
    assert_ne!(scene.insert(gem.clone()).unwrap().slot(), a.slot());
    let raw = ticket.wait().unwrap();
    assert_eq!(raw.codes().len(), raw.stats().pairs);
    let hits = raw.settle_hits().unwrap();
    let found: Vec<_> = hits.iter().map(|hit| (hit.a, hit.b, hit.ids, hit.verdict)).collect();
    let over = Verdict::Overlapping;
    assert_eq!(found, [(a, b, [77, b.slot()], over), (b, c, [b.slot(), c.slot()], over)]);
    assert_eq!(scene.insert(gem).unwrap().slot(), a.slot());
}

/// Without two frames among the candidates, slots wait for the pairs beside the list.
#[test]
fn a_ticket_of_hulls_holds_their_slots() {
    let mut scene = cpu().scene();
    let gem = SceneShape::hull(&[Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z]).unwrap();
    let (a, b) = (scene.insert(gem.clone()).unwrap(), scene.insert(gem).unwrap());
    let ticket = scene.collide().submit().unwrap();
    scene.remove(a).unwrap();
    assert_ne!(scene.insert(cube(9.0)).unwrap().slot(), a.slot());
    let hits = ticket.wait().unwrap().settle_hits().unwrap();
    let found: Vec<_> = hits.iter().map(|hit| (hit.a, hit.b, hit.verdict)).collect();
    assert_eq!(found, [(a, b, Verdict::Overlapping)]);
    assert_eq!(scene.insert(cube(9.0)).unwrap().slot(), a.slot());
}

/// Of contacts whose times are rounded to one number the least handle counts, whatever its box.
#[test]
fn the_first_of_equal_contacts_is_the_least_handle() {
    let mut scene = cpu().scene();
    let aligned = |x: f32| Frame3::aligned_box(Vec3::new(x, -1.0, -1.0), Vec3::ONE).expect("a box");
    let later = scene.insert(aligned(1.8e-6)).unwrap();
    let sooner = scene.insert(aligned(0.0)).unwrap();
    let shape = SceneShape::hull(&[Vec3::X * -16.0]).unwrap();
    for velocity in [Vec3::ZERO, -Vec3::X] {
        scene.set_velocity(later, velocity).unwrap();
        scene.collide().moving().run().unwrap();
        let all = scene.shape_query(shape.clone()).contacts(Vec3::X * 32.0).unwrap();
        let times: Vec<_> = all.iter().map(|hit| (hit.handle, hit.time.value)).collect();
        assert_eq!(times, [(later, 0.5), (sooner, 0.5)]);
        let first = scene.shape_query(shape.clone()).first_contact(Vec3::X * 32.0).unwrap();
        assert_eq!(first, Some(all[0]));
    }
}

/// Ways that leave the range of `f32`, of a visitor and as a mesh of a tiny scale sees them.
#[test]
fn ways_beyond_the_largest_number_meet_what_lies_on_them() {
    let mut scene = cpu().scene();
    let (low, high) = (Vec3::new(3.29e38, 0.9e37, -1e37), Vec3::new(3.31e38, 1.1e37, 1e37));
    let on_it = scene.insert(Frame3::aligned_box(low, high).unwrap()).unwrap();
    let shape = SceneShape::hull(&[Vec3::X * 3e38]).unwrap();
    let way = Vec3::new(3e38, 1e38, 0.0);
    let all = scene.shape_query(shape.clone()).contacts(way).unwrap();
    assert_eq!(all.iter().map(|hit| hit.handle).collect::<Vec<_>>(), [on_it]);
    assert_eq!(scene.shape_query(shape).first_contact(way).unwrap(), Some(all[0]));

    let size = 2.0_f32.powi(96);
    let corners = [[0.0, 0.9, -1.0], [0.0, 1.1, -1.0], [0.0, 1.0, 1.0]];
    let mesh = TriangleMesh::from_soup(&[corners.map(|v| v.map(|x| x * size))]).unwrap();
    let shape = SceneShape::mesh(Arc::new(mesh)).with_scale(size.recip()).unwrap();
    let mut scene = cpu().scene();
    scene.insert(shape).unwrap();
    let point = SceneShape::hull(&[Vec3::X * -2.0_f32.powi(34)]).unwrap();
    let point = scene.insert(point).unwrap();
    scene.set_velocity(point, Vec3::new(2.0_f32.powi(36), 4.0, 0.0)).unwrap();
    let hits = scene.collide().moving().run().unwrap();
    assert_eq!(hits.len(), 1);
}

/// A hull that reaches further than its box, against meshes that see the end of the box elsewhere.
#[test]
fn hulls_beyond_the_largest_number_meet_meshes_on_their_way() {
    for (scale, from) in [(1.0, 0.0), (2.0, 0.0), (1.0, 0.5)] {
        let place = Vec3::X * 3e38 * from;
        let corner = |y: f32, z: f32| (Vec3::new(3e38, y, z) - place).to_array();
        let triangle = [corner(0.9e38, -1e37), corner(1.1e38, -1e37), corner(1e38, 2e37)];
        let stored = triangle.map(|corner| corner.map(|x| x / scale));
        let mesh = Arc::new(TriangleMesh::from_soup(&[stored]).unwrap());
        let mut scene = cpu().scene();
        let mesh = scene.insert(SceneShape::mesh(mesh).with_scale(scale).unwrap()).unwrap();
        scene.set_pose(mesh, Quat::IDENTITY, place).unwrap();
        let point = SceneShape::hull(&[Vec3::X * 3e38]).unwrap();
        let way = Vec3::new(-3.2e38, 1.0667e38, 0.0);
        let pose = Pose::at(Vec3::X * 3e38).unwrap();
        let query = scene.shape_query(point.clone()).pose(pose);
        let first = query.first_contact(way).unwrap().expect("a contact");
        assert!(first.handle == mesh && (first.time.value - 0.9375).abs() < 1e-4, "{first:?}");
        let moved = scene.insert(point).unwrap();
        scene.set_pose(moved, Quat::IDENTITY, Vec3::X * 3e38).unwrap();
        scene.set_velocity(moved, way).unwrap();
        let hits = scene.collide().moving().run().unwrap();
        assert_eq!(hits.len(), 1, "scale {scale}, from {place}");
    }
}

/// What meets among the first pairs of triangles ends the search for more.
#[test]
fn meshes_that_meet_on_their_way_take_no_more_memory() {
    let side = 300;
    let corner = |x: i32, y: i32| [x as f32, y as f32, 0.0];
    let squares = (0..side).flat_map(|x| (0..side).map(move |y| (x, y)));
    let plate: Vec<_> =
        squares.map(|(x, y)| [corner(x, y), corner(x + 1, y), corner(x, y + 1)]).collect();
    let plate = Arc::new(TriangleMesh::from_soup(&plate).unwrap());
    let large = [[-9.0, -9.0, -1.0], [999.0, -9.0, -1.0], [-9.0, 999.0, -1.0]];
    let large = Arc::new(TriangleMesh::from_soup(&[large]).unwrap());
    let mut scene = cpu().scene();
    let large = scene.insert(SceneShape::mesh(large)).unwrap();
    scene.insert(SceneShape::mesh(plate)).unwrap();
    scene.set_velocity(large, Vec3::Z * 2.0).unwrap();
    let mut hits = || scene.collide().moving().run().unwrap().len();
    assert_eq!(hits(), 1, "trees are built here");
    let memory = allocation_counter::measure(|| assert_eq!(hits(), 1)).bytes_max;
    assert!(memory < 8 << 20, "{memory} bytes");
}

/// Questions are no steps: of them no node grows old.
#[test]
fn what_is_known_of_meshes_outlasts_questions() {
    let meshes_options = MeshWorldOptions { age: 8, ..MeshWorldOptions::default() };
    let options = SceneOptions { meshes: meshes_options, ..SceneOptions::default() };
    let mut scene = cpu().scene_with(options);
    let ball = Arc::new(meshes::sphere(40, 30, 1.0));
    let [a, b] = [(); 2].map(|()| scene.insert(SceneShape::mesh(ball.clone())).unwrap());
    scene.set_pose(b, Quat::IDENTITY, Vec3::X * 1.5).unwrap();
    scene.insert(cube(10.0)).unwrap();
    let point = SceneShape::hull(&[Vec3::new(0.0, 10.5, 10.5)]).unwrap();
    let ask = |scene: &mut Scene| {
        let hit = scene.shape_query(point.clone()).first_contact(Vec3::X * 20.0).unwrap();
        assert_eq!(hit.map(|hit| hit.time.value), Some(0.5));
        assert!(scene.shape_query(point.clone()).meeting().unwrap().is_empty());
        assert_eq!(scene.details(&[(a, b)]).run().unwrap()[0].verdict, Verdict::Overlapping);
    };
    assert_eq!(scene.collide().run().unwrap().len(), 1);
    ask(&mut scene);
    let known = scene.memory().cpu;
    (0..100).for_each(|_| ask(&mut scene));
    assert_eq!(scene.memory().cpu, known);
    // Nodes grow old by steps in which the balls are far apart, and other meshes are not.
    scene.set_pose(b, Quat::IDENTITY, Vec3::X * 9.0).unwrap();
    scene.insert(SceneShape::mesh(Arc::new(meshes::sphere(4, 3, 1.0)))).unwrap();
    (0..40).for_each(|_| assert_eq!(scene.collide().run().unwrap().len(), 1));
    assert!(scene.memory().cpu < known, "{} of {known}", scene.memory().cpu);
}

/// Questions leave no more nodes than the options allow, those for distances and contacts, too.
#[test]
fn what_questions_open_is_bounded() {
    type Question = fn(&mut Scene, [Handle; 2]);
    fn point() -> SceneShape {
        SceneShape::hull(&[Vec3::Y * 3.0]).unwrap()
    }
    let questions: [Question; 5] = [
        |scene, _| {
            // Within a ball, and close to it all round.
            let ends = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| 0.9 * axis);
            let gem = SceneShape::hull(&[ends, ends.map(|end| -end)].concat()).unwrap();
            scene.insert(gem).unwrap();
            assert!(!scene.collide().run().unwrap().is_empty());
        },
        |scene, _| assert!(scene.shape_query(point()).nearest().unwrap().is_some()),
        |scene, _| assert_eq!(scene.shape_query(point()).within(9.0).unwrap().len(), 2),
        |scene, [a, b]| {
            scene.set_pose(b, Quat::IDENTITY, Vec3::X * 3.0).unwrap();
            let found = scene.details(&[(a, b)]).wanted(Wanted::DISTANCE).run().unwrap();
            assert!(found[0].distance.is_some());
        },
        |scene, [a, b]| assert_eq!(scene.contact_regions(a, b).unwrap().len(), 1),
    ];
    for (number, question) in questions.into_iter().enumerate() {
        let [none, all] = [0, usize::MAX].map(|memory| {
            let meshes_options = MeshWorldOptions { memory, ..MeshWorldOptions::default() };
            let options = SceneOptions { meshes: meshes_options, ..SceneOptions::default() };
            let mut scene = cpu().scene_with(options);
            let ball = Arc::new(meshes::sphere(40, 30, 1.0));
            let balls = [(); 2].map(|()| scene.insert(SceneShape::mesh(ball.clone())).unwrap());
            scene.set_pose(balls[1], Quat::IDENTITY, Vec3::X * 1.5).unwrap();
            question(&mut scene, balls);
            scene.memory().cpu
        });
        assert!(none + 500 < all, "question {number}: {none} of {all} bytes");
    }
}

/// Tickets are waited for and dropped while threads work for the scene, by one of these threads.
#[test]
fn tickets_are_dropped_while_the_scene_works() {
    struct Drops(Mutex<Option<[Ticket; 2]>>);
    impl OccupancyTest for Drops {
        fn occupied(&mut self, parents: &[OccupancyParent]) -> Result<Vec<u8>, OccupancyFault> {
            if let Some([waited, dropped]) = self.0.get_mut().unwrap().take() {
                drop(dropped);
                assert_eq!(waited.wait().unwrap().settle_hits().unwrap().len(), 1);
            }
            Ok(vec![u8::MAX; parents.len()])
        }

        fn queries(&self) -> u64 {
            8
        }
    }
    let (done, is_done) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let mut scene = cpu().scene();
        let (a, b) = (scene.insert(cube(0.0)).unwrap(), scene.insert(cube(0.5)).unwrap());
        let list = scene.pair_list(&[(a, b)]).unwrap();
        let tickets = [(); 2].map(|()| scene.submit(&list).unwrap());
        scene.set_occupancy_test(Some(Box::new(Drops(Mutex::new(Some(tickets))))));
        let ball = SceneShape::mesh(Arc::new(meshes::sphere(40, 30, 3.0)));
        for x in [50.0, 52.0] {
            let ball = scene.insert(ball.clone()).unwrap();
            scene.set_pose(ball, Quat::IDENTITY, Vec3::X * x).unwrap();
        }
        assert_eq!(scene.collide().run().unwrap().len(), 2);
        // Both are closed by now.
        let tickets = [(); 3].map(|()| scene.submit(&list).unwrap());
        assert!(matches!(scene.submit(&list), Err(SceneError::TooManyOpen(3))));
        drop(tickets);
        done.send(scene.submit(&list).is_ok()).unwrap();
    });
    let end = is_done.recv_timeout(std::time::Duration::from_secs(60));
    assert_eq!(end, Ok(true), "the scene waits for itself, or failed");
}

/// Squares of distances below 2e-162 are zero: nearest are distances, and what meets before all.
#[test]
fn the_least_distances_have_an_order() {
    const FAR: f32 = 1e38;
    let step = f32::from_bits(1);
    // A face that contains the origin. The point (step, 0, 0) lies beyond it by
    // tilt^2 step / FAR^2.
    let behind = |steps: u32| {
        let tilt = f32::from_bits(steps);
        let face = [[FAR, tilt, 0.0], [-FAR, -tilt, 0.0], [0.0, -FAR, -tilt]].map(Vec3::from);
        SceneShape::hull(&[face[0], face[1], face[2], Vec3::NEG_Z * FAR]).unwrap()
    };
    let mut scene = cpu().scene();
    let handles = [3, 1, 2].map(|steps| scene.insert(behind(steps)).unwrap());
    let point = || SceneShape::hull(&[Vec3::X * step]).unwrap();
    let near = scene.shape_query(point()).nearest().unwrap().unwrap();
    let distance = near.distance.unwrap().distance;
    assert!(distance > 0.0 && distance * distance == 0.0, "{distance}");
    assert_eq!(near.handle, handles[1], "{distance}");
    let around = scene.insert(cube(-0.5)).unwrap();
    let near = scene.shape_query(point()).nearest().unwrap().unwrap();
    assert_eq!((near.handle, near.distance.is_none()), (around, true));
}
