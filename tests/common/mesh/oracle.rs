//! Triangles in exact rationals, by the line between nearest points.
//!
//! Two closed convex sets without a common point have nearest points, and the line between them is
//! at right angles to a plane that separates them. Of two triangles, be they segments or points,
//! nearest points lie in a corner and a corner, a corner and an edge, a corner and a face, or an
//! edge and an edge: so the line runs along one of a few vectors, which are all tried.

use dashu_ratio::RBig;
use motzkin_core::exact::triangles::Triangle;
use motzkin_core::num::f32_to_rational;

type Vector = [RBig; 3];

fn minus(a: &Vector, b: &Vector) -> Vector {
    [&a[0] - &b[0], &a[1] - &b[1], &a[2] - &b[2]]
}

fn cross(a: &Vector, b: &Vector) -> Vector {
    let part = |i: usize, j: usize| &a[i] * &b[j] - &a[j] * &b[i];
    [part(1, 2), part(2, 0), part(0, 1)]
}

fn dot(a: &Vector, b: &Vector) -> RBig {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

/// True when every corner of `b` is further along than every corner of `a`.
fn separates(axis: &Vector, a: &[Vector; 3], b: &[Vector; 3]) -> bool {
    let high = a.iter().map(|corner| dot(axis, corner)).max();
    let low = b.iter().map(|corner| dot(axis, corner)).min();
    high < low
}

/// True when the closed triangles share a point.
pub fn meet(a: &Triangle, b: &Triangle) -> bool {
    let [a, b] = [a, b].map(|t| t.map(|corner| corner.map(f32_to_rational)));
    let edges = |t: &[Vector; 3]| [minus(&t[1], &t[0]), minus(&t[2], &t[1]), minus(&t[0], &t[2])];
    let (of_a, of_b) = (edges(&a), edges(&b));
    let mut axes = vec![cross(&of_a[0], &of_a[1]), cross(&of_b[0], &of_b[1])];
    for e in &of_a {
        axes.extend(of_b.iter().map(|f| cross(e, f)));
    }
    for p in &a {
        for q in &b {
            let apart = minus(q, p);
            axes.extend(of_a.iter().chain(&of_b).map(|e| cross(e, &cross(&apart, e))));
            axes.push(apart);
        }
    }
    !axes.iter().any(|axis| separates(axis, &a, &b) || separates(axis, &b, &a))
}
