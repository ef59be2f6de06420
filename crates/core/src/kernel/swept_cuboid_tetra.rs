//! A moving tetrahedron A and a moving cuboid B: the pencils at A's edges against the swept cuboid,
//! and its six pairs of faces. Twin: `shaders/parts/swept_cuboid_tetra.wgsl`.
//!
//! Seen from A, B sweeps the sum of four segments: its edges, and the velocity `v` as one more, of
//! half the length to either side of where B is at `t = 1/2`.

use super::cuboid_cuboid::{OTHERS, face_normals};
use super::cuboid_tetra::{NONE, cuboid_face, on_cuboid, test_about};
use super::lanes::{Lanes, Real};
use super::moving_operand::{MovingOperands, Swept};
use super::operand::{Certain, Edges, Margins, Scaled, largest};
use super::tetra::{Faces, PENCILS, four, prepare};
use super::vector::{Vec3, add, cross, dot, norm, scale};
use crate::num::band;

/// A's four face functionals on the swept cuboid: a row more than [`on_cuboid`], their change along
/// `v`. `centre` is twice the centre of the sweep less A's origin.
#[inline(always)]
pub fn on_swept_cuboid<V: Real>(
    faces: &Faces<V>,
    centre: Vec3<V>,
    edges: &Edges<V>,
    v: Vec3<V>,
) -> [[V; 4]; 5] {
    #[expect(clippy::eq_op, reason = "zero, whatever the number")]
    let none = faces.volume - faces.volume;
    let [middle, x, y, z] = on_cuboid(faces, centre, edges);
    [middle, x, y, z, four(none, faces.along(v))]
}

/// Twice the gap along each face normal of the swept cuboid B: those of B, and along `b_j x v`.
#[inline(always)]
pub fn swept_faces<V: Real>(
    a: &Edges<V>,
    b: &Edges<V>,
    centre: Vec3<V>,
    v: Vec3<V>,
) -> [Vec3<V>; 2] {
    let n = face_normals(b);
    let volume = dot(n[0], b[0]).abs();
    let on = [dot(n[0], v).abs(), dot(n[1], v).abs(), dot(n[2], v).abs()];
    let faces = [
        cuboid_face(n[0], a, centre, volume + on[0]),
        cuboid_face(n[1], a, centre, volume + on[1]),
        cuboid_face(n[2], a, centre, volume + on[2]),
    ];
    let sweeps = [
        cuboid_face(cross(b[0], v), a, centre, on[1] + on[2]),
        cuboid_face(cross(b[1], v), a, centre, on[2] + on[0]),
        cuboid_face(cross(b[2], v), a, centre, on[0] + on[1]),
    ];
    [faces, sweeps]
}

/// The rows of a table that are neither the centre nor row `j + 1`.
const REST: [[usize; 3]; 4] = [[2, 3, 4], [1, 3, 4], [1, 2, 4], [1, 2, 3]];

/// As `highest_on_cuboid`, with `v` for a fourth edge.
#[inline(always)]
pub fn highest_on_sweep<V: Real>(f: &[[V; 4]; 5], (i, k): (usize, usize), j: usize) -> (V, V, V) {
    let [l, m, n] = REST[j];
    let (x, y) = (f[j + 1][k].abs(), f[j + 1][i].abs());
    let centre = x.mul_add(f[0][i], y * f[0][k]);
    let rest = [
        x.mul_add(f[l][i], y * f[l][k]).abs(),
        x.mul_add(f[m][i], y * f[m][k]).abs(),
        x.mul_add(f[n][i], y * f[n][k]).abs(),
    ];
    (x, y, centre + (rest[0] + (rest[1] + rest[2])))
}

/// Which pairs are certainly separate over all of `[0, 1]`, which certainly overlap at some `t`. A
/// is the tetrahedron.
///
/// A's pencils go as those of the resting pair, whose argument holds for any number of edges, null
/// ones included. Only the normals `b_j x v` can be null: where B stands still, and where it moves
/// along an edge. Then the sweep is, or nearly is, a cuboid itself, and any cuboid within the sweep
/// that certainly overlaps A will do.
#[inline(always)]
pub fn test<V: Lanes>(moving: MovingOperands<V>) -> Certain<V::Mask> {
    let Swept { pair, v, speed } = moving.swept();
    let Scaled { a, b, d, a_norms, b_norms, apart } = pair;
    let zero = d[0].splat(0.0);
    let a_faces = prepare(&a, a_norms);
    let once = (apart + speed) + largest(a_norms) + (b_norms[0] + b_norms[1] + b_norms[2]);
    let extent = once + once;
    let bands =
        [band::SWEPT_TETRA_CUBOID, band::SWEPT_TETRA_CUBOID_FOURTH, band::SWEPT_TETRA_CUBOID_BOX];
    let errors = a_faces.errors(extent, (bands[0], bands[1]), zero.splat(NONE));
    let centre = add(add(add(add(add(d, d), b[0]), b[1]), b[2]), v);

    let f = on_swept_cuboid(&a_faces.faces, centre, &b, v);
    let mut margins = Margins::new(zero);
    for k in 0..4 {
        let inside = f[0][k] + ((f[1][k].abs() + f[2][k].abs()) + (f[3][k].abs() + f[4][k].abs()));
        margins.take(zero - inside, errors[k]);
    }
    let no_gap = zero.splat(-1.0);
    let opposed = zero.splat(-NONE * NONE);
    for &(i, k) in &PENCILS {
        for j in 0..4 {
            let (x, y, highest) = highest_on_sweep(&f, (i, k), j);
            let vanishes = (f[j + 1][i] * f[j + 1][k]).lt(opposed);
            let outside = V::select(vanishes, zero - highest, no_gap);
            margins.take(outside, x.mul_add(errors[i], y * errors[k]));
        }
    }
    let [b_faces, sweeps] = swept_faces(&a, &b, centre, v);
    let unit = extent * zero.splat(bands[2]);
    let mut upper = [zero; 3];
    let mut across = Margins::new(zero);
    for (k, &(i, j)) in OTHERS.iter().enumerate() {
        margins.take_times(b_faces[k], b_norms[i] * unit, b_norms[j]);
        upper[k] = across.take_times(sweeps[k], b_norms[k] * unit, speed);
    }

    let n = cross(b[1], b[2]);
    let flush_volume = zero.splat(band::FLUSH_VOLUME);
    let b_flat =
        zero.splat(band::DETERMINANT).mul_add(b_norms[0] * b_norms[1] * b_norms[2], flush_volume);
    let sentinel = dot(n, centre).abs();
    let solid = a_faces.solid & b_flat.lt(dot(n, b[0]).abs()) & sentinel.lt(zero.splat(f32::MAX));
    let separate = (margins.separate() | across.separate()) & solid;
    let others_overlap = margins.overlapping() & solid;
    let mut overlapping = others_overlap & across.overlapping();
    if V::any(others_overlap & !overlapping & !separate) {
        let inner = lengthened(&b, v, upper);
        let norms = [norm(inner[0]), norm(inner[1]), norm(inner[2])];
        let within = test_about(&a, &a_faces, (&inner, norms), centre, extent, bands);
        overlapping = overlapping | (others_overlap & within.overlapping);
    }
    Certain { separate, overlapping }
}

/// The edges of a cuboid within the sweep and about its centre: the one whose product with `v` has
/// the largest upper gap, as the product of parallel edges has, is made longer by `v`.
#[inline(always)]
pub fn lengthened<V: Lanes>(b: &Edges<V>, v: Vec3<V>, upper: [V; 3]) -> Edges<V> {
    let (one, zero) = (v[0].splat(1.0), v[0].splat(0.0));
    let largest = largest(upper);
    let mut out = *b;
    let mut left = one;
    for j in 0..3 {
        let chosen = V::select(upper[j].lt(largest), zero, left);
        left = left - chosen;
        let along = V::select(dot(b[j], v).lt(zero), zero - chosen, chosen);
        out[j] = add(b[j], scale(v, along));
    }
    out
}
