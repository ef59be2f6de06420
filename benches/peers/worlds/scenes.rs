//! The scenes: tori that tumble, spheres over a terrain, large meshes side by side.

use super::{Hits, Scene, header, race, step};
use fastrand::Rng;
use motzkin::glam::{Quat, Vec3};
use motzkin::{Pose, TriangleMesh};
use motzkin_lab::workload::meshes;
use std::sync::Arc;

/// Number of meshes, and the cube root of the space that each has to itself.
const MOVING: [(usize, f32); 6] =
    [(1_000, 2.0), (10_000, 2.0), (100_000, 2.0), (1_000, 6.0), (10_000, 6.0), (100_000, 6.0)];

fn vector(rng: &mut Rng) -> Vec3 {
    Vec3::new(rng.f32() - 0.5, rng.f32() - 0.5, rng.f32() - 0.5)
}

/// Tori of eight sizes and 320 triangles, which all move and turn.
fn tumbling(count: usize, room: f32, steps: usize) -> Scene {
    let mut rng = Rng::with_seed(2006);
    let torus = |i: u32| {
        let wide = 0.6 + 0.1 * f64::from(i);
        Arc::new(meshes::torus(16, 10, wide, 0.3 * wide))
    };
    let mut side = 0.0_f32;
    while side * side * side < count as f32 * room * room * room {
        side += 0.0625;
    }
    let mut moves = Vec::new();
    for _ in 0..count {
        let (at, velocity) = (vector(&mut rng) * side, vector(&mut rng) * 0.1);
        let (turned, spin) = (vector(&mut rng), vector(&mut rng) * 0.1);
        moves.push((at, velocity, turned * 4.0, spin));
    }
    let pose = |step: usize| {
        let time = step as f32;
        let pose = move |&(at, velocity, turned, spin): &(Vec3, Vec3, Vec3, Vec3)| {
            let turn =
                Quat::from_vec4(turned.extend(1.0)) * Quat::from_vec4((spin * time).extend(1.0));
            Pose::new(turn, at + velocity * time).expect("a pose")
        };
        moves.iter().map(pose).collect()
    };
    Scene {
        name: format!("{count} {}", if room < 4.0 { "dense" } else { "sparse" }),
        meshes: (0..8).map(torus).collect(),
        objects: (0..count).map(|_| rng.usize(0..8)).collect(),
        steps: (0..steps).map(pose).collect(),
    }
}

pub fn moving() {
    header("moving meshes");
    for (count, room) in MOVING {
        let (steps, runs, hits) = match count {
            1_000 => (12, 7, Hits::ByForce),
            10_000 => (8, 4, Hits::AsParry),
            _ => (5, 2, Hits::AsParry),
        };
        race(&tumbling(count, room, steps), hits, runs);
    }
}

/// The same world of solids and of surfaces, by turns.
pub fn solids() {
    println!("\n{:28} | {:>10} {:>10} {:>6}", "solids, dense", "surface ms", "solid ms", "ratio");
    for count in [1_000, 10_000] {
        let scene = tumbling(count, 2.0, 8);
        let mut least = [vec![f64::INFINITY; 8], vec![f64::INFINITY; 8]];
        for _ in 0..5 {
            let mut worlds = [scene.world(false), scene.world(true)];
            for (number, poses) in scene.steps.iter().enumerate() {
                let found = worlds.each_mut().map(|world| step(world, poses));
                assert!(found[0].0 <= found[1].0, "a solid meets what its surface meets");
                for (least, (_, time)) in least.iter_mut().zip(found) {
                    least[number] = least[number].min(time);
                }
            }
        }
        let [surface, solid] = least.map(|least| least[1..].iter().sum::<f64>() / 7.0);
        println!("{count:28} | {surface:10.3} {solid:10.3} {:6.2}", solid / surface);
    }
}

/// Spheres of 480 triangles that move over a landscape of 871,200, half a radius above its surface
/// or in it.
pub fn terrain() {
    let ground = Arc::new(meshes::terrain(660, 100.0, 4.0, 5));
    let ball = Arc::new(meshes::sphere(24, 11, 0.5));
    header("spheres over a terrain");
    for count in [30, 100, 300, 1_000] {
        let hits = if count < 300 { Hits::ByForce } else { Hits::AsParry };
        race(&rolling(&ground, &ball, count, 12), hits, 5);
    }
}

fn rolling(
    ground: &Arc<TriangleMesh>,
    ball: &Arc<TriangleMesh>,
    count: usize,
    steps: usize,
) -> Scene {
    let mut rng = Rng::with_seed(7);
    let cells = 660;
    let spots: Vec<_> = (0..count)
        .map(|_| {
            let [i, j] = [0; 2].map(|_| rng.usize(cells / 10..cells * 9 / 10));
            let [x, y, z] = ground.vertices()[i * (cells + 1) + j];
            (Vec3::new(x, y, z + 0.3 + 0.4 * rng.f32()), vector(&mut rng) * 0.1, vector(&mut rng))
        })
        .collect();
    let poses = |step: usize| {
        let pose = |&(at, velocity, spin): &(Vec3, Vec3, Vec3)| {
            let turn = Quat::from_vec4((spin * 0.1 * step as f32).extend(1.0));
            Pose::new(turn, at + velocity.with_z(0.0) * step as f32).expect("a pose")
        };
        std::iter::once(Pose::IDENTITY).chain(spots.iter().map(pose)).collect()
    };
    Scene {
        name: format!("{count} spheres"),
        meshes: vec![ground.clone(), ball.clone()],
        objects: std::iter::once(0).chain((0..count).map(|_| 1)).collect(),
        steps: (0..steps).map(poses).collect(),
    }
}

/// Sixty-four blobs of 80,000 triangles each, no two alike, in a block in which neighbours overlap.
pub fn many() {
    let blob = |seed| Arc::new(meshes::blob(200, 201, 1.0, 0.5, seed));
    let shared: Vec<_> = (0..64).map(blob).collect();
    let poses = |step: usize| {
        let pose = |i: usize| {
            let at = Vec3::new((i % 4) as f32, (i / 4 % 4) as f32, (i / 16) as f32) * 1.9;
            let spin = Vec3::new(0.01, 0.02, 0.005) * (step as f32 * (1.0 + i as f32 / 64.0));
            Pose::new(Quat::from_vec4(spin.extend(1.0)), at).expect("a pose")
        };
        (0..64).map(pose).collect()
    };
    let scene = Scene {
        name: "64 different, 80,000 each".into(),
        meshes: shared,
        objects: (0..64).collect(),
        steps: (0..6).map(poses).collect(),
    };
    header("many large meshes");
    race(&scene, Hits::AsParry, 3);
}
