//! How a ray meets a triangle, by the sides on which it passes the edges.

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
    let part = |i: usize, j: usize| e[i].clone() * f[j].clone() - e[j].clone() * f[i].clone();
    d[0].clone() * part(1, 2) + d[1].clone() * part(2, 0) + d[2].clone() * part(0, 1)
}

/// Returns true if these corners have no area.
fn is_flat<N: Ring>(seen: &[[N; 3]; 3]) -> bool {
    let edge = |corner: usize| [0, 1, 2].map(|i| seen[corner][i].clone() - seen[0][i].clone());
    let (p, q) = (edge(1), edge(2));
    let part = |i: usize, j: usize| p[i].clone() * q[j].clone() - p[j].clone() * q[i].clone();
    [part(1, 2), part(2, 0), part(0, 1)].iter().all(|x| x.sign_of() == Ordering::Equal)
}

/// Returns true if the origin is on an edge of these corners, in whose plane it lies.
fn holds<N: Ring>(seen: &[[N; 3]; 3]) -> bool {
    (0..3).any(|i| {
        let (p, q) = (&seen[i], &seen[NEXT[i]]);
        let part = |i: usize, j: usize| p[i].clone() * q[j].clone() - p[j].clone() * q[i].clone();
        let in_line =
            [part(1, 2), part(2, 0), part(0, 1)].iter().all(|x| x.sign_of() == Ordering::Equal);
        let along =
            p[0].clone() * q[0].clone() + p[1].clone() * q[1].clone() + p[2].clone() * q[2].clone();
        in_line && along.sign_of() != Ordering::Greater
    })
}
