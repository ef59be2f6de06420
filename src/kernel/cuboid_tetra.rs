//! A tetrahedron A and a cuboid B: six pencils of planes at A's edges, and B's three faces. Twin:
//! `shaders/parts/cuboid_tetra.wgsl`.

use super::lanes::{Lanes, Real};
use super::cuboid_cuboid::{OTHERS, face_normals};
use super::operand::{Certain, Edges, Margins, Operands, edges_norm};
use super::tetra::{Faces, PENCILS, four, prepare};
use super::vector::{Vec3, add, dot, norm};
use crate::num::band;

/// A's four face functionals on the cuboid B: the first row holds twice their values at B's centre,
/// the others their change along each edge of B; one column a face.
#[inline(always)]
pub fn on_cuboid<V: Real>(faces: &Faces<V>, centre: Vec3<V>, edges: &Edges<V>) -> [[V; 4]; 4] {
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

#[inline(always)]
fn cuboid_face<V: Real>(n: Vec3<V>, a: &Edges<V>, centre: Vec3<V>, volume: V) -> V {
    // Twice the heights of A's vertices over A's origin, and of B's centre.
    let h = [dot(n, add(a[0], a[0])), dot(n, add(a[1], a[1])), dot(n, add(a[2], a[2]))];
    let origin = dot(n, centre);
    let none = origin - origin;
    let above = origin - none.max(h[0]).max(h[1].max(h[2]));
    let below = none.min(h[0]).min(h[1].min(h[2])) - origin;
    above.max(below) - volume
}

/// Weights that sum to less than this make no direction: parallel edges. What leaving them out can
/// hide is as small, and is added to the band.
const NONE: f32 = 3.469_447e-18; // 2^-58

/// The largest value over the cuboid of `x f_i + y f_k`: a plane of the pencil when `x, y >= 0`.
#[inline(always)]
fn highest_on_cuboid<V: Real>(f: &[[V; 4]; 4], (i, x): (usize, V), (k, y): (usize, V)) -> V {
    let [c, e0, e1, e2] = [
        x.mul_add(f[0][i], y * f[0][k]),
        x.mul_add(f[1][i], y * f[1][k]),
        x.mul_add(f[2][i], y * f[2][k]),
        x.mul_add(f[3][i], y * f[3][k]),
    ];
    c + (e0.abs() + (e1.abs() + e2.abs()))
}

/// Which pairs are certainly separate, which certainly overlap. A is the tetrahedron.
///
/// A plane of a pencil separates when its highest value on the cuboid is negative. That highest
/// value is convex and piecewise linear in the direction `(x, y)`, so it is least at an end of the
/// quadrant (a face of A) or where the term of an edge `j` of B vanishes, at `(|q_j|, |p_j|)`: the
/// axis A-edge x `b_j`. Comparing with a band in proportion to `x` and `y` makes parallel edges harmless: whatever
/// direction rounding makes of `(0, 0)`, it is a plane of the pencil like any other.
#[inline(always)]
pub fn judge<V: Lanes>(pair: Operands<V>) -> Certain<V::Mask> {
    let Operands { a, b, d } = pair.scaled();
    let zero = d[0].splat(0.0);
    let a_faces = prepare(&a);
    let b_norms = [norm(b[0]), norm(b[1]), norm(b[2])];
    let reach = {
        let near = norm(d) + edges_norm(&a);
        near + near + (b_norms[0] + b_norms[1] + b_norms[2])
    };
    let flush = zero.splat(band::FLUSH);
    let unit = reach * zero.splat(band::TETRA_CUBOID);
    let none = zero.splat(NONE);
    let error = [
        unit.mul_add(a_faces.sizes[0], none),
        unit.mul_add(a_faces.sizes[1], none),
        unit.mul_add(a_faces.sizes[2], none),
        unit.mul_add(a_faces.sizes[3], none),
    ];
    let centre = add(add(add(add(d, d), b[0]), b[1]), b[2]);

    let f = on_cuboid(&a_faces.faces, centre, &b);
    let mut margins = Margins::new(zero);
    for k in 0..4 {
        let inside = f[0][k] + (f[1][k].abs() + (f[2][k].abs() + f[3][k].abs()));
        margins.take(zero - inside, error[k]);
    }
    let no_gap = zero.splat(-1.0);
    for (i, k) in PENCILS {
        for edge in [f[1], f[2], f[3]] {
            let (x, y) = (edge[k].abs(), edge[i].abs());
            let outside = zero - highest_on_cuboid(&f, (i, x), (k, y));
            let outside = V::select(none.lt(x + y), outside, no_gap);
            margins.take(outside, x.mul_add(error[i], y * error[k]));
        }
    }
    let (b_faces, b_volume) = cuboid_faces(&a, &b, centre);
    let unit = reach * zero.splat(band::CUBOID_CUBOID);
    for (k, (i, j)) in OTHERS.into_iter().enumerate() {
        margins.take(b_faces[k], (b_norms[i] * unit).mul_add(b_norms[j], flush));
    }

    let b_flat = zero.splat(band::DETERMINANT).mul_add(b_norms[0] * b_norms[1] * b_norms[2], flush);
    let solid = a_faces.solid & b_flat.lt(b_volume) & f[0][0].abs().lt(zero.splat(f32::MAX));
    Certain { separate: zero.lt(margins.lowest) & solid, overlapping: margins.highest.lt(zero) & solid }
}
