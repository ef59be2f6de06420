//! Two shapes on a table, as the page tells of them.

use crate::Answered;
use motzkin::glam::{Quat, Vec3};
use motzkin::{Frame3, Pose};
use serde::{Deserialize, Serialize};

/// The distance of two neighbours of the grid that every corner of the bench lies on. Whole
/// multiples of it below 16 are `f32` numbers, so that sums of a place and an edge are exact, and a
/// quarter turn is one.
pub const GRID: f64 = 1.0 / 1_048_576.0;

/// How far from the centre of the table a shape may be, and how far it may move.
pub const REACH: f32 = 4.0;

/// A shape of the bench.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Box,
    Sheared,
    Tetrahedron,
}

/// A shape with its place, its turning and its velocity.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Placed {
    pub kind: Kind,
    pub at: [f32; 3],
    /// A quaternion of any length but zero: x, y, z, w.
    pub turn: [f32; 4],
    /// While time runs from 0 to 1.
    pub velocity: [f32; 3],
}

/// The two shapes, and the time that is looked at.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Table {
    pub shapes: [Placed; 2],
    pub time: f32,
}

impl Default for Table {
    /// A box, and a tetrahedron on its way to it.
    fn default() -> Self {
        let turn = Quat::IDENTITY.to_array();
        let (left, right) = ([-1.25, 0.0, 0.0], [1.25, 0.0, 0.0]);
        let tilted = Quat::from_rotation_y(0.5) * Quat::from_rotation_x(0.25);
        Self {
            shapes: [
                Placed { kind: Kind::Box, at: left, turn, velocity: [0.0; 3] },
                Placed {
                    kind: Kind::Tetrahedron,
                    at: right,
                    turn: tilted.to_array(),
                    velocity: [-4.0, 0.0, 0.0],
                },
            ],
            time: 0.0,
        }
    }
}

impl Kind {
    /// The shape round the origin.
    fn frame(self) -> Result<Frame3, motzkin::FrameError> {
        let half = Vec3::new(0.75, 0.5, 0.625);
        match self {
            Self::Box => Frame3::aligned_box(-half, half),
            Self::Sheared => {
                let edges = [Vec3::X, Vec3::new(0.5, 1.0, 0.0), Vec3::new(0.25, 0.25, 1.0)];
                Frame3::cuboid(-0.5 * (edges[0] + edges[1] + edges[2]), edges)
            }
            Self::Tetrahedron => {
                let edges =
                    [Vec3::new(1.0, 0.0, 1.0), Vec3::new(1.0, 1.0, 0.0), Vec3::ONE.with_x(0.0)];
                Frame3::tetra(Vec3::splat(-0.625), edges.map(|edge| 1.25 * edge))
            }
        }
    }
}

impl Table {
    /// Both shapes as they stand at a time, with their velocities.
    ///
    /// # Errors
    ///
    /// A rotation of zeros, or a place or a velocity out of reach.
    pub fn frames(&self, time: f32) -> Answered<[Frame3; 2]> {
        let [a, b] = &self.shapes;
        Ok([a.frame(time)?, b.frame(time)?])
    }
}

impl Placed {
    fn frame(&self, time: f32) -> Answered<Frame3> {
        let far = |numbers: [f32; 3]| numbers.iter().any(|number| number.abs() > REACH);
        if far(self.at) || far(self.velocity) || !(0.0..=1.0).contains(&time) {
            return Err(format!("places and velocities end at {REACH}, and time at 1").into());
        }
        let turned = self.kind.frame()?.posed(&Pose::turned(Quat::from_array(self.turn))?)?;
        let rows = [1, 2, 3].map(|row| on_grid(turned.row(row)));
        let (at, velocity) = (Vec3::from(self.at), Vec3::from(self.velocity));
        // Each summand is on the grid, and their sum is short: it is exact.
        let origin = on_grid(turned.origin()) + on_grid(at + velocity * time);
        Ok(Frame3::of_kind(turned.kind()?, origin, rows)?.with_velocity(velocity)?)
    }
}

/// The nearest point of the grid.
fn on_grid(point: Vec3) -> Vec3 {
    let nearest = |number: f64| (number / GRID).round() * GRID;
    point.as_dvec3().map(nearest).as_vec3()
}
