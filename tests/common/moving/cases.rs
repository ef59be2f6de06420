//! Moving pairs whose verdict and interval the construction gives.

use crate::common::cases::{KINDS, frame};
use glam::Vec3;
use motzkin_core::geom::{Frame3, ShapeKind};
use motzkin_core::verdict::Verdict;
use motzkin_lab::workload::validation::space::SWEEPS;
use motzkin_lab::workload::validation::{MovingBox, Passing};

/// A moving pair, and what is true of it.
#[derive(Clone)]
pub struct MovingCase {
    pub name: String,
    pub a: Frame3,
    pub b: Frame3,
    pub known: Option<(Verdict, Option<[f64; 2]>)>,
}

fn made(kind: ShapeKind, MovingBox(place, size, velocity): &MovingBox<3>) -> Frame3 {
    let [x, y, z] = *size;
    let edges = [Vec3::X * x, Vec3::Y * y, Vec3::Z * z];
    frame(kind, (*place).into(), edges).with_velocity((*velocity).into()).expect("finite")
}

/// The body after its axes have changed places, x for y for z.
fn turned(MovingBox(place, size, velocity): &MovingBox<3>, by: usize) -> MovingBox<3> {
    let turn = |v: &[f32; 3]| [0, 1, 2].map(|i| v[(i + by) % 3]);
    MovingBox(turn(place), turn(size), turn(velocity))
}

/// The known pairs along each axis, and the same bodies as every other shape, which only the oracle
/// knows.
pub fn cases() -> Vec<MovingCase> {
    let mut out = Vec::new();
    for Passing { name, a, b, verdict, interval } in SWEEPS {
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
