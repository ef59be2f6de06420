//! Grey tests on the GPU, and the worlds that they open nodes for.

use crate::common::mesh::grey::{cases, errors, recorded_cases};
use crate::{callers_device, device};
use motzkin::glam::{Quat, Vec3};
use motzkin::gpu::{GpuError, GpuOccupancyTest, OccupancyMode};
use motzkin::service::{CollisionService, OnGpuFailure, SceneError};
use motzkin::tree::spheres::{
    CpuOccupancyTest, MeshVerdict, MeshWorld, OccupancyParent, OccupancyTest,
};
use motzkin::{Aabb3, Engine, Pose, SceneShape, TriangleMesh, wgpu};
use motzkin_lab::workload::meshes;
use std::sync::Arc;

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
            let pose = Pose::new(Vec3::new(0.8, 0.3, 0.1 * j as f32), turn).expect("a pose");
            let (a, b) = (world.add_mesh(made[i].clone()), world.add_mesh(made[j].clone()));
            let a = world.add(a, Pose::IDENTITY).expect("an object");
            let b = world.add(b, pose).expect("an object");
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
