//! A mesh against a thousand boxes that move.

use super::millis;
use crate::meshes::isometry;
use fastrand::Rng;
use motzkin::glam::{Quat, Vec3};
use motzkin::tree::spheres::{ConvexVerdict, MeshWorld};
use motzkin::{Frame3, Pair, PolytopeSet, Pose, TriangleMesh};
use motzkin_lab::workload::meshes;
use parry3d::math::{Pose as Isometry, Vector};
use parry3d::query::intersection_test;
use parry3d::shape::{Cuboid, TriMesh};
use std::time::Instant;

const BOXES: usize = 1_000;
const STEPS: usize = 12;

/// The steps of a box: half of its extents, and where it stands.
type Boxes = Vec<(Vec3, Vec<Pose>)>;

fn boxes(room: f32) -> Boxes {
    let mut rng = Rng::with_seed(11);
    let mut vector = || Vec3::new(rng.f32() - 0.5, rng.f32() - 0.5, rng.f32() - 0.5);
    let mut made = || {
        let (at, velocity, turned) = (vector() * room, vector() * 0.02, vector() * 4.0);
        let half = vector().abs() * 0.2 + 0.02;
        let pose = |step: usize| {
            let turn = Quat::from_vec4((turned + velocity * step as f32).extend(1.0));
            Pose::new(at + velocity * step as f32, turn).expect("a pose")
        };
        (half, (0..STEPS).map(pose).collect())
    };
    (0..BOXES).map(|_| made()).collect()
}

pub fn compare() {
    println!(
        "\n{:28} {:>8} {:>7} | {:>9} | {:>9} {:>9} {:>6}",
        "a mesh against 1,000 boxes", "hits", "parry", "first ms", "step ms", "parry", "ratio"
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
    let mut least = [[f64::INFINITY; STEPS]; 2];
    let mut counts = [0; 2];
    for _ in 0..5 {
        let mut world = MeshWorld::default();
        let id = world.add_mesh(mesh.clone());
        world.add(id, Pose::IDENTITY).expect("within range");
        counts = [0; 2];
        for step in 0..STEPS {
            let begun = Instant::now();
            let mut set = PolytopeSet::new();
            for (half, poses) in boxes {
                let whole = Frame3::aligned_box(-*half, *half).expect("a box");
                let frame = whole.posed(&poses[step]).expect("within range");
                set.push_frame(&frame).expect("a shape");
            }
            let found = world.verdicts_with(&set, &pairs).expect("they are there");
            let time = millis(begun);
            counts[0] += found.iter().filter(|found| found.meets()).count();
            least[0][step] = least[0][step].min(time);
            if step == 0 {
                check(mesh, &set, &found);
            }
            let places: Vec<Isometry> =
                boxes.iter().map(|(_, poses)| isometry(&poses[step])).collect();
            let begun = Instant::now();
            let meets = |(at, (half, _)): (&Isometry, &(Vec3, Vec<Pose>))| {
                let cuboid = Cuboid::new(Vector::from_array(half.to_array()));
                let found = intersection_test(&Isometry::IDENTITY, &peer, at, &cuboid);
                found.expect("it knows both").intersecting
            };
            counts[1] += places.iter().zip(boxes).filter(|pair| meets(*pair)).count();
            least[1][step] = least[1][step].min(millis(begun));
        }
    }
    assert!(counts[0].abs_diff(counts[1]) <= counts[0] / 50, "{name}: {counts:?}");
    let [ours, theirs] = least.map(|least| least[1..].iter().sum::<f64>() / (STEPS - 1) as f64);
    println!(
        "{name:28} {:8} {:7} | {:9.3} | {ours:9.3} {theirs:9.3} {:6.2}",
        counts[0],
        counts[1],
        least[0][0],
        theirs / ours
    );
}

/// The first boxes against every triangle as a hull of three points.
fn check(mesh: &TriangleMesh, set: &PolytopeSet, found: &[ConvexVerdict]) {
    use motzkin_core::exact::hull;
    for (shape, found) in found.iter().enumerate().take(8) {
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
            hull::decide(&both, Pair::new(face, shape as u32)).verdict.meets()
        };
        assert_eq!(found.meets(), (0..mesh.len() as u32).any(meets), "box {shape}");
    }
}
