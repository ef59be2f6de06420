//! Triangles in whole numbers.

use super::sides::{NEXT, agree, beyond};
use crate::num::Ring;
use std::cmp::Ordering;

type Point<N> = [N; 3];
type Corners<N> = [Point<N>; 3];

fn minus<N: Ring>(a: &Point<N>, b: &Point<N>) -> Point<N> {
    [0, 1, 2].map(|axis| a[axis].clone() - b[axis].clone())
}

fn cross<N: Ring>(e: &Point<N>, f: &Point<N>) -> Point<N> {
    let part = |i: usize, j: usize| e[i].clone() * f[j].clone() - e[j].clone() * f[i].clone();
    [part(1, 2), part(2, 0), part(0, 1)]
}

fn dot<N: Ring>(a: &Point<N>, b: &Point<N>) -> N {
    a[0].clone() * b[0].clone() + a[1].clone() * b[1].clone() + a[2].clone() * b[2].clone()
}

fn normal<N: Ring>(of: &Corners<N>) -> Point<N> {
    cross(&minus(&of[1], &of[0]), &minus(&of[2], &of[0]))
}

/// Returns whether they meet, or `None` if one of them is degenerate.
pub fn meet<N: Ring>(a: &Corners<N>, b: &Corners<N>) -> Option<bool> {
    let [on_a, on_b] = [normal(a), normal(b)];
    let axis = on_a.iter().position(|x| x.sign_of() != Ordering::Equal)?;
    on_b.iter().find(|x| x.sign_of() != Ordering::Equal)?;
    let sides = |n: &Point<N>, of: &Corners<N>, corners: &Corners<N>| {
        [0, 1, 2].map(|i| dot(n, &minus(&corners[i], &of[0])).sign_of())
    };
    let of_b = sides(&on_a, a, b);
    if of_b == [Ordering::Equal; 3] {
        return Some(meet_in_plane(a, b, axis));
    }
    let of_a = sides(&on_b, b, a);
    if beyond(of_a) || beyond(of_b) {
        return Some(false);
    }
    Some(pierces(a, of_a, b, axis_of(&on_b)) || pierces(b, of_b, a, axis))
}

fn axis_of<N: Ring>(normal: &Point<N>) -> usize {
    normal.iter().position(|x| x.sign_of() != Ordering::Equal).unwrap_or(0)
}

/// Returns true if an edge of the first meets the second. Not all of the first lies in the plane of
/// the second, and that plane is not parallel to `axis`.
fn pierces<N: Ring>(
    edges: &Corners<N>,
    signs: [Ordering; 3],
    face: &Corners<N>,
    axis: usize,
) -> bool {
    (0..3).any(|i| {
        let j = NEXT[i];
        let (p, q) = (&edges[i], &edges[j]);
        if signs[i] == Ordering::Equal && signs[j] == Ordering::Equal {
            return segment_meets_in_plane(p, q, face, axis);
        }
        if signs[i] == signs[j] {
            return false;
        }
        let along = minus(q, p);
        let [x, y, z] = [0, 1, 2].map(|i| minus(&face[i], p));
        agree([(&x, &y), (&y, &z), (&z, &x)].map(|(u, v)| dot(&cross(&along, u), v).sign_of()))
    })
}

/// Returns the sign of the area of a triangle as seen along an axis.
fn turn<N: Ring>(p: &Point<N>, q: &Point<N>, r: &Point<N>, axis: usize) -> Ordering {
    let (i, j) = (NEXT[axis], NEXT[NEXT[axis]]);
    let (e, f) = (minus(q, p), minus(r, p));
    (e[i].clone() * f[j].clone() - e[j].clone() * f[i].clone()).sign_of()
}

/// Returns true if two triangles in one plane meet. They are separate exactly if an edge of one has
/// all of the other strictly outside.
fn meet_in_plane<N: Ring>(a: &Corners<N>, b: &Corners<N>, axis: usize) -> bool {
    !has_outside(a, b, axis) && !has_outside(b, a, axis)
}

fn has_outside<N: Ring>(of: &Corners<N>, points: &[Point<N>], axis: usize) -> bool {
    let outside = turn(&of[0], &of[1], &of[2], axis).reverse();
    (0..3).any(|i| points.iter().all(|point| turn(&of[i], &of[NEXT[i]], point, axis) == outside))
}

/// Returns true if a segment meets a triangle in whose plane it lies.
fn segment_meets_in_plane<N: Ring>(
    p: &Point<N>,
    q: &Point<N>,
    face: &Corners<N>,
    axis: usize,
) -> bool {
    let ends = [p.clone(), q.clone()];
    !has_outside(face, &ends, axis) && !beyond([0, 1, 2].map(|i| turn(p, q, &face[i], axis)))
}
