//! Moving pairs in the plane: some whose sweep the construction gives, and every scene at rest
//! with velocities.

use super::{Case, KINDS, Scene, frame, resting};
use crate::common::seed::rng;
use glam::Vec2;
use motzkin_core::geom::{Frame2, ShapeKind2};
use motzkin_lab::workload::validation::plane::SWEEPS;
use motzkin_lab::workload::validation::{MovingBox, Passing};

fn hard() -> Scene {
    let mut cases = Vec::new();
    for Passing { name, a, b, verdict, interval } in SWEEPS {
        for turned in [false, true] {
            for (a_kind, b_kind) in KINDS.into_iter().flat_map(|a| KINDS.map(|b| (a, b))) {
                let made = |kind, MovingBox(place, size, velocity): &MovingBox<2>| {
                    let turn =
                        |[x, y]: [f32; 2]| if turned { Vec2::new(-y, x) } else { Vec2::new(x, y) };
                    let edges = [turn([size[0], 0.0]), turn([0.0, size[1]])];
                    frame(kind, turn(*place), edges).with_velocity(turn(*velocity)).expect("finite")
                };
                let boxes = !a_kind.is_triangle() && !b_kind.is_triangle();
                cases.push(Case {
                    name: format!("{name} ({a_kind:?}, {b_kind:?}), turned: {turned}"),
                    a: made(a_kind, a),
                    b: made(b_kind, b),
                    verdict: boxes.then_some(*verdict),
                    interval: if boxes { *interval } else { None },
                });
            }
        }
    }
    Scene::new("hard moving cases", cases)
}

/// The ways to move, by number.
const WAYS: usize = 10;

/// Along edges, head on, in common, away.
fn velocities(rng: &mut fastrand::Rng, way: usize, a: &Frame2, b: &Frame2) -> [Vec2; 2] {
    let edge = |frame: &Frame2, i: usize| match frame.kind() {
        Ok(ShapeKind2::TriangleByVertices) => frame.row(i + 1) - frame.origin(),
        _ => frame.row(i + 1),
    };
    let far = b.origin() - a.origin();
    let size = [0, 1].map(|i| edge(a, i).abs().max(edge(b, i).abs()).max_element());
    let size = size.into_iter().fold(far.abs().max_element(), f32::max);
    let mut random = |size: f32| Vec2::new(rng.f32() - 0.5, rng.f32() - 0.5) * (4.0 * size);
    let [wild, tame] = [random(size), random(size / 64.0)];
    let some_edge = edge([a, b][rng.usize(..2)], rng.usize(..2));
    let other_edge = edge(a, rng.usize(..2));
    let times = [1.0, -1.0, 0.5, -2.0, 4.0, -0.25][rng.usize(..6)];
    match way {
        0 => [Vec2::ZERO; 2],
        1 => [Vec2::ZERO, wild],
        2 => [some_edge * times, Vec2::ZERO],
        3 => [Vec2::ZERO, some_edge * times],
        4 => [Vec2::ZERO, far * -times.abs()],
        5 => [far * times.abs() + tame, tame],
        6 => [wild, wild],
        7 => [wild * 1e6, wild * 1e6 + some_edge * times],
        8 => [some_edge * times, other_edge],
        _ => [wild, tame],
    }
}

fn with_velocities(scene: &Scene) -> Scene {
    let mut rng = rng(&format!("{} moving", scene.name));
    let case = |n: usize| {
        let i = rng.usize(..scene.pairs.len());
        let (a, b) = scene.pair(i);
        let [v_a, v_b] = velocities(&mut rng, n % WAYS, a, b);
        // At the ends of f32 a velocity may be out of range; then the frame rests.
        let moving = |frame: &Frame2, v: Vec2| frame.with_velocity(v).unwrap_or(*frame);
        let name = format!("{}, way {}", scene.names[i], n % WAYS);
        Case { name, a: moving(a, v_a), b: moving(b, v_b), verdict: None, interval: None }
    };
    Scene::new(&format!("{}, moving", scene.name), (0..200).map(case).collect())
}

pub fn scenes() -> Vec<Scene> {
    std::iter::once(hard()).chain(resting().iter().map(with_velocities)).collect()
}
