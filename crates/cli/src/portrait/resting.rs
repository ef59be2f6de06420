//! A pair at rest: its gap, its contact or its overlap.

use super::body::{self, Weight};
use super::{Drawing, Subject, colours};
use crate::picture::{Convex, Pen};
use motzkin::Verdict;
use motzkin::glam::{DVec3, Vec3};

/// How far planes may be rounded off, as a share of the pair's size.
pub const SLACK: f64 = 1e-6;

pub fn drawing(subject: &Subject) -> Drawing<'_> {
    let mut drawing = Drawing::new(subject);
    let (a, b) = (&subject.a.convex, &subject.b.convex);
    let slack = SLACK * (subject.a.size() + subject.b.size());
    drawing.points = a.corners().chain(b.corners()).collect();
    drawing.add(move |figure, stage| {
        for (who, (own, other)) in [(a, b), (b, a)].into_iter().enumerate() {
            body::draw(figure, stage, own, who, Weight::Full);
            body::name(figure, stage, own, other.centre(), who, ["A", "B"][who]);
        }
    });
    if subject.verdict.meets() {
        let faces = a.intersection(b, slack);
        let pen = shared_pen(subject.verdict);
        drawing.add(move |figure, stage| body::shared(figure, stage, &faces, 0.94, pen));
    }
    drawing.add_box(subject.aabb);
    if let (Verdict::Touching, Some(point)) = (subject.verdict, subject.witness) {
        drawing.add(move |figure, stage| figure.dot(stage.place(point), colours::SHARED.pen(15.0)));
    }
    if let Some((axis, depth)) = subject.separation {
        drawing.keys = vec![axis];
        match subject.verdict {
            Verdict::Separate => gap(&mut drawing, [a, b], axis, depth, slack),
            Verdict::Overlapping => way_out(&mut drawing, b, axis, depth, slack),
            Verdict::Touching => {}
        }
    }
    drawing
}

/// The outline of what is shared. A contact may consist of nothing else, and is drawn wide.
pub fn shared_pen(verdict: Verdict) -> Pen {
    match verdict {
        Verdict::Touching => colours::SHARED.pen(6.0),
        _ => colours::SHARED_EDGES.pen(2.2),
    }
}

/// The planes that bound the gap, and the gap between them.
fn gap<'a>(drawing: &mut Drawing<'a>, [a, b]: [&'a Convex; 2], axis: DVec3, gap: f64, slack: f64) {
    let (on_a, on_b) = (a.support(axis, slack), b.support(-axis, slack));
    // Across the axis, half way between what comes closest.
    let between = on_b - on_a;
    let from = on_a + (between - axis * between.dot(axis)) / 2.0;
    let to = from + axis * gap;
    drawing.add(move |figure, stage| {
        let (from, to, axis) = (stage.place(from), stage.place(to), axis.as_vec3());
        let (u, v) = axis.any_orthonormal_pair();
        let side = stage.length(0.34);
        for at in [from, to] {
            let corner = |(x, y): (f32, f32)| at + (u * x + v * y) * side;
            let square = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(corner);
            figure.even_polygon(&square, colours::PLANES.paint(0.13));
            figure.outline(&square, colours::PLANES.pen(1.5).with_alpha(0.7));
        }
        figure.arrow(from, to, stage.length(0.09), colours::SEPARATION.pen(4.0));
    });
}

/// The second frame where the least translation takes it, and the way there.
fn way_out<'a>(drawing: &mut Drawing<'a>, b: &'a Convex, axis: DVec3, depth: f64, slack: f64) {
    let moved = b.moved(axis * depth);
    drawing.points.extend(moved.corners());
    let from = b.support(axis, slack);
    drawing.add(move |figure, stage| {
        for face in &moved.faces {
            figure.outline(
                &stage.places(face),
                colours::EDGES[1].pen(1.6).dashed(6.0).with_alpha(0.6),
            );
        }
        let ends: [Vec3; 2] = [stage.place(from), stage.place(from + axis * depth)];
        figure.arrow(ends[0], ends[1], stage.length(0.09), colours::SEPARATION.pen(4.0));
    });
}
