//! A tetrahedron A and a cuboid B: six pencils of planes at A's edges, and B's three faces. Twin:
//! `shaders/parts/cuboid_tetra.wgsl`.

use super::cuboid_cuboid::{OTHERS, face_normals};
use super::lanes::{Lanes, Real};
use super::operand::{Certain, Edges, Margins, Operands, Scaled, largest};
use super::tetra::{Faces, PENCILS, Prepared, four, prepare};
use super::vector::{Vec3, add, dot};
use crate::num::band;

/// A's four face functionals on the cuboid B: the first row holds twice their values at B's centre,
/// the others their change along each edge of B; one column a face.
#[inline(always)]
pub fn on_cuboid<V: Real>(faces: &Faces<V>, centre: Vec3<V>, edges: &Edges<V>) -> [[V; 4]; 4] {
    #[expect(clippy::eq_op, reason = "zero, whatever the number")]
    let none = faces.volume - faces.volume;
    [
        four(faces.volume + faces.volume, faces.along(centre)),
        four(none, faces.along(edges[0])),
        four(none, faces.along(edges[1])),
        four(none, faces.along(edges[2])),
    ]
}

/// Twice the gap along each face normal of the cuboid B, and B's volume. `centre` is twice B's
/// centre less A's origin.
#[inline(always)]
pub fn cuboid_faces<V: Real>(a: &Edges<V>, b: &Edges<V>, centre: Vec3<V>) -> (Vec3<V>, V) {
    let n = face_normals(b);
    let volume = dot(n[0], b[0]).abs();
    let gaps = [
        cuboid_face(n[0], a, centre, volume),
        cuboid_face(n[1], a, centre, volume),
        cuboid_face(n[2], a, centre, volume),
    ];
    (gaps, volume)
}

/// Twice the gap along one axis `n`, of a cuboid whose radius along it is half of `volume`.
#[inline(always)]
pub fn cuboid_face<V: Real>(n: Vec3<V>, a: &Edges<V>, centre: Vec3<V>, volume: V) -> V {
    // Twice the heights of A's vertices over A's origin, and of B's centre.
    let h = [dot(n, add(a[0], a[0])), dot(n, add(a[1], a[1])), dot(n, add(a[2], a[2]))];
    let origin = dot(n, centre);
    #[expect(clippy::eq_op, reason = "zero, whatever the number")]
    let none = origin - origin;
    let above = origin - none.max(h[0]).max(h[1].max(h[2]));
    let below = none.min(h[0]).min(h[1].min(h[2])) - origin;
    above.max(below) - volume
}

/// A functional's change below this counts as none, in a product of two: parallel edges. What that
/// can hide is as small, and is added to the band.
pub const NONE: f32 = 3.469_447e-18; // 2^-58

/// Where in the pencil of faces `i` and `k` the term of edge `j` of the cuboid vanishes: the
/// weights of the two faces, and the highest value of that plane on the cuboid. Only the terms of
/// the two other edges `l` and `m` are left.
#[inline(always)]
pub fn highest_on_cuboid<V: Real>(f: &[[V; 4]; 4], (i, k): (usize, usize), j: usize) -> (V, V, V) {
    let (l, m) = OTHERS[j];
    let (x, y) = (f[j + 1][k].abs(), f[j + 1][i].abs());
    let centre = x.mul_add(f[0][i], y * f[0][k]);
    let rest = x.mul_add(f[l + 1][i], y * f[l + 1][k]).abs()
        + x.mul_add(f[m + 1][i], y * f[m + 1][k]).abs();
    (x, y, centre + rest)
}

/// Which pairs are certainly separate, which certainly overlap. A is the tetrahedron.
///
/// A plane `x f_i + y f_k` of a pencil, `x, y >= 0`, separates when its highest value on the cuboid
/// is negative. That highest value is convex and piecewise linear in `(x, y)`, so it is least at an
/// end of the quadrant (a face of A) or where the term of an edge `j` of B vanishes, at `(|f_k|,
/// |f_i|)` of that edge if the two have opposite signs: the axis A-edge x `b_j`. The band is in
/// proportion to `x` and `y`, which makes parallel edges harmless: whatever direction rounding
/// makes of `(0, 0)`, it is a plane of the pencil like any other.
#[inline(always)]
pub fn test<V: Lanes>(pair: Operands<V>) -> Certain<V::Mask> {
    let Scaled { a, b, d, a_norms, b_norms, apart } = pair.scaled();
    let a_faces = prepare(&a, a_norms);
    let once = apart + largest(a_norms) + (b_norms[0] + b_norms[1] + b_norms[2]);
    let centre = add(add(add(add(d, d), b[0]), b[1]), b[2]);
    let bands = [band::TETRA_CUBOID, band::TETRA_CUBOID_FOURTH, band::TETRA_CUBOID_BOX];
    test_about(&a, &a_faces, (&b, b_norms), centre, once + once, bands)
}

/// Tests a cuboid, by its edges with their norms and by twice its centre less A's origin.
/// The bands are those of functionals through the tetrahedron's origin, of the fourth one, and of
/// the cuboid's faces.
#[inline(always)]
pub fn test_about<V: Lanes>(
    a: &Edges<V>,
    a_faces: &Prepared<V>,
    (b, b_norms): (&Edges<V>, [V; 3]),
    centre: Vec3<V>,
    extent: V,
    bands: [f32; 3],
) -> Certain<V::Mask> {
    let zero = extent.splat(0.0);
    let errors = a_faces.errors(extent, (bands[0], bands[1]), zero.splat(NONE));

    let f = on_cuboid(&a_faces.faces, centre, b);
    let mut margins = Margins::new(zero);
    for k in 0..4 {
        let inside = f[0][k] + (f[1][k].abs() + (f[2][k].abs() + f[3][k].abs()));
        margins.take(zero - inside, errors[k]);
    }
    let no_gap = zero.splat(-1.0);
    let opposed = zero.splat(-NONE * NONE);
    for &(i, k) in &PENCILS {
        for j in 0..3 {
            let (x, y, highest) = highest_on_cuboid(&f, (i, k), j);
            let vanishes = (f[j + 1][i] * f[j + 1][k]).lt(opposed);
            let outside = V::select(vanishes, zero - highest, no_gap);
            margins.take(outside, x.mul_add(errors[i], y * errors[k]));
        }
    }
    let (b_faces, b_volume) = cuboid_faces(a, b, centre);
    let unit = extent * zero.splat(bands[2]);
    for (k, &(i, j)) in OTHERS.iter().enumerate() {
        margins.take_times(b_faces[k], b_norms[i] * unit, b_norms[j]);
    }

    let flush_volume = zero.splat(band::FLUSH_VOLUME);
    let b_flat =
        zero.splat(band::DETERMINANT).mul_add(b_norms[0] * b_norms[1] * b_norms[2], flush_volume);
    let solid = a_faces.solid & b_flat.lt(b_volume) & f[0][0].abs().lt(zero.splat(f32::MAX));
    Certain { separate: margins.separate() & solid, overlapping: margins.overlapping() & solid }
}
