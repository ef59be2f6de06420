//! The picture of a pair: both frames, what they share, and what was found out about them.

mod body;
mod colours;
mod moving;
mod resting;
mod stage;
mod subject;

use crate::picture::{Canvas, Figure};
use motzkin::glam::{DVec3, Vec2, Vec3};
use stage::Stage;

pub use subject::Subject;

/// Draws the pair.
pub fn draw(subject: &Subject, [width, height]: [usize; 2]) -> Canvas {
    let aspect = width as f32 / height as f32;
    let mut drawing =
        if subject.moves { moving::drawing(subject) } else { resting::drawing(subject) };
    let stage = Stage::new(&drawing.points, &drawing.keys, &drawing.faces(), subject.flat, aspect);
    let mut figure = Figure::default();
    for part in drawing.parts.drain(..) {
        part(&mut figure, &stage);
    }
    axes(&mut figure, &stage, subject.flat);
    figure.draw(&stage.camera, width, height)
}

/// Something to draw once it is known where things stand in the picture.
type Part<'a> = Box<dyn FnOnce(&mut Figure, &Stage) + 'a>;

/// What a picture shows.
struct Drawing<'a> {
    parts: Vec<Part<'a>>,
    /// All of these should be in view.
    points: Vec<DVec3>,
    /// Directions that should be seen from the side.
    keys: Vec<DVec3>,
    bodies: [&'a body::Body; 2],
}

impl<'a> Drawing<'a> {
    fn new(subject: &'a Subject) -> Self {
        let bodies = [&subject.a, &subject.b];
        Self { parts: Vec::new(), points: Vec::new(), keys: Vec::new(), bodies }
    }

    fn add(&mut self, part: impl FnOnce(&mut Figure, &Stage) + 'a) {
        self.parts.push(Box::new(part));
    }

    /// Normals of all faces, which look flat where they are seen from the side.
    fn faces(&self) -> Vec<DVec3> {
        self.bodies.iter().flat_map(|body| body.convex.normals()).collect()
    }

    /// The smallest box of what the pair shares, unless it ends beyond `f32`.
    fn add_box(&mut self, ends: Option<[DVec3; 2]>) {
        let Some([min, max]) = ends.filter(|ends| ends.iter().all(|end| end.is_finite())) else {
            return;
        };
        self.points.extend([min, max]);
        self.add(move |figure, stage| {
            let corner = |bits: usize| {
                let pick = |axis: usize| if bits >> axis & 1 == 0 { min[axis] } else { max[axis] };
                stage.place(DVec3::new(pick(0), pick(1), pick(2)))
            };
            for (from, axis) in (0..8).flat_map(|bits| (0..3).map(move |axis| (bits, axis))) {
                // Each edge from its lower end; those without length are dots.
                if from >> axis & 1 == 0 {
                    figure.line(
                        corner(from),
                        corner(from | 1 << axis),
                        colours::BOX.pen(2.0).dashed(7.0),
                    );
                }
            }
        });
    }
}

/// The directions of the coordinates, in the lower left corner.
fn axes(figure: &mut Figure, stage: &Stage, flat: bool) {
    let (at, length) = stage.corner(!flat);
    let axes = [("x", Vec3::X), ("y", Vec3::Y), ("z", Vec3::Z)];
    for (name, axis) in axes.into_iter().take(if flat { 2 } else { 3 }) {
        let pen = colours::AXES.pen(2.4);
        figure.arrow(at, at + axis * length, 0.26 * length, pen);
        let shift = stage.across(axis) * 14.0;
        figure.label(
            name,
            at + axis * length,
            shift + Vec2::new(0.0, 2.0),
            19.0,
            colours::AXES.colour(),
        );
    }
}
