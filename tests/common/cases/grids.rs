//! Grids of boxes and of tetrahedra that share faces: as they are, and turned a little.

use super::{case, frame};
use crate::common::scene::{Case, Scene};
use glam::{DMat3, DVec3, Vec3};
use motzkin_core::geom::{Frame3, ShapeKind};
use motzkin_core::verdict::Verdict;

const SIDE: i32 = 3;

pub fn scenes() -> Vec<Scene> {
    let angles = [0.0, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2];
    let mut out: Vec<Scene> = angles.map(|angle| turned("boxes", angle, boxes)).into();
    out.extend([0.0, 1e-7, 1e-4, 1e-2].map(|angle| turned("tetrahedra", angle, tetrahedra)));
    out.extend([1e-6, 1e-2].map(|angle| {
        turned("boxes and tetrahedra", angle, |turn| {
            let mut both = boxes(turn);
            both.extend(tetrahedra(turn).into_iter().take(24));
            both
        })
    }));
    let name = "equally turned and yaw-only boxes";
    out.push(Scene::drawn(name, equally_turned, Scene::is_mixed));
    out
}

/// A grid turned by `angle` about some axis, every number rounded once: neighbours are
/// touching, an ulp apart or an ulp deep.
fn turned(what: &str, angle: f64, grid: impl Fn(&DMat3) -> Vec<Frame3>) -> Scene {
    let name = format!("grid of {what} turned by {angle:e}");
    let cases = |rng: &mut fastrand::Rng| {
        let axis = DVec3::new(rng.f64() + 0.1, rng.f64(), rng.f64()).normalize();
        let frames = grid(&DMat3::from_axis_angle(axis, angle));
        let mut cases: Vec<Case> = Vec::new();
        for (i, a) in frames.iter().enumerate() {
            for b in &frames[i + 1..] {
                if a.aabb().meets(&b.aabb()) {
                    cases.push(case("neighbours", *a, *b));
                }
            }
        }
        rng.shuffle(&mut cases);
        cases.truncate(150);
        cases
    };
    // As they are, solids touch; turned, roundings part some of them.
    let holds = |scene: &Scene| match scene.share(Verdict::Touching) {
        share if angle == 0.0 => share > 0.2,
        share => what != "boxes" || angle != 1e-3 || share < 0.9,
    };
    Scene::drawn(&name, cases, holds)
}

fn cells() -> impl Iterator<Item = DVec3> {
    (0..SIDE * SIDE * SIDE)
        .map(|i| DVec3::new((i % SIDE).into(), (i / SIDE % SIDE).into(), (i / SIDE / SIDE).into()))
}

fn boxes(turn: &DMat3) -> Vec<Frame3> {
    let edges = [turn.x_axis, turn.y_axis, turn.z_axis].map(|edge| edge.as_vec3());
    cells().map(|cell| frame(ShapeKind::Cuboid, (*turn * cell).as_vec3(), edges)).collect()
}

/// Each cell in six tetrahedra round its diagonal, stored by vertices that neighbours share.
fn tetrahedra(turn: &DMat3) -> Vec<Frame3> {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let axes = [DVec3::X, DVec3::Y, DVec3::Z];
    cells()
        .flat_map(|cell| {
            orders.map(|[i, j, _]| {
                let path = [cell, cell + axes[i], cell + axes[i] + axes[j], cell + DVec3::ONE];
                Frame3::tetra_by_vertices(path.map(|v| (*turn * v).as_vec3()))
                    .expect("a sixth of a cell")
            })
        })
        .collect()
}

/// What real scenes are made of: parallel edges all over.
fn equally_turned(rng: &mut fastrand::Rng) -> Vec<Case> {
    let mut out = Vec::new();
    for i in 0..150 {
        let mut random = || Vec3::new(rng.f32() - 0.5, rng.f32() - 0.5, rng.f32() - 0.5);
        let yaw = |angle: f32| glam::Quat::from_rotation_y(angle);
        let free = glam::Quat::from_vec4(random().extend(0.3)).normalize();
        let angles = [random().x * 6.0, random().x * 6.0];
        let turns = if i % 2 == 0 { [free, free] } else { angles.map(yaw) };
        let [a, b] = turns.map(|turn| {
            let (centre, half) = (random() * 1.5, random().abs() + Vec3::splat(0.1));
            Frame3::rotated_box(centre, half, turn).expect("a box")
        });
        out.push(case(if i % 2 == 0 { "equally turned" } else { "yaw only" }, a, b));
    }
    out
}
