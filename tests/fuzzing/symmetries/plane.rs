//! Symmetries of frames in the plane.

use super::bodies::{Body, Kind, hold};
use super::maps::whole;
use crate::{driver, plane};
use fastrand::Rng;
use motzkin::bytemuck::cast;
use motzkin::glam::Vec2;
use motzkin::{Frame2, ShapeKind2};

struct Frames;

impl Kind<2> for Frames {
    type Shapes = Vec<Frame2>;

    fn shapes(&self, bodies: &[Body<2>]) -> Vec<Frame2> {
        bodies.iter().map(frame).collect()
    }
}

fn body(frame: &Frame2) -> Body<2> {
    let [origin, first, second, velocity, [tag, _]] = *frame.rows();
    let has_edges = frame.kind() != Ok(ShapeKind2::TriangleByVertices);
    Body { tag, rows: vec![origin, first, second], has_edges, velocity }
}

fn frame(body: &Body<2>) -> Frame2 {
    let [origin, first, second] = [0, 1, 2].map(|row| body.rows[row]);
    cast([origin, first, second, body.velocity, [body.tag, 0.0]])
}

/// Small whole numbers, so that contacts are frequent.
fn small(rng: &mut Rng) -> Frame2 {
    loop {
        let kind = ShapeKind2::ALL[rng.usize(..3)];
        let mut vector = |reach| Vec2::from(whole::<2>(rng, reach));
        let (origin, rows, way) = (vector(3), [vector(2), vector(2)], vector(3));
        let made = Frame2::of_kind(kind, origin, rows);
        if let Ok(frame) = made.and_then(|frame| frame.with_velocity(way)) {
            return frame;
        }
    }
}

#[test]
fn what_changes_no_verdict_in_the_plane() {
    driver::run("symmetries-in-plane", |rng| {
        let frames: Vec<Frame2> = match rng.u32(..3) {
            0 => {
                let mut frames = plane::draw(rng, 6, true);
                frames.retain(plane::is_valid);
                frames
            }
            _ => (0..6).map(|_| small(rng)).collect(),
        };
        let bodies: Vec<Body<2>> = frames.iter().map(body).collect();
        hold(rng, &Frames, &bodies);
    });
}
