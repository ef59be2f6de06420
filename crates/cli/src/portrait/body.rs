//! One frame of the pair.

use super::colours::{EDGES, FILLS, SHARED};
use super::stage::Stage;
use crate::picture::{Convex, Figure, Pen};
use motzkin::glam::{DVec3, Vec2, Vec3};

/// Where it is at `t = 0`, and how it moves.
pub struct Body {
    pub convex: Convex,
    pub velocity: DVec3,
}

/// How strongly a body is drawn.
#[derive(Clone, Copy)]
pub enum Weight {
    /// Faces and edges.
    Full,
    /// Faint faces, edges in dashes.
    Ghost,
}

impl Body {
    /// Its size: the diagonal of the box of its corners.
    pub fn size(&self) -> f64 {
        let corners = || self.convex.corners();
        let ends = [corners().reduce(DVec3::min), corners().reduce(DVec3::max)]
            .map(Option::unwrap_or_default);
        ends[0].distance(ends[1])
    }
}

/// Draws a body in the colours of the first or the second frame.
pub fn draw(figure: &mut Figure, stage: &Stage, convex: &Convex, who: usize, weight: Weight) {
    // A solid's faces lie behind one another, two for most of what is seen; a flat one has one.
    let layers = if convex.faces.len() == 1 { 1.9 } else { 1.0 };
    for face in &convex.faces {
        let corners = stage.places(face);
        let (alpha, pen) = match weight {
            Weight::Full => (0.2, EDGES[who].pen(2.7)),
            Weight::Ghost => (0.045, EDGES[who].pen(1.6).dashed(6.0).with_alpha(0.55)),
        };
        figure.polygon(&corners, FILLS[who].paint(alpha * layers));
        figure.outline(&corners, pen);
    }
}

/// Draws a letter next to a body, on the side that looks away from `other`.
pub fn name(
    figure: &mut Figure,
    stage: &Stage,
    convex: &Convex,
    other: DVec3,
    who: usize,
    text: &str,
) {
    let away = stage.place(convex.centre()) - stage.place(other);
    let across = stage.across(away);
    let away = if across.length() > 1e-3 {
        across.normalize()
    } else {
        Vec2::from([[-0.7, 0.7], [0.7, 0.7]][who])
    };
    let farthest = convex.corners().map(|corner| stage.place(corner)).max_by(|p, q| {
        let extent = |point: &Vec3| stage.across(*point).dot(away);
        extent(p).total_cmp(&extent(q))
    });
    if let Some(corner) = farthest {
        figure.label(text, corner, away * 30.0, 30.0, EDGES[who].colour());
    }
}

/// Draws the intersection of two bodies. An intersection without volume is an outline.
pub fn shared(figure: &mut Figure, stage: &Stage, faces: &[Vec<DVec3>], alpha: f32, pen: Pen) {
    for face in faces {
        // Before the bodies' own faces, on which those of the intersection lie.
        let corners: Vec<Vec3> =
            stage.places(face).into_iter().map(|place| stage.ahead(place)).collect();
        figure.polygon(&corners, SHARED.paint(alpha));
        figure.outline(&corners, pen);
    }
}
