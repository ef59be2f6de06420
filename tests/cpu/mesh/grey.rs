//! The grey test on the CPU against clipping in rationals, and worlds that ask grey tests.

use super::world::{made, pose};
use crate::common::mesh::grey::{cases, errors};
use crate::common::seed::rng;
use motzkin::glam::Vec3;
use motzkin::tree::spheres::{
    CpuOccupancyTest, MeshWorld, MeshWorldError, OccupancyFault, OccupancyParent, OccupancyTest,
    QueryBudget,
};
use motzkin::{Frame3, PolytopeSet, Pose};
use motzkin_lab::workload::meshes;
use std::panic::{AssertUnwindSafe, catch_unwind};

#[test]
fn nothing_grey_is_missed() {
    let cases = cases(120);
    let mut test = CpuOccupancyTest::default();
    let found = errors(&mut test, &cases);
    assert!(found.grey > 100 && found.white > 100, "{found:?}");
    assert_eq!((found.missed, found.false_grey), (0, 0), "{found:?}");
    assert_eq!(test.queries(), 8 * 120);
}

/// Never grey, and counts.
struct Blind(u64);

impl OccupancyTest for Blind {
    fn occupied(&mut self, parents: &[OccupancyParent]) -> Result<Vec<u8>, OccupancyFault> {
        self.0 += parents.len() as u64;
        Ok(vec![0; parents.len()])
    }

    fn queries(&self) -> u64 {
        self.0
    }
}

/// Fails as a driver's code would.
struct Panics;

impl OccupancyTest for Panics {
    fn occupied(&mut self, _: &[OccupancyParent]) -> Result<Vec<u8>, OccupancyFault> {
        panic!("on purpose")
    }

    fn queries(&self) -> u64 {
        0
    }
}

/// Calls to which the budget does not apply leave it as it was, however they end.
#[test]
fn a_panic_leaves_the_budget() {
    let mut world = MeshWorld::default();
    let ball = world.insert_mesh(meshes::sphere(40, 30, 1.0));
    let [a, b] = [0.0, 0.5].map(|x| world.insert(ball, Pose::at(Vec3::X * x).unwrap()).unwrap());
    let mut set = PolytopeSet::new();
    let cube = Frame3::aligned_box(Vec3::ZERO, Vec3::ONE).unwrap();
    let cube = set.push_frame(&cube).unwrap();
    world.set_budget(QueryBudget { tests: Some(7), ..QueryBudget::default() });
    let budget = |world: &MeshWorld| {
        let told = format!("{world:?}");
        let (_, rest) = told.split_once("budget: ").unwrap();
        rest.split_once(", stats").unwrap().0.to_string()
    };
    let before = budget(&world);
    assert!(before.contains('7'), "{before}");
    let calls: [&dyn Fn(&mut MeshWorld); 3] = [
        &|world| drop(world.distance(a, b)),
        &|world| drop(world.distance_to(a, &set, cube)),
        &|world| drop(world.inside(a, b)),
    ];
    for call in calls {
        world.set_occupancy_test(Some(Box::new(Panics)));
        let ended = catch_unwind(AssertUnwindSafe(|| call(&mut world)));
        assert!(ended.is_err(), "the test was not asked");
        assert_eq!(budget(&world), before);
    }
}

/// A grey test that misses nothing changes nothing; one that is blind loses everything, so it is
/// really asked.
#[test]
fn grey_tests_open_nodes() -> Result<(), MeshWorldError> {
    let made = made();
    let mut rng = rng("grey worlds");
    for _ in 0..30 {
        let (i, j) = (rng.usize(0..made.len()), rng.usize(0..made.len()));
        let (p, q) = (pose(&mut rng, 0.7), pose(&mut rng, 0.7));
        let build = |grey: Option<Box<dyn OccupancyTest>>| -> Result<_, MeshWorldError> {
            let mut world = MeshWorld::default();
            world.set_occupancy_test(grey);
            let (a, b) = (world.insert_mesh(made[i].clone()), world.insert_mesh(made[j].clone()));
            let (a, b) = (world.insert(a, p)?, world.insert(b, q)?);
            Ok((world.verdict(a, b)?, world.meeting_triangles(a, b)?, world.stats()))
        };
        let (plain, grey) = (build(None)?, build(Some(Box::new(CpuOccupancyTest::default())))?);
        // Which of many triangles is told depends on what was opened first.
        assert_eq!((plain.0.meets(), &plain.1), (grey.0.meets(), &grey.1), "meshes {i} and {j}");
        assert_eq!(plain.2.built, grey.2.built);
        let blind = build(Some(Box::new(Blind(0))))?;
        // Roots of few triangles are leaves, and some boxes split into parts that nobody is asked
        // about.
        if blind.2.queries > 0 && made[i].len() > 100 && made[j].len() > 100 && i != 6 && j != 6 {
            assert!(!blind.0.meets(), "meshes {i} and {j}");
        }
    }
    Ok(())
}
