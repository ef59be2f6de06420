//! Velocities for pairs that rest in other scenes: along edges and faces, head on, in common, away.

use super::MovingCase;
use crate::common::cases;
use glam::Vec3;
use motzkin_core::geom::{Frame3, ShapeKind};

/// Pairs that are drawn from a scene.
const PER_SCENE: usize = 60;

/// The ways to move, by number.
const WAYS: usize = 10;

pub fn cases(rng: &mut fastrand::Rng) -> Vec<MovingCase> {
    let mut out = Vec::new();
    for scene in cases::all() {
        for n in 0..PER_SCENE {
            let i = rng.usize(..scene.pairs.len());
            let (a, b) = scene.pair(i);
            let way = n % WAYS;
            let [v_a, v_b] = velocities(rng, way, a, b);
            // At the ends of f32 a velocity may be out of range; then the frame rests.
            let moving = |frame: &Frame3, v: Vec3| frame.with_velocity(v).unwrap_or(*frame);
            let (a, b) = (moving(a, v_a), moving(b, v_b));
            let name = format!("{}, {}, way {way}", scene.name, scene.names[i]);
            out.push(MovingCase { name, a, b, known: None });
        }
    }
    out
}

/// An edge of the frame, formed in f32.
fn edge(frame: &Frame3, i: usize) -> Vec3 {
    match frame.kind() {
        Ok(ShapeKind::TetraByVertices) => frame.row(i + 1) - frame.origin(),
        _ => frame.row(i + 1),
    }
}

fn velocities(rng: &mut fastrand::Rng, way: usize, a: &Frame3, b: &Frame3) -> [Vec3; 2] {
    let far = b.origin() - a.origin();
    let size = [0, 1, 2].map(|i| edge(a, i).abs().max(edge(b, i).abs()).max_element());
    let size = size.into_iter().fold(far.abs().max_element(), f32::max);
    let mut random = |size: f32| Vec3::from_array([0.0; 3].map(|_| (rng.f32() - 0.5) * 4.0 * size));
    let [wild, tame] = [random(size), random(size / 64.0)];
    let some_edge = edge([a, b][rng.usize(..2)], rng.usize(..3));
    let other_edge = edge(a, rng.usize(..3));
    let times = [1.0, -1.0, 0.5, -2.0, 4.0, -0.25][rng.usize(..6)];
    match way {
        0 => [Vec3::ZERO; 2],
        1 => [Vec3::ZERO, wild],
        2 => [some_edge * times, Vec3::ZERO],
        3 => [Vec3::ZERO, some_edge * times],
        4 => [Vec3::ZERO, far * -times.abs()],
        5 => [far * times.abs() + tame, tame],
        6 => [wild, wild],
        7 => [wild * 1e6, wild * 1e6 + some_edge * times],
        8 => [some_edge * times, other_edge],
        _ => [wild, tame],
    }
}
