//! Moving pairs in the plane: some whose passage the construction gives, and every scene at rest with velocities.

use super::{Case, KINDS, Scene, frame, resting};
use crate::common::seed::rng;
use glam::Vec2;
use motzkin::geom::{Frame2, ShapeKind};
use motzkin::verdict::Verdict::{self, Overlapping, Separate, Touching};

/// A rectangle by its corner and size, and its velocity.
struct Body([f32; 2], [f32; 2], [f32; 2]);

const HOME: Body = Body([0.0; 2], [1.0; 2], [0.0; 2]);
/// A plate far thinner than a step is long.
const PLATE: Body = Body([5.0, 0.0], [1.0 / 1024.0, 1.0], [0.0; 2]);
const LEAVES_PLATE: f64 = (5.0 + 1.0 / 1024.0) / 16.0;

const fn unit(place: [f32; 2], velocity: [f32; 2]) -> Body {
    Body(place, [1.0; 2], velocity)
}

/// A name, two bodies, what is known of them: the verdict, and the contact interval.
type Known = (&'static str, Body, Body, Verdict, Option<[f64; 2]>);

/// All numbers are small and binary, so that the way there and the way back are exact.
const KNOWN: &[Known] = &[
    ("through a plate", PLATE, unit([0.0, 0.0], [16.0, 0.0]), Overlapping, Some([0.25, LEAVES_PLATE])),
    ("past a plate", PLATE, unit([0.0, 1.5], [16.0, 0.0]), Separate, None),
    ("grazing a plate", PLATE, unit([0.0, 1.0], [16.0, 0.0]), Touching, Some([0.25, LEAVES_PLATE])),
    ("corner past corner", HOME, unit([2.0, 0.0], [-2.0, 2.0]), Touching, Some([0.5, 0.5])),
    ("corner beyond corner", HOME, unit([2.25, 0.0], [-2.0, 2.0]), Separate, None),
    ("corner through corner", HOME, unit([1.75, 0.0], [-2.0, 2.0]), Overlapping, Some([0.375, 0.5])),
    ("along an edge", HOME, unit([-3.0, 1.0], [8.0, 0.0]), Touching, Some([0.25, 0.5])),
    ("at the end only", HOME, unit([3.0, 0.0], [-2.0, 0.0]), Touching, Some([1.0, 1.0])),
    ("an ulp short of the end", HOME, unit([3.0, 0.0], [-1.999_999_9, 0.0]), Separate, None),
    ("at the start only", HOME, unit([1.0, 0.0], [2.0, 0.0]), Touching, Some([0.0, 0.0])),
    ("at the start only, slowly", HOME, unit([1.0, 0.0], [1e-30, 0.0]), Touching, Some([0.0, 0.0])),
    ("starts inside and leaves", HOME, unit([0.5, 0.0], [2.0, 0.0]), Overlapping, Some([0.0, 0.25])),
    ("starts inside and stays", HOME, unit([0.5, 0.0], [0.25, 0.0]), Overlapping, Some([0.0, 1.0])),
    ("starts in contact and passes", HOME, unit([1.0, 0.0], [-4.0, 0.0]), Overlapping, Some([0.0, 0.5])),
    ("would meet later", HOME, unit([4.0, 0.0], [-2.0, 0.0]), Separate, None),
    ("met before", HOME, unit([2.0, 0.0], [4.0, 0.0]), Separate, None),
    ("rests apart", HOME, unit([2.0, 0.0], [0.0; 2]), Separate, None),
    ("rests in contact", HOME, unit([1.0, 0.0], [0.0; 2]), Touching, Some([0.0, 1.0])),
    (
        "one velocity, huge, in contact",
        unit([0.0; 2], [1e30, 3e38]),
        unit([1.0, 0.5], [1e30, 3e38]),
        Touching,
        Some([0.0, 1.0]),
    ),
    (
        "huge velocities that differ by an ulp",
        unit([0.0; 2], [16_777_216.0, 0.0]),
        unit([-2.0, 0.0], [16_777_218.0, 0.0]),
        Overlapping,
        Some([0.5, 1.0]),
    ),
    (
        "for a moment only",
        HOME,
        unit([-131_072.0, 0.0], [262_144.0, 0.0]),
        Overlapping,
        Some([131_071.0 / 262_144.0, 131_073.0 / 262_144.0]),
    ),
    ("both move", unit([0.0; 2], [2.0, 1.0]), unit([3.0, 1.5], [-2.0, 0.0]), Overlapping, Some([0.5, 1.0])),
];

fn hard() -> Scene {
    let mut cases = Vec::new();
    for (name, a, b, verdict, interval) in KNOWN {
        for turned in [false, true] {
            for (a_kind, b_kind) in KINDS.into_iter().flat_map(|a| KINDS.map(|b| (a, b))) {
                let made = |kind, Body(place, size, velocity): &Body| {
                    let turn = |[x, y]: [f32; 2]| if turned { Vec2::new(-y, x) } else { Vec2::new(x, y) };
                    let edges = [turn([size[0], 0.0]), turn([0.0, size[1]])];
                    frame(kind, turn(*place), edges).with_velocity(turn(*velocity)).expect("finite")
                };
                let boxes = !a_kind.is_tetra() && !b_kind.is_tetra();
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
        Ok(ShapeKind::TetraByVertices) => frame.row(i + 1) - frame.origin(),
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
