//! A mesh against a thousand boxes that move: by a world of meshes, and in a scene.

use super::millis;
use crate::meshes::isometry;
use fastrand::Rng;
use motzkin::glam::{Quat, Vec3};
use motzkin::tree::spheres::{ConvexVerdict, MeshWorld};
use motzkin::{
    CollisionService, Engine, Filter, Frame3, Pair, PolytopeSet, Pose, SceneShape, TriangleMesh,
};
use motzkin_lab::workload::meshes;
use parry3d::math::{Pose as Isometry, Vector};
use parry3d::query::intersection_test;
use parry3d::shape::{Cuboid, TriMesh};
use std::time::Instant;

const BOXES: usize = 1_000;
const STEPS: usize = 12;

/// The steps of a box: half of its extents, and where it stands.
type Boxes = Vec<(Vec3, Vec<(Quat, Vec3)>)>;

fn boxes(room: f32) -> Boxes {
    let mut rng = Rng::with_seed(11);
    let mut vector = || Vec3::new(rng.f32() - 0.5, rng.f32() - 0.5, rng.f32() - 0.5);
    let mut made = || {
        let (at, velocity, turned) = (vector() * room, vector() * 0.02, vector() * 4.0);
        let half = vector().abs() * 0.2 + 0.02;
        let pose = |step: usize| {
            let turn = Quat::from_vec4((turned + velocity * step as f32).extend(1.0));
            (turn, at + velocity * step as f32)
        };
        (half, (0..STEPS).map(pose).collect())
    };
    (0..BOXES).map(|_| made()).collect()
}

pub fn compare() {
    println!(
        "\n{:28} {:>8} {:>7} | {:>9} | {:>9} {:>9} {:>9} {:>6}",
        "a mesh against 1,000 boxes",
        "hits",
        "parry",
        "first ms",
        "step ms",
        "pushed",
        "parry",
        "ratio"
    );
    let small = meshes::blob(52, 50, 1.0, 0.5, 1);
    let large = meshes::blob(188, 187, 1.0, 0.5, 1);
    for (name, mesh, room) in [
        ("5,096 triangles, dense", &small, 2.0),
        ("5,096 triangles, sparse", &small, 4.0),
        ("69,936 triangles, dense", &large, 2.0),
        ("69,936 triangles, sparse", &large, 4.0),
    ] {
        race(name, mesh, &boxes(room));
    }
}

fn race(name: &str, mesh: &TriangleMesh, boxes: &Boxes) {
    let vertices = mesh.vertices().iter().copied().map(Vector::from_array).collect();
    let peer = TriMesh::new(vertices, mesh.triangles().to_vec()).expect("there are triangles");
    let pairs: Vec<Pair> = (0..BOXES as u32).map(|shape| Pair::new(0, shape)).collect();
    let posed = |&(turn, at): &(Quat, Vec3)| Pose::new(turn, at).expect("a pose");
    let poses: Vec<Vec<Pose>> =
        boxes.iter().map(|(_, steps)| steps.iter().map(posed).collect()).collect();
    let whole = |(half, _): &(Vec3, _)| Frame3::aligned_box(-*half, *half).expect("a box");
    let whole: Vec<Frame3> = boxes.iter().map(whole).collect();
    let mut least = [[f64::INFINITY; STEPS]; 2];
    // Of our steps, what placing the boxes and pushing them takes.
    let mut pushed = [f64::INFINITY; STEPS];
    let mut counts = [0; 2];
    for run in 0..5 {
        let mut world = MeshWorld::default();
        let id = world.insert_mesh(mesh.clone());
        world.insert(id, Pose::IDENTITY).expect("within range");
        counts = [0; 2];
        for step in 0..STEPS {
            let begun = Instant::now();
            let mut set = PolytopeSet::new();
            for (whole, poses) in whole.iter().zip(&poses) {
                let frame = whole.posed(&poses[step]).expect("within range");
                set.push_frame(&frame).expect("a shape");
            }
            pushed[step] = pushed[step].min(millis(begun));
            let found = world.verdicts_with(&set, &pairs).expect("they are there");
            let time = millis(begun);
            counts[0] += found.iter().filter(|found| found.meets()).count();
            least[0][step] = least[0][step].min(time);
            if run == 0 && step == 0 {
                check(mesh, &set, &found);
            }
            let places: Vec<Isometry> = poses.iter().map(|poses| isometry(&poses[step])).collect();
            let begun = Instant::now();
            let meets = |at: &Isometry, half: &Vec3| {
                let cuboid = Cuboid::new(Vector::from_array(half.to_array()));
                let found = intersection_test(&Isometry::IDENTITY, &peer, at, &cuboid);
                found.expect("it knows both").intersecting
            };
            let pairs = places.iter().zip(boxes);
            counts[1] += pairs.filter(|(at, (half, _))| meets(at, half)).count();
            least[1][step] = least[1][step].min(millis(begun));
        }
    }
    assert!(counts[0].abs_diff(counts[1]) <= counts[0] / 50, "{name}: {counts:?}");
    let later = |least: [f64; STEPS]| least[1..].iter().sum::<f64>() / (STEPS - 1) as f64;
    let ([ours, theirs], pushed) = (least.map(later), later(pushed));
    println!(
        "{name:28} {:8} {:7} | {:9.3} | {ours:9.3} {pushed:9.3} {theirs:9.3} {:6.2}",
        counts[0],
        counts[1],
        least[0][0],
        theirs / ours
    );
    let (hits, [first, later]) = in_a_scene(mesh, boxes);
    assert_eq!(hits, counts[0], "{name}");
    println!(
        "{:28} {hits:8} {:7} | {first:9.3} | {later:9.3} {:9} {theirs:9.3} {:6.2}",
        "   in a scene",
        "",
        "",
        theirs / later
    );
}

/// The same in a scene in which boxes are not compared with boxes. Returns the hits of all steps,
/// and milliseconds of the first step and of the others in the mean.
fn in_a_scene(mesh: &TriangleMesh, boxes: &Boxes) -> (usize, [f64; 2]) {
    let service = CollisionService::builder().engine(Engine::Cpu).threads(1).build();
    let service = service.expect("the CPU engine starts");
    let (mut least, mut hits) = ([f64::INFINITY; STEPS], 0);
    for _ in 0..5 {
        let mut scene = service.scene();
        let ground = scene.insert(SceneShape::mesh(mesh.clone())).expect("within range");
        scene.set_filter(ground, Filter { group: 1, mask: 2 }).expect("it is there");
        let whole = |(half, _): &(Vec3, _)| Frame3::aligned_box(-*half, *half).expect("a box");
        let frames: Vec<Frame3> = boxes.iter().map(whole).collect();
        let handles = scene.insert_all(&frames).expect("few of them");
        for &handle in &handles {
            scene.set_filter(handle, Filter { group: 2, mask: 1 }).expect("it is there");
        }
        hits = 0;
        for (step, least) in least.iter_mut().enumerate() {
            let poses: Vec<(Quat, Vec3)> = boxes.iter().map(|(_, steps)| steps[step]).collect();
            let begun = Instant::now();
            scene.set_poses(&handles, &poses).expect("they are there");
            hits += scene.collide().run().expect("few pairs").len();
            *least = least.min(millis(begun));
        }
    }
    (hits, [least[0], least[1..].iter().sum::<f64>() / (STEPS - 1) as f64])
}

/// The first boxes against every triangle as a hull of three points.
fn check(mesh: &TriangleMesh, set: &PolytopeSet, found: &[ConvexVerdict]) {
    use motzkin_core::exact::hull;
    for (shape, found) in (0..8).zip(found) {
        let own = set.bounds::<motzkin_core::Resting>(shape);
        let meets = |triangle: u32| {
            let corners = mesh.corners(triangle).map(Vec3::from);
            let [a, b, c] = corners;
            let apart = a.min(b).min(c).cmpgt(own.max) | a.max(b).max(c).cmplt(own.min);
            if apart.any() {
                return false;
            }
            let mut both = set.clone();
            let face = both.push(&corners).expect("finite");
            hull::decide(&both, Pair::new(face, shape)).verdict.meets()
        };
        assert_eq!(found.meets(), (0..mesh.len() as u32).any(meets), "box {shape}");
    }
}
