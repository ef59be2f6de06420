//! Worlds of meshes against parry3d: many that move, a terrain under spheres, first touches, boxes;
//! and worlds of trees, for which there is no peer.
//!
//! `worlds` measures all of it; `worlds-moving`, `worlds-solids`, `worlds-terrain`, `worlds-first`,
//! `worlds-many`, `worlds-boxes` and `worlds-trees` one part each. A scene runs several times, ours
//! and parry's step by turns, each time from a fresh start; of each step the least time counts,
//! because others disturb it least. Meshes are checked and parry's trees are built before the first
//! step, and are not part of it.

#[path = "worlds/boxes.rs"]
mod boxes;
#[path = "worlds/first.rs"]
mod first;
#[path = "worlds/parry.rs"]
mod parry;
#[path = "worlds/scenes.rs"]
mod scenes;
#[path = "worlds/trees.rs"]
mod trees;

use motzkin::tree::spheres::MeshWorld;
use motzkin::{Pose, TriangleMesh};
use parry::Parry;
use std::sync::Arc;
use std::time::Instant;

pub fn compare_all(wanted: &[String]) {
    let wants = |part: &str| {
        super::is_wanted(wanted, "worlds") || super::is_wanted(wanted, &format!("worlds-{part}"))
    };
    if wants("moving") {
        scenes::moving();
    }
    if wants("solids") {
        scenes::solids();
    }
    if wants("terrain") {
        scenes::terrain();
    }
    if wants("first") {
        first::touch();
    }
    if wants("many") {
        scenes::many();
    }
    if wants("boxes") {
        boxes::compare();
    }
    if wants("trees") {
        trees::all_against_all();
    }
}

/// Meshes, the mesh of each object, and the poses of all objects in each step.
pub struct Scene {
    pub name: String,
    pub meshes: Vec<Arc<TriangleMesh>>,
    pub objects: Vec<usize>,
    pub steps: Vec<Vec<Pose>>,
}

/// Milliseconds of the first step, and of the others in the mean.
#[derive(Clone, Copy)]
pub struct Times {
    pub first: f64,
    pub later: f64,
}

impl Times {
    /// Of the least times of each step.
    fn of(least: &[f64]) -> Self {
        let later = &least[1..];
        Self { first: least[0], later: later.iter().sum::<f64>() / later.len().max(1) as f64 }
    }
}

impl Scene {
    /// A world with all objects in their first poses.
    pub fn world(&self, solid: bool) -> MeshWorld {
        let mut world = MeshWorld::default();
        let ids: Vec<_> = self.meshes.iter().map(|mesh| world.insert_mesh(mesh.clone())).collect();
        for (&mesh, &pose) in self.objects.iter().zip(&self.steps[0]) {
            let added = match solid {
                true => world.insert_solid(ids[mesh], pose),
                false => world.insert(ids[mesh], pose),
            };
            added.expect("closed meshes within range");
        }
        world
    }
}

/// One step of ours. Returns the number of pairs that meet, and milliseconds.
pub fn step(world: &mut MeshWorld, poses: &[Pose]) -> (usize, f64) {
    let begun = Instant::now();
    for (object, &pose) in (0..).zip(poses) {
        world.set_pose(object, pose).expect("within range");
    }
    let hits = world.collide().expect("few objects").len();
    (hits, millis(begun))
}

pub fn millis(begun: Instant) -> f64 {
    begun.elapsed().as_secs_f64() * 1e3
}

/// How the pairs that meet in all steps together are known.
#[derive(Clone, Copy)]
pub enum Hits {
    Known(usize),
    /// By all triangles against all.
    ByForce,
    /// Where that takes too long: parry's count, which is near.
    AsParry,
}

/// Runs a scene so many times by turns.
pub fn race(scene: &Scene, hits: Hits, runs: usize) {
    let mut least =
        [vec![f64::INFINITY; scene.steps.len()], vec![f64::INFINITY; scene.steps.len()]];
    let begun = Instant::now();
    let fresh = Parry::new(scene);
    let start = millis(begun);
    let expected = match hits {
        Hits::Known(hits) => Some(hits),
        Hits::ByForce => Some(by_force(scene)),
        Hits::AsParry => None,
    };
    let mut counts = [0; 2];
    for _ in 0..runs {
        let (mut world, mut parry) = (scene.world(false), fresh.clone());
        counts = [0; 2];
        for (number, poses) in scene.steps.iter().enumerate() {
            let steps = [step(&mut world, poses), parry.step(poses)];
            for (peer, (found, time)) in steps.into_iter().enumerate() {
                counts[peer] += found;
                least[peer][number] = least[peer][number].min(time);
            }
        }
        let [found, theirs] = counts;
        assert!(expected.is_none_or(|hits| hits == found), "{} answers wrongly", scene.name);
        let near = theirs.abs_diff(found) <= found / 50 + 1;
        assert!(near, "parry counts {theirs} hits in {}, not {found}", scene.name);
    }
    let [ours, peer] = least.map(|least| Times::of(&least));
    println!(
        "{:28} {:8} {:7} | {:9.3} {:9.3} {:6.2} | {:9.3} {:9.3} {:6.2} | {start:9.1}",
        scene.name,
        counts[0],
        counts[1],
        ours.first,
        peer.first,
        peer.first / ours.first,
        ours.later,
        peer.later,
        peer.later / ours.later,
    );
}

pub fn header(title: &str) {
    println!(
        "\n{title:28} {:>8} {:>7} | {:>9} {:>9} {:>6} | {:>9} {:>9} {:>6} | {:>9}",
        "hits", "parry", "first ms", "parry", "ratio", "step ms", "parry", "ratio", "its trees"
    );
}

/// All triangles against all, of objects whose boxes meet.
fn by_force(scene: &Scene) -> usize {
    use motzkin_core::exact::triangles::{Triangle, meet};
    let mut hits = 0;
    for poses in &scene.steps {
        let placed: Vec<Vec<Triangle>> = scene
            .objects
            .iter()
            .zip(poses)
            .map(|(&mesh, pose)| {
                let mesh = &scene.meshes[mesh];
                let place = |i| mesh.corners(i).map(|corner| pose.place(corner));
                (0..mesh.len() as u32).map(place).collect()
            })
            .collect();
        let boxes: Vec<[[f32; 2]; 3]> = placed.iter().map(|all| ends(all.as_flattened())).collect();
        for a in 0..placed.len() {
            for b in 0..a {
                if overlap(&boxes[a], &boxes[b]) {
                    let near: Vec<&Triangle> =
                        placed[b].iter().filter(|t| overlap(&ends(&t[..]), &boxes[a])).collect();
                    let meets = |p: &Triangle| near.iter().any(|q| meet(p, q));
                    hits += usize::from(placed[a].iter().any(meets));
                }
            }
        }
    }
    hits
}

fn ends(points: &[[f32; 3]]) -> [[f32; 2]; 3] {
    std::array::from_fn(|axis| {
        let along = || points.iter().map(|point| point[axis]);
        [along().fold(f32::INFINITY, f32::min), along().fold(f32::NEG_INFINITY, f32::max)]
    })
}

fn overlap(a: &[[f32; 2]; 3], b: &[[f32; 2]; 3]) -> bool {
    a.iter().zip(b).all(|(a, b)| a[0] <= b[1] && b[0] <= a[1])
}
