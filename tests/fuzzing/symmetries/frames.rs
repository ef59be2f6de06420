//! Symmetries of frames in space.

use super::bodies::{Body, Kind, hold};
use super::maps::whole;
use crate::common::scene_model;
use crate::driver;
use crate::frames::draw;
use fastrand::Rng;
use motzkin::bytemuck::cast;
use motzkin::{Frame3, ShapeKind};

struct Frames;

impl Kind<3> for Frames {
    type Shapes = Vec<Frame3>;

    fn shapes(&self, bodies: &[Body<3>]) -> Vec<Frame3> {
        bodies.iter().map(frame).collect()
    }
}

fn body(frame: &Frame3) -> Body<3> {
    let rows = frame.rows();
    Body {
        tag: rows[0][3],
        rows: rows.iter().map(|[x, y, z, _]| [*x, *y, *z]).collect(),
        has_edges: frame.kind() != Ok(ShapeKind::TetraByVertices),
        velocity: frame.velocity().to_array(),
    }
}

fn frame(body: &Body<3>) -> Frame3 {
    let last = [body.tag, body.velocity[0], body.velocity[1], body.velocity[2]];
    cast([0, 1, 2, 3].map(|row| {
        let [x, y, z] = body.rows[row];
        [x, y, z, last[row]]
    }))
}

/// Small whole numbers with velocities, or any bits.
fn frames(rng: &mut Rng) -> Vec<Frame3> {
    if rng.u32(..3) == 0 {
        let mut frames = draw(rng, 6);
        frames.retain(|frame| frame.validate().is_ok());
        return frames;
    }
    let drawn = |_| {
        let way = whole::<3>(rng, 3);
        scene_model::frame(rng).with_velocity(way.into()).expect("finite")
    };
    (0..6).map(drawn).collect()
}

#[test]
fn what_changes_no_verdict() {
    driver::run("symmetries", |rng| {
        let bodies: Vec<Body<3>> = frames(rng).iter().map(body).collect();
        hold(rng, &Frames, &bodies);
    });
}
