//! Grey tests on the GPU, and the worlds that they open nodes for.

use crate::common::mesh::grey::{cases, errors, recorded_cases};
use crate::{callers_device, device};
use motzkin::glam::{Quat, Vec3};
use motzkin::gpu::{GpuError, GpuOccupancyTest, OccupancyMode};
use motzkin::service::{CollisionService, OnGpuFailure, SceneError};
use motzkin::tree::spheres::{
    CpuOccupancyTest, MeshVerdict, MeshWorld, OccupancyDeviceUse, OccupancyFault, OccupancyParent,
    OccupancyTest,
};
use motzkin::{Aabb3, Engine, Pose, SceneShape, TriangleMesh, wgpu};
use motzkin_lab::workload::meshes;
use std::sync::{Arc, Mutex};

fn test(mode: OccupancyMode) -> GpuOccupancyTest {
    GpuOccupancyTest::new(&device(), mode).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn compute_and_exact_queries_miss_nothing() {
    let cases = cases(200);
    for mode in [OccupancyMode::Compute, OccupancyMode::Exact] {
        let mut test = test(mode);
        let found = errors(&mut test, &cases);
        assert!(found.grey > 150 && found.white > 150, "{found:?}");
        assert_eq!((found.missed, found.false_grey), (0, 0), "{mode:?}: {found:?}");
        assert_eq!(test.queries(), 8 * 200);
    }
}

/// Views miss, the fewer the finer they are; more than one set of queries is needed.
#[test]
fn views_miss_what_lies_between_samples() {
    let cases = recorded_cases(200);
    let [soup, strips] = [false, true].map(|strips| {
        [8, 32, 64].map(|size| errors(&mut test(OccupancyMode::Views { size, strips }), &cases))
    });
    assert_eq!(soup, strips);
    let [coarse, middle, fine] = soup;
    println!("views of 8: {coarse:?}, of 32: {middle:?}, of 64: {fine:?}");
    assert!(fine.missed <= middle.missed && middle.missed <= coarse.missed, "{middle:?}");
    assert!(coarse.missed > 0 && fine.missed < coarse.missed, "{coarse:?} {fine:?}");
    // The documented rates, and half as much for chance.
    for (found, rate) in [(&coarse, 0.10), (&middle, 0.07), (&fine, 0.05)] {
        assert!(found.missed as f64 <= 1.5 * rate * found.grey as f64, "{rate}: {found:?}");
    }
    // A sample may lie within half a sample of the box's side, no farther.
    assert_eq!(fine.false_grey, 0, "{fine:?}");
}

/// An octant of which a view shows a sample is asked about no more.
#[test]
fn views_stop_at_the_first_sample() {
    let octants = |low: f32| {
        std::array::from_fn(|i| {
            let low = [0, 1, 2].map(|axis| if i >> axis & 1 == 1 { low + 1.0 } else { low });
            let low = Vec3::from_array(low);
            Aabb3 { min: low, max: low + Vec3::ONE }
        })
    };
    // Views look along x, then y, then z. A sheet across an axis is seen from there alone.
    for (axis, queries) in [(0, 4 + 4 * 3), (1, 4 * 2 + 4 * 3), (2, 4 * 3 + 4 * 3)] {
        let corner = |p: f32, q: f32| {
            let mut corner = [0.5; 3];
            (corner[(axis + 1) % 3], corner[(axis + 2) % 3]) = (p, q);
            corner
        };
        let sheet = [corner(-9.0, -9.0), corner(9.0, -9.0), corner(0.0, 18.0)];
        let mesh = Arc::new(TriangleMesh::from_soup(&[sheet]).expect("a sheet"));
        for strips in [false, true] {
            let mut test = test(OccupancyMode::Views { size: 16, strips });
            let parent = OccupancyParent { mesh: &mesh, triangles: &[0], octants: octants(-1.0) };
            let upper = (0..8).filter(|i| i >> axis & 1 == 1).fold(0, |mask, i| mask | 1 << i);
            assert_eq!(test.occupied(&[parent; 3]).expect("an answer"), [upper; 3]);
            assert_eq!(test.queries(), 3 * queries);
            // Nothing is seen where there is nothing.
            let nothing = OccupancyParent { octants: octants(50.0), ..parent };
            assert_eq!(test.occupied(&[nothing]).expect("an answer"), [0]);
            assert_eq!(test.queries(), 3 * queries + 24);
        }
    }
}

/// As many nodes as fill several passes, none, and a node of no triangles.
#[test]
fn passes_are_cut_where_they_are_full() {
    let mesh = Arc::new(meshes::torus(16, 8, 1.0, 0.4));
    let case = &cases(5)[2];
    let triangles: Vec<u32> = (0..mesh.len() as u32).collect();
    let parent = |triangles| OccupancyParent { mesh: &mesh, triangles, octants: case.octants };
    for mode in [
        OccupancyMode::Compute,
        OccupancyMode::Exact,
        OccupancyMode::Views { size: 16, strips: false },
        OccupancyMode::Views { size: 16, strips: true },
    ] {
        let mut test = test(mode);
        assert_eq!(test.occupied(&[]).expect("an answer"), Vec::<u8>::new());
        assert_eq!(test.occupied(&[parent(&[])]).expect("an answer"), [0]);
        let one = test.occupied(&[parent(&triangles)]).expect("an answer");
        let many = vec![parent(&triangles); 1100];
        assert_eq!(test.occupied(&many).expect("an answer"), vec![one[0]; 1100], "{mode:?}");
    }
}

/// Worlds find the same whoever opens their nodes.
#[test]
fn worlds_are_the_same_on_the_gpu() {
    let made: [TriangleMesh; 3] = [
        meshes::torus(32, 16, 1.0, 0.35),
        meshes::blob(24, 16, 1.0, 0.5, 7),
        meshes::needle(2.0, 0.0004),
    ];
    for (i, j) in [(0, 1), (1, 0), (2, 0), (1, 2)] {
        let build = |grey: Option<Box<dyn OccupancyTest>>| {
            let mut world = MeshWorld::default();
            world.set_occupancy_test(grey);
            let turn = Quat::from_rotation_x(0.7 + i as f32);
            let pose = Pose::new(turn, Vec3::new(0.8, 0.3, 0.1 * j as f32)).expect("a pose");
            let (a, b) = (world.insert_mesh(made[i].clone()), world.insert_mesh(made[j].clone()));
            let a = world.insert(a, Pose::IDENTITY).expect("an object");
            let b = world.insert(b, pose).expect("an object");
            let all = world.meeting_triangles(a, b).expect("an answer");
            (world.verdict(a, b).expect("an answer"), all, world.stats())
        };
        let (verdict, all, stats) = build(Some(Box::new(CpuOccupancyTest::default())));
        let plain = build(None);
        assert_eq!((plain.0.meets(), &plain.1), (verdict.meets(), &all), "{i} {j}");
        for mode in [OccupancyMode::Compute, OccupancyMode::Exact] {
            let found = build(Some(Box::new(test(mode))));
            assert_eq!((found.0, &found.1), (verdict, &all), "{mode:?}: {i} {j}");
            // One pass a level, whatever the number of nodes.
            assert_eq!(found.2.rounds, stats.rounds);
            assert!(found.2.queries > 0);
        }
        let views = build(Some(Box::new(test(OccupancyMode::Views { size: 16, strips: true }))));
        assert!(views.1.iter().all(|pair| all.contains(pair)), "views find what is not there");
        assert!(!matches!(views.0, MeshVerdict::Maybe { .. }));
    }
}

#[test]
fn views_of_no_size_are_refused() {
    for size in [0, 1025] {
        assert!(
            GpuOccupancyTest::new(&device(), OccupancyMode::Views { size, strips: false }).is_err()
        );
    }
}

/// The numbers of the shapes of two crossing rings and a needle that meet, by an occupancy test of
/// the service's.
fn meeting_in_a_scene(
    service: &CollisionService,
    mode: Option<OccupancyMode>,
) -> Result<Vec<[u32; 2]>, SceneError> {
    let mut scene = service.scene();
    scene.set_occupancy_test(mode.map(|mode| service.occupancy_test(mode).expect("a test")));
    let ring = SceneShape::mesh(meshes::torus(64, 32, 1.0, 0.35));
    let needle = SceneShape::mesh(meshes::needle(2.0, 0.0004));
    let shapes = [ring.clone(), ring.clone(), ring, needle];
    for (i, shape) in shapes.into_iter().enumerate() {
        let handle = scene.insert(shape).expect("room");
        let turn = Quat::from_rotation_x(0.9 * i as f32);
        scene.set_pose(handle, turn, Vec3::X * (1.1 * i as f32)).expect("a pose");
    }
    let found = scene.collide().run()?;
    Ok(found.iter().map(|hit| [hit.a.slot(), hit.b.slot()]).collect())
}

/// Scenes find the same, within the service's memory too.
#[test]
fn scenes_are_the_same_on_the_gpu() {
    let cpu = CollisionService::new(Engine::Cpu).expect("the CPU");
    let expected = meeting_in_a_scene(&cpu, None).expect("an answer");
    assert!(expected.len() > 1 && expected.len() < 6, "{expected:?}");
    for memory in [1 << 16, 1 << 20, 1 << 30] {
        let (device, queue) = callers_device(wgpu::Limits::default());
        let builder = CollisionService::builder().device(device, queue).gpu_memory(memory);
        let service = builder.build().expect("a service");
        for mode in [OccupancyMode::Compute, OccupancyMode::Exact] {
            let found = meeting_in_a_scene(&service, Some(mode)).expect("an answer");
            assert_eq!(found, expected, "{mode:?} within {memory}");
        }
        let views = OccupancyMode::Views { size: 64, strips: true };
        let found = meeting_in_a_scene(&service, Some(views)).expect("an answer");
        assert!(found.iter().all(|pair| expected.contains(pair)), "{found:?}");
    }
    let found = meeting_in_a_scene(&cpu, Some(OccupancyMode::Exact)).expect("an answer");
    assert_eq!(found, expected);
    let views = OccupancyMode::Views { size: 8, strips: false };
    assert!(matches!(cpu.occupancy_test(views), Err(GpuError::Refused(_))));
}

#[test]
fn a_lost_device_opens_no_node_or_the_cpu_does() {
    let cpu = CollisionService::new(Engine::Cpu).expect("the CPU");
    let expected = meeting_in_a_scene(&cpu, None).expect("an answer");
    for policy in [OnGpuFailure::Error, OnGpuFailure::CpuTakesOver] {
        let (device, queue) = callers_device(wgpu::Limits::default());
        let builder = CollisionService::builder().device(device.clone(), queue);
        let service = builder.on_gpu_failure(policy).build().expect("a service");
        let mut scene = service.scene();
        let test = service.occupancy_test(OccupancyMode::Compute).expect("a test");
        scene.set_occupancy_test(Some(test));
        let ring = SceneShape::mesh(meshes::torus(64, 32, 1.0, 0.35));
        let handles = [(); 2].map(|()| scene.insert(ring.clone()).expect("room"));
        let turn = Quat::from_rotation_x(0.9);
        scene.set_pose(handles[1], turn, Vec3::X * 1.1).expect("a pose");
        device.destroy();
        for _ in 0..2 {
            match (policy, scene.collide().run()) {
                (OnGpuFailure::CpuTakesOver, Ok(found)) => {
                    assert_eq!(found.iter().count(), 1);
                    assert!(expected.contains(&[0, 1]));
                    let failure = service.state().gpu_failure;
                    assert!(matches!(failure, Some(GpuError::DeviceLost(_))), "{failure:?}");
                }
                (OnGpuFailure::Error, Err(error)) => {
                    assert!(error.to_string().contains("lost"), "{error}");
                }
                (_, other) => panic!("{policy:?}: {other:?}"),
            }
        }
    }
}

const MODES: [OccupancyMode; 4] = [
    OccupancyMode::Compute,
    OccupancyMode::Exact,
    OccupancyMode::Views { size: 32, strips: false },
    OccupancyMode::Views { size: 32, strips: true },
];

/// Bytes of a torus on the device, but for strips: a word, its vertices and its triangles.
fn torus_bytes(mesh: &TriangleMesh) -> u64 {
    (4 + 12 * mesh.vertices().len() + 12 * mesh.len()) as u64
}

/// A mesh goes up once, whoever of its instances is opened, and goes when it is removed; its place
/// may be taken by another.
#[test]
fn geometry_goes_up_once() {
    for mode in MODES {
        let mesh = Arc::new(meshes::torus(32, 16, 1.0, 0.35));
        let mut world = MeshWorld::default();
        world.set_occupancy_test(Some(Box::new(test(mode))));
        let id = world.insert_mesh(mesh.clone());
        let place =
            |turn: f32| Pose::new(Quat::from_rotation_x(turn), Vec3::X * 1.1).expect("a pose");
        let a = world.insert(id, Pose::IDENTITY).expect("an object");
        let b = world.insert(id, place(1.0)).expect("an object");
        assert_eq!(world.stats().device, OccupancyDeviceUse::default(), "{mode:?}");
        world.collide().expect("an answer");
        let first = world.stats().device;
        let is_strips = matches!(mode, OccupancyMode::Views { strips: true, .. });
        if is_strips {
            assert!(first.geometry > 0 && first.geometry < torus_bytes(&mesh), "{first:?}");
        } else {
            assert_eq!(first.geometry, torus_bytes(&mesh), "{mode:?}");
        }
        assert_eq!(first.geometry_uploaded, first.geometry, "{mode:?}");
        // Another pose opens other nodes, and so does another instance.
        let (mut before, mut opened) = (world.stats(), 0);
        for step in 0..6 {
            world.set_pose(b, place(1.0 + 0.4 * step as f32)).expect("a pose");
            world.collide().expect("an answer");
            let now = world.stats();
            opened += u64::from(now.device.openings_uploaded > before.device.openings_uploaded);
            assert_eq!(now.device.geometry_uploaded, first.geometry, "{mode:?}: {step}");
            before = now;
        }
        assert!(opened > 0, "{mode:?}");
        // The mesh stays while an instance does.
        world.remove(b).expect("an object");
        assert!(world.remove_mesh(id).is_err());
        assert_eq!(world.stats().device.geometry, first.geometry, "{mode:?}");
        world.remove(a).expect("an object");
        world.remove_mesh(id).expect("nobody has it");
        assert_eq!(world.stats().device.geometry, 0, "{mode:?}");
        let id = world.insert_mesh(mesh);
        for turn in [0.0, 1.0] {
            world.insert(id, place(turn)).expect("an object");
        }
        world.collide().expect("an answer");
        assert_eq!(world.stats().device.geometry_uploaded, 2 * first.geometry, "{mode:?}");
    }
}

/// Meshes that are dropped without a word leave nothing to those that come to lie where they lay.
#[test]
fn a_mesh_in_the_place_of_another_is_another() {
    let case = &cases(5)[2];
    for mode in MODES {
        let mut test = test(mode);
        for round in 0..12 {
            let size = 1.0 + 0.1 * f64::from(round);
            let mesh = Arc::new(meshes::torus(16, 8, size, 0.4));
            let triangles: Vec<u32> = (0..mesh.len() as u32).collect();
            let parent =
                OccupancyParent { mesh: &mesh, triangles: &triangles, octants: case.octants };
            let found = test.occupied(&[parent]).expect("an answer");
            let expected = self::test(mode).occupied(&[parent]).expect("an answer");
            assert_eq!(found, expected, "{mode:?}: {round}");
            let geometry = test.device_use().geometry;
            assert!(geometry <= torus_bytes(&mesh), "{mode:?}: {geometry}");
        }
    }
}

/// Parents of several meshes, in an order that repeats, whose triangles are whole, a range or
/// scattered: what stays on the device answers what one test for each parent does.
#[test]
fn kept_meshes_answer_as_fresh_ones() {
    let cases = cases(60);
    let scattered: Vec<Vec<u32>> = cases
        .iter()
        .map(|case| case.triangles.iter().copied().step_by(2).rev().collect())
        .collect();
    let parents = |way: usize| -> Vec<OccupancyParent> {
        cases
            .iter()
            .zip(&scattered)
            .map(|(case, scattered)| OccupancyParent {
                mesh: &case.mesh,
                triangles: if way == 0 { &case.triangles } else { scattered },
                octants: case.octants,
            })
            .collect()
    };
    for mode in MODES {
        let mut kept = test(mode);
        for way in [0, 1, 0] {
            let parents = parents(way);
            let found = kept.occupied(&parents).expect("an answer");
            for (parent, mask) in parents.iter().zip(found) {
                let alone = Arc::new((**parent.mesh).clone());
                let parent = OccupancyParent { mesh: &alone, ..*parent };
                assert_eq!(kept.occupied(&[parent]).expect("an answer"), [mask], "{mode:?}");
            }
        }
    }
}

/// An occupancy test whose use of the device can be seen while a scene has it.
struct Seen {
    test: Box<dyn OccupancyTest>,
    seen: Arc<Mutex<OccupancyDeviceUse>>,
}

impl OccupancyTest for Seen {
    fn occupied(&mut self, parents: &[OccupancyParent]) -> Result<Vec<u8>, OccupancyFault> {
        let found = self.test.occupied(parents);
        *self.seen.lock().expect("no panic") = self.test.device_use();
        found
    }

    fn queries(&self) -> u64 {
        self.test.queries()
    }

    fn forget(&mut self, mesh: &Arc<TriangleMesh>) {
        self.test.forget(mesh);
        *self.seen.lock().expect("no panic") = self.test.device_use();
    }
}

/// A service on a device of the test's, whose work the CPU takes over.
fn bounded(memory: u64) -> (wgpu::Device, CollisionService) {
    let (device, queue) = callers_device(wgpu::Limits::default());
    let builder = CollisionService::builder().device(device.clone(), queue);
    let builder = builder.on_gpu_failure(OnGpuFailure::CpuTakesOver).gpu_memory(memory);
    (device, builder.build().expect("a service"))
}

/// What becomes of a mesh on the device.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fate {
    NoRoom,
    LosesDevice,
    MakesWay,
}

/// Within a budget a mesh for which there is no room goes up with each opening; one that stays
/// makes way for what else needs its memory, and goes with a lost device.
#[test]
fn geometry_stays_within_the_budget() {
    let torus = meshes::torus(64, 32, 1.0, 0.35);
    let frame = motzkin::Frame3::aligned_box(Vec3::splat(50.0), Vec3::splat(51.0));
    // More than there is memory for.
    let crowd = vec![frame.expect("a box"); 7000];
    for (memory, fate) in
        [(1 << 17, Fate::NoRoom), (1 << 20, Fate::LosesDevice), (1 << 20, Fate::MakesWay)]
    {
        let (device, service) = bounded(memory);
        let mut scene = service.scene();
        let seen = Arc::<Mutex<OccupancyDeviceUse>>::default();
        let test = service.occupancy_test(OccupancyMode::Compute).expect("a test");
        scene.set_occupancy_test(Some(Box::new(Seen { test, seen: seen.clone() })));
        let ring = SceneShape::mesh(torus.clone());
        let handles = [(); 2].map(|()| scene.insert(ring.clone()).expect("room"));
        let turn = Quat::from_rotation_x(0.9);
        scene.set_pose(handles[1], turn, Vec3::X * 1.1).expect("a pose");
        assert_eq!(scene.collide().run().expect("an answer").iter().count(), 1);
        assert_eq!(service.state().gpu_failure, None);
        let first = *seen.lock().expect("no panic");
        let expected = if fate == Fate::NoRoom { 0 } else { torus_bytes(&torus) };
        assert_eq!((first.geometry, first.geometry_uploaded), (expected, expected), "{fate:?}");
        assert!(first.openings_uploaded > 0);
        match fate {
            Fate::MakesWay => {
                let refused = scene.insert_all(&crowd).expect_err("more than the budget");
                let placed = refused.handles.iter().flatten().count();
                let alone = bounded(memory).1.scene().insert_all(&crowd);
                let alone = alone.expect_err("more than the budget");
                assert_eq!(placed + handles.len(), alone.handles.iter().flatten().count());
                refused.handles.into_iter().flatten().for_each(|handle| {
                    scene.remove(handle).expect("a frame");
                });
            }
            Fate::LosesDevice => device.destroy(),
            Fate::NoRoom => {}
        }
        // It turns until it needs nodes that are not open yet.
        let shape = SceneShape::mesh(meshes::torus(24, 16, 1.0, 0.35));
        let other = scene.insert(shape).expect("room");
        scene.set_pose(other, turn, Vec3::Y * 1.1).expect("a pose");
        assert!(scene.collide().run().expect("an answer").iter().count() > 0);
        let now = *seen.lock().expect("no panic");
        match fate {
            Fate::LosesDevice => {
                assert_eq!(now.geometry, 0, "{now:?}");
                let failure = service.state().gpu_failure;
                assert!(matches!(failure, Some(GpuError::DeviceLost(_))), "{failure:?}");
            }
            // The scene keeps the memory of frames that are gone, so that the CPU opened the node.
            Fate::MakesWay => {
                assert_eq!(now.geometry, 0, "{now:?}");
                let failure = service.state().gpu_failure;
                assert!(matches!(failure, Some(GpuError::OverBudget(_))), "{failure:?}");
            }
            Fate::NoRoom => assert!(now.openings_uploaded > first.openings_uploaded, "{now:?}"),
        }
    }
}

/// A mesh that goes up in parts, for want of room, answers as the whole does: no triangle is lost
/// where it is cut.
#[test]
fn parts_of_a_mesh_answer_as_the_whole() {
    let mesh = Arc::new(meshes::torus(24, 32, 1.0, 0.35));
    let all: Vec<u32> = (0..mesh.len() as u32).collect();
    // A small box in the middle of each triangle.
    let parents: Vec<OccupancyParent> = all
        .chunks_exact(8)
        .map(|eight| {
            let octants = std::array::from_fn(|i| {
                let middle = mesh.corners(eight[i]).map(Vec3::from).iter().sum::<Vec3>() / 3.0;
                Aabb3 { min: middle - 0.004, max: middle + 0.004 }
            });
            OccupancyParent { mesh: &mesh, triangles: &all, octants }
        })
        .collect();
    for mode in MODES {
        let (_device, service) = bounded(1 << 15);
        let mut parts = service.occupancy_test(mode).expect("a test");
        let masks = parts.occupied(&parents).expect("an answer");
        assert_eq!(service.state().gpu_failure, None);
        assert_eq!(parts.device_use().geometry_uploaded, 0, "{mode:?}");
        assert_eq!(masks, vec![u8::MAX; parents.len()], "{mode:?}");
        let mut whole = test(mode);
        assert_eq!(whole.occupied(&parents).expect("an answer"), masks, "{mode:?}");
    }
}
