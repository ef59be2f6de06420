//! Two cuboids: fifteen separating axes in world coordinates. Twin:
//! `shaders/parts/cuboid_cuboid.wgsl`.

use super::lanes::{Lanes, Real};
use super::operand::{Certain, Edges, Margins, Operands, Scaled, certainly_negative};
use super::vector::{Vec3, add, cross, dot, sub};
use crate::num::band;

/// The gap between two cuboids along each of the fifteen axes, twice and times the axis' length,
/// and the products that the gaps share.
pub struct Gaps<V> {
    /// Along the normal of A's face `k`, `a_i x a_j`.
    pub a_faces: Vec3<V>,
    /// Along the normal of B's face `l`.
    pub b_faces: Vec3<V>,
    /// Along `a_i x b_j`.
    pub edges: [[V; 3]; 3],
    /// `|a_faces[k] . b_j|`, which are also the radii along the edge axes.
    pub b_on_a: [[V; 3]; 3],
    /// `|b_faces[l] . a_i|`.
    pub a_on_b: [[V; 3]; 3],
    /// Magnitudes of the determinants of A and B.
    pub volumes: (V, V),
    /// `a_faces[0] . c`: not finite when any input is not.
    pub sentinel: V,
    /// The normals of A's faces and of B's.
    pub normals: [Edges<V>; 2],
}

/// The two other indices of 0, 1, 2.
pub(super) const OTHERS: [(usize, usize); 3] = [(1, 2), (2, 0), (0, 1)];

/// The gaps, and nothing but sums and products: polynomials of degree three.
///
/// With `c` twice the difference of the centres, the gap along `n` is `|n . c| - sum |n . a_i| -
/// sum |n . b_j|`. Along an edge axis the radii are the same triple products as in the face tests,
/// `(a_i x b_j) . a_k = -+ a_faces[m] . b_j` with `m` the third index.
#[inline(always)]
pub fn gaps<V: Real>(a: &Edges<V>, b: &Edges<V>, d: Vec3<V>) -> Gaps<V> {
    gaps_about(a, b, centre(a, b, d))
}

/// Twice the difference of the centres, of origins that are `d` apart.
#[inline(always)]
pub fn centre<V: Real>(a: &Edges<V>, b: &Edges<V>, d: Vec3<V>) -> Vec3<V> {
    sub(add(add(add(add(d, d), b[0]), b[1]), b[2]), add(add(a[0], a[1]), a[2]))
}

/// [`gaps`] of cuboids by twice the difference of their centres.
#[inline(always)]
pub fn gaps_about<V: Real>(a: &Edges<V>, b: &Edges<V>, c: Vec3<V>) -> Gaps<V> {
    let n = face_normals(a);
    let m = face_normals(b);
    let b_on_a = [projections(n[0], b), projections(n[1], b), projections(n[2], b)];
    let a_on_b = [projections(m[0], a), projections(m[1], a), projections(m[2], a)];
    let volumes = (dot(n[0], a[0]).abs(), dot(m[0], b[0]).abs());
    let sentinel = dot(n[0], c);
    let a_faces = [
        face_gap(sentinel, volumes.0, b_on_a[0]),
        face_gap(dot(n[1], c), volumes.0, b_on_a[1]),
        face_gap(dot(n[2], c), volumes.0, b_on_a[2]),
    ];
    let b_faces = [
        face_gap(dot(m[0], c), volumes.1, a_on_b[0]),
        face_gap(dot(m[1], c), volumes.1, a_on_b[1]),
        face_gap(dot(m[2], c), volumes.1, a_on_b[2]),
    ];
    let b_cross_c = [cross(b[0], c), cross(b[1], c), cross(b[2], c)];
    let mut edges = [[sentinel; 3]; 3];
    for (i, &(k, l)) in OTHERS.iter().enumerate() {
        for (j, &(p, q)) in OTHERS.iter().enumerate() {
            let radius = (b_on_a[k][j] + b_on_a[l][j]) + (a_on_b[p][i] + a_on_b[q][i]);
            edges[i][j] = dot(a[i], b_cross_c[j]).abs() - radius;
        }
    }
    Gaps { a_faces, b_faces, edges, b_on_a, a_on_b, volumes, sentinel, normals: [n, m] }
}

/// `e_i x e_j` for each face.
#[inline(always)]
pub fn face_normals<V: Real>(e: &Edges<V>) -> [Vec3<V>; 3] {
    [cross(e[1], e[2]), cross(e[2], e[0]), cross(e[0], e[1])]
}

/// The lengths of three edges along `n`.
#[inline(always)]
fn projections<V: Real>(n: Vec3<V>, e: &Edges<V>) -> [V; 3] {
    [dot(n, e[0]).abs(), dot(n, e[1]).abs(), dot(n, e[2]).abs()]
}

#[inline(always)]
fn face_gap<V: Real>(offset: V, volume: V, r: [V; 3]) -> V {
    offset.abs() - ((volume + r[0]) + (r[1] + r[2]))
}

/// Which pairs are certainly separate, which certainly overlap.
#[inline(always)]
pub fn test<V: Lanes>(pair: Operands<V>) -> Certain<V::Mask> {
    let pair = pair.scaled_if_odd();
    certain(&pair, &gaps(&pair.a, &pair.b, pair.d))
}

/// Which pairs the gaps prove to be separate, and which to overlap.
#[inline(always)]
pub fn certain<V: Lanes>(pair: &Scaled<V>, gaps: &Gaps<V>) -> Certain<V::Mask> {
    let Scaled { a_norms, b_norms, apart, .. } = *pair;
    let zero = apart.splat(0.0);
    let extent = (apart + apart)
        + ((a_norms[0] + a_norms[1] + a_norms[2]) + (b_norms[0] + b_norms[1] + b_norms[2]));
    let unit = extent * zero.splat(band::CUBOID_CUBOID * V::FINENESS);

    let mut faces = Margins::new(zero);
    let mut products = Margins::new(zero);
    let (mut a_faces, mut b_faces, mut edges) = ([zero; 3], [zero; 3], [[zero; 3]; 3]);
    for (i, &(k, l)) in OTHERS.iter().enumerate() {
        a_faces[i] = faces.take_times(gaps.a_faces[i], a_norms[k] * unit, a_norms[l]);
        b_faces[i] = faces.take_times(gaps.b_faces[i], b_norms[k] * unit, b_norms[l]);
        for j in 0..3 {
            edges[i][j] = products.take_times(gaps.edges[i][j], a_norms[i] * unit, b_norms[j]);
        }
    }

    let solid = solid(gaps, a_norms, b_norms);
    let separate = (faces.separate() | products.separate()) & solid;
    let faces_overlap = faces.overlapping() & solid;
    let mut overlapping = faces_overlap & products.overlapping();
    if V::any(faces_overlap & !overlapping & !separate) {
        let excused = parallel_edges(&a_faces, &b_faces, &edges, gaps);
        overlapping = faces_overlap & certainly_negative(excused);
    }
    Certain { separate, overlapping }
}

/// Lanes in which neither cuboid can be flat and every input is finite.
#[inline(always)]
pub fn solid<V: Lanes>(gaps: &Gaps<V>, a_norms: [V; 3], b_norms: [V; 3]) -> V::Mask {
    let determinant = gaps.sentinel.splat(band::DETERMINANT * V::FINENESS);
    let flush_volume = gaps.sentinel.splat(band::FLUSH_VOLUME);
    let a_flat = determinant.mul_add(a_norms[0] * a_norms[1] * a_norms[2], flush_volume);
    let b_flat = determinant.mul_add(b_norms[0] * b_norms[1] * b_norms[2], flush_volume);
    a_flat.lt(gaps.volumes.0)
        & b_flat.lt(gaps.volumes.1)
        & gaps.sentinel.abs().lt(determinant.splat(f32::MAX))
}

/// The largest upper gap among the edge axes, each with the best of three proofs that it does not
/// separate: its own gap, or that the two shadows along `a_i` meet although `b_j` is left out of
/// them, or the same along `b_j` with `a_i` left out.
///
/// `a_i x b_j` is perpendicular to `a_i`, so it cannot separate solids whose shadows along `a_i`
/// meet. The shadow of A is a parallelogram. So is that of B once `b_j` is left out, and it lies
/// within B's. Four axes decide two parallelograms: the A-faces through `a_i`, and `a_i x b_l` for
/// the other two edges of B; leaving `b_j` out takes one term off their radii. None of them
/// degenerates when `b_j` is parallel to `a_i`, as it is in every scene of aligned or equally
/// turned boxes.
#[inline(always)]
fn parallel_edges<V: Lanes>(
    a_faces: &Vec3<V>,
    b_faces: &Vec3<V>,
    edges: &[[V; 3]; 3],
    gaps: &Gaps<V>,
) -> V {
    let mut highest = a_faces[0].splat(-1.0);
    for (i, &(k, m)) in OTHERS.iter().enumerate() {
        for (j, &(p, q)) in OTHERS.iter().enumerate() {
            let along_a = (a_faces[k] + gaps.b_on_a[k][j])
                .max(a_faces[m] + gaps.b_on_a[m][j])
                .max(edges[i][p] + gaps.a_on_b[q][i])
                .max(edges[i][q] + gaps.a_on_b[p][i]);
            let along_b = (b_faces[p] + gaps.a_on_b[p][i])
                .max(b_faces[q] + gaps.a_on_b[q][i])
                .max(edges[k][j] + gaps.b_on_a[m][j])
                .max(edges[m][j] + gaps.b_on_a[k][j]);
            highest = highest.max(edges[i][j].min(along_a).min(along_b));
        }
    }
    highest
}
