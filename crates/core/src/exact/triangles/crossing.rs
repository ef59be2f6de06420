//! How a ray meets a triangle, by the sides on which it passes the edges.

use super::super::axes::is_null;
use super::super::solid::{cross, dot, sub};
use super::sides::NEXT;
use crate::num::Ring;
use std::cmp::Ordering;

/// How a ray meets a triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crossing {
    /// It does not.
    None,
    /// It goes through the inside: 1 where the ray leaves by the triangle's face, -1 where it
    /// enters.
    Through(i64),
    /// The ray begins on the triangle.
    Begins,
    /// Through an edge or a corner, or within the triangle's plane: another ray has to be tried.
    Edge,
}

/// Returns what follows from the sides on which a line passes the edges, or `None` if it goes
/// through.
pub(super) fn passes(signs: [Ordering; 3]) -> Option<Crossing> {
    if signs.contains(&Ordering::Less) && signs.contains(&Ordering::Greater) {
        return Some(Crossing::None);
    }
    signs.contains(&Ordering::Equal).then_some(Crossing::Edge)
}

/// Returns whether the ray of a line that goes through does so too.
pub(super) fn ahead(side: Ordering, volume: Ordering) -> Crossing {
    match volume {
        Ordering::Equal => Crossing::Begins,
        _ if volume != side => Crossing::None,
        Ordering::Greater => Crossing::Through(1),
        Ordering::Less => Crossing::Through(-1),
    }
}

/// Decides in whole numbers.
pub(super) fn whole<N: Ring>([point, ray]: [[N; 3]; 2], triangle: [[N; 3]; 3]) -> Crossing {
    let seen = triangle.map(|corner| [0, 1, 2].map(|i| corner[i].clone() - point[i].clone()));
    let signs = [0, 1, 2].map(|i| volume(&ray, &seen[i], &seen[NEXT[i]]).sign_of());
    let volume = volume(&seen[0], &seen[1], &seen[2]).sign_of();
    match passes(signs) {
        // Where the point is on the triangle's edge, every ray runs into it.
        Some(Crossing::Edge) if volume == Ordering::Equal && holds(&seen) => Crossing::Begins,
        // All rays run into the edges of a triangle without an area whose line holds the point. It
        // has no inside that one could go through.
        Some(Crossing::Edge) if is_flat(&seen) => Crossing::None,
        Some(found) => found,
        None => ahead(signs[0], volume),
    }
}

fn volume<N: Ring>(d: &[N; 3], e: &[N; 3], f: &[N; 3]) -> N {
    dot(d, &cross(e, f))
}

/// Returns true if these corners have no area.
fn is_flat<N: Ring>([a, b, c]: &[[N; 3]; 3]) -> bool {
    is_null(&cross(&sub(b, a), &sub(c, a)))
}

/// Returns true if the origin is on an edge of these corners, in whose plane it lies.
fn holds<N: Ring>(seen: &[[N; 3]; 3]) -> bool {
    (0..3).any(|i| {
        let (p, q) = (&seen[i], &seen[NEXT[i]]);
        is_null(&cross(p, q)) && dot(p, q).sign_of() != Ordering::Greater
    })
}
