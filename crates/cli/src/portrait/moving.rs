//! A moving pair: where it starts, its first and last contact, and where it ends.

use super::body::{self, Weight};
use super::resting::{SLACK, shared_pen};
use super::{Drawing, Subject, colours};
use motzkin::glam::{DVec3, Vec2};

/// The longest way of a pair in one picture, as a multiple of its size.
const TRAVEL: f64 = 6.0;

/// How long the arrow that says which way a frame moves may be, as a share of half the picture's
/// height.
const LONGEST_ARROW: f32 = 0.3;

/// How many intersections are drawn between the first and the last contact.
const STEPS: usize = 7;

pub fn drawing(subject: &Subject) -> Drawing<'_> {
    let mut drawing = Drawing::new(subject);
    let size = subject.a.size().max(subject.b.size());
    let common = common_velocity(subject, size);
    let velocities = [subject.a.velocity - common, subject.b.velocity - common];
    let at = move |who: usize, t: f64| {
        let body = if who == 0 { &subject.a } else { &subject.b };
        body.convex.moved(velocities[who] * t)
    };
    let shown = shown_times(subject, velocities, size);
    let times: Vec<f64> = match subject.interval {
        Some(interval) => vec![interval.first.into(), interval.last.into()],
        None => shown.to_vec(),
    };
    for t in times.iter().chain(&shown) {
        drawing.points.extend((0..2).flat_map(|who| at(who, *t).corners().collect::<Vec<_>>()));
    }
    drawing.keys = vec![(velocities[1] - velocities[0]).normalize_or_zero()];

    let contacts = times.clone();
    drawing.add(move |figure, stage| {
        for who in 0..2 {
            // A resting frame is drawn once, and ghosts where nothing else of the frame is.
            let moves = velocities[who] != DVec3::ZERO;
            let [from, to] = shown.map(|t| at(who, t));
            let start = stage.place(from.centre());
            let way = stage.place(to.centre()) - start;
            let full = if moves { &contacts[..] } else { &contacts[..1] };
            for (i, &t) in full.iter().enumerate() {
                let convex = at(who, t);
                if i == 0 || contacts[0] != t {
                    body::draw(figure, stage, &convex, who, Weight::Full);
                }
                if moves && subject.interval.is_some() && (i == 0 || contacts[0] != t) {
                    let top = stage.place(convex.support(DVec3::Y, 0.05 * size));
                    // Aside from each other, so that they do not merge however short the contact
                    // is.
                    let (label, aside) = [("t0", -22.0), ("t1", 22.0)][i];
                    let onward = stage.across(way).x.signum();
                    let colour = colours::EDGES[who].colour();
                    figure.label(label, top, Vec2::new(aside * onward, 26.0), 22.0, colour);
                }
            }
            for t in shown.into_iter().filter(|t| moves && !contacts.contains(t)) {
                body::draw(figure, stage, &at(who, t), who, Weight::Ghost);
            }
            if moves {
                let tip = start + way.clamp_length_max(stage.length(LONGEST_ARROW));
                figure.arrow(start, tip, stage.length(0.06), colours::EDGES[who].pen(3.0));
                for (from, to) in from.corners().zip(to.corners()) {
                    figure.line(
                        stage.place(from),
                        stage.place(to),
                        colours::EDGES[who].pen(1.1).with_alpha(0.16),
                    );
                }
            }
            body::name(figure, stage, &from, at(1 - who, shown[0]).centre(), who, ["A", "B"][who]);
        }
    });
    if subject.verdict.meets() {
        let slack = SLACK * (subject.a.size() + subject.b.size());
        let pen = shared_pen(subject.verdict);
        let [first, last] = [times[0], times[times.len() - 1]];
        drawing.add(move |figure, stage| {
            // The middle one last: in the plane it lies over the others.
            for step in (0..STEPS).filter(|step| *step != STEPS / 2).chain([STEPS / 2]) {
                let t = first + (last - first) * step as f64 / (STEPS - 1) as f64;
                let faces = at(0, t).intersection(&at(1, t), slack);
                body::shared(
                    figure,
                    stage,
                    &faces,
                    if step == STEPS / 2 { 0.94 } else { 0.16 },
                    pen,
                );
            }
        });
    }
    drawing.add_box(subject.aabb.filter(|_| common == DVec3::ZERO));
    if let Some(point) = subject.witness.filter(|_| common == DVec3::ZERO) {
        drawing.add(move |figure, stage| figure.dot(stage.place(point), colours::SHARED.pen(15.0)));
    }
    drawing
}

/// Returns the velocity that the picture moves along with: that of the first frame if both frames
/// go much farther than a picture shows, else zero.
fn common_velocity(subject: &Subject, size: f64) -> DVec3 {
    let [a, b] = [subject.a.velocity, subject.b.velocity];
    if a.length().min(b.length()) > 2.0 * TRAVEL * size { a } else { DVec3::ZERO }
}

/// Returns the range of `t` in the picture: all of it, or what fits around the contact.
fn shown_times(subject: &Subject, velocities: [DVec3; 2], size: f64) -> [f64; 2] {
    let speed = velocities[0].length().max(velocities[1].length());
    let duration = TRAVEL * size / speed.max(f64::MIN_POSITIVE);
    let middle = match subject.interval {
        Some(interval) => [interval.first.into(), interval.last.into()],
        None => {
            // Where the centres come closest.
            let drift = velocities[1] - velocities[0];
            let apart = subject.b.convex.centre() - subject.a.convex.centre();
            let t = (-apart.dot(drift) / drift.length_squared()).clamp(0.0, 1.0);
            [if t.is_nan() { 0.0 } else { t }; 2]
        }
    };
    [(middle[0] - duration / 2.0).max(0.0), (middle[1] + duration / 2.0).min(1.0)]
}
