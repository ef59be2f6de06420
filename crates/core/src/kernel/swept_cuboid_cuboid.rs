//! Two moving cuboids: twenty-one axes of the swept pair. Twin:
//! `shaders/parts/swept_cuboid_cuboid.wgsl`.
//!
//! Seen from A, B moves by `v t`. The differences of their points, B's less A's, over all `t` in
//! `[0, 1]` are the sum of seven segments: the edges of A, those of B, and `v`. The frames meet
//! where that solid holds the origin. Its faces lie along products of two of the seven, and `v`
//! counts as one more edge: of half the length to either side of where B is at `t = 1/2`.

use super::cuboid_cuboid::{Gaps, OTHERS, centre, gaps_about, solid};
use super::lanes::{Lanes, Real};
use super::moving_operand::{MovingOperands, Swept};
use super::operand::{Certain, Edges, Margins, Scaled, certainly_negative};
use super::vector::{Vec3, add, cross, dot};
use crate::num::band;

/// The gaps of the swept pair along each axis, twice and times the axis' length.
pub struct SweptGaps<V> {
    /// Along the fifteen axes of the resting pair.
    pub rest: Gaps<V>,
    /// Along `a_i x v`.
    pub a_sweeps: Vec3<V>,
    /// Along `b_j x v`.
    pub b_sweeps: Vec3<V>,
    /// The radii that `v` adds along A's face normals,
    pub v_on_a: Vec3<V>,
    /// along B's,
    pub v_on_b: Vec3<V>,
    /// and along `a_i x b_j`.
    pub v_on_edges: [[V; 3]; 3],
}

/// The gaps, and nothing but sums and products: polynomials of degree three, as those of the
/// resting pair.
#[inline(always)]
pub fn swept_gaps<V: Real>(a: &Edges<V>, b: &Edges<V>, d: Vec3<V>, v: Vec3<V>) -> SweptGaps<V> {
    let c = add(centre(a, b, d), v);
    let mut rest = gaps_about(a, b, c);
    let [n, m] = rest.normals;
    let v_on_a = [dot(n[0], v).abs(), dot(n[1], v).abs(), dot(n[2], v).abs()];
    let v_on_b = [dot(m[0], v).abs(), dot(m[1], v).abs(), dot(m[2], v).abs()];
    let b_cross_v = [cross(b[0], v), cross(b[1], v), cross(b[2], v)];
    let mut v_on_edges = rest.edges;
    for i in 0..3 {
        rest.a_faces[i] = rest.a_faces[i] - v_on_a[i];
        rest.b_faces[i] = rest.b_faces[i] - v_on_b[i];
        for j in 0..3 {
            v_on_edges[i][j] = dot(a[i], b_cross_v[j]).abs();
            rest.edges[i][j] = rest.edges[i][j] - v_on_edges[i][j];
        }
    }
    let v_cross_c = cross(v, c);
    let (mut a_sweeps, mut b_sweeps) = (v_on_a, v_on_b);
    for (i, &(k, m)) in OTHERS.iter().enumerate() {
        let [on, by] = [v_on_edges[i], [v_on_edges[0][i], v_on_edges[1][i], v_on_edges[2][i]]];
        a_sweeps[i] =
            dot(a[i], v_cross_c).abs() - ((v_on_a[k] + v_on_a[m]) + (on[0] + on[1] + on[2]));
        b_sweeps[i] =
            dot(b[i], v_cross_c).abs() - ((v_on_b[k] + v_on_b[m]) + (by[0] + by[1] + by[2]));
    }
    SweptGaps { rest, a_sweeps, b_sweeps, v_on_a, v_on_b, v_on_edges }
}

/// Which pairs are certainly separate over all of `[0, 1]`, which certainly overlap at some `t`.
#[inline(always)]
pub fn test<V: Lanes>(moving: MovingOperands<V>) -> Certain<V::Mask> {
    let Swept { pair, v, speed } = moving.swept_if_odd();
    let Scaled { a, b, d, a_norms, b_norms, apart } = pair;
    let zero = d[0].splat(0.0);
    let gaps = swept_gaps(&a, &b, d, v);
    let extent = (apart + apart + speed)
        + ((a_norms[0] + a_norms[1] + a_norms[2]) + (b_norms[0] + b_norms[1] + b_norms[2]));
    let unit = extent * zero.splat(band::SWEPT_CUBOID_CUBOID);

    let mut faces = Margins::new(zero);
    let mut products = Margins::new(zero);
    let mut upper = Upper {
        a_faces: [zero; 3],
        b_faces: [zero; 3],
        edges: [[zero; 3]; 3],
        sweeps: [[zero; 3]; 2],
    };
    for (i, &(k, l)) in OTHERS.iter().enumerate() {
        upper.a_faces[i] = faces.take_times(gaps.rest.a_faces[i], a_norms[k] * unit, a_norms[l]);
        upper.b_faces[i] = faces.take_times(gaps.rest.b_faces[i], b_norms[k] * unit, b_norms[l]);
        upper.sweeps[0][i] = products.take_times(gaps.a_sweeps[i], a_norms[i] * unit, speed);
        upper.sweeps[1][i] = products.take_times(gaps.b_sweeps[i], b_norms[i] * unit, speed);
        for (j, &b_norm) in b_norms.iter().enumerate() {
            upper.edges[i][j] =
                products.take_times(gaps.rest.edges[i][j], a_norms[i] * unit, b_norm);
        }
    }

    let solid = solid(&gaps.rest, a_norms, b_norms);
    let separate = (faces.separate() | products.separate()) & solid;
    let faces_overlap = faces.overlapping() & solid;
    let mut overlapping = faces_overlap & products.overlapping();
    if V::any(faces_overlap & !overlapping & !separate) {
        overlapping = faces_overlap & certainly_negative(parallel_products(&upper, &gaps));
    }
    Certain { separate, overlapping }
}

/// The gaps with their errors added.
struct Upper<V> {
    a_faces: Vec3<V>,
    b_faces: Vec3<V>,
    edges: [[V; 3]; 3],
    /// Along `a_i x v`, and along `b_j x v`.
    sweeps: [Vec3<V>; 2],
}

/// The largest upper gap among the products of an edge with an edge or with `v`, each with the best
/// proof that it does not separate: its own gap, or shadows along one of its two edges that meet.
///
/// No axis at right angles to `a_i` separates when the shadow along `a_i` holds the origin within.
/// That shadow is the sum of the six other segments', and already that of some of them will do: of
/// five, `b_j` left out; of four, `b_j` and `v` left out; of five, `v` left out. The axes of such a
/// shadow's sides are the products of `a_i` with the segments left in it, and leaving a segment out
/// takes one term off their radii. A product among them that is null has a gap of zero, and proves
/// nothing; so all that is parallel to `a_i`, and a velocity that is nothing, must be left out, and
/// one of the seven ways leaves out just that. More than one edge of B is never parallel to `a_i`,
/// and no edge of A is.
#[inline(always)]
fn parallel_products<V: Lanes>(upper: &Upper<V>, gaps: &SweptGaps<V>) -> V {
    let Gaps { b_on_a, a_on_b, .. } = &gaps.rest;
    let turned = |x: &[[V; 3]; 3], i: usize| [x[0][i], x[1][i], x[2][i]];
    let none = upper.a_faces[0].splat(f32::MAX);
    let (mut along_a, mut along_b) = ([none; 3], [none; 3]);
    for (i, &(k, m)) in OTHERS.iter().enumerate() {
        along_a[i] = shadow(&Shadow {
            faces: [upper.a_faces[k], upper.a_faces[m]],
            v_on_faces: [gaps.v_on_a[k], gaps.v_on_a[m]],
            others_on_faces: [b_on_a[k], b_on_a[m]],
            edges: upper.edges[i],
            v_on_edges: gaps.v_on_edges[i],
            others: turned(a_on_b, i),
            sweep: upper.sweeps[0][i],
        });
        along_b[i] = shadow(&Shadow {
            faces: [upper.b_faces[k], upper.b_faces[m]],
            v_on_faces: [gaps.v_on_b[k], gaps.v_on_b[m]],
            others_on_faces: [a_on_b[k], a_on_b[m]],
            edges: turned(&upper.edges, i),
            v_on_edges: turned(&gaps.v_on_edges, i),
            others: turned(b_on_a, i),
            sweep: upper.sweeps[1][i],
        });
    }
    let mut highest = none.splat(-1.0);
    for i in 0..3 {
        highest =
            highest.max(upper.sweeps[0][i].min(along_a[i])).max(upper.sweeps[1][i].min(along_b[i]));
        for (j, &along) in along_b.iter().enumerate() {
            highest = highest.max(upper.edges[i][j].min(along_a[i]).min(along));
        }
    }
    highest
}

/// The six axes at right angles to one edge `e`, each with its upper gap and the radii of what may
/// be left out. The *others* are the edges of the other cuboid.
struct Shadow<V> {
    /// The faces through `e`.
    faces: [V; 2],
    v_on_faces: [V; 2],
    others_on_faces: [[V; 3]; 2],
    /// `e` x each of the others.
    edges: [V; 3],
    v_on_edges: [V; 3],
    /// The triple product of `e` and the two others that are not this one.
    others: [V; 3],
    /// `e x v`.
    sweep: V,
}

/// Negative where a shadow along the edge certainly holds the origin.
#[inline(always)]
fn shadow<V: Lanes>(s: &Shadow<V>) -> V {
    let [f, g] = s.faces;
    let mut lowest = (f + s.v_on_faces[0]).max(g + s.v_on_faces[1]);
    for j in 0..3 {
        lowest = lowest.max(s.edges[j] + s.v_on_edges[j]);
    }
    for (j, &(p, q)) in OTHERS.iter().enumerate() {
        let (f, g) = (f + s.others_on_faces[0][j], g + s.others_on_faces[1][j]);
        let (h, k) = (s.edges[p] + s.others[q], s.edges[q] + s.others[p]);
        let five = f.max(g).max(h.max(k)).max(s.sweep + s.v_on_edges[j]);
        let four = (f + s.v_on_faces[0])
            .max(g + s.v_on_faces[1])
            .max((h + s.v_on_edges[p]).max(k + s.v_on_edges[q]));
        lowest = lowest.min(five.min(four));
    }
    lowest
}
