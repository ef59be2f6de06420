//! Moving pairs whose verdict and interval the construction gives. All numbers are small and binary, so
//! that the way there and the way back are exact.

use crate::common::cases::{KINDS, frame};
use glam::Vec3;
use motzkin::geom::{Frame3, ShapeKind};
use motzkin::verdict::Verdict::{self, Overlapping, Separate, Touching};

/// A moving pair, and what is true of it.
#[derive(Clone)]
pub struct MovingCase {
    pub name: String,
    pub a: Frame3,
    pub b: Frame3,
    pub known: Option<(Verdict, Option<[f64; 2]>)>,
}

/// A box by its corner and size, and its velocity.
struct Body([f32; 3], [f32; 3], [f32; 3]);

const UNIT: [f32; 3] = [1.0; 3];
const REST: [f32; 3] = [0.0; 3];
/// A unit cube at rest in the world's corner.
const HOME: Body = Body(REST, UNIT, REST);
/// A plate far thinner than a step is long.
const PLATE: Body = Body([5.0, 0.0, 0.0], [1.0 / 1024.0, 1.0, 1.0], REST);
const LEAVES_PLATE: f64 = (5.0 + 1.0 / 1024.0) / 16.0;

type Known = (&'static str, Body, Body, Verdict, Option<[f64; 2]>);

const fn unit(place: [f32; 3], velocity: [f32; 3]) -> Body {
    Body(place, UNIT, velocity)
}

const CASES: &[Known] = &[
    ("through a plate", PLATE, unit(REST, [16.0, 0.0, 0.0]), Overlapping, Some([0.25, LEAVES_PLATE])),
    ("past a plate", PLATE, unit([0.0, 1.5, 0.0], [16.0, 0.0, 0.0]), Separate, None),
    (
        "grazing a plate's rim",
        PLATE,
        unit([0.0, 1.0, 0.0], [16.0, 0.0, 0.0]),
        Touching,
        Some([0.25, LEAVES_PLATE]),
    ),
    (
        "through a plate that moves on",
        Body([5.0, 0.0, 0.0], [1.0 / 1024.0, 1.0, 1.0], [-8.0, 0.0, 0.0]),
        unit(REST, [8.0, 0.0, 0.0]),
        Overlapping,
        Some([0.25, LEAVES_PLATE]),
    ),
    ("edge past edge", HOME, unit([2.0, 0.0, 0.0], [-2.0, 2.0, 0.0]), Touching, Some([0.5, 0.5])),
    ("corner past corner", HOME, unit([2.0, 0.0, 0.5], [-2.0, 2.0, 1.0]), Touching, Some([0.5, 0.5])),
    ("edge beyond edge", HOME, unit([2.25, 0.0, 0.0], [-2.0, 2.0, 0.0]), Separate, None),
    ("edge through edge", HOME, unit([1.75, 0.0, 0.0], [-2.0, 2.0, 0.0]), Overlapping, Some([0.375, 0.5])),
    ("along a face", HOME, unit([-3.0, 0.0, 1.0], [8.0, 0.0, 0.0]), Touching, Some([0.25, 0.5])),
    ("along a face from within", HOME, unit([0.5, 0.5, 1.0], [1.0, 1.0, 0.0]), Touching, Some([0.0, 0.5])),
    ("along an edge", HOME, unit([1.0, -3.0, 1.0], [0.0, 8.0, 0.0]), Touching, Some([0.25, 0.5])),
    ("at the end only", HOME, unit([3.0, 0.0, 0.0], [-2.0, 0.0, 0.0]), Touching, Some([1.0, 1.0])),
    ("an ulp short of the end", HOME, unit([3.0, 0.0, 0.0], [-1.999_999_9, 0.0, 0.0]), Separate, None),
    ("at the start only", HOME, unit([1.0, 0.0, 0.0], [2.0, 0.0, 0.0]), Touching, Some([0.0, 0.0])),
    ("at the start only, slowly", HOME, unit([1.0, 0.0, 0.0], [1e-30, 0.0, 0.0]), Touching, Some([0.0, 0.0])),
    (
        "starts inside and leaves",
        HOME,
        unit([0.5, 0.0, 0.0], [2.0, 0.0, 0.0]),
        Overlapping,
        Some([0.0, 0.25]),
    ),
    ("starts inside and stays", HOME, unit([0.5, 0.0, 0.0], [0.25, 0.0, 0.0]), Overlapping, Some([0.0, 1.0])),
    (
        "starts in contact and enters",
        HOME,
        unit([1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]),
        Overlapping,
        Some([0.0, 1.0]),
    ),
    (
        "starts in contact and passes",
        HOME,
        unit([1.0, 0.0, 0.0], [-4.0, 0.0, 0.0]),
        Overlapping,
        Some([0.0, 0.5]),
    ),
    ("ends inside", HOME, unit([2.0, 0.0, 0.0], [-2.0, 0.0, 0.0]), Overlapping, Some([0.5, 1.0])),
    ("would meet later", HOME, unit([4.0, 0.0, 0.0], [-2.0, 0.0, 0.0]), Separate, None),
    ("met before", HOME, unit([2.0, 0.0, 0.0], [4.0, 0.0, 0.0]), Separate, None),
    ("rests apart", HOME, unit([2.0, 0.0, 0.0], REST), Separate, None),
    ("rests in contact", HOME, unit([1.0, 0.0, 0.0], REST), Touching, Some([0.0, 1.0])),
    ("rests overlapping", HOME, unit([0.5, 0.0, 0.0], REST), Overlapping, Some([0.0, 1.0])),
    (
        "one velocity, huge, overlapping",
        unit(REST, [1e30, -1e30, 3e38]),
        unit([0.5, 0.5, 0.5], [1e30, -1e30, 3e38]),
        Overlapping,
        Some([0.0, 1.0]),
    ),
    (
        "one velocity, huge, in contact",
        unit(REST, [1e30, -1e30, 3e38]),
        unit([1.0, 0.5, 0.5], [1e30, -1e30, 3e38]),
        Touching,
        Some([0.0, 1.0]),
    ),
    (
        "huge velocities that differ by an ulp",
        unit(REST, [16_777_216.0, 0.0, 0.0]),
        unit([-2.0, 0.0, 0.0], [16_777_218.0, 0.0, 0.0]),
        Overlapping,
        Some([0.5, 1.0]),
    ),
    (
        "for a moment only",
        HOME,
        unit([-131_072.0, 0.0, 0.0], [262_144.0, 0.0, 0.0]),
        Overlapping,
        Some([131_071.0 / 262_144.0, 131_073.0 / 262_144.0]),
    ),
    (
        "both move",
        unit(REST, [2.0, 1.0, 0.0]),
        unit([3.0, 1.5, 0.0], [-2.0, 0.0, 0.0]),
        Overlapping,
        Some([0.5, 1.0]),
    ),
];

fn made(kind: ShapeKind, Body(place, size, velocity): &Body) -> Frame3 {
    let [x, y, z] = *size;
    let edges = [Vec3::X * x, Vec3::Y * y, Vec3::Z * z];
    frame(kind, (*place).into(), edges).with_velocity((*velocity).into()).expect("finite")
}

/// The body after its axes have changed places, x for y for z.
fn turned(Body(place, size, velocity): &Body, by: usize) -> Body {
    let turn = |v: &[f32; 3]| [0, 1, 2].map(|i| v[(i + by) % 3]);
    Body(turn(place), turn(size), turn(velocity))
}

/// The known pairs along each axis, and the same bodies as every other shape, which only the oracle knows.
pub fn cases() -> Vec<MovingCase> {
    let mut out = Vec::new();
    for (name, a, b, verdict, interval) in CASES {
        for by in [1, 2] {
            let [a, b] = [a, b].map(|body| made(ShapeKind::Cuboid, &turned(body, by)));
            out.push(MovingCase {
                name: format!("{name}, turned {by}"),
                a,
                b,
                known: Some((*verdict, *interval)),
            });
        }
        for a_kind in KINDS {
            for b_kind in KINDS {
                let boxes = !a_kind.is_tetra() && !b_kind.is_tetra();
                out.push(MovingCase {
                    name: format!("{name} ({a_kind:?}, {b_kind:?})"),
                    a: made(a_kind, a),
                    b: made(b_kind, b),
                    known: boxes.then_some((*verdict, *interval)),
                });
            }
        }
    }
    out
}
